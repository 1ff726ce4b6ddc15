"""What a learner has done and can do: a value that answers make a new one of."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from engine.notation import format_rules
from engine.teaching.diagnosis import Verdict, suspected, verdict, weighed
from engine.teaching.mastery import Level, SkillState, after_answer
from engine.teaching.rating import Rating
from engine.teaching.skills import NEEDS, SHARED, Skill, skills

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from engine.rules import RuleSet
    from engine.teaching.items import Item
    from engine.teaching.misconceptions import Mistake
    from engine.teaching.questions import Answer

_NEW: Final = SkillState()
LAST_SPRINTS: Final = 20
"""How many scores of the count trainer are kept."""


@dataclass(frozen=True, slots=True)
class TableStats:
    """How a learner plays at the table, summed over all rounds.

    `chances` are turns with a scoring play, `taken` those where one was made; `miscounts` wrong
    counts said aloud; `refused` plays that the rules refuse; `decisions` unforced turns that were
    analysed, `lost` the points lost by them.
    """

    plays: int = 0
    chances: int = 0
    taken: int = 0
    miscounts: int = 0
    refused: int = 0
    decisions: int = 0
    lost: float = 0.0

    def __add__(self, other: TableStats) -> TableStats:
        return TableStats(
            self.plays + other.plays,
            self.chances + other.chances,
            self.taken + other.taken,
            self.miscounts + other.miscounts,
            self.refused + other.refused,
            self.decisions + other.decisions,
            self.lost + other.lost,
        )

    def uses(self, skill: Skill) -> bool:
        """Whether play shows that `skill` is used: enough of it, and well enough."""
        if skill in _COUNTING:
            enough = self.plays >= _MIN_PLAYS and self.chances >= _MIN_CHANCES
            careful = self.miscounts <= _MAX_FAULTS * self.plays
            return enough and careful and self.taken >= _MIN_TAKEN * self.chances
        if skill in _DECIDING:
            return self.decisions >= _MIN_DECISIONS and self.lost <= _MAX_LOSS * self.decisions
        return self.plays >= _MIN_PLAYS and self.refused <= _MAX_FAULTS * self.plays


_COUNTING: Final = frozenset(
    {Skill.COUNT, Skill.FIVES, Skill.SPINNER, Skill.CHANGE, Skill.REMAINDER}
)
_DECIDING: Final = frozenset(
    {Skill.LEFT, Skill.INFER, Skill.SAFE, Skill.BLOCK, Skill.EXACT, Skill.PARTNER}
)
_MIN_PLAYS: Final = 100
_MIN_CHANCES: Final = 20
_MIN_DECISIONS: Final = 60
_MIN_TAKEN: Final = 0.9
_MAX_FAULTS: Final = 0.03
_MAX_LOSS: Final = 2.1
"""Points an unforced decision; the greedy choice loses so many (teaching.md 2)."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Answers against the clock: how many, how many right, and how long they took together."""

    n: int = 0
    right: int = 0
    seconds: float = 0.0

    def __add__(self, other: Speed) -> Speed:
        return Speed(self.n + other.n, self.right + other.right, self.seconds + other.seconds)


@dataclass(frozen=True, slots=True)
class Progress:
    """Everything that is known of one learner.

    `states` are by `slot`; `new_in_row` counts new items since the last old one; `sprints` are the
    latest scores of the count trainer, oldest first, `speeds` all its answers by skill; `solved`
    tells of every puzzle tried whether it was solved at the first try, `days` of every day's.
    """

    states: Mapping[str, SkillState] = field(default_factory=dict)
    new_in_row: int = 0
    table: TableStats = TableStats()
    sprints: tuple[int, ...] = ()
    speeds: Mapping[Skill, Speed] = field(default_factory=dict)
    rating: Rating = Rating()  # noqa: RUF009 - a frozen value
    solved: Mapping[str, bool] = field(default_factory=dict)
    days: Mapping[str, bool] = field(default_factory=dict)

    def state(self, skill: Skill, rules: RuleSet) -> SkillState:
        """What is known of a skill under `rules`."""
        return self.states.get(slot(skill, rules), _NEW)

    def level(self, skill: Skill, rules: RuleSet) -> Level:
        """How far the learner has come with a skill, play at the table included."""
        level = self.state(skill, rules).level
        return Level.USED if level is Level.RETAINED and self.table.uses(skill) else level

    def has_passed(self, skill: Skill, rules: RuleSet) -> bool:
        """Whether the gate of a skill has been opened."""
        return self.state(skill, rules).passed is not None

    def is_open(self, skill: Skill, rules: RuleSet) -> bool:
        """Whether all that a skill builds on has been passed."""
        return all(self.has_passed(need, rules) for need in NEEDS[skill] if need in skills(rules))

    def with_state(self, skill: Skill, rules: RuleSet, state: SkillState) -> Progress:
        """This progress with another state of a skill."""
        return replace(self, states={**self.states, slot(skill, rules): state})

    def with_sprint(self, score: int) -> Progress:
        """This progress with one more score of the count trainer."""
        return replace(self, sprints=(*self.sprints, score)[-LAST_SPRINTS:])

    def with_play(self, played: TableStats) -> Progress:
        """This progress with what one round at the table has shown."""
        return replace(self, table=self.table + played)


def slot(skill: Skill, rules: RuleSet) -> str:
    """The name under which a skill is kept: by game, unless it is the same in all of them."""
    return str(skill) if skill in SHARED else f"{skill}@{format_rules(_two_seats(rules))}"


def _two_seats(rules: RuleSet) -> RuleSet:
    return rules.with_options(players=2, partnership=False)


def introduce(progress: Progress, skill: Skill, rules: RuleSet) -> Progress:
    """The progress of somebody who has opened the lesson of `skill`."""
    state = progress.state(skill, rules)
    if state.introduced:
        return progress
    return progress.with_state(skill, rules, replace(state, introduced=True))


def learn(
    progress: Progress,
    item: Item,
    given: Answer,
    *,
    rules: RuleSet,
    now: datetime,
    hinted: bool = False,
) -> tuple[Progress, Verdict]:
    """The progress after an answer, and what there is to say about it.

    Args:
        progress: What was known before.
        item: What was asked.
        given: The answer, of the kind that the item's own answer is.
        rules: The game that is being learned.
        now: The time, with its zone.
        hinted: Whether a hint was taken: then the answer counts for nothing.
    """
    state = progress.state(item.skill, rules)
    evidence = weighed(state.evidence, item, given)
    said = verdict(item, given, evidence)
    state = after_answer(state, item, given, rules, now=now, hinted=hinted)
    return progress.with_state(item.skill, rules, state), said


def diagnosis(progress: Progress, rules: RuleSet) -> dict[Mistake, float]:
    """The wrong models that the learner's answers speak for, with their probabilities."""
    found: dict[Mistake, float] = {}
    for skill in skills(rules):
        for mistake, probability in suspected(progress.state(skill, rules).evidence):
            found[mistake] = max(probability, found.get(mistake, 0.0))
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))
