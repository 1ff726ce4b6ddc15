"""Tables that the automaton takes for one class are one: same places, points and sequels."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from engine import PRESETS, Layout, PositionError, Problem, RuleSet, Stone, Tile, places, score_play
from engine.search.boards import automaton
from engine.search.table import ARM_BITS, ARM_MASK, look_up, tables
from engine.tiles import TILES
from tests.search_cases import mixed_rules

RULES = [*PRESETS.values(), *mixed_rules(25, seed=9)]


def random_tables(rules: RuleSet, n: int, seed: int) -> list[Layout]:
    """Tables met when random tiles are played at random places."""
    rng = random.Random(seed)
    found: list[Layout] = []
    while len(found) < n:
        tiles = list(TILES[: rules.n_tiles])
        rng.shuffle(tiles)
        layout = Layout().placed(tiles.pop(), None, rules)
        for tile in tiles:
            where = [place for place in places(layout, rules) if place.takes(tile)]
            if where:
                layout = layout.placed(tile, rng.choice(where).arm, rules)
                found.append(layout)
    return found


def ends_of(layout: Layout, rules: RuleSet) -> tuple[int, frozenset[int]]:
    pips = frozenset().union(*(place.pips for place in places(layout, rules)))
    return score_play(layout, rules), pips


def sequels(layout: Layout, rules: RuleSet, tile: Tile) -> set[int]:
    boards = automaton(rules)
    return {
        boards.code(layout.placed(tile, place.arm, rules))
        for place in places(layout, rules)
        if place.takes(tile)
    }


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_a_class_is_one(rules: RuleSet) -> None:
    classes = defaultdict(list)
    for layout in random_tables(rules, 300, seed=2):
        classes[automaton(rules).code(layout)].append(layout)
    for members in classes.values():
        assert len({ends_of(layout, rules) for layout in members}) == 1
    for members in list(classes.values())[:30]:
        for tile in TILES[: rules.n_tiles]:
            free = [layout for layout in members if tile not in layout.tiles]
            assert len({frozenset(sequels(layout, rules, tile)) for layout in free}) <= 1


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_the_table_leads_where_the_layout_does(rules: RuleSet) -> None:
    store = tables(rules)
    table = store.take(compiled=False)
    boards = automaton(rules)
    codes = {0: 0}
    for layout in random_tables(rules, 60, seed=5):
        while len(table.code) - table.size[0] < 200:
            table = store.roomier(table)
            codes = {}
        code = boards.code(layout)
        if code not in table.code[: table.size[0]]:
            continue
        codes[code] = table.code.index(code)
        for tile in TILES[: rules.n_tiles]:
            if tile in layout.tiles:
                continue
            reached = sequels(layout, rules, tile)
            fits = bool(table.playable[codes[code]] >> tile.index & 1)
            assert fits == bool(reached)
            if fits:
                arms = look_up(table, codes[code], tile.index)
                start = arms >> ARM_BITS
                n = arms & ARM_MASK
                there = table.pool[start : start + n] if n > 1 else [start]
                assert {table.code[board] for board in there} == reached


def test_a_table_that_cannot_be_is_refused() -> None:
    starred = Layout((Stone(6, 6, is_spinner=True),))
    with pytest.raises(PositionError) as refused:
        automaton(PRESETS["muggins"]).code(starred)
    assert Problem.SPINNER_WRONG in refused.value.problems


def test_rules_that_agree_about_boards_share_them() -> None:
    all_fives = PRESETS["all_fives"]
    assert tables(all_fives) is tables(all_fives.with_options(players=4, partnership=True))
    assert tables(all_fives) is not tables(PRESETS["sniff_us"])
