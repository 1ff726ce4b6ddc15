from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from engine import PRESETS
from engine.teaching.misconceptions import Mistake
from engine.teaching.progress import Progress, TableStats
from engine.teaching.rating import Rating
from engine.teaching.saving import MAX_LENGTH, ProgressError, dump, load
from engine.teaching.simulate import Believer, sit
from engine.teaching.skills import Skill
from engine.teaching.trainer import answered, finished, start

RULES = PRESETS["straight"]


def learner() -> Progress:
    progress = Progress(
        new_in_row=2,
        table=TableStats(10, 4, 3, 1, 0, 5, 7.5),
        rating=Rating(1612.5, 80.0, 0.059),
        solved={"straight-12-17": True},
        days={"2026-05-01": False},
    )
    now = datetime(2026, 5, 1, tzinfo=UTC)
    sprint = start(RULES, rng=Random(1), now=now)
    sprint = answered(sprint, 3, rng=Random(2), now=now + timedelta(seconds=2))
    progress = finished(progress, sprint)
    for skill, held in ((Skill.SET, ()), (Skill.SPINNER, (Mistake.SPINNER_ONCE,))):
        state = sit(Believer(frozenset(held)), skill, RULES, Random(3), most=15).state
        progress = progress.with_state(skill, RULES, state)
    return progress


def test_what_is_saved_comes_back_the_same() -> None:
    progress = learner()
    assert progress == load(dump(progress))
    assert Progress() == load(dump(Progress()))
    assert dump(progress) == dump(load(dump(progress)))


def changed(path: str, value: Any) -> str:
    data = json.loads(dump(learner()))
    *parents, last = path.split("/")
    place = data
    for name in parents:
        place = place[name]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("version", 2, "version"),
        ("format", "other", "format"),
        ("extra", 1, "file"),
        ("sprints", ..., "file"),
        ("new_in_row", -1, "new_in_row"),
        ("new_in_row", True, "new_in_row"),
        ("sprints", [1] * 21, "sprints"),
        ("sprints", "12", "sprints"),
        ("rating", [1500, 350], "rating"),
        ("rating", [1500, "350", 0.06], "rating[1]"),
        ("solved", {"é": True}, "solved.é"),
        ("solved", {"a": 1}, "solved.a"),
        ("days", {"1 May": True}, "days.1 May"),
        ("speeds", {"nothing": [1, 1, 1]}, "speeds.nothing"),
        ("speeds", {"count": [1, 2, 1]}, "speeds.count[1]"),
        ("table/lost", -1, "table.lost"),
        ("table/plays", 1.5, "table.plays"),
        ("skills/set/known", 1.5, "skills.set.known"),
        ("skills/set/known", "1", "skills.set.known"),
        ("skills/set/last", "+x", "skills.set.last"),
        ("skills/set/last", "+" * 11, "skills.set.last"),
        ("skills/set/passed", "soon", "skills.set.passed"),
        ("skills/set/passed", "2026-05-01T00:00:00", "skills.set.passed"),
        ("skills/set/passed", "2026-05-01T00:00:00+02:00", "skills.set.passed"),
        ("skills/set/proofs", {"nonsense": 1}, "skills.set.proofs.nonsense"),
        ("skills/set/proofs", {"suit_eight": 4}, "skills.set.proofs.suit_eight"),
        ("skills/set/evidence", {"suit_eight+x": 0}, "skills.set.evidence.suit_eight+x"),
        ("skills/set/review", {}, "skills.set.review"),
        ("skills/set/review/stability", 0, "skills.set.review.stability"),
        ("skills/spinner", {}, "skills.spinner"),
        ("skills/set@straight", {}, "skills.set@straight"),
        ("skills/count@nogame", {}, "skills.count@nogame"),
        ("skills/fly", {}, "skills.fly"),
        ("skills", [], "skills"),
    ],
)
def test_whatever_else_is_refused_with_its_place(path: str, value: Any, where: str) -> None:
    with pytest.raises(ProgressError) as caught:
        load(changed(path, value))
    assert where == caught.value.where
    assert caught.value.expected


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "NaN", '{"a": Infinity}', "[" * 100_000, " " * (MAX_LENGTH + 1)]
)
def test_no_progress_at_all(text: str) -> None:
    with pytest.raises(ProgressError):
        load(text)
