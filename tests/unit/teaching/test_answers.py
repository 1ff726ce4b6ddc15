"""The answers of the curriculum, pinned; every other answer is checked against the referee."""

from __future__ import annotations

import pytest

from engine import PRESETS, Event, Hand, Layout, Pass, Position, parse_position
from engine.layout import DOWN, LEFT, RIGHT
from engine.moves import Draw, Play
from engine.teaching.answers import answer, distinct_plays, is_clear, n_answers, options, same_play
from engine.teaching.endgame import values
from engine.teaching.format import parse_set
from engine.teaching.judging import replies
from engine.teaching.mind import Mind
from engine.teaching.misconceptions import Mistake, as_options, named
from engine.teaching.questions import Ask, Question
from engine.teaching.skills import Skill
from engine.tiles import Tile, TileSet

THIRD_LESSON_FROM_THE_END = (
    "31 11R 43L 10R 60R 61R 64L 41U 65L 53L 42U 51R 55R 30L 22U 54R 62U 00L 66U 21D 44R 32D"
)


def ask(game: str, **entries: object) -> Question:
    """A question as a teacher would write it."""
    lines = [f"{key} = {value!r}".replace("'", '"') for key, value in entries.items()]
    text = "\n".join(["format = 1", f'rules = "{game}"', "[[lesson]]", "[[lesson.item]]", *lines])
    return parse_set(text).lessons[0].items[0].question


def said(question: Question, *mistakes: Mistake) -> object:
    found = answer(question, frozenset(mistakes))
    return set(found) if isinstance(found, frozenset) else found


def test_lesson_2_the_tiles_that_play() -> None:
    question = ask("all_fives", ask="playable", play="53 51L", hands="656241333100/?6")
    assert {"41", "33", "31"} == said(question)
    assert {"41", "33", "31", "00"} == said(question, Mistake.BLANK_WILD)


@pytest.mark.parametrize(("play", "count", "once"), [("42 44L", 10, 10), ("42 44L 64L", 8, 8)])
def test_lesson_3_counts_the_first_double_as_a_spinner(play: str, count: int, once: int) -> None:
    question = ask("all_fives", ask="count", play=play)
    assert count == said(question)
    assert once == said(question, Mistake.DOUBLES_ONCE)


def test_lesson_3_in_straight_the_later_double_is_a_plain_one() -> None:
    question = ask("straight", ask="count", play="42 44L")
    assert 10 == said(question)
    assert 6 == said(question, Mistake.DOUBLES_ONCE)
    assert 14 == said(question, Mistake.ALL_PIPS)


def test_lesson_4_the_scoring_leads() -> None:
    everything = " ".join(map(str, TileSet.full(6)))
    question = ask("all_fives", ask="leads", tray=everything)
    assert {"55", "64", "50", "41", "32"} == said(question)
    assert {"55", "64", "50", "41", "32", "00"} == said(question, Mistake.ZERO_SCORES)
    assert {"55", "64"} == said(question, Mistake.TENS_ONLY)
    points = {tile: said(ask("all_fives", ask="points", play=tile)) for tile in ("64", "41", "00")}
    assert {"64": 10, "41": 5, "00": 0} == points
    assert 5 == said(ask("all_fives", ask="points", play="64"), Mistake.FLAT_FIVE)


@pytest.mark.parametrize("game", ["straight", "straight_tournament", "all_fives"])
def test_lesson_5_the_life_of_a_spinner(game: str) -> None:
    plays = ["66", "63R", "61L", "21L", "64U"]
    counts = [
        said(ask(game, ask="count", play=" ".join(plays[:n]))) for n in range(1, len(plays) + 1)
    ]
    assert [12, 15, 4, 5, 9] == counts


