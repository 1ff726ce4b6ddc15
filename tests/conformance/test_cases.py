"""The published cases of rules_cases.json, read as they are."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import (
    DOWN,
    LEFT,
    PRESETS,
    RIGHT,
    UP,
    Arm,
    Layout,
    Play,
    Position,
    Reason,
    RuleSet,
    Side,
    Tile,
    TileSet,
    apply,
    count,
    legal_moves,
    outcome,
    places,
    score_play,
    settle,
)
from engine.moves import Taker
from engine.play import why_not_placed
from engine.position import Deal, Hand
from engine.rules import parse_value
from engine.settlement import Ending, nearest5
from tests.strategies import play_out

Case = dict[str, Any]
DATA: Case = json.loads(
    Path(__file__).parent.with_name("data").joinpath("rules_cases.json").read_text("utf-8")
)
PLAIN = {"L": LEFT, "R": RIGHT, "U": UP, "D": DOWN}


def tile(text: str) -> Tile:
    a, b = text.split("-")
    return Tile.of(int(a), int(b))


def with_options(rules: RuleSet, options: Case) -> RuleSet:
    plain = {
        name: value if isinstance(value, bool | int) else parse_value(name, str(value))
        for name, value in options.items()
    }
    return rules.with_options(**plain)


class Table:
    """A case's table. The file leads a-b with a on L; the engine leads its high half left."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.layout = Layout()
        self.mirrored = False
        self.first_spinner: Tile | None = None

    def arm(self, name: str) -> Arm:
        several = re.fullmatch(r"([UD])\((\d-\d)\)", name)
        if several:
            return Arm(Side(several[1]), tile(several[2]))
        if name in "UD" and self.rules.spinner == "every_double":
            return Arm(Side(name), self.first_spinner)
        if self.mirrored and name in "LR":
            name = {"L": "R", "R": "L"}[name]
        return PLAIN[name]

    def play(self, move: str) -> Reason | None:
        name, _, end = move.partition("@")
        played = tile(name)
        arm = self.arm(end) if end else None
        if arm is None:
            self.mirrored = name[0] < name[2]
        reason = why_not_placed(self.layout, self.rules, played, arm)
        if reason is None:
            self.layout = self.layout.placed(played, arm, self.rules)
            if self.first_spinner is None and played.is_double:
                self.first_spinner = played
        return reason


@pytest.mark.parametrize("case", DATA["board"], ids=lambda case: case["id"])
def test_board(case: Case) -> None:
    table = Table(with_options(PRESETS[case["game"]], case.get("options", {})))
    for step in case["steps"]:
        reason = table.play(step["move"])
        if step.get("illegal"):
            assert reason is not None
            continue
        assert reason is None
        assert step["count"] == count(table.layout, table.rules)
        assert step["points"] == score_play(table.layout, table.rules)
        if "open" in step:
            wanted = {table.arm(arm): frozenset(pips) for arm, pips in step["open"].items()}
            assert wanted == {p.arm: p.pips for p in places(table.layout, table.rules)}


@pytest.mark.parametrize("case", DATA["settlement"], ids=lambda case: case["id"])
def test_settlement(case: Case) -> None:
    hands = [TileSet.of(map(tile, hand)) for hand in case["hands"]]
    rules = with_options(PRESETS["all_fives"], {"players": len(hands)} | case["options"])
    worked = settle(hands, rules, out=case.get("out"))
    assert tuple(case["award"]) == worked.by_seat(len(hands))


@pytest.mark.parametrize(("pips", "rounded"), DATA["rounding_to_five"])
def test_rounding(pips: int, rounded: int) -> None:
    assert rounded == nearest5(pips)


def play_scoring(rules: RuleSet, points: int, *, before: int, left: str, theirs: str) -> Position:
    """The position after a lead that makes `points`, by a seat that holds `left` besides."""
    leads = TileSet.full(6) - TileSet.of(map(tile, f"{left} {theirs}".split()))
    for lead in leads:
        table = Layout().placed(lead, None, rules)
        if score_play(table, rules) == points:
            hands = (Hand.of([lead, *map(tile, left.split())]), Hand.of(map(tile, theirs.split())))
            start = Position(rules, Layout(), hands, (), 0, scores=(before, 0))
            return apply(start, Play(lead))
    raise AssertionError(f"no lead makes {points}")


@pytest.mark.parametrize(
    "case", [c for c in DATA["target_and_claims"] if c["id"][:2] == "TG"], ids=lambda c: c["id"]
)
def test_target(case: Case) -> None:
    base = PRESETS["fives_threes"] if case.get("exact") else PRESETS["all_fives"]
    options: Case = {"min_first_score": case.get("min_first_score", 0)}
    if "target" in case:
        options["target"] = (case["target"],) * 3
    if "check" in case:
        options["target_check"] = parse_value("target_check", case["check"])
    rules = base.with_options(**options)
    theirs = {12: "6-6", 39: "6-6 6-5 6-1 5-4", None: "6-5"}[case.get("opponents_pips")]
    left = "" if case.get("went_out") else "3-3"
    after = play_scoring(rules, case["play"], before=case["before"], left=left, theirs=theirs)
    over = outcome(after)
    score = after.scores[0] + (over.awards[0] if over else 0)
    assert case["after"] == score
    if "game_over" in case:
        ended = over is not None and (over.ending is Ending.TARGET or score >= rules.target_points)
        assert case["game_over"] == ended


