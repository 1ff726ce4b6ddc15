"""Learners made of rules, to test the course without people."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Final, Protocol

from engine.teaching.answers import options
from engine.teaching.bank import entries
from engine.teaching.diagnosis import suspected
from engine.teaching.items import item
from engine.teaching.mastery import SkillState, after_answer
from engine.teaching.misconceptions import (
    NONE,
    Mistake,
    compatible,
    course_mistakes,
    hypotheses,
    named,
)
from engine.teaching.progress import Progress, learn
from engine.teaching.questions import CONSULTS, Form
from engine.teaching.schedule import choose, due_skills, next_skill
from engine.teaching.skills import NEEDS, Skill, course_rules, skills

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.rules import RuleSet
    from engine.teaching.items import Item, Key
    from engine.teaching.questions import Answer

GATE_ITEMS: Final = 40
"""How many gate items a learner is given before a gate is taken for closed."""
SLIPS: Final = 0.03
"""How often a holder of wrong models answers anything at all."""
START: Final = datetime(2026, 1, 1, tzinfo=UTC)
_MINUTE: Final = timedelta(minutes=1)
_MOST: Final = 37
"""A guesser's number is below this; the largest count is 36."""


class Learner(Protocol):
    """Somebody who answers."""

    def reply(self, item: Item, rng: Random) -> Answer:
        """The answer to an item."""
        ...


@dataclass(frozen=True, slots=True)
class Believer:
    """Answers as the holder of `mistakes` does, but for a slip now and then; NONE is the oracle."""

    mistakes: frozenset[Mistake] = NONE
    slips: float = 0.0

    def reply(self, item: Item, rng: Random) -> Answer:
        """What its belief says, or a guess."""
        return guess(item, rng) if rng.random() < self.slips else item.said(self.mistakes)


@dataclass(frozen=True, slots=True)
class Guesser:
    """Knows nothing: any answer is as good as another."""

    def reply(self, item: Item, rng: Random) -> Answer:
        """A guess."""
        return guess(item, rng)


def guess(item: Item, rng: Random) -> Answer:
    """Any answer of the right form."""
    form = item.question.form
    tokens = options(item.question)
    if form is Form.NUMBER:
        return rng.randrange(_MOST)
    if form in (Form.CHOICE, Form.PLAY):
        return rng.choice(tokens)
    return frozenset(token for token in tokens if rng.random() < 0.5)  # noqa: PLR2004 - a coin


@dataclass(frozen=True, slots=True)
class Sitting:
    """How one lesson went: the last state, whether its gate opened, and after how many items."""

    state: SkillState
    passed: bool
    items: int


def sit(
    learner: Learner, skill: Skill, rules: RuleSet, rng: Random, *, most: int = GATE_ITEMS
) -> Sitting:
    """Give a learner gate items of one skill until its gate opens, `most` at the most."""
    state, now = SkillState(introduced=True), START
    recent: list[Key] = []
    for number in range(1, most + 1):
        asked = choose(state, skill, rules, rng, recent)
        recent.append(asked.key)
        now += _MINUTE
        given = learner.reply(asked, rng)
        state = after_answer(state, asked, given, rules, now=now, hinted=False)
        if state.passed:
            return Sitting(state, passed=True, items=number)
    return Sitting(state, passed=False, items=most)


@dataclass(frozen=True, slots=True)
class Trial:
    """How a lesson went for a holder of wrong models: did its gate open, and what was named?"""

    passed: bool
    named: frozenset[Mistake]


def trial(skill: Skill, rules: RuleSet, held: frozenset[Mistake], seed: int) -> Trial:
    """Give the gate items of one skill to somebody who holds `held` and slips now and then."""
    return _trial(skill, rules, held & _consulted(skill, rules), seed)


@cache
def _trial(skill: Skill, rules: RuleSet, held: frozenset[Mistake], seed: int) -> Trial:
    sitting = sit(Believer(held, SLIPS), skill, rules, Random(seed))
    found = frozenset(mistake for mistake, _ in suspected(sitting.state.evidence))
    return Trial(sitting.passed, found)


@cache
def _consulted(skill: Skill, rules: RuleSet) -> frozenset[Mistake]:
    """The wrong models that can change an answer of the skill: all others play no part."""
    shelf = entries(skill, rules, Random(0))
    asks = {item(entry.key).question.ask for entry in shelf}
    return frozenset[Mistake]().union(*(CONSULTS[ask] for ask in asks))