def test_lesson_5_wrong_models_of_a_spinner() -> None:
    lone = ask("all_fives", ask="count", play="66 63R")
    covered = ask("all_fives", ask="count", play="66 63R 61L")
    places = ask("all_fives", ask="places", play="66 63R")
    assert (15, 9) == (said(lone), said(lone, Mistake.SPINNER_ONCE))
    assert 16 == said(covered, Mistake.SPINNER_STAYS)
    assert 10 == said(covered, Mistake.SPINNER_STAYS, Mistake.SPINNER_ONCE)
    assert 10 == said(covered, Mistake.UNPLAYED_ARMS)
    assert {"L", "R"} == said(places)
    assert {"L", "R", "U", "D"} == said(places, Mistake.ARMS_EARLY)
    straight = ask("straight", ask="places", play="63 61L")
    assert {"L", "R", "U", "D"} == said(straight)
    assert {"L", "R"} == said(straight, Mistake.ARMS_LATE) == said(straight, Mistake.ONLY_DOUBLES)


def test_lesson_6_the_change() -> None:
    question = ask("all_fives", ask="change", play="42 44L", tile="64", arm="L")
    assert 8 == said(question)
    assert 20 == said(question, Mistake.ALL_PIPS)
    assert 16 == said(question, Mistake.KEEPS_END)


def test_lesson_7_tiles_that_make_up_the_five() -> None:
    tray = "30 31 32 33 43 53"
    question = ask("all_fives", ask="scoring", play="63 64L", arm="R", tray=tray)
    assert {"31", "33"} == said(question)
    assert {"53", "30"} == said(question, Mistake.REMAINDER_SIGN)


def test_lesson_8_blocked_or_not() -> None:
    assert "blocked" == said(ask("all_fives", ask="next", play="11", hands="66/55", passes=1))
    assert "pass" == said(ask("all_fives", ask="next", play="11", hands="66/61"))
    drawn = ask("all_fives", ask="next", play="11", hands="66/55", boneyard="?1")
    assert "draw" == said(drawn)
    assert "pass" == said(drawn, Mistake.NO_DRAW)
    early = ask("all_fives", ask="next", play="11", hands="66/61")
    assert "blocked" == said(early, Mistake.EARLY_BLOCK)


@pytest.mark.parametrize(
    ("left", "sure", "down", "exact"),
    [("6520", 25, 20, 23), ("6510", 20, 20, 22), ("00", 10, 10, 10)],
)
def test_lesson_9_closing_the_hand(left: str, sure: int, down: int, exact: int) -> None:
    question = ask("all_fives", ask="last", play="53 55L", hands=f"30/{left}", tile="30", arm="R")
    assert sure == said(question)
    assert down == said(question, Mistake.ROUND_DOWN)
    assert exact == said(question, Mistake.EXACT_PIPS)


def test_lesson_9_after_a_block() -> None:
    question = ask("straight", ask="award", play="11", hands="50/66", passes=2)
    assert 10 == said(question)
    assert 5 == said(question, Mistake.OWN_SUBTRACTED)
    assert 15 == said(question, Mistake.OWN_PIPS)


def test_lesson_10_two_in_ten_with_four_held_is_two_thirds() -> None:
    unseen = TileSet.of(
        Tile.of(int(text[0]), int(text[1]))
        for text in ["63", "62", "00", "10", "11", "20", "21", "22", "30", "31"]
    )
    own = TileSet.full(6) - unseen
    hands = (Hand(own), Hand(hidden=4))
    position = Position(PRESETS["all_fives"], Layout(), hands, 6, 0)
    question = Question(Ask.CHANCE, position, pips=(6,))
    assert (2, 10, 4) == question.odds
    assert "67" == said(question)
    assert {"67", "80", "40"} <= set(options(question))
    assert "80" == said(question, Mistake.CHANCES_ADD)
    assert "40" == said(question, Mistake.ONE_TILE_CHANCE)


def test_lesson_11_thirteen_tiles_that_he_cannot_hold() -> None:
    position = parse_position("all_fives 62.21 ?7/?7 ?12 A 0 0/0")
    ends = frozenset({2, 6})
    told = (
        *[Event(1, Draw(), ends)] * 3,
        Event(1, Play(Tile.of(2, 1), RIGHT), ends),
    )
    question = Question(Ask.CANNOT, position, tray=TileSet.full(6), told=told)
    found = said(question)
    assert isinstance(found, set)
    assert 13 == len(found)
    assert all("2" in tile or "6" in tile for tile in found)
    assert set() == said(question, Mistake.DRAWS_SILENT)


