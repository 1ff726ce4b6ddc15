from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from engine import PRESETS
from engine.teaching.items import Item, Key, fresh, is_right
from engine.teaching.mastery import (
    KNOWN_AT,
    PROOFS,
    Level,
    SkillState,
    after_answer,
    lacking,
    opens_gate,
)
from engine.teaching.misconceptions import Mistake, named
from engine.teaching.progress import Progress, TableStats, diagnosis, introduce, learn, slot
from engine.teaching.schedule import Step, Why, due_skills, first_unpassed, next_step, respond
from engine.teaching.simulate import Believer, sit
from engine.teaching.skills import NEEDS, Skill, course_rules, skills

RULES = PRESETS["straight"]
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
NUMBER_GUESS = 1 / 20


def items(skill: Skill, n: int = 4) -> tuple[Item, ...]:
    return fresh(skill, RULES, Random(1), n=n)


def wrong(item: Item) -> int:
    assert isinstance(item.answer, int)
    return item.answer + 17


def answered(state: SkillState, item: Item, *, right: bool, hinted: bool = False) -> SkillState:
    given = item.answer if right else wrong(item)
    return after_answer(state, item, given, RULES, now=NOW, hinted=hinted)


def test_one_right_answer_raises_what_is_known_as_bkt_says() -> None:
    (item,) = items(Skill.SET, 1)
    seen = 0.1 * 0.9 / (0.1 * 0.9 + 0.9 * NUMBER_GUESS)
    state = answered(SkillState(), item, right=True)
    assert state.known == pytest.approx(seen + (1 - seen) * 0.1)
    seen = 0.1 * 0.1 / (0.1 * 0.1 + 0.9 * (1 - NUMBER_GUESS))
    state = answered(SkillState(), item, right=False)
    assert state.known == pytest.approx(seen + (1 - seen) * 0.1)


def test_a_hinted_answer_counts_for_nothing() -> None:
    (item,) = items(Skill.SET, 1)
    state = answered(SkillState(), item, right=True, hinted=True)
    assert (1, (), {}) == (state.answered, state.last, dict(state.proofs))
    assert SkillState().known == state.known


def test_the_gate_wants_knowledge_steadiness_and_proofs() -> None:
    mistakes = named(Skill.SET, RULES)
    proofs = dict.fromkeys(mistakes, PROOFS)
    state = SkillState(known=KNOWN_AT, last=(True,) * 9 + (False,), proofs=proofs)
    assert opens_gate(state, mistakes)
    assert not opens_gate(replace(state, known=KNOWN_AT - 0.01), mistakes)
    assert not opens_gate(replace(state, last=(True,) * 8 + (False,) * 2), mistakes)
    assert not opens_gate(replace(state, last=(True,) * 8), mistakes)
    short = {**proofs, mistakes[0]: PROOFS - 1}
    assert not opens_gate(replace(state, proofs=short), mistakes)
    assert {mistakes[0]: 1} == lacking(replace(state, proofs=short), mistakes)


def test_the_very_answer_of_a_wrong_model_takes_its_proofs_away() -> None:
    item = next(i for i in items(Skill.SET, 12) if Mistake.SUIT_EIGHT in i.catches)
    state = SkillState(proofs={Mistake.SUIT_EIGHT: 2})
    said = item.said(frozenset({Mistake.SUIT_EIGHT}))
    state = after_answer(state, item, said, RULES, now=NOW, hinted=False)
    assert 0 == state.proofs[Mistake.SUIT_EIGHT]


def test_levels_rise_from_new_to_used() -> None:
    progress = Progress()
    assert progress.level(Skill.COUNT, RULES) is Level.NEW
    progress = introduce(progress, Skill.COUNT, RULES)
    assert progress.level(Skill.COUNT, RULES) is Level.INTRODUCED
    assert introduce(progress, Skill.COUNT, RULES) is progress
    (item,) = items(Skill.COUNT, 1)
    progress, verdict = learn(progress, item, item.answer, rules=RULES, now=NOW)
    assert verdict.right
    assert progress.level(Skill.COUNT, RULES) is Level.PRACTISING
    passed = sit(Believer(), Skill.COUNT, RULES, Random(1)).state
    progress = progress.with_state(Skill.COUNT, RULES, passed)
    assert progress.level(Skill.COUNT, RULES) is Level.PASSED
    assert passed.review is not None
    later = max(passed.review.due, (passed.passed or NOW) + timedelta(days=7))
    progress, _ = learn(progress, item, item.answer, rules=RULES, now=later)
    assert progress.level(Skill.COUNT, RULES) is Level.RETAINED
    good = TableStats(plays=100, chances=30, taken=28, miscounts=2)
    assert progress.with_play(good).level(Skill.COUNT, RULES) is Level.USED
    poor = replace(good, taken=20)
    assert progress.with_play(poor).level(Skill.COUNT, RULES) is Level.RETAINED


