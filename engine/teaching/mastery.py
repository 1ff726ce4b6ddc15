"""When a skill is mastered, and when it should be asked again."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from engine.teaching.diagnosis import weighed
from engine.teaching.misconceptions import Mistake, named

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.rules import RuleSet
    from engine.teaching.items import Item
    from engine.teaching.questions import Answer
    from engine.teaching.skills import Skill

SLIP: Final = 0.10
LEARN: Final = 0.10
START: Final = 0.10
KNOWN_AT: Final = 0.95
WINDOW: Final = 10
RIGHT_OF_WINDOW: Final = 9
PROOFS: Final = 3
"""The gate: known with 0.95, nine of the last ten, three proofs against every wrong model."""
RETENTION: Final = 0.90
KEPT_AFTER: Final = timedelta(days=7)


class Level(StrEnum):
    """How far a learner has come with a skill, lowest first."""

    NEW = "new"
    INTRODUCED = "introduced"
    PRACTISING = "practising"
    PASSED = "passed"
    RETAINED = "retained"
    USED = "used"


@dataclass(frozen=True, slots=True)
class Review:
    """When a passed skill is due again, in the terms of FSRS; stability is in days."""

    stability: float
    difficulty: float
    due: datetime
    last: datetime


@dataclass(frozen=True, slots=True)
class SkillState:
    """What is known of a learner's skill.

    `known` is the probability that it is known, `last` the last unhinted answers (right or not,
    oldest first), `proofs` how often each wrong model has been disproved, `answered` all answers.
    """

    introduced: bool = False
    answered: int = 0
    known: float = START
    last: tuple[bool, ...] = ()
    proofs: Mapping[Mistake, int] = field(default_factory=dict)
    evidence: Mapping[frozenset[Mistake], float] = field(default_factory=dict)
    passed: datetime | None = None
    retained: datetime | None = None
    review: Review | None = None

    @property
    def level(self) -> Level:
        """How far it has come, play at the table apart."""
        if self.passed:
            return Level.RETAINED if self.retained else Level.PASSED
        if self.answered:
            return Level.PRACTISING
        return Level.INTRODUCED if self.introduced else Level.NEW

    def is_due(self, now: datetime) -> bool:
        """Whether it should be asked again."""
        return self.review is not None and self.review.due <= now


def lacking(state: SkillState, mistakes: tuple[Mistake, ...]) -> dict[Mistake, int]:
    """How many proofs are still wanting against each wrong model; none left out that lacks any."""
    wanted = {mistake: PROOFS - state.proofs.get(mistake, 0) for mistake in mistakes}
    return {mistake: n for mistake, n in wanted.items() if n > 0}


def opens_gate(state: SkillState, mistakes: tuple[Mistake, ...]) -> bool:
    """Whether the skill is mastered: known, steady, and proved against every wrong model."""
    return (
        state.known >= KNOWN_AT
        and sum(state.last) >= RIGHT_OF_WINDOW
        and not lacking(state, mistakes)
    )


def after_answer(
    state: SkillState, item: Item, given: Answer, rules: RuleSet, *, now: datetime, hinted: bool
) -> SkillState:
    """The state after one answer to an item of this skill.

    A hinted answer counts as practice and for nothing else. A wrong model that gives the very
    answer that was given loses its proofs.
    """
    state = replace(state, introduced=True, answered=state.answered + 1)
    if hinted:
        return _reviewed(state, item.skill, _Grade.HARD, now) if state.is_due(now) else state
    right = given == item.answer
    state = replace(
        state,
        known=_traced(state.known, 1 / item.n_answers, right=right),
        last=(*state.last, right)[-WINDOW:],
        proofs=_proved(state.proofs, item, given),
        evidence=weighed(state.evidence, item, given),
    )
    if state.passed is None:
        if opens_gate(state, named(item.skill, rules)):
            state = replace(state, passed=now)
            return _reviewed(state, item.skill, _Grade.GOOD, now)
        return state
    return _after_passing(state, item.skill, now, right=right)


def _after_passing(state: SkillState, skill: Skill, now: datetime, *, right: bool) -> SkillState:
    if not right:
        return _reviewed(state, skill, _Grade.AGAIN, now)
    if not state.is_due(now):
        return state
    if state.retained is None and state.passed and now - state.passed >= KEPT_AFTER:
        state = replace(state, retained=now)
    return _reviewed(state, skill, _Grade.GOOD, now)


def _traced(known: float, guess: float, *, right: bool) -> float:
    """Bayesian knowledge tracing: what an answer tells, and then the chance of having learned."""
    if right:
        seen = known * (1 - SLIP) / (known * (1 - SLIP) + (1 - known) * guess)
    else:
        seen = known * SLIP / (known * SLIP + (1 - known) * (1 - guess))
    return seen + (1 - seen) * LEARN


def _proved(proofs: Mapping[Mistake, int], item: Item, given: Answer) -> Mapping[Mistake, int]:
    found = dict(proofs)
    for mistake in item.catches:
        if given == item.answer:
            found[mistake] = min(PROOFS, found.get(mistake, 0) + 1)
        elif given == item.believed[frozenset({mistake})]:
            found[mistake] = 0
    return found


class _Grade(StrEnum):
    """How well it was remembered, named as FSRS names it."""

    AGAIN = "Again"
    HARD = "Hard"
    GOOD = "Good"


def _reviewed(state: SkillState, skill: Skill, grade: _Grade, now: datetime) -> SkillState:
    """The state with the time of its next review set by FSRS."""
    import fsrs  # noqa: PLC0415 - only who learns needs it, and it is slow to load

    scheduler = fsrs.Scheduler(
        desired_retention=RETENTION, learning_steps=(), relearning_steps=(), enable_fuzzing=False
    )
    card = fsrs.Card(card_id=skill.number, due=now)
    if state.review is not None:
        card = fsrs.Card(
            card_id=skill.number,
            state=fsrs.State.Review,
            stability=state.review.stability,
            difficulty=state.review.difficulty,
            due=state.review.due,
            last_review=state.review.last,
        )
    card, _ = scheduler.review_card(card, fsrs.Rating[grade.value], review_datetime=now)
    if card.stability is None or card.difficulty is None:  # pragma: no cover - FSRS has set both
        return state
    review = Review(card.stability, card.difficulty, card.due, now)
    return replace(state, review=review)
