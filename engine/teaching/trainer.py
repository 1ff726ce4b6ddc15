"""The thirty-second count trainer, and "what scores here?": pure values, no clock of their own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from engine.notation import format_layout
from engine.scoring import count
from engine.teaching.boards import canonical, random_table, watched, ways, with_hand
from engine.teaching.judging import scoring_tiles
from engine.teaching.progress import Progress, Speed
from engine.teaching.questions import Ask, Question
from engine.teaching.skills import Skill, course_rules
from engine.tiles import TileSet

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from random import Random

    from engine.layout import Layout
    from engine.rules import RuleSet

LENGTH: Final = timedelta(seconds=30)
_LARGEST: Final = 8
"""Tiles on a board of the trainer, at most."""
_GROWS: Final = 0.5
"""How often the next board is the last one and one tile more."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One board answered: what it trained, whether it was right, and how long it took."""

    skill: Skill
    right: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class Sprint:
    """A run of the count trainer: "what is the count now?" until the time is up.

    `question` is the board to be counted, shown since `asked`; `skill` what it trains: CHANGE if a
    tile was added to the board before, SPINNER if there is a double spinner, else COUNT.
    """

    rules: RuleSet
    started: datetime
    asked: datetime
    question: Question
    skill: Skill
    shots: tuple[Shot, ...] = ()

    def left(self, now: datetime) -> timedelta:
        """The time that is left; none below zero."""
        return max(timedelta(0), self.started + LENGTH - now)

    def is_over(self, now: datetime) -> bool:
        """Whether the time is up."""
        return not self.left(now)

    @property
    def score(self) -> int:
        """How many boards were counted right."""
        return sum(shot.right for shot in self.shots)

    @property
    def speeds(self) -> Mapping[Skill, Speed]:
        """Speed and accuracy by what was trained."""
        found: dict[Skill, Speed] = {}
        for shot in self.shots:
            found[shot.skill] = found.get(shot.skill, Speed()) + Speed(
                1, int(shot.right), shot.seconds
            )
        return found


def start(rules: RuleSet, *, rng: Random, now: datetime) -> Sprint:
    """A new run; the clock starts with it."""
    rules = course_rules(Skill.COUNT, rules)
    layout = _board(rules, rng)
    return Sprint(rules, now, now, _ask(layout, rules), _trains(layout, rules))


def answered(sprint: Sprint, given: int, *, rng: Random, now: datetime) -> Sprint:
    """The run after an answer: scored if it was in time, with the next board."""
    if sprint.is_over(now):
        return sprint
    layout, rules = sprint.question.layout, sprint.rules
    right = given == count(layout, rules)
    shot = Shot(sprint.skill, right, (now - sprint.asked).total_seconds())
    after, skill = _next_board(layout, rules, rng)
    return replace(
        sprint,
        asked=now,
        question=_ask(after, rules),
        skill=skill,
        shots=(*sprint.shots, shot),
    )


def finished(progress: Progress, sprint: Sprint) -> Progress:
    """The progress with a run entered: its score, speed and accuracy."""
    speeds = dict(progress.speeds)
    for skill, speed in sprint.speeds.items():
        speeds[skill] = speeds.get(skill, Speed()) + speed
    return replace(progress.with_sprint(sprint.score), speeds=speeds)


def _next_board(layout: Layout, rules: RuleSet, rng: Random) -> tuple[Layout, Skill]:
    """The same board with a tile more, or a new one that looks otherwise."""
    if len(layout.tiles) < _LARGEST and rng.random() < _GROWS:
        found = ways(layout, rules, TileSet.full(rules.max_pip) - layout.tiles)
        if found:
            tile, arm = rng.choice(found)
            return layout.placed(tile, arm, rules), Skill.CHANGE
    while True:
        after = _board(rules, rng)
        if format_layout(canonical(after)) != format_layout(canonical(layout)):
            return after, _trains(after, rules)


def _board(rules: RuleSet, rng: Random) -> Layout:
    return random_table(rules, rng, rng.randint(1, _LARGEST), doubles=0.4)


def _trains(layout: Layout, rules: RuleSet) -> Skill:
    spins = any(spun.stone.is_double for spun in layout.spinners(rules))
    return Skill.SPINNER if spins else Skill.COUNT


def _ask(layout: Layout, rules: RuleSet) -> Question:
    return Question(Ask.COUNT, watched(layout, rules))


def what_scores(rules: RuleSet, rng: Random, *, level: int = 1) -> Question:
    """A board and a hand: which tiles score here? At least one of them does."""
    rules = course_rules(Skill.FIVES, rules)
    while True:
        layout = random_table(rules, rng, rng.randint(1 + level, 3 + 2 * level))
        left = TileSet.full(rules.max_pip) - layout.tiles
        hand = rng.sample(list(left), min(len(left), 4 + level))
        boneyard = max(0, len(left) - 2 * len(hand))
        question = Question(Ask.SCORES, with_hand(layout, rules, hand, boneyard))
        if scoring_tiles(layout, rules, question.position.hand.tiles):
            return question
