"""Bad input: each kind has an error of its own that says what is wrong."""

from __future__ import annotations

from random import Random

import pytest

from engine import (
    PRESETS,
    Deal,
    DominoError,
    Draw,
    Hand,
    IllegalMoveError,
    Layout,
    Match,
    NotationError,
    Pass,
    Play,
    Position,
    PositionError,
    Problem,
    Reason,
    RecordError,
    RoundOverError,
    RulesError,
    Stone,
    Tile,
    TileSet,
    WrongTurnError,
    apply,
    explain_refusal,
    legal_moves,
    outcome,
    parse_match,
    parse_move,
    parse_position,
    parse_record,
    parse_rules,
    preset,
    problems,
    why_illegal,
)

ALL_FIVES = PRESETS["all_fives"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("all_fives 35.53 35/66 ?23 A 0 0/0", "TILE_TWICE"),
        ("all_fives 35.53 53/66 ?23 A 0 0/0", "TILE_TWICE"),
        ("block 77 66/65 ?25 A 0 0/0", "TILE_OUTSIDE_SET"),
        ("block 35.45 66/65 ?24 A 0 0/0", "HALVES_DIFFER"),
        ("straight 63*(52|) 66/65 ?24 A 0 0/0", "HALVES_DIFFER"),
        ("all_fives 55 66/65 ?25 A 0 0/0", "SPINNER_MISSING"),
        ("all_fives 53* 66/65 ?25 A 0 0/0", "SPINNER_WRONG"),
        ("muggins 55* 66/65 ?25 A 0 0/0", "SPINNER_WRONG"),
        ("all_fives 55*.53.33* 66/65 ?23 A 0 0/0", "SPINNER_SECOND"),
        ("all_fives 55*(56|).53 66/61 ?23 A 0 0/0", "ARM_TOO_EARLY"),
        ("sniff_us+sniff_side_arms=one_tile 35.55*(56.64|).52 66/61 ?21 A 0 0/0", "ARM_TOO_LONG"),
        ("block 55 66/65 ?25 A 3 0/0", "TOO_MANY_PASSES"),
        ("block 55 66/65 ?25 A 0 0/0/0", "WRONG_SCORES"),
        ("draw 55 66/65 ?25 A! 0 0/0", "LEAD_FORCED_LATE"),
        ("block 55 66/65 ?26 A 0 0/0", "TOO_MANY_HIDDEN"),
    ],
)
def test_a_fault_of_a_position_is_named(line: str, expected: str) -> None:
    line = line.replace(" 35/66 ", " 53/66 ")
    assert Problem[expected] in problems(parse_position(line))


def test_every_fault_is_listed_at_once() -> None:
    layout = Layout((Stone(3, 5), Stone(4, 5), Stone(3, 5)))
    position = Position(ALL_FIVES, layout, (Hand(),), (), 5, passes=3, scores=(0,))
    found = problems(position)
    wanted = (
        Problem.TILE_TWICE
        | Problem.HALVES_DIFFER
        | Problem.WRONG_HANDS
        | Problem.WRONG_SCORES
        | Problem.WRONG_TURN
        | Problem.TOO_MANY_PASSES
    )
    assert wanted == found


def test_tiles_that_stand_nowhere_are_no_fault() -> None:
    assert not problems(parse_position("all_fives 55* 66/- - B 0 0/0"))


def test_a_deal_with_a_hand_of_the_wrong_size() -> None:
    tiles = tuple(TileSet.full(6))
    hands = (Hand.of(tiles[:9]), Hand.of(tiles[9:17]))
    with pytest.raises(PositionError, match=r"hands of 9/8") as caught:
        Deal(ALL_FIVES, hands, tiles[17:], 0)
    assert Problem.HAND_SIZE == caught.value.problems


def test_a_deal_without_all_tiles() -> None:
    tiles = tuple(TileSet.full(6))
    hands = (Hand.of(tiles[:9]), Hand.of(tiles[9:18]))
    with pytest.raises(PositionError) as caught:
        Deal(ALL_FIVES, hands, tiles[19:], 0)
    assert Problem.TILES_MISSING == caught.value.problems


