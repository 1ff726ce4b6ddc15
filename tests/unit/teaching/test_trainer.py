from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from engine import PRESETS
from engine.notation import format_layout
from engine.scoring import count
from engine.teaching.answers import answer
from engine.teaching.boards import canonical
from engine.teaching.progress import LAST_SPRINTS, Progress
from engine.teaching.rating import MIN_DEVIATION, Rating, Result, expected, meet, rated
from engine.teaching.skills import Skill
from engine.teaching.trainer import answered, finished, start, what_scores

NOW = datetime(2026, 5, 1, tzinfo=UTC)
SECOND = timedelta(seconds=1)


@pytest.mark.parametrize("game", ["straight", "straight_tournament", "all_fives"])
def test_no_board_comes_twice_in_a_row(game: str) -> None:
    rng = Random(1)
    sprint = start(PRESETS[game], rng=rng, now=NOW)
    for n in range(200):
        before = format_layout(canonical(sprint.question.layout))
        right = count(sprint.question.layout, sprint.rules)
        sprint = answered(sprint, right, rng=rng, now=NOW + n * SECOND / 10)
        assert before != format_layout(canonical(sprint.question.layout))
    assert 200 == sprint.score == len(sprint.shots)
    assert {Skill.CHANGE, Skill.SPINNER, Skill.COUNT} == set(sprint.speeds)


def test_answers_count_in_time_only_and_are_timed() -> None:
    rng = Random(2)
    sprint = start(PRESETS["straight"], rng=rng, now=NOW)
    right = count(sprint.question.layout, sprint.rules)
    sprint = answered(sprint, right, rng=rng, now=NOW + 2 * SECOND)
    sprint = answered(sprint, 999, rng=rng, now=NOW + 5 * SECOND)
    assert [2.0, 3.0] == [shot.seconds for shot in sprint.shots]
    assert 1 == sprint.score
    assert 25 * SECOND == sprint.left(NOW + 5 * SECOND)
    assert sprint.is_over(NOW + 30 * SECOND)
    assert sprint is answered(sprint, 0, rng=rng, now=NOW + 30 * SECOND)


def test_the_last_twenty_scores_are_kept_and_speeds_add_up() -> None:
    rng = Random(3)
    sprint = answered(start(PRESETS["straight"], rng=rng, now=NOW), 1, rng=rng, now=NOW + SECOND)
    progress = Progress(sprints=tuple(range(LAST_SPRINTS)))
    progress = finished(finished(progress, sprint), sprint)
    assert (*range(2, LAST_SPRINTS), sprint.score, sprint.score) == progress.sprints
    assert 2 == sum(speed.n for speed in progress.speeds.values())


def test_something_scores_where_it_is_asked_what_scores() -> None:
    for seed in range(20):
        question = what_scores(PRESETS["straight"], Random(seed), level=1 + seed % 3)
        found = answer(question)
        assert isinstance(found, frozenset)
        assert found


def test_glicko_2_as_in_the_paper() -> None:
    results = (
        Result(Rating(1400, 30), 1),
        Result(Rating(1550, 100), 0),
        Result(Rating(1700, 300), 0),
    )
    after = rated(Rating(1500, 200, 0.06), results, tau=0.5)
    assert after.mean == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)


def test_a_surprise_raises_volatility_and_idleness_uncertainty() -> None:
    strong = Rating(2300, 50)
    surprised = rated(Rating(1200, 60, 0.06), (Result(strong, 1),) * 5)
    assert surprised.volatility > 0.06
    assert rated(strong, ()).deviation > strong.deviation
    assert rated(Rating(), ()).deviation == Rating().deviation


def test_a_player_and_a_puzzle_move_apart() -> None:
    player, puzzle = meet(Rating(), Rating(), 1)
    assert player.mean > 1500 > puzzle.mean
    assert player.mean - 1500 == pytest.approx(1500 - puzzle.mean)
    assert expected(player, puzzle) > 0.5
    sure = Rating(1500, MIN_DEVIATION)
    for _ in range(50):
        sure, _other = meet(sure, sure, 0)
    assert sure.deviation >= MIN_DEVIATION
