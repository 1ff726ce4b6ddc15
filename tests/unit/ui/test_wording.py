"""Counts and refusals in words."""

from __future__ import annotations

import pytest

from engine import explain_count, explain_refusal, parse_move, parse_position
from engine.explain import EndReason, PlaceReason
from engine.moves import Reason
from ui import texts, wording
from ui.wording import sum_line, why_count, why_refused


def of(line: str) -> tuple[str, list[str]]:
    position = parse_position(line)
    facts = explain_count(position.layout, position.rules)
    return sum_line(facts, position.rules), why_count(facts, position.rules)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("all_fives 55* 64/63 ?24 A 0 0/0", "10 → 10 points"),
        (
            "all_fives 35.55*(56.66|51).52 64/63 ?20 A 0 0/0",
            "3 + 2 + 12 + 1 = 18 → nothing, 2 short of 20",
        ),
        ("all_fives 33*.35 64/61 ?20 A 0 0/0", "6 + 5 = 11 → nothing, 4 short of 15"),
        ("all_fives 00* 64/61 ?20 A 0 0/0", "0 → nothing: 0 never scores"),
        ("five_up 55* 64/61 ?20 A 0 0/0", "10 → 2 points"),
        ("fives_threes 66.63 54/51 ?20 A 0 0/0", "12 + 3 = 15 → 8 points"),
        ("fives_threes 65.52 54/51 ?20 A 0 0/0", "6 + 2 = 8 → nothing: divides by none of 5, 3"),
        ("draw 55 64/61 ?20 A 0 0/0", "10 → nothing: this game scores at the end of a round"),
        ("all_fives 01 64/61 ?20 A 0 0/0", "0 + 1 = 1 → nothing, 4 short of 5"),
    ],
)
def test_sum_line(line: str, shown: str) -> None:
    assert of(line)[0] == shown


def test_every_end_is_given_its_reason() -> None:
    _line, why = of("all_fives 35.55*(56.66|51).52 64/63 ?20 A 0 0/0")
    assert why == [
        "Left: 5-3 shows 3.",
        "Right: 5-2 shows 2.",
        "Up: 6-6 is a double, both halves count: 12.",
        "Down: 5-1 shows 1.",
        "The spinner 5-5 is covered and counts nothing.",
    ]


def test_of_a_blank_double_both_halves_count() -> None:
    assert of("all_fives 00.05 64/63 ?20 A 0 0/0")[1][0] == (
        "Left: 0-0 is a double, both halves count: 0."
    )
    assert of("all_fives+end_double=one_half 00.05 64/63 ?20 A 0 0/0")[1][0] == (
        "Left: of the double 0-0 one half counts: 0."
    )


def test_points_are_worked_out_in_the_games_own_scale() -> None:
    assert of("five_up 55* 64/61 ?20 A 0 0/0")[1][-1] == "10 divides by 5: 2, so 2 points."
    assert of("all_fives 55* 64/63 ?24 A 0 0/0")[1][-1] == "10 is 2 × 5: 10 points."
    both = of("fives_threes 66.63 54/51 ?20 A 0 0/0")[1][-1]
    assert both == "15 divides by 5, 3: 3 + 5, so 8 points."


@pytest.mark.parametrize(
    ("line", "move", "word"),
    [
        ("all_fives 35.55* 64/63 ?20 A 0 0/0", "55L", "5-5 is not in your hand"),
        (
            "all_fives 35.55* 54/63 ?20 A 0 0/0",
            "54U",
            "both long sides of the spinner must be covered",
        ),
        ("all_fives 35 54/63 ?20 A 0 0/0", "54U", "there is no spinner yet"),
        ("muggins 35 54/63 ?20 A 0 0/0", "54U", "has no spinner"),
        ("all_fives 35.55* 64/63 ?20 A 0 0/0", "64L", "6-4 does not fit to the left: it takes 3"),
        ("draw - 6455/63 ?20 A! 0 0/0", "64", "5-5 must be led"),
        ("all_fives 35.55* 54/63 ?20 A 0 0/0", "+", "You can play 5-4, so you must play"),
        ("all_fives 35.55* 64/63 ?20 A 0 0/0", "-", "draw before you may pass"),
        ("block 35 64/61 ?20 A 0 0/0", "+", "Nothing may be drawn"),
    ],
)
def test_a_refusal_says_what_would_be_right(line: str, move: str, word: str) -> None:
    position = parse_position(line)
    facts = explain_refusal(position, parse_move(move, position.rules))
    assert facts is not None
    assert word in why_refused(facts)


def test_every_reason_of_the_engine_has_its_words() -> None:
    assert set(wording._COUNTED) == set(EndReason)
    assert set(wording._CLOSED) == set(PlaceReason) - {PlaceReason.OPEN}
    assert set(Reason)  # why_refused matches them exhaustively (mypy)


def test_hungarian_articles_follow_the_tile() -> None:
    with texts.use("hu"):
        position = parse_position("all_fives 35.55* 64/63 ?20 A 0 0/0")
        facts = explain_refusal(position, parse_move("55L", position.rules))
        assert facts is not None
        assert why_refused(facts) == "Az 5-5 nincs a kezedben."
