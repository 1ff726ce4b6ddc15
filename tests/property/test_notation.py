"""The four laws of the notation, and that no text brings down a parser."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import (
    Draw,
    Match,
    NotationError,
    Play,
    Position,
    Record,
    RuleSet,
    TileSet,
    apply,
    format_match,
    format_move,
    format_position,
    format_record,
    format_rules,
    legal_moves,
    outcome,
    parse_match,
    parse_move,
    parse_position,
    parse_record,
    parse_rules,
    problems,
    view,
)
from engine.position import Deal
from tests.strategies import positions, preset_rules, rounds, rule_sets

EXAMPLES = [
    "all_fives 05.56.66*(63|).60 64625452/6155535144 4342414033323130222120111000 B 0 5/0",
    "all_fives 05.56.66*(63|).60 64625452/?5 ?14 B 0 5/0",
    "straight 66.64.42.26.63*(61.10|30.02.22).33.34.44 -/55 - B+2 1 0/-15",
    "five_up 01.16.63.33*(|30).34.42.22*(|26.64).20 65?2/?3/- ?5 A! 8 1/2/3",
]


@given(positions())
def test_a_position_survives_writing_and_reading(position: Position) -> None:
    assert position == parse_position(format_position(position))
    assert not problems(position)


@given(rounds(), st.integers(0, 3))
def test_a_view_survives_and_holds_nothing_unseen(
    played: tuple[Position, tuple[object, ...]], seat: int
) -> None:
    start, moves = played
    seat %= start.rules.players
    seen = view(start, moves, seat)  # type: ignore[arg-type]
    line = format_position(seen.position)
    assert seen.position == parse_position(line)
    final = start
    for move in moves:
        final = apply(final, move)  # type: ignore[arg-type]
    known = final.hands[seat].tiles | final.layout.tiles
    assert parse_position(line).seen == known
    assert all(event.move != Draw() or event.move.tile is None for event in seen.events)


@given(rule_sets())
def test_rules_survive_writing_and_reading(rules: RuleSet) -> None:
    assert rules == parse_rules(format_rules(rules), rules.players)


@given(positions())
def test_moves_survive_writing_and_reading(position: Position) -> None:
    for move in legal_moves(position):
        assert move == parse_move(format_move(move), position.rules)


TAGS = st.dictionaries(
    st.sampled_from(["A", "B", "Date", "Event", "Site_2"]), st.text(st.characters(min_codepoint=32))
)
COMMENT = st.text(st.characters(min_codepoint=32, exclude_characters="}"))


@given(rounds(), TAGS, COMMENT)
def test_a_record_survives_writing_and_reading(
    played: tuple[Position, tuple[object, ...]], tags: dict[str, str], comment: str
) -> None:
    start, moves = played
    deal = Deal(start.rules, start.hands, start.boneyard, start.turn, start.lead_forced)
    comments = {len(moves): (comment,)} if moves else {}
    record = Record(tags, deal, moves, start.scores, comments)  # type: ignore[arg-type]
    text = format_record(record)
    assert record == parse_record(text)
    assert text == format_record(parse_record(text))


@settings(max_examples=20)
@given(preset_rules(), st.integers(0, 2**32))
def test_a_match_survives_writing_and_reading(rules: RuleSet, seed: int) -> None:
    rng = Random(seed)
    match = Match(rules)
    for _ in range(3):
        if match.winner is not None:
            break
        match = match.begin(match.deal(rng))
        position = match.rounds[-1].start
        plies = []
        while outcome(position) is None:
            plies.append(rng.choice(legal_moves(position)))
            position = apply(position, plies[-1])
        last = Record({}, match.rounds[-1].deal, tuple(plies), match.rounds[-1].scores)
        match = Match(rules, (*match.rounds[:-1], last))
    assert match == parse_match(format_match(match))


# A few characters of the alphabet at random places: texts that are nearly right.
ALPHABET = '0123456789abcdefghi*.()|/?-+!=ABCDLRU \n"[]{};_,'
edits = st.lists(st.tuples(st.integers(0, 400), st.sampled_from("idr"), st.sampled_from(ALPHABET)))


def edited(text: str, changes: list[tuple[int, str, str]]) -> str:
    for at, kind, char in changes[:4]:
        place = at % (len(text) + 1)
        kept = text[place:] if kind == "i" else text[place + 1 :]
        text = text[:place] + ("" if kind == "d" else char) + kept
    return text


def only_notation_errors(parse: Callable[[str], object], text: str) -> object:
    try:
        return parse(text)
    except NotationError as error:
        fault = error
    assert 0 <= fault.offset <= len(text)
    assert fault.expected
    return None


@given(st.one_of(st.text(), st.builds(edited, st.sampled_from(EXAMPLES), edits)))
@example("block 00*" + "(00*" * 5000)
@example("straight - " + "?" + "9" * 5000 + "/?1 - A 0 0/0")
@example("block+hand=²,1,1 - -/- - A 0 0/0")
@example("")
def test_any_other_text_is_a_notation_error(text: str) -> None:
    position = only_notation_errors(parse_position, text)
    if isinstance(position, Position) and ";" not in text:
        assert text == format_position(position)
        problems(position)


RECORDS = [
    """[Deal "all_fives+hand=2,2,2+max_pip=2 - 2221/2010 1100 A 0 0/0"]
[A "You \\"the one\\""]
1. 22 20L 2. 21R {so it ends} domino:0
""",
    """[Deal "all_fives+draw=none+hand=2,2,2+max_pip=2 - 2200/1110 2120 A 0 0/0"]
1. 22 - 2. - blocked:A+5
""",
]


@given(st.one_of(st.text(), st.builds(edited, st.sampled_from(RECORDS), edits)))
@example(RECORDS[0] + "\n" + RECORDS[1])
def test_any_other_record_is_a_notation_error(text: str) -> None:
    record = only_notation_errors(parse_record, text)
    if isinstance(record, Record):
        assert text == format_record(record)
    match = only_notation_errors(parse_match, text)
    if isinstance(match, Match):
        assert text == format_match(match)


@given(st.one_of(st.text(), st.builds(edited, st.sampled_from(["63L", "63U55", "+", "-"]), edits)))
def test_any_other_move_is_a_notation_error(text: str) -> None:
    for name in ("straight", "five_up"):
        rules = parse_rules(name)
        move = only_notation_errors(lambda given: parse_move(given, rules), text)  # noqa: B023
        if move is not None:
            assert text == format_move(move)  # type: ignore[arg-type]
            if isinstance(move, Play):
                assert TileSet.of([move.tile])