def test_a_skill_forgotten_is_due_sooner() -> None:
    passed = sit(Believer(), Skill.SET, RULES, Random(1)).state
    (item,) = items(Skill.SET, 1)
    assert passed.review is not None
    due = passed.review.due
    kept = after_answer(passed, item, item.answer, RULES, now=due, hinted=False)
    lost = after_answer(passed, item, wrong(item), RULES, now=due, hinted=False)
    assert kept.review is not None
    assert lost.review is not None
    assert lost.review.due < kept.review.due
    assert lost.passed == passed.passed


def test_what_games_share_is_kept_under_one_name() -> None:
    other = PRESETS["all_fives"]
    assert slot(Skill.SET, RULES) == slot(Skill.SET, other) == "set"
    assert "spinner@straight" == slot(Skill.SPINNER, RULES) != slot(Skill.SPINNER, other)
    four = RULES.with_options(players=4, partnership=True)
    assert slot(Skill.SPINNER, four) == slot(Skill.SPINNER, RULES)


def test_an_old_item_comes_after_three_new_ones() -> None:
    passed = sit(Believer(), Skill.SET, RULES, Random(1)).state
    progress = Progress().with_state(Skill.SET, RULES, passed)
    rng, whys = Random(3), []
    for _ in range(8):
        step = next_step(progress, RULES, rng=rng, now=NOW, skill=Skill.MATCH)
        whys.append(step.why)
        progress, _ = respond(progress, step, step.item.answer, rules=RULES, now=NOW)
    assert [Why.NEW] * 3 + [Why.OLD] + [Why.NEW] * 3 + [Why.OLD] == whys


def test_what_is_due_comes_first_and_the_next_open_lesson_after_it() -> None:
    progress = Progress()
    assert first_unpassed(progress, RULES) is Skill.SET
    passed = sit(Believer(), Skill.SET, RULES, Random(1)).state
    progress = progress.with_state(Skill.SET, RULES, passed)
    assert first_unpassed(progress, RULES) is Skill.MATCH
    assert passed.review is not None
    late = passed.review.due + timedelta(days=1)
    assert (Skill.SET,) == due_skills(progress, RULES, late)
    step = next_step(progress, RULES, rng=Random(1), now=late)
    assert (Skill.SET, Why.REVIEW) == (step.item.skill, step.why)
    in_row = progress.new_in_row
    progress, _ = respond(progress, step, step.item.answer, rules=RULES, now=late)
    assert in_row == progress.new_in_row
    assert () == due_skills(progress, RULES, late)


def test_an_item_is_not_asked_again_at_once() -> None:
    progress = Progress()
    recent: list[Key] = []
    for _ in range(30):
        step = next_step(progress, RULES, rng=Random(5), now=NOW, skill=Skill.SET, recent=recent)
        assert step.item.key not in recent
        recent.append(step.item.key)


def test_a_diagnosis_names_what_a_believer_believes() -> None:
    held = frozenset({Mistake.SPINNER_STAYS})
    sitting = sit(Believer(held), Skill.SPINNER, RULES, Random(2), most=12)
    progress = Progress().with_state(Skill.SPINNER, RULES, sitting.state)
    assert [Mistake.SPINNER_STAYS] == list(diagnosis(progress, RULES))


def test_a_single_wrong_answer_names_its_mistake_and_the_tile() -> None:
    item = next(
        item
        for item in fresh(Skill.SPINNER, RULES, Random(4), n=30)
        if Mistake.SPINNER_STAYS in item.catches
    )
    given = item.said(frozenset({Mistake.SPINNER_STAYS}))
    _, verdict = learn(Progress(), item, given, rules=RULES, now=NOW)
    assert not verdict.right
    assert Mistake.SPINNER_STAYS is verdict.mistake
    spinner = item.question.layout.spinners(RULES)[0].stone.tile
    assert (spinner,) == verdict.tiles


def test_a_wrong_set_tells_what_is_missing_and_what_is_too_much() -> None:
    item = next(i for i in items(Skill.MATCH, 20) if isinstance(i.answer, frozenset) and i.answer)
    assert isinstance(item.answer, frozenset)
    one = min(item.answer)
    _, verdict = learn(Progress(), item, item.answer - {one} | {"?"}, rules=RULES, now=NOW)
    assert (frozenset({one}), frozenset({"?"})) == (verdict.missed, verdict.extra)
    assert is_right(item, item.answer)


def test_every_skill_needs_only_earlier_ones() -> None:
    assert all(need.number < skill.number for skill in Skill for need in NEEDS[skill])
    assert set(NEEDS) == set(Skill)


def test_a_game_without_spinner_or_fives_has_no_such_lessons() -> None:
    assert Skill.SPINNER not in skills(PRESETS["muggins"])
    assert {Skill.FIVES, Skill.SAFE} & set(skills(PRESETS["draw"])) == set()
    assert course_rules(Skill.PARTNER, RULES).partnership


def test_a_step_remembers_why() -> None:
    (item,) = items(Skill.SET, 1)
    progress, _ = respond(
        Progress(new_in_row=2), Step(item, Why.OLD), item.answer, rules=RULES, now=NOW
    )
    assert 0 == progress.new_in_row