def expected(skill: Skill, rules: RuleSet, held: frozenset[Mistake]) -> frozenset[Mistake]:
    """Those of `held` that the skill names: they stop it, and only they."""
    return held & set(named(skill, rules))


def is_named(skill: Skill, rules: RuleSet, held: frozenset[Mistake], seen: Trial) -> bool:
    """Whether the diagnosis names what the holder of `held` believes.

    Some wrong models hide others: who adds up every pip on the table never gets to count a double.
    Nobody can tell such beliefs apart, so the diagnosis may name any that answers every exercise of
    the bank alike.
    """
    truth = expected(skill, rules, held)
    if seen.named <= held and expected(skill, rules, seen.named) == truth:
        return True
    return seen.named in alike(skill, rules, truth)


@cache
def alike(
    skill: Skill, rules: RuleSet, belief: frozenset[Mistake]
) -> frozenset[frozenset[Mistake]]:
    """The other hypotheses that answer every exercise of the bank as `belief` does."""
    order = hypotheses(skill, rules)
    if belief not in order:
        return frozenset()
    own = order.index(belief)
    patterns = {entry.pattern for entry in entries(skill, rules, Random(0))}
    return frozenset(
        held
        for n, held in enumerate(order)
        if n != own and all(pattern[n] == pattern[own] for pattern in patterns)
    )


def pairs(rules: RuleSet) -> tuple[frozenset[Mistake], ...]:
    """Two wrong models of the course that can be held at once."""
    return tuple(
        frozenset(pair)
        for pair in combinations(course_mistakes(rules), 2)
        if all(compatible(*pair, course_rules(skill, rules)) for skill in Skill)
    )


@dataclass(frozen=True, slots=True)
class Pupil:
    """Somebody who may learn a skill at every item of it, once its foundations are known."""

    known: frozenset[Skill] = frozenset()
    rate: float = 0.1
    slips: float = 0.05

    def study(self, item: Item, rng: Random, rules: RuleSet) -> tuple[Pupil, Answer]:
        """The pupil after the item, and the answer given."""
        right = item.skill in self.known and rng.random() >= self.slips
        given = item.answer if right else guess(item, rng)
        taught = set(skills(rules))
        ready = all(need in self.known for need in NEEDS[item.skill] if need in taught)
        if ready and rng.random() < self.rate:
            return replace(self, known=self.known | {item.skill}), given
        return self, given


def items_to_mastery(
    rules: RuleSet,
    rng: Random,
    *,
    scheduled: bool,
    wanted: Collection[Skill] = (),
    most: int = 5_000,
) -> int:
    """How many items a pupil needs to pass `wanted`, by the scheduler or in random order.

    `wanted` are lessons from the first on; all of them if none are given.
    """
    pupil, progress, now = Pupil(), Progress(), START
    wanted = tuple(wanted) or skills(rules)
    for number in range(1, most + 1):
        now += _MINUTE
        if scheduled:
            skill, why = next_skill(progress, rules, rng=rng, now=now)
            in_row = 0 if why == "old" else progress.new_in_row + 1
            progress = replace(progress, new_in_row=in_row)
        else:
            skill = rng.choice(wanted)
        asked = choose(progress.state(skill, rules), skill, rules, rng)
        pupil, given = pupil.study(asked, rng, rules)
        progress, _ = learn(progress, asked, given, rules=rules, now=now)
        if all(progress.has_passed(skill, rules) for skill in wanted):
            return number
    return most


def reviews_by_day(rules: RuleSet, rng: Random, *, days: int, recall: float = 0.9) -> list[int]:
    """How many reviews each day brings to somebody who has passed everything on the first day."""
    progress = Progress()
    for skill in skills(rules):
        sitting = sit(Believer(), skill, rules, rng)
        progress = progress.with_state(skill, rules, sitting.state)
    learner = Believer(slips=1 - recall)
    load = []
    for day in range(1, days + 1):
        now, reviews = START + timedelta(days=day), 0
        while due := due_skills(progress, rules, now):
            asked = choose(progress.state(due[0], rules), due[0], rules, rng)
            progress, _ = learn(progress, asked, learner.reply(asked, rng), rules=rules, now=now)
            reviews += 1
        load.append(reviews)
    return load
