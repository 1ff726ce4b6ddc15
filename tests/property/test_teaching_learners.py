"""Learners made of rules take the course: who knows passes, who does not is stopped and named.

Of the nine automatic tests of the course these are 1 to 4, 7 and 9, which `python -m
benchmarks.learners` prints with their figures; 5 and 6 are about its items, 8 about its measure.
"""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from engine import PRESETS, RuleSet
from engine.teaching.misconceptions import Mistake, course_mistakes
from engine.teaching.simulate import (
    Believer,
    Guesser,
    Trial,
    expected,
    is_named,
    items_to_mastery,
    pairs,
    reviews_by_day,
    sit,
    trial,
)
from engine.teaching.skills import COURSE_GAMES, Skill

QUICK = tuple(Skill)[:6]
"""Skills whose items are made in no time: enough for a check at every push."""
games = pytest.mark.parametrize("game", COURSE_GAMES)


def test_an_oracle_passes_every_gate_within_twelve_items() -> None:
    """(1) Every lesson of every game."""
    for game in COURSE_GAMES:
        for skill in Skill:
            sitting = sit(Believer(), skill, PRESETS[game], Random(f"{game}{skill}"))
            assert sitting.passed, (game, skill)
            assert sitting.items <= 12, (game, skill)


@games
@pytest.mark.slow
def test_a_hundred_oracles_pass_within_twelve_items(game: str) -> None:
    """(1) Whatever items chance brings."""
    for skill in Skill:
        for seed in range(100):
            assert sit(Believer(), skill, PRESETS[game], Random(seed)).items <= 12, (skill, seed)


def test_guessers_pass_hardly_any_gate() -> None:
    """(2) A sample."""
    passed = [
        sit(Guesser(), skill, PRESETS["straight"], Random(seed)).passed
        for skill in QUICK
        for seed in range(8)
    ]
    assert not any(passed)


@games
@pytest.mark.slow
def test_guessers_pass_less_than_one_gate_in_a_hundred(game: str) -> None:
    """(2) Every lesson, a hundred guessers."""
    passed = [
        sit(Guesser(), skill, PRESETS[game], Random(seed)).passed
        for skill in Skill
        for seed in range(100)
    ]
    assert fmean(passed) < 0.01


def runs(
    rules: RuleSet, held: frozenset[Mistake], seeds: range, skills: tuple[Skill, ...]
) -> tuple[int, int, list[str]]:
    """Namings, runs that should name, and whatever else went wrong."""
    hits = wanted = 0
    wrong = []
    for skill in skills:
        is_stopped = bool(expected(skill, rules, held))
        for seed in seeds:
            seen = trial(skill, rules, held, seed)
            if seen.passed == is_stopped:
                wrong.append(f"{skill} {sorted(held)} seed {seed}: passed is {seen.passed}")
            if is_stopped:
                wanted += 1
                hits += is_named(skill, rules, held, seen)
    return hits, wanted, wrong


def test_who_holds_a_wrong_model_is_stopped_where_it_is_named_and_named_there() -> None:
    """(3) A sample."""
    rules = PRESETS["straight"]
    hits = wanted = 0
    for mistake in course_mistakes(rules)[::2]:
        held = frozenset({mistake})
        concerned = tuple(skill for skill in Skill if expected(skill, rules, held))
        other = next(skill for skill in Skill if skill not in concerned)
        hit, want, wrong = runs(rules, held, range(1), (concerned[0], other))
        assert not wrong
        hits, wanted = hits + hit, wanted + want
    assert hits >= 0.95 * wanted


@games
@pytest.mark.slow
def test_every_wrong_model_is_stopped_at_exactly_the_skills_that_name_it(game: str) -> None:
    """(3) Each wrong model, twenty runs."""
    rules = PRESETS[game]
    for mistake in course_mistakes(rules):
        hits, wanted, wrong = runs(rules, frozenset({mistake}), range(20), tuple(Skill))
        assert not wrong
        assert hits >= 0.95 * wanted, mistake


def test_who_holds_two_wrong_models_is_stopped_by_both() -> None:
    """(4) A sample."""
    rules = PRESETS["straight"]
    hits = wanted = 0
    for held in Random(7).sample(pairs(rules), 5):
        concerned = tuple(skill for skill in Skill if expected(skill, rules, held))
        hit, want, wrong = runs(rules, held, range(1), concerned)
        assert not wrong
        hits, wanted = hits + hit, wanted + want
    assert hits >= 0.95 * wanted


@games
@pytest.mark.slow
def test_every_pair_is_stopped_at_exactly_the_skills_that_name_it(game: str) -> None:
    """(4) Each pair, twenty runs."""
    rules = PRESETS[game]
    for held in pairs(rules):
        hits, wanted, wrong = runs(rules, held, range(20), tuple(Skill))
        assert not wrong
        assert hits >= 0.95 * wanted, sorted(held)


def test_only_what_nobody_can_tell_apart_is_named_alike() -> None:
    rules = PRESETS["all_fives"]
    hidden = frozenset({Mistake.ALL_PIPS, Mistake.DOUBLES_ONCE})
    told = frozenset({Mistake.ALL_PIPS})
    assert is_named(Skill.COUNT, rules, hidden, Trial(passed=False, named=told))
    other = frozenset({Mistake.DOUBLES_ONCE})
    assert not is_named(Skill.COUNT, rules, hidden, Trial(passed=False, named=other))
    assert not is_named(Skill.COUNT, rules, told, Trial(passed=False, named=frozenset()))


def test_a_pupil_learns_faster_by_the_scheduler_than_at_random() -> None:
    """(7) The first lessons."""
    rules = PRESETS["straight"]
    planned, chance = (
        [items_to_mastery(rules, Random(n), scheduled=way, wanted=QUICK) for n in range(4)]
        for way in (True, False)
    )
    assert fmean(planned) < fmean(chance)


@pytest.mark.slow
def test_twenty_pupils_learn_faster_by_the_scheduler() -> None:
    """(7) The whole course."""
    rules = PRESETS["straight"]
    planned = [items_to_mastery(rules, Random(n), scheduled=True) for n in range(20)]
    chance = [items_to_mastery(rules, Random(n), scheduled=False) for n in range(20)]
    print(f"items to mastery: {fmean(planned):.0f} scheduled, {fmean(chance):.0f} at random")
    assert fmean(planned) < 0.8 * fmean(chance)
    assert sum(p < c for p, c in zip(planned, chance, strict=True)) >= 18


def test_reviews_a_day_stay_few() -> None:
    """(9) A season."""
    load = reviews_by_day(PRESETS["straight"], Random(1), days=90)
    assert max(load) <= len(Skill)
    assert fmean(load[30:]) <= 4


@pytest.mark.slow
def test_reviews_a_day_stay_few_for_a_year_even_for_the_forgetful() -> None:
    """(9) A year."""
    for recall in (0.9, 0.8):
        load = reviews_by_day(PRESETS["straight"], Random(2), days=365, recall=recall)
        print(f"recall {recall}: {fmean(load):.2f} reviews a day, {max(load)} at the most")
        assert max(load) <= len(Skill)
        assert fmean(load[180:]) <= fmean(load[:180]) + 0.5
