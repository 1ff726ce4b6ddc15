"""Every value of every option of a rule set, shown by a case a person can read (options.toml)."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import (
    NOBODY,
    Deal,
    IllegalMoveError,
    Layout,
    Match,
    Play,
    PositionError,
    Record,
    RulesError,
    RuleSet,
    apply,
    count,
    format_move,
    legal_moves,
    outcome,
    parse_move,
    parse_position,
    parse_rules,
    places,
    problems,
    score_play,
    settle,
)
from engine.notation import parse_hands
from engine.rules import OPTIONS, format_value, option_values, parse_value
from engine.scanner import SEATS
from engine.tiles import Tile, TileSet

Case = dict[str, Any]
CASES: list[Case] = tomllib.loads(
    Path(__file__).parent.with_name("data").joinpath("options.toml").read_text("utf-8")
)["case"]

# No rule asks which way the turn is drawn on the screen.
DISPLAY_ONLY = {"direction"}
NUMBERS = {"hand", "target", "max_pip"}


class Lot(Random):
    """Chance that was written down: the decks that shuffling brings, and the seat of the lot."""

    def __init__(self, decks: list[list[Tile]], lot: int) -> None:
        super().__init__(0)
        self.decks = decks
        self.lot = lot

    def shuffle(self, x: Any) -> None:
        assert self.decks, "the case has no further deal"
        x[:] = self.decks.pop(0)

    def randrange(self, *_: Any) -> int:
        return self.lot


def deck(hands: str, rules: RuleSet) -> list[Tile]:
    """A deck that, dealt singly, gives these hands first."""
    dealt = [list(hand.tiles) for hand in parse_hands(hands)]
    first = [tile for trick in zip(*dealt, strict=True) for tile in trick]
    return first + list(TileSet.full(rules.max_pip) - TileSet.of(first))


def case_rules(case: Case) -> RuleSet:
    if "dpn" in case or "deal" in case:
        return parse_position(case.get("dpn") or case["deal"]).rules
    players = str(case.get("settle", case.get("hands", "/"))).count("/") + 1
    return parse_rules(case["rules"], players)


def answers(case: Case, rules: RuleSet) -> Case:
    """What the engine says of the case under `rules`, in the words of the case."""
    if "settle" in case:
        hands = [hand.tiles for hand in parse_hands(case["settle"])]
        seats = {key: SEATS.index(case[key]) for key in ("out", "last") if key in case}
        return {"award": list(settle(hands, rules, **seats).by_seat(rules.players))}
    if "dpn" in case:
        return position_answers(case, rules)
    if "plays" in case:
        return table_answers(laid(case["plays"], rules), rules)
    try:
        dealt = next_deal(case, rules)
    except PositionError as error:
        return {"refused": error.problems.name}
    return {"leader": SEATS[dealt.leader], "forced": dealt.lead_forced}


def next_deal(case: Case, rules: RuleSet) -> Deal:
    decks = [deck(case[key], rules) for key in ("hands", "redealt") if key in case]
    rng = Lot(decks, SEATS.index(case.get("lot", "A")))
    match = Match(rules)
    if "deal" in case:
        start = parse_position(case["deal"])
        first = Deal(rules, start.hands, start.boneyard, start.turn)
        plies = tuple(parse_move(ply, rules) for ply in case["plies"].split())
        match = Match(rules, (Record({}, first, plies, start.scores),))
    if "lot" not in case and "leader" not in case:
        hands = parse_hands(case["hands"])
        return Deal(rules, hands, rules.n_tiles - sum(map(len, hands)), 0)
    return match.deal(rng)


def laid(plays: str, rules: RuleSet) -> Layout:
    layout = Layout()
    for token in plays.split():
        move = parse_move(token, rules)
        assert isinstance(move, Play)
        layout = layout.placed(move.tile, move.arm, rules)
    return layout


def table_answers(layout: Layout, rules: RuleSet) -> Case:
    return {
        "places": " ".join(
            f"{place.arm}{''.join(map(str, sorted(place.pips)))}" for place in places(layout, rules)
        ),
        "count": count(layout, rules),
        "points": score_play(layout, rules),
    }


def position_answers(case: Case, rules: RuleSet) -> Case:
    position = replace(parse_position(case["dpn"]), rules=rules)
    found = table_answers(position.layout, rules)
    found["legal"] = " ".join(map(format_move, legal_moves(position)))
    found["tiles"] = rules.n_tiles
    if "move" in case:
        move = parse_move(case["move"], rules)
        if "taker" in case and isinstance(move, Play):
            taker = NOBODY if case["taker"] == "nobody" else SEATS.index(case["taker"])
            move = Play(move.tile, move.arm, taker)
        try:
            after = apply(position, move)
        except IllegalMoveError as error:
            return found | {"refused": str(error.reason)}
        over = outcome(after)
        found |= {"scores": list(after.scores), "ending": over.ending if over else ""}
    return found


def expected(case: Case) -> Case:
    given = {"shows", "dpn", "rules", "settle", "out", "last", "hands", "redealt", "lot"}
    return {
        key: value
        for key, value in case.items()
        if key not in given | {"deal", "plies", "plays", "move", "taker"}
    }


def agrees(case: Case, rules: RuleSet) -> bool:
    found = answers(case, rules)
    return all(found.get(key) == value for key, value in expected(case).items())


def named(case: Case) -> tuple[str, str]:
    name, _, value = case["shows"].partition("=")
    return name, value


@pytest.mark.parametrize("case", CASES, ids=[case["shows"] for case in CASES])
def test_case(case: Case) -> None:
    rules = case_rules(case)
    name, value = named(case)
    assert format_value(getattr(rules, name)) == value
    if "dpn" in case:
        assert not problems(parse_position(case["dpn"]))
    found = answers(case, rules)
    assert expected(case) == {key: found.get(key) for key in expected(case)}


@pytest.mark.parametrize("shown", sorted({case["shows"] for case in CASES}))
def test_another_value_answers_otherwise(shown: str) -> None:
    cases = [case for case in CASES if case["shows"] == shown]
    if named(cases[0])[0] in DISPLAY_ONLY:
        assert not any(map(is_changed_by_another, cases))
    else:
        assert any(map(is_changed_by_another, cases))


def is_changed_by_another(case: Case) -> bool:
    name, value = named(case)
    rules = case_rules(case)
    for other in option_values(name) or [OPTIONS[name]]:
        if format_value(other) == value:
            continue
        try:
            changed = not agrees(case, rules.with_options(**{name: other}))
        except RulesError:
            continue  # it cannot hold together with the rest of this case
        except (AssertionError, KeyError):
            return True  # the moves of the case are not even possible
        if changed:
            return True
    return False


def test_every_option_value_has_a_case() -> None:
    shown = {case["shows"] for case in CASES}
    wanted = {f"{name}={format_value(value)}" for name in OPTIONS for value in option_values(name)}
    assert sorted(wanted - shown) == []
    assert {shows.partition("=")[0] for shows in shown} >= NUMBERS
    assert all(parse_value(*named(case)) is not None for case in CASES)
