"""Good exercises found beforehand: only their seeds are kept, and which wrong models each catches.

Answers are worked out by the engine when the exercise is made again. `python -m
engine.teaching.bank [SKILL ...]` searches anew, as must be done after a change of the generators.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.notation import format_rules
from engine.rules import PRESETS
from engine.teaching.items import LEVELS, Key, fresh, make
from engine.teaching.misconceptions import Mistake, named
from engine.teaching.skills import COURSE_GAMES, Skill

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from engine.rules import RuleSet

_FILE: Final = "bank.txt"
_SIZE: Final = 90
_EACH: Final = 20
_TRIES: Final = 6_000


class Entry(NamedTuple):
    """An exercise that can be made, and the wrong models it catches."""

    key: Key
    catches: frozenset[Mistake]


@lru_cache(maxsize=1)
def _shelves() -> dict[tuple[Skill, str], tuple[Entry, ...]]:
    text = files("engine.teaching").joinpath("data", _FILE).read_text(encoding="ascii")
    shelves: dict[tuple[Skill, str], list[Entry]] = defaultdict(list)
    for line in text.splitlines():
        skill_name, game, mistakes, seeds = line.split(" ")
        skill = Skill(skill_name)
        catches = frozenset(map(Mistake, mistakes.split(",")))
        for packed in map(int, seeds.split(",")):
            seed, level = divmod(packed, 10)
            shelves[skill, game].append(Entry(Key(skill, PRESETS[game], seed, level), catches))
    return {shelf: tuple(entries) for shelf, entries in shelves.items()}


def entries(skill: Skill, rules: RuleSet, rng: Random) -> tuple[Entry, ...]:
    """Exercises to choose from: the bank's, or some made now for rules that it does not know."""
    shelf = _shelves().get((skill, format_rules(rules)))
    if shelf is not None:
        return shelf
    made = fresh(skill, rules, rng, level=rng.choice(LEVELS))
    return tuple(Entry(item.key, item.catches) for item in made)


def search(skill: Skill, rules: RuleSet) -> Iterator[Entry]:
    """Exercises by rising seed, no two alike, until every named wrong model is caught often."""
    caught: Counter[Mistake] = Counter()
    known: set[str] = set()
    for seed in range(_TRIES):
        item = make(Key(skill, rules, seed, LEVELS[seed % len(LEVELS)]))
        if item is None or item.question.canonical in known:
            continue
        scarce = any(caught[mistake] < _EACH for mistake in item.catches)
        if len(known) >= _SIZE and not scarce:
            continue
        known.add(item.question.canonical)
        caught.update(item.catches)
        yield Entry(item.key, item.catches)
        done = all(caught[mistake] >= _EACH for mistake in named(skill, rules))
        if done and len(known) >= _SIZE:
            return


def _write(skills: tuple[Skill, ...]) -> None:
    for game in COURSE_GAMES:
        for skill in skills:
            shelves: dict[str, list[str]] = defaultdict(list)
            for key, catches in search(skill, PRESETS[game]):
                label = ",".join(mistake for mistake in Mistake if mistake in catches)
                shelves[label].append(str(10 * key.seed + key.level))
            for label, seeds in sorted(shelves.items()):
                sys.stdout.write(f"{skill} {game} {label} {','.join(seeds)}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    _write(tuple(map(Skill, sys.argv[1:])) or tuple(Skill))
