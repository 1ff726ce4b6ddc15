from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine import PRESETS
from engine.errors import DominoError
from engine.moves import Play
from engine.options import FirstLead, ForcedLead, LongSideMatch
from engine.play import points_of
from engine.teaching.answers import answer, options
from engine.teaching.bank import entries
from engine.teaching.format import MAX_ITEMS, MAX_LENGTH, parse_set
from engine.teaching.hints import hints
from engine.teaching.items import fresh, item, parse_key
from engine.teaching.lessons import (
    _SEEDS,
    LEARNER,
    Drill,
    Shown,
    best_now,
    course,
    first_round,
    first_seed,
    guided_move,
    teaches,
)
from engine.teaching.questions import Ask, Form
from engine.teaching.skills import COURSE_GAMES, Skill
from engine.teaching.source import LessonError
from engine.teaching.writing import format_set, pack, unpack

games = pytest.mark.parametrize("game", COURSE_GAMES)


@games
def test_the_course_has_a_lesson_for_every_skill_with_three_items_that_fade(game: str) -> None:
    lessons = course(PRESETS[game]).lessons
    assert list(Skill) == [lesson.skill for lesson in lessons]
    for lesson in lessons:
        assert [Shown.ALL, Shown.SOME, Shown.NONE] == [worked.shown for worked in lesson.worked]


@games
def test_every_question_has_two_hints_and_the_second_tells_more(game: str) -> None:
    for lesson in course(PRESETS[game]).lessons:
        for worked in lesson.worked:
            first, second = hints(worked.question)
            assert first != second or worked.question.ask in (Ask.LEGAL, Ask.CANNOT)
            assert second.figures or second.tiles


@games
@pytest.mark.parametrize("skill", Skill)
def test_items_have_hints_too(game: str, skill: Skill) -> None:
    for entry in entries(skill, PRESETS[game], Random(0))[:4]:
        question = item(entry.key).question
        first, second = hints(question)
        assert (*first.arms, *first.tiles, *first.figures) or not options(question)
        assert second.arms or second.tiles or second.figures or question.ask is Ask.CANNOT


@games
def test_the_first_round_is_the_first_deal_that_teaches(game: str) -> None:
    rules = PRESETS[game]
    assert _SEEDS[game] == first_seed(rules)
    deal = first_round(rules)
    assert teaches(deal)
    start = deal.start()
    assert LEARNER == start.turn
    assert points_of(start, best_now(start)) > 0
    assert isinstance(guided_move(start), Play)


def test_a_game_without_a_stored_seed_gets_one_all_the_same() -> None:
    assert teaches(
        first_round(
            PRESETS["muggins"].with_options(first_lead=FirstLead.RANDOM, forced_lead=ForcedLead.NO)
        )
    )


def test_an_item_is_made_again_from_its_name() -> None:
    for skill in (Skill.COUNT, Skill.CLOSING):
        for made in fresh(skill, PRESETS["straight"], Random(2), n=3):
            again = item(str(made.key))
            assert (made.question, made.answer) == (again.question, again.answer)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "count",
        "count:straight:x:1",
        "count:straight:1:9",
        "fly:straight:1:1",
        "count:straight:01:1",
    ],
)
def test_other_names_name_no_item(name: str) -> None:
    with pytest.raises(DominoError):
        parse_key(name)


def test_a_seed_that_makes_nothing_is_an_error() -> None:
    bad = next(
        seed
        for seed in range(100)
        if all(
            entry.key.seed != seed for entry in entries(Skill.EXACT, PRESETS["straight"], Random(0))
        )
    )
    with pytest.raises(DominoError, match="there is no exercise"):
        item(f"exact:straight:{bad}:1")


def test_rules_that_the_bank_does_not_know_get_items_made_now() -> None:
    rules = PRESETS["straight"].with_options(long_side_match=LongSideMatch.CLOSED)
    found = entries(Skill.COUNT, rules, Random(1))
    assert found
    assert all(entry.key.rules == rules for entry in found)