@pytest.mark.parametrize(
    "case", [c for c in DATA["target_and_claims"] if c["id"][:2] == "MC"], ids=lambda c: c["id"]
)
def test_claim(case: Case) -> None:
    rules = PRESETS["all_fives"].with_options(claim=parse_value("claim", case["claim"]))
    start = Position(
        rules, Layout(), (Hand.of([tile("6-4"), tile("3-3")]), Hand.of([tile("6-6")])), (), 0
    )
    taker = case.get("claimed_by", Taker.MOVER)
    assert tuple(case["award"]) == apply(start, Play(tile("6-4"), None, taker)).scores


def facts(*ids: str) -> list[Any]:
    return [
        pytest.param(fact["id"], game, id=f"{fact['id']}-{game}")
        for fact in DATA["properties"]
        if fact["id"] in ids
        for game in (PRESETS if fact["games"] == ["all"] else fact["games"])
    ]


def leads(rules: RuleSet) -> dict[str, Layout]:
    return {str(lead): Layout().placed(lead, None, rules) for lead in TileSet.full(6)}


def scoring_replies(layout: Layout, rules: RuleSet) -> set[str]:
    return {
        f"{reply}{place.arm}"
        for reply in TileSet.full(6) - layout.tiles
        for place in places(layout, rules)
        if place.takes(reply) and score_play(layout.placed(reply, place.arm, rules), rules)
    }


@pytest.mark.parametrize(("_", "game"), facts("PR-1"))
def test_five_leads_score(_: str, game: str) -> None:
    rules = PRESETS[game]
    scoring = {
        t: count(table, rules) for t, table in leads(rules).items() if score_play(table, rules)
    }
    assert {"50": 5, "41": 5, "32": 5, "64": 10, "55": 10} == scoring


@pytest.mark.parametrize(("_", "game"), facts("PR-2"))
def test_only_3_2_is_a_safe_lead(_: str, game: str) -> None:
    rules = PRESETS[game]
    assert ["32"] == [t for t, table in leads(rules).items() if not scoring_replies(table, rules)]


@pytest.mark.parametrize(("_", "game"), facts("PR-3"))
def test_no_lead_is_safe_with_four_ways_at_once(_: str, game: str) -> None:
    rules = PRESETS[game]
    tables = leads(rules)
    assert all(scoring_replies(table, rules) for table in tables.values())
    assert {"20", "30", "52", "53"} == {r[:2] for r in scoring_replies(tables["32"], rules)}


@pytest.mark.parametrize(("fact", "game"), facts("PR-4", "PR-5"))
def test_largest_count(fact: str, game: str) -> None:
    # Two ends, or four arms: the largest counts are built, and no random table passes them.
    largest, best = {"PR-4": (22, 20), "PR-5": (36, 35)}[fact]
    rules = PRESETS[game]
    plays = {
        "PR-4": "65 66L 55R",
        "PR-5": "11 61L 51R 66L 55R 41U 44U 31D 33D",
    }[fact]
    layout = Layout()
    for play in plays.split():
        arm = PLAIN[play[2]] if play[2:] else None
        layout = layout.placed(Tile.of(int(play[0]), int(play[1])), arm, rules)
    assert largest == count(layout, rules)
    counts, points = random_maxima(rules)
    assert counts <= largest
    assert points <= best


def random_maxima(rules: RuleSet) -> tuple[int, int]:
    counts = points = 0
    for seed in range(60):
        for found in random_round(rules, seed):
            counts = max(counts, count(found.layout, rules))
            points = max(points, score_play(found.layout, rules))
    return counts, points


@pytest.mark.parametrize(("_", "game"), facts("PR-6"))
def test_forty_occurs_in_random_play(_: str, game: str) -> None:
    # The first of 6,000 random rounds, by seed from 0, in which a play makes 40.
    assert max(score_play(p.layout, PRESETS[game]) for p in random_round(PRESETS[game], 4792)) == 8


def random_round(rules: RuleSet, seed: int) -> list[Position]:
    return play_out(Deal.shuffled(rules, Random(seed)).start(), Random(seed))


@pytest.mark.parametrize(("_", "game"), facts("PR-7"))
def test_blocked_pips_are_even(_: str, game: str) -> None:
    totals = list(blocked_totals(PRESETS[game], 150))
    assert totals
    assert all(total % 2 == 0 for total in totals)


@pytest.mark.parametrize(("_", "game"), facts("PR-8"))
def test_blocked_pips_may_be_odd_with_a_plain_spinner(_: str, game: str) -> None:
    assert any(total % 2 for total in blocked_totals(PRESETS[game], 300))


def blocked_totals(rules: RuleSet, rounds: int) -> Iterator[int]:
    """Pips left in all hands in each of `rounds` random four-hand rounds that ends in a block."""
    rules = rules.with_options(players=4)
    for seed in range(rounds):
        last = random_round(rules, seed)[-1]
        over = outcome(last)
        if over and over.ending is Ending.BLOCKED and not last.n_boneyard:
            yield sum(hand.tiles.pips for hand in last.hands)


@pytest.mark.parametrize(("_", "game"), facts("PR-9"))
def test_168_pips(_: str, game: str) -> None:
    for seed in range(20):
        for found in random_round(PRESETS[game], seed):
            assert found.seen.pips == 168
            assert not legal_moves(found) or outcome(found) is None
