from __future__ import annotations

import pytest

from engine.beliefs import Beliefs
from engine.layout import LEFT, RIGHT
from engine.moves import Draw, Pass, Play
from engine.notation import parse_move, parse_position
from engine.position import Event, View
from engine.reasons import PlayReason, ReasonKind, reasons
from engine.tiles import Tile


def told(dpn: str, move: str, *events: Event) -> dict[ReasonKind, PlayReason]:
    position = parse_position(dpn)
    known = View(position.turn, position, events)
    found = reasons(Beliefs(known), parse_move(move, position.rules))
    assert len({reason.kind for reason in found}) == len(found)
    return {reason.kind: reason for reason in found}


SAFE = "all_fives 34.46.65 666252302221/?6 ?13 A 0 0/0"
"""Lesson 12: 52R and 30L both score 5; they leave 0 and 3 of 19 unseen tiles that score."""


def test_scoring_replies_are_counted_among_unseen_tiles() -> None:
    safe, risky = told(SAFE, "52R"), told(SAFE, "30L")
    assert safe[ReasonKind.POINTS].points == risky[ReasonKind.POINTS].points == 5
    assert safe[ReasonKind.REPLIES].tiles == ()
    assert safe[ReasonKind.REPLIES].chance == 0
    assert [str(tile) for tile in risky[ReasonKind.REPLIES].tiles or ()] == ["55", "50", "00"]
    at_least_one = 1 - (16 * 15 * 14 * 13 * 12 * 11) / (19 * 18 * 17 * 16 * 15 * 14)
    assert risky[ReasonKind.REPLIES].chance == pytest.approx(at_least_one)
    assert risky[ReasonKind.REPLIES].points == 10


def test_what_a_play_closes_and_whether_it_can_be_followed() -> None:
    found = told(SAFE, "52R")
    assert found[ReasonKind.CLOSES].pips == (5,)
    # Threes and twos but for own ones: 8 of 19 fit.
    fits = [t for t in parse_position(SAFE).unseen if t.has(3) or t.has(2)]
    n = 19 - len(fits)
    stuck = 1.0
    for at in range(6):
        stuck *= (n - at) / (19 - at)
    assert found[ReasonKind.FORCES_DRAW].chance == pytest.approx(stuck)
    assert ReasonKind.FORCES_PASS not in found
    assert [str(tile) for tile in found[ReasonKind.FOLLOWS].tiles or ()] == ["62", "30", "22", "21"]


def test_lacks_are_told_only_if_an_event_told_them() -> None:
    dpn = "block 46.65 545141/?3 ?20 A 1 0/0"
    pips = frozenset((4, 5))
    passed = Event(1, Pass(), pips)
    lacks = told(dpn, "54L", passed)[ReasonKind.LACKS]
    assert lacks.pips == (5,)
    assert lacks.ply == 1
    assert lacks.seat == 1
    assert ReasonKind.LACKS not in told(dpn.replace(" A 1 ", " A 0 "), "54L")


def test_going_out_tells_the_pips_expected() -> None:
    found = told("block 66.61 51/?2 ?23 A 0 0/0", "51R")
    unseen = parse_position("block 66.61 51/?2 ?23 A 0 0/0").unseen
    assert found[ReasonKind.GOES_OUT].points == pytest.approx(2 * unseen.pips / len(unseen))
    assert ReasonKind.REPLIES not in found


def test_hand_left_and_doubles_kept() -> None:
    found = told("draw 61.14 6652444210/?5 ?16 A 0 0/0", "42R")
    assert [str(tile) for tile in found[ReasonKind.KEEPS_DOUBLE].tiles or ()] == ["66", "44"]
    assert found[ReasonKind.BALANCE].pips == (0, 1, 2, 4, 5, 6)
    assert ReasonKind.UNLOADS not in found
    heavy = told("draw 61.14 6652444210/?5 ?16 A 0 0/0", "66L")
    assert heavy[ReasonKind.UNLOADS].points == 12
    assert ReasonKind.REPLIES not in heavy  # nothing scores in Draw


def test_partner_is_looked_at_only_with_partners() -> None:
    dpn = "all_fives{} 46.65 5441/?3/?3/?3 ?15 A 0 {}"
    paired = told(dpn.format("+partnership=true", "0/0"), "54L")
    assert paired[ReasonKind.PARTNER_FOLLOWS].seat == 2
    assert paired[ReasonKind.REPLIES].seat == 1
    single = told(dpn.format("", "0/0/0/0"), "54L")
    assert ReasonKind.PARTNER_FOLLOWS not in single


def test_pass_has_no_reasons_and_json_names_seats() -> None:
    position = parse_position("block 46.65 41/?3 - A 0 0/0")
    known = Beliefs(View(0, position))
    assert reasons(known, Pass()) == ()
    assert reasons(known, Draw()) == ()
    found = reasons(known, Play(Tile.of(4, 1), LEFT))
    assert all("kind" in reason.as_json() for reason in found)
    assert LEFT != RIGHT