TEACHER = '''format = 1
title = "Week 2"
rules = "straight_tournament"

[[lesson]]
id = "one"
title = "The spinner"
say = """Two lines:
ask = "this is no entry" """
skill = "spinner"
[lesson.board]
play = "66 63R"
[[lesson.worked]]
ask = "count"
play = "66 63R"
expect = 15
shown = "all"
say = "Twelve and three."
[[lesson.item]]
ask = "places"
play = "66 63R 61L"
expect = ["L", "R", "U", "D"]
[[lesson.item]]
ask = "cannot"
position = "straight_tournament 62.21 65/?5 ?12 A 0 0/0"
tray = "52 43 60"
told = ["B+ 26", "B21R 26"]
[[lesson.item]]
ask = "change"
play = "53 55L"
tile = "32"
arm = "R"

[[lesson]]
rules = "draw"
[lesson.drill]
skill = "draw_game"
n = 3
seed = 4
'''


def test_a_teachers_set_is_read_written_and_linked() -> None:
    lessons = parse_set(TEACHER)
    assert ("Week 2", "straight_tournament") == (lessons.title, lessons.rules.name)
    first, second = lessons.lessons
    assert ("one", "The spinner", Skill.SPINNER) == (first.id, first.title, first.skill)
    assert [15] == [answer(worked.question) for worked in first.worked]
    assert "Twelve and three." == first.worked[0].say
    assert (3, 3) == (len(first.items), len(first.questions()))
    assert Drill(Skill.DRAW_GAME, 3, 1, 4) == second.drill
    assert 3 == len(second.questions())
    assert {question.rules.name for question in second.questions()} == {"draw"}
    again = parse_set(format_set(lessons))
    assert lessons == again
    assert TEACHER == unpack(pack(TEACHER))


@games
def test_the_course_itself_can_be_written_and_read(game: str) -> None:
    lessons = course(PRESETS[game])
    again = parse_set(format_set(lessons))
    for lesson, other in zip(lessons.lessons, again.lessons, strict=True):
        assert lesson.board == other.board
        for worked, copy in zip(lesson.worked, other.worked, strict=True):
            assert answer(worked.question) == answer(copy.question)
            assert replace(worked, question=copy.question) == copy


