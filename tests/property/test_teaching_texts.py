"""Texts from outside: read whole, or refused with a place; nothing else gets out."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TypeVar

from hypothesis import given
from hypothesis import strategies as st

from engine import PRESETS, DominoError
from engine.teaching.answers import answer, n_answers, options
from engine.teaching.boards import canonical, random_table
from engine.teaching.format import parse_set
from engine.teaching.items import fresh
from engine.teaching.mastery import Review, SkillState
from engine.teaching.misconceptions import Mistake, named
from engine.teaching.progress import Progress, TableStats, slot
from engine.teaching.questions import Form
from engine.teaching.rating import Rating
from engine.teaching.saving import ProgressError, dump, load
from engine.teaching.skills import COURSE_GAMES, Skill
from engine.teaching.source import LessonError
from engine.teaching.writing import format_set, pack, unpack

T = TypeVar("T")


def outcome(read: Callable[[str], T], text: str) -> T | DominoError:
    """What reading makes of a text, or how it refuses it."""
    try:
        return read(text)
    except (ProgressError, LessonError) as refusal:
        return refusal


times = st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1)).map(  # noqa: DTZ001
    lambda time: time.replace(tzinfo=UTC)
)
mistakes = st.sampled_from(Mistake)
reviews = st.builds(Review, st.floats(0.01, 1e4), st.floats(1, 10), times, times)
states = st.builds(
    SkillState,
    st.booleans(),
    st.integers(0, 10**6),
    st.floats(0, 1),
    st.lists(st.booleans(), max_size=10).map(tuple),
    st.dictionaries(mistakes, st.integers(0, 3), max_size=5),
    st.dictionaries(st.frozensets(mistakes, max_size=2), st.floats(-500, 0), max_size=5),
    st.none() | times,
    st.none() | times,
    st.none() | reviews,
)
slots = st.builds(
    lambda skill, game: slot(skill, PRESETS[game]),
    st.sampled_from(Skill),
    st.sampled_from(COURSE_GAMES),
)
learners = st.builds(
    Progress,
    st.dictionaries(slots, states, max_size=6),
    st.integers(0, 9),
    st.builds(TableStats, *[st.integers(0, 1000)] * 6, st.floats(0, 1e6)),
    st.lists(st.integers(0, 60), max_size=20).map(tuple),
    st.just({}),
    st.builds(Rating, st.floats(400, 3000), st.floats(30, 350), st.floats(0.03, 0.1)),
    st.dictionaries(st.from_regex(r"[a-z_]{1,20}-[0-9]{1,5}", fullmatch=True), st.booleans()),
    st.dictionaries(st.dates().map(str), st.booleans(), max_size=4),
)
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(learners)
def test_progress_comes_back_the_same(progress: Progress) -> None:
    assert progress == load(dump(progress))


@given(learners, st.data())
def test_progress_with_a_part_replaced_is_read_whole_or_refused(
    progress: Progress, data: st.DataObject
) -> None:
    broken = json.loads(dump(progress))
    place = broken
    for _ in range(data.draw(st.integers(0, 3))):
        inner = [key for key, value in place.items() if isinstance(value, dict) and value]
        if not inner:
            break
        place = place[data.draw(st.sampled_from(inner))]
    place[data.draw(st.sampled_from(sorted(place)) | st.text(max_size=5))] = data.draw(junk)
    read = outcome(load, json.dumps(broken))
    if isinstance(read, DominoError):
        assert isinstance(read, ProgressError)
        assert read.where
        assert read.expected
    else:
        assert dump(read) == dump(load(dump(read)))


@given(st.text() | junk.map(json.dumps))
def test_any_text_is_progress_or_refused(text: str) -> None:
    assert isinstance(outcome(load, text), Progress | ProgressError)


words = st.sampled_from(
    """format = 1
[[lesson]]
[[lesson]]
[[lesson.item]]
[[lesson.item]]
[[lesson.worked]]
[lesson.drill]
[lesson.board]
ask = 'count'
ask = 'best'
ask = 'cannot'
ask = 'chance'
ask = 'missing'
ask = 'partner'
ask = 'award'
ask = 'lead'
ask = 'last'
play = '66 63R'
hands = '65/?3'
hands = '6564/6362/61'
hands = '-/64'
boneyard = '?3'
passes = 2
tile = '63'
arm = 'L'
pips = '36'
tray = '66 65'
told = ['B+ 3']
skill = 'set'
rules = 'draw'
rules = 'sniff_us'
rules = 'five_up'
games = []
bank = 3
n = 1
say = '''x
x'''
title = 'y'
# z
position = 'straight 66* 65/54 - A 0 0/0'
""".splitlines(keepends=True)
)


@given(st.lists(words, max_size=14).map(lambda lines: "format = 1\n" + "".join(lines)))
def test_any_lesson_set_is_read_or_refused_with_a_line_that_is_there(text: str) -> None:
    lessons = outcome(parse_set, text)
    if isinstance(lessons, DominoError):
        assert isinstance(lessons, LessonError)
        assert 0 <= lessons.line <= len(text.splitlines())
        assert lessons.expected
    else:
        again = parse_set(format_set(lessons))
        assert [lesson.items for lesson in lessons.lessons] == [
            lesson.items for lesson in again.lessons
        ]


@given(st.text())
def test_any_text_is_a_link_or_refused(text: str) -> None:
    assert text == unpack(pack(text))
    assert isinstance(outcome(unpack, text), str | LessonError)


@given(st.integers(0, 10**6), st.integers(1, 9), st.sampled_from(COURSE_GAMES))
def test_one_drawing_stands_for_all_turns_of_a_table(seed: int, n: int, game: str) -> None:
    layout = random_table(PRESETS[game], Random(seed), n)
    assert canonical(layout) == canonical(layout.mirrored()) == canonical(canonical(layout))


quick = st.sampled_from([s for s in Skill if s not in {Skill.BLOCK, Skill.EXACT, Skill.PARTNER}])


@given(quick, st.sampled_from(COURSE_GAMES), st.integers(0, 10**6), st.integers(1, 3))
def test_an_item_catches_its_models_and_no_others(
    skill: Skill, game: str, seed: int, level: int
) -> None:
    rules = PRESETS[game]
    (item,) = fresh(skill, rules, Random(seed), level=level, n=1)
    question = item.question
    assert item.catches
    assert item.catches <= set(named(skill, rules))
    assert n_answers(question) >= 4
    assert item.answer == answer(question)
    for mistake in Mistake:
        said = answer(question, frozenset({mistake}))
        if said != item.answer:
            assert mistake in item.catches or mistake not in _course(game)
    tokens = set(options(question))
    given = item.answer
    if question.form in (Form.CHOICE, Form.PLAY):
        assert given in tokens
    elif isinstance(given, frozenset):
        assert given <= tokens
    else:
        assert isinstance(given, int)
        assert 0 <= given <= 100


def _course(game: str) -> frozenset[Mistake]:
    return frozenset(m for skill in Skill for m in named(skill, PRESETS[game]))


@given(learners, times)
def test_reviews_are_never_due_before_their_time(progress: Progress, now: datetime) -> None:
    for state in progress.states.values():
        if state.review:
            assert not state.is_due(state.review.due - timedelta(seconds=1))
            assert state.is_due(now) == (state.review.due <= now)