def test_lesson_11_what_a_draw_forgets() -> None:
    position = parse_position("all_fives 62.21 ?7/?7 ?12 A 0 0/0")
    old, new = frozenset({0}), frozenset({2, 6})
    told = (
        Event(1, Pass(), old),
        *[Event(1, Draw(), new)] * 2,
        Event(1, Play(Tile.of(2, 1), RIGHT), new),
    )
    tray = TileSet.of([Tile.of(0, 0), Tile.of(6, 5), Tile.of(4, 3)])
    question = Question(Ask.CANNOT, position, tray=tray, told=told)
    assert {"65"} == said(question)
    assert {"65", "00"} == said(question, Mistake.KEEPS_OLD)


def test_lesson_12_two_plays_score_and_one_of_them_is_safe() -> None:
    position = parse_position("all_fives 34.46.65 666252302221/?7 ?12 A 0 0/0")
    left = {
        str(play): len(replies(position, play, Mind()))
        for play in distinct_plays(position)
        if str(play) in ("52R", "30L")
    }
    assert {"52R": 0, "30L": 3} == left


def test_lessons_13_and_14_the_block_and_the_exact_end() -> None:
    text = {"play": THIRD_LESSON_FROM_THE_END, "hands": "634033/525020"}
    assert "40L" == said(ask("all_fives", ask="blocking", **text))
    question = ask("all_fives", ask="best", **text)
    assert "40L" == said(question)
    assert "40R" == said(question, Mistake.GREEDY)
    worth = {str(move): value for move, value in values(question.position).items()}
    assert {"40L": 75, "33D": 20, "63U": 0, "40R": -5, "63D": -30} == worth


def test_lesson_16_plain_draw() -> None:
    assert 0 == said(ask("draw", ask="points", play="64"))
    assert 10 == said(ask("draw", ask="points", play="64"), Mistake.FIVES_HERE)
    award = ask("draw", ask="award", play="11", hands="50/66", passes=2)
    assert (7, 12) == (said(award), said(award, Mistake.OWN_KEPT))
    lead = ask("draw", ask="lead", hands="65433332211110/?7")
    assert ("33", "11") == (said(lead), said(lead, Mistake.LOW_LEAD))


def test_a_play_stands_for_its_mirror_image() -> None:
    position = parse_position("straight 66*.61 6355/?5 ?10 A 0 0/0")
    question = Question(Ask.SAFEST, position)
    assert DOWN != LEFT
    assert same_play(question, "63D") == same_play(question, "63U") == "63U"
    assert same_play(question, "55L") is None


def test_a_choice_without_one_best_play_is_not_clear() -> None:
    position = parse_position("straight 66*.61 6563/?5 ?10 A 0 0/0")
    assert not is_clear(Question(Ask.BLOCKING, parse_position("straight 11*.16 6521/54 - A 0 0/0")))
    assert is_clear(Question(Ask.COUNT, position))


def test_a_typed_number_has_twenty_answers_and_a_set_two_for_each_token() -> None:
    assert 20 == n_answers(ask("all_fives", ask="count", play="66"))
    assert 4 == n_answers(ask("all_fives", ask="where", play="64", tile="61"))
    assert 16 == n_answers(ask("straight", ask="where", play="64", tile="61"))


def test_a_wrong_model_that_is_right_in_some_game_is_not_named_there() -> None:
    straight, tournament = PRESETS["straight"], PRESETS["straight_tournament"]
    assert Mistake.ARMS_LATE in named(Skill.SPINNER, straight)
    assert Mistake.ARMS_LATE not in named(Skill.SPINNER, tournament)
    assert Mistake.ARMS_EARLY in named(Skill.SPINNER, tournament)
    assert {} == as_options(Mistake.ARMS_EARLY, straight)
    assert as_options(Mistake.GREEDY, straight) is None