HEAD = "format = 1\n[[lesson]]\n[[lesson.item]]\n"


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("format = 2", 1, "format: expected 1"),
        ("title = 1", 0, "format: expected 1"),
        ("format = 1\ntitle = 1", 2, "title: expected a text"),
        ("format = 1\nlessons = 1", 2, "unknown entry 'lessons'"),
        ("format = 1\n[lesson]\nid = 'x'", 2, "expected at most"),
        ("format = 1\nx = ", 2, "no TOML"),
        ("format = 1\nrules = 'chess'", 2, "rules: at character 0"),
        (HEAD + "ask = 'sum'", 4, "ask: expected one of"),
        (HEAD + "asks = 'count'", 4, "unknown entry 'asks'"),
        (HEAD + "play = '66'", 3, "ask: expected one of"),
        (HEAD + "ask = 'count'\nplay = '66 6L'", 5, "play: 6L"),
        (HEAD + "ask = 'count'\nplay = '66 54L'", 5, "NO_MATCH"),
        (HEAD + "ask = 'count'\nplay = '66 66L'", 5, "lies on the table already"),
        (HEAD + "ask = 'count'\nplay = '66 +'", 5, "expected a tile and its place"),
        (HEAD + "ask = 'count'\nplay = '66'\nexpect = 6", 6, "the rules say 12"),
        (
            HEAD + "ask = 'places'\nplay = '66'\nexpect = ['L']",
            6,
            "the rules say ['D', 'L', 'R', 'U']",
        ),
        (HEAD + "ask = 'count'\nposition = 'straight 66 -/- - A 0'", 5, "position: at character"),
        (HEAD + "ask = 'count'\nposition = 'straight 66 ?7/?7 ?13 A 0 0/0'", 5, "SPINNER_MISSING"),
        (
            HEAD + "ask = 'count'\nposition = 'straight - ?7/?7 ?14 A 0 0/0'\nplay = '66'",
            5,
            "beside it",
        ),
        (HEAD + "ask = 'where'\nplay = '66'", 4, "expected also tile"),
        (
            HEAD + "ask = 'change'\nplay = '66'\ntile = '65'\narm = 'X'",
            7,
            "arm: expected L, R, U or D",
        ),
        (HEAD + "ask = 'where'\nplay = '66'\ntile = '6'", 6, "tile: expected tiles as 63"),
        (HEAD + "ask = 'where'\nplay = '66'\ntile = '65 64'", 6, "tile: expected one tile"),
        (HEAD + "ask = 'unseen'\npips = 'x'", 5, "pips: expected digits"),
        (
            HEAD + "ask = 'playable'\nplay = '66'\nhands = '6665/?6'",
            6,
            "hands: this cannot be: TILE_TWICE",
        ),
        (HEAD + "ask = 'playable'\nplay = '66'\nhands = '65'", 6, "hands: at character 2"),
        (
            HEAD + "ask = 'legal'\nplay = '66'\nhands = '55/?3'\nboneyard = 'x'",
            7,
            "boneyard: expected",
        ),
        (
            HEAD + "ask = 'next'\nplay = '66'\nhands = '55/44'\npasses = 9",
            7,
            "passes: expected a whole number",
        ),
        (HEAD + "ask = 'cannot'\nplay = '66'\ntray = '65'\ntold = ['x']", 7, "told: expected seat"),
        (
            HEAD + "ask = 'cannot'\nplay = '66'\ntray = '65'\ntold = 'B- 6'",
            7,
            "told: expected a list",
        ),
        (HEAD + "ask = 'safest'\nplay = '66'\nhands = '5554/?7'", 4, "safest"),
        (
            HEAD + "ask = 'best'\nplay = '66'\nhands = '65646362616055/5453525150444342'",
            4,
            "at most 14 tiles",
        ),
        (HEAD + "ask = 'best'\nplay = '66'\nhands = '656463/?3'", 4, "cannot be asked here"),
        (HEAD + "ask = 'award'\nplay = '66'\nhands = '65/64'", 4, "award"),
        (HEAD + "ask = 'count'\nplay = '66'\ngames = ['chess']", 6, "games: expected some of"),
        (HEAD + "ask = 'count'\nplay = '66'\nshown = 'half'", 6, "shown: expected one of"),
        (HEAD + "bank = 1", 4, "expected a lesson with a skill"),
        (
            "format = 1\n[[lesson]]\nskill = 'set'\n[[lesson.item]]\nbank = 9999",
            5,
            "bank: expected a whole",
        ),
        ("format = 1\n[[lesson]]\n[lesson.drill]\nn = 5", 3, "skill: expected one of"),
        (
            "format = 1\n[[lesson]]\n[lesson.drill]\nskill = 'set'\nn = 500",
            5,
            "n: expected a whole number",
        ),
        ("format = 1\n[[lesson]]\nboard = 3", 3, "expected a table"),
        ("format = 1\n" + "[[lesson]]\n" * 61, 2, "at most 60 tables"),
        (
            "format = 1\n[[lesson]]\n" + "[[lesson.item]]\n" * (MAX_ITEMS + 1),
            3,
            "at most 300 tables",
        ),
        ("#" * (MAX_LENGTH + 1), 0, "at most 200000 characters"),
        ("x = " + "[" * 5_000, 0, "nested so deeply"),
    ],
)
def test_a_fault_is_told_with_its_line(text: str, line: int, expected: str) -> None:
    with pytest.raises(LessonError) as caught:
        parse_set(text, file="week2.toml")
    assert "week2.toml" == caught.value.file
    assert expected in caught.value.expected, caught.value
    assert line == caught.value.line, caught.value


def test_the_line_of_a_later_lesson_is_found() -> None:
    text = f"{HEAD}ask = 'count'\n\n[[lesson]]\n[[lesson.item]]\nask = 'x'"
    with pytest.raises(LessonError, match=r"t, line 8: ask: expected one of"):
        parse_set(text, file="t")


@pytest.mark.parametrize(
    "link", ["", "x", "!!!", "é", pack("x" * (MAX_LENGTH + 5)), pack("x")[:-3]]
)
def test_a_broken_link_is_refused(link: str) -> None:
    with pytest.raises(LessonError):
        unpack(link)


def test_every_form_of_question_is_in_the_course() -> None:
    asked = {
        worked.question.form
        for lesson in course(PRESETS["straight"]).lessons
        for worked in lesson.worked
    }
    assert set(Form) == asked
