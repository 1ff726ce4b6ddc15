"""Exercises that tell wrong models apart, made and checked by the engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from string import ascii_letters
from typing import TYPE_CHECKING, Final

from engine.errors import DominoError, NotationError
from engine.notation import format_rules, parse_rules
from engine.teaching.answers import answer, n_answers
from engine.teaching.exercises import CANDIDATES, MIN_CHOICES
from engine.teaching.misconceptions import NONE, Mistake, course_mistakes, hypotheses, named
from engine.teaching.questions import CONSULTS, Answer, Question
from engine.teaching.skills import Skill, course_rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.rules import RuleSet

LEVELS: Final = (1, 2, 3)
_SEEDS: Final = 10**9
_TRIES: Final = 4_000


@dataclass(frozen=True, slots=True)
class Key:
    """What an item is made from; the same key makes the same item again."""

    skill: Skill
    rules: RuleSet
    seed: int
    level: int

    def __str__(self) -> str:
        return f"{self.skill}:{format_rules(self.rules)}:{self.seed}:{self.level}"


def parse_key(text: str) -> Key:
    """The key that `text` spells; `DominoError` for anything else."""
    parts = text.split(":")
    try:
        skill, rules, seed, level = parts
        key = Key(Skill(skill), parse_rules(rules), int(seed), int(level))
    except (ValueError, NotationError) as error:
        raise DominoError(f"an exercise is SKILL:RULES:SEED:LEVEL, not {text!r}") from error
    if str(key) != text or key.level not in LEVELS or not 0 <= key.seed < _SEEDS:
        raise DominoError(f"an exercise is SKILL:RULES:SEED:LEVEL, not {text!r}")
    return key


@dataclass(frozen=True, slots=True)
class Item:
    """A question with the right answer and those of everybody who holds one or two wrong models.

    `believed` has an entry for every hypothesis of the skill, the empty one being the truth.
    """

    key: Key
    question: Question = field(compare=False)
    believed: Mapping[frozenset[Mistake], Answer] = field(compare=False)
    n_answers: int = field(compare=False)

    @property
    def skill(self) -> Skill:
        """What it exercises."""
        return self.key.skill

    @property
    def answer(self) -> Answer:
        """The right answer."""
        return self.believed[NONE]

    @property
    def catches(self) -> frozenset[Mistake]:
        """The wrong models whose holders are wrong here."""
        return frozenset(
            mistake
            for held, said in self.believed.items()
            if len(held) == 1 and said != self.answer
            for mistake in held
        )

    @property
    def pattern(self) -> str:
        """Who answers alike: a letter for each hypothesis of the skill, the same for equal answers.

        The first letter is that of the truth.
        """
        letters: dict[Answer, str] = {}
        return "".join(
            letters.setdefault(said, ascii_letters[len(letters)]) for said in self.believed.values()
        )

    @property
    def distractors(self) -> tuple[Answer, ...]:
        """The wrong answers of the named wrong models, each once."""
        said = (believed for held, believed in self.believed.items() if len(held) == 1)
        return tuple(dict.fromkeys(answer for answer in said if answer != self.answer))

    def said(self, mistakes: frozenset[Mistake]) -> Answer:
        """What a holder of `mistakes` answers."""
        relevant = mistakes & CONSULTS[self.question.ask]
        return (
            self.believed[relevant]
            if relevant in self.believed
            else answer(self.question, relevant)
        )


def make(key: Key) -> Item | None:
    """The item of a key; None if that candidate makes none.

    A good item has at least four answers, catches a wrong model that its skill names, alone or with
    another, and is the same to holders of every model that the skill does not name.
    """
    rules = course_rules(key.skill, key.rules)
    question = CANDIDATES[key.skill](rules, Random(f"{key}"), key.level)
    if question is None or n_answers(question) < MIN_CHOICES:
        return None
    truth = answer(question)
    for mistake in CONSULTS[question.ask] - set(named(key.skill, key.rules)):
        if mistake in _all_mistakes(key.rules) and answer(question, frozenset({mistake})) != truth:
            return None
    believed = {
        held: answer(question, held) if held else truth for held in hypotheses(key.skill, key.rules)
    }
    item = Item(key, question, believed, n_answers(question))
    return item if item.catches and not _cancels(item) else None


def _cancels(item: Item) -> bool:
    """Whether two wrong models together give the right answer although one alone does not."""
    return any(
        said == item.answer and held & item.catches and held != _ALWAYS_CANCEL
        for held, said in item.believed.items()
    )


_ALWAYS_CANCEL: Final = frozenset({Mistake.SPINNER_ONCE, Mistake.UNPLAYED_ARMS})
"""Where a spinner's arms are open from the start, half of it and a bare arm make the whole: who
holds both is found out where the spinner is covered, and by nothing else."""


@lru_cache(maxsize=64)
def _all_mistakes(rules: RuleSet) -> frozenset[Mistake]:
    return frozenset(course_mistakes(rules))


@lru_cache(maxsize=2_048)
def _remembered(key: Key) -> Item | None:
    return make(key)


def item(key: Key | str) -> Item:
    """The item that `key` stands for; `DominoError` if it makes none."""
    key = parse_key(key) if isinstance(key, str) else key
    found = _remembered(key)
    if found is None:
        raise DominoError(f"there is no exercise {key}")
    return found


def fresh(
    skill: Skill, rules: RuleSet, rng: Random, *, level: int = 1, n: int = 8
) -> tuple[Item, ...]:
    """`n` new items, no two of them the same but for a turn of the table."""
    found: dict[str, Item] = {}
    for _ in range(_TRIES):
        made = make(Key(skill, rules, rng.randrange(_SEEDS), level))
        if made is not None:
            found.setdefault(made.question.canonical, made)
            if len(found) == n:
                break
    return tuple(found.values())


def is_right(item: Item, given: Answer) -> bool:
    """Whether an answer is right."""
    return given == item.answer
