"""What to ask next: the skill that is due or next in line, and in it what tells most."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from engine.teaching.bank import Entry, entries
from engine.teaching.diagnosis import beliefs, probabilities
from engine.teaching.items import Item, item
from engine.teaching.mastery import lacking
from engine.teaching.misconceptions import hypotheses, named
from engine.teaching.progress import learn
from engine.teaching.skills import NEEDS, Skill, skills

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime
    from random import Random

    from engine.rules import RuleSet
    from engine.teaching.diagnosis import Verdict
    from engine.teaching.items import Key
    from engine.teaching.mastery import SkillState
    from engine.teaching.misconceptions import Mistake
    from engine.teaching.progress import Progress
    from engine.teaching.questions import Answer

NEW_PER_OLD: Final = 3
"""New items between two from older lessons."""
_SUSPECT_AT: Final = 0.5
_LEVEL_AT: Final = (0.5, 0.9)
_RIVAL_AT: Final = 0.05
"""A belief is worth telling apart from the likeliest one if it is so likely beside it."""


class Why(StrEnum):
    """Why an item comes: NEW to pass the gate, OLD from an earlier lesson, REVIEW because due."""

    NEW = "new"
    OLD = "old"
    REVIEW = "review"


@dataclass(frozen=True, slots=True)
class Step:
    """The next item, and why it comes."""

    item: Item
    why: Why


def next_step(
    progress: Progress,
    rules: RuleSet,
    *,
    rng: Random,
    now: datetime,
    skill: Skill | None = None,
    recent: Collection[Key] = (),
) -> Step:
    """The next item for a learner.

    Args:
        progress: What is known of the learner.
        rules: The game that is being learned.
        rng: The only source of chance.
        now: The time, with its zone.
        skill: The lesson that is open; None: reviews that are due, then the first skill in order.
        recent: Items not to be asked again so soon.
    """
    chosen, why = next_skill(progress, rules, rng=rng, now=now, skill=skill)
    return Step(choose(progress.state(chosen, rules), chosen, rules, rng, recent), why)


def next_skill(
    progress: Progress, rules: RuleSet, *, rng: Random, now: datetime, skill: Skill | None = None
) -> tuple[Skill, Why]:
    """Which skill to ask, and why."""
    if skill is None:
        due = due_skills(progress, rules, now)
        if due:
            return due[0], Why.REVIEW
    current = skill or first_unpassed(progress, rules) or rng.choice(skills(rules))
    if progress.new_in_row >= NEW_PER_OLD:
        older = _older(progress, rules, current)
        if older:
            return rng.choice(older), Why.OLD
    return current, Why.NEW


def respond(
    progress: Progress,
    step: Step,
    given: Answer,
    *,
    rules: RuleSet,
    now: datetime,
    hinted: bool = False,
) -> tuple[Progress, Verdict]:
    """The progress after the answer to a step, and what there is to say about it; as `learn`."""
    progress, said = learn(progress, step.item, given, rules=rules, now=now, hinted=hinted)
    if step.why is Why.REVIEW:
        return progress, said
    in_row = 0 if step.why is Why.OLD else progress.new_in_row + 1
    return replace(progress, new_in_row=in_row), said


def due_skills(progress: Progress, rules: RuleSet, now: datetime) -> tuple[Skill, ...]:
    """The skills to be asked again, the longest due first."""
    found = []
    for skill in skills(rules):
        review = progress.state(skill, rules).review
        if review is not None and review.due <= now:
            found.append((review.due, skill.number, skill))
    return tuple(skill for _, _, skill in sorted(found))


def first_unpassed(progress: Progress, rules: RuleSet) -> Skill | None:
    """The first skill in the order of lessons that is open and not passed; None: all are passed."""
    left = [skill for skill in skills(rules) if not progress.has_passed(skill, rules)]
    ready = [skill for skill in left if progress.is_open(skill, rules)]
    return next(iter(ready or left), None)


def _older(progress: Progress, rules: RuleSet, current: Skill) -> list[Skill]:
    """What the current skill builds on and has been practised; else anything before it that has."""
    wanted = _foundations(current)
    practised = [skill for skill in skills(rules) if progress.state(skill, rules).answered]
    older = [skill for skill in practised if skill in wanted]
    return older or [skill for skill in practised if skill.number < current.number]


def _foundations(skill: Skill) -> frozenset[Skill]:
    return frozenset(NEEDS[skill]).union(*map(_foundations, NEEDS[skill]))


def choose(
    state: SkillState,
    skill: Skill,
    rules: RuleSet,
    rng: Random,
    recent: Collection[Key] = (),
) -> Item:
    """The item that tells most.

    While the learner seems to hold a wrong model, it tells this from the likeliest other belief;
    else it speaks against wrong models that are not yet disproved, and against those suspected.
    """
    found = entries(skill, rules, rng)
    unused = [entry for entry in found if entry.key not in recent] or found
    weights = _wanted(state, named(skill, rules))
    level = 1 + sum(state.known >= bound for bound in _LEVEL_AT)

    def worth(entry: Entry) -> tuple[int, int, float]:
        told = sum(weights.get(mistake, 0) for mistake in entry.catches)
        return told, -abs(entry.key.level - level), rng.random()

    return item(max(_telling(unused, state, skill, rules), key=worth).key)


def _telling(
    found: Sequence[Entry], state: SkillState, skill: Skill, rules: RuleSet
) -> Sequence[Entry]:
    """The entries that tell the likeliest wrong belief from its likeliest rival; else all."""
    order = hypotheses(skill, rules)
    likely = sorted(beliefs(state.evidence).items(), key=lambda pair: -pair[1])
    if not likely or not likely[0][0]:
        return found
    (first, most), *rivals = ((order.index(held), p) for held, p in likely if held in order)
    for rival, p in rivals:
        if p < _RIVAL_AT * most:
            break
        telling = [entry for entry in found if entry.pattern[first] != entry.pattern[rival]]
        if telling:
            return telling
    return found


def _wanted(state: SkillState, mistakes: tuple[Mistake, ...]) -> dict[Mistake, int]:
    """How much an item is worth that catches a wrong model: proofs still wanting, and suspicion."""
    weights = lacking(state, mistakes)
    if state.evidence:
        for mistake, likely in probabilities(state.evidence).items():
            if likely >= _SUSPECT_AT:
                weights[mistake] = weights.get(mistake, 0) + 1
    return weights