def test_an_unknown_preset_names_those_there_are() -> None:
    with pytest.raises(RulesError, match=r"'allfives'.*all_fives, block"):
        preset("allfives")
    with pytest.raises(NotationError, match="a preset: straight"):
        parse_rules("allfives")


def test_an_option_that_does_not_exist() -> None:
    with pytest.raises(RulesError, match="there is no option 'spiner'"):
        ALL_FIVES.with_options(spiner="none")
    with pytest.raises(NotationError, match="there is no option 'spiner'"):
        parse_rules("all_fives+spiner=none")


def test_a_value_that_an_option_cannot_have() -> None:
    with pytest.raises(RulesError, match="reserve: one of 0, 1, 2, not 3"):
        ALL_FIVES.with_options(reserve=3)
    with pytest.raises(NotationError, match="spinner: one of none, first_tile"):
        parse_rules("all_fives+spinner=all")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("all_fives+partnership=true", "4 players"),
        ("all_fives+hand=15,7,5", "more tiles than the set has"),
        ("all_fives+long_side_match=closed", "spinner=first_tile"),
        ("muggins+arms_open=immediate", "arms_open"),
        ("muggins+spinner_counts=line_sides", "spinner_counts"),
        ("muggins+unplayed_arm_counts=true", "unplayed_arm_counts"),
        ("straight+spinner_counts=exposed_ends", "first_double"),
        ("all_fives+sniff_side_arms=one_tile", "exposed_ends"),
        ("block+reserve=1", "draw=none"),
        ("block+voluntary_draw=true", "draw=none"),
        ("all_fives+partner_hand=deducted", "partnership=true"),
        ("all_fives+point_scale=5+multiples=3", "alphabet"),
        ("all_fives+multiples=3+point_scale=5", "multiples=5"),
        ("draw+point_scale=quotients", "multiples=none"),
    ],
)
def test_options_that_cannot_hold_together_say_why(line: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        parse_rules(line)


def test_split3_cannot_be_with_partners() -> None:
    with pytest.raises(RulesError, match="tie=split3"):
        ALL_FIVES.with_options(
            players=4, partnership=True, tie=parse_rules("all_fives+tie=split3").tie
        )


def test_players_out_of_range() -> None:
    with pytest.raises(RulesError, match="players: 2 to 4, not 5"):
        ALL_FIVES.with_options(players=5)


def test_a_move_for_a_seat_not_in_turn() -> None:
    position = parse_position("all_fives - 55/66 - A 0 0/0")
    with pytest.raises(WrongTurnError, match="it is A's turn, not B's"):
        apply(position, Play(Tile.of(6, 6)), seat=1)


@pytest.mark.parametrize(
    ("line", "move", "reason"),
    [
        ("all_fives 55* 53/66 - A 0 0/0", "66L", Reason.NOT_IN_HAND),
        ("all_fives 55* 6553/66 - A 0 0/0", "65U", Reason.ARM_CLOSED),
        ("all_fives 55* 6343/66 - A 0 0/0", "63U", Reason.ARM_CLOSED),
        ("muggins 55 6553/66 - A 0 0/0", "65U", Reason.NO_SUCH_ARM),
        ("all_fives 54 6553/66 - A 0 0/0", "65U", Reason.NO_SUCH_ARM),
        ("all_fives 54 6553/66 - A 0 0/0", "65", Reason.NO_SUCH_ARM),
        ("all_fives - 6553/66 - A 0 0/0", "65L", Reason.NO_SUCH_ARM),
        ("all_fives 55* 6343/66 - A 0 0/0", "63L", Reason.NO_MATCH),
        ("draw - 6655/44 - A! 0 0/0", "55", Reason.LEAD_FORCED),
        ("draw - 6655/44 11 A! 0 0/0", "+", Reason.LEAD_FORCED),
        ("draw - 6655/44 11 A! 0 0/0", "-", Reason.LEAD_FORCED),
        ("all_fives 55* 6543/66 11 A 0 0/0", "+", Reason.MUST_PLAY),
        ("all_fives 55* 6543/66 11 A 0 0/0", "-", Reason.MUST_PLAY),
        ("all_fives 55* 6343/66 11 A 0 0/0", "-", Reason.MUST_PLAY),
        ("all_fives 55* 6343/66 - A 0 0/0", "+", Reason.MAY_NOT_DRAW),
        ("all_fives+draw=1 55* 6343/66 11 A+ 0 0/0", "+", Reason.MAY_NOT_DRAW),
    ],
)
def test_a_refused_move_gives_the_first_reason(line: str, move: str, reason: Reason) -> None:
    position = parse_position(line)
    parsed = parse_move(move, position.rules)
    assert reason == why_illegal(position, parsed)
    facts = explain_refusal(position, parsed)
    assert facts is not None
    assert facts.instead == legal_moves(position)
    with pytest.raises(IllegalMoveError) as caught:
        apply(position, parsed)
    assert reason == caught.value.reason


def test_a_move_after_the_end() -> None:
    over = parse_position("all_fives 55* -/66 - B 0 10/0")
    with pytest.raises(RoundOverError):
        apply(over, Pass())


def test_hidden_tiles_that_would_have_to_be_seen() -> None:
    hidden = parse_position("all_fives 55* ?3/66 ?20 A 0 0/0")
    with pytest.raises(PositionError, match="HIDDEN"):
        legal_moves(hidden)
    with pytest.raises(PositionError, match="HIDDEN"):
        outcome(parse_position("all_fives 55* -/?2 - B 0 10/0"))
    assert why_illegal(hidden, Play(Tile.of(6, 5), parse_move("65L", hidden.rules).arm)) is None  # type: ignore[union-attr]
    assert why_illegal(hidden, Draw()) is None


def test_a_tile_that_cannot_be() -> None:
    for halves in ((7, -1), (19, 0)):
        with pytest.raises(DominoError, match="two halves of 0 to 18"):
            Tile.of(*halves)
    with pytest.raises(DominoError, match="no half of 3"):
        Tile.of(6, 5).other(3)


RECORD = (
    '[Deal "all_fives+draw=none+hand=2,2,2+max_pip=2 - 2221/2010 1100 A 0 0/0"]\n'
    "1. 22 20L 2. 21R domino:A+0\n"
)


@pytest.mark.parametrize(
    ("right", "wrong", "ply", "expected"),
    [
        ("22 20L", "22=5 20L", 1, "22"),
        ("22 20L", "22 10L", 2, "NO_MATCH"),
        ("2. 21R", "2. 21R=5", 3, "21R"),
        ("domino:A+0", "domino:A+5", 3, "domino"),
        ("domino:A+0", "*", 3, "domino"),
        ("2221/2010", "2221/2100", 0, "a deal that can be"),
        ("A 0 0/0", "A 1 0/0", 0, "the start of a round"),
    ],
)
def test_a_wrong_record_names_the_ply(right: str, wrong: str, ply: int, expected: str) -> None:
    text = RECORD.replace("domino:A+0", "domino:0")
    parse_record(text)
    right = right.replace("domino:A+0", "domino:0")
    with pytest.raises(RecordError, match=expected) as caught:
        parse_record(text.replace(right, wrong))
    assert ply == caught.value.ply


def test_rounds_that_do_not_follow() -> None:
    text = RECORD.replace("domino:A+0", "domino:0")
    assert 2 == len(parse_match(text + "\n" + text).rounds)
    with pytest.raises(RecordError, match="starts from the scores 0/0"):
        parse_match(text + "\n" + text.replace("A 0 0/0", "A 0 5/0"))
    with pytest.raises(RecordError, match="A leads"):
        parse_match(
            text
            + "\n"
            + '[Deal "all_fives+draw=none+hand=2,2,2+max_pip=2 - 2221/2010 1100 B 0 0/0"]\n*\n'
        )


def test_a_round_may_not_begin_before_the_last_is_over() -> None:
    match = Match(ALL_FIVES)
    match = match.begin(match.deal(Random(1)))
    with pytest.raises(RulesError, match="when the last one is over"):
        match.begin(match.deal(Random(2)))
    with pytest.raises(RulesError, match="other rules"):
        Match(ALL_FIVES).begin(Deal.shuffled(PRESETS["straight"], Random(1)))
    with pytest.raises(RulesError, match="no round"):
        Match(ALL_FIVES).play(Pass())
