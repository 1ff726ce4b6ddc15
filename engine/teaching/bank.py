"""Good exercises found beforehand: only their seeds are kept, and which beliefs each tells apart.

Answers are worked out by the engine when the exercise is made again. `python -m
engine.teaching.bank [SKILL ...]` searches anew and writes what it finds into the bank, as must be
done after a change of the generators.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from functools import lru_cache
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.notation import format_rules
from engine.rules import PRESETS
from engine.spread import ALONE, Task, Where, spread
from engine.teaching.items import LEVELS, Key, fresh, make
from engine.teaching.misconceptions import Mistake, hypotheses, named
from engine.teaching.skills import COURSE_GAMES, Skill

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from random import Random

    from engine.rules import RuleSet

_FILE: Final = "bank.txt"
_SIZE: Final = 90
_EACH: Final = 20
_APART: Final = 8
_TRIES: Final = 20_000


class Entry(NamedTuple):
    """An exercise that can be made.

    `catches` are the wrong models it catches, `pattern` tells who answers alike (`Item.pattern`).
    """

    key: Key
    catches: frozenset[Mistake]
    pattern: str


def _entry(key: Key, pattern: str) -> Entry:
    held = hypotheses(key.skill, key.rules)
    caught = (
        one for one, letter in zip(held, pattern, strict=True) if len(one) == 1 and letter != "a"
    )
    return Entry(key, frozenset().union(*caught), pattern)


@lru_cache(maxsize=1)
def _shelves() -> dict[tuple[Skill, str], tuple[Entry, ...]]:
    shelves: dict[tuple[Skill, str], list[Entry]] = defaultdict(list)
    for line in _lines():
        skill_name, game, pattern, seeds = line.split(" ")
        skill = Skill(skill_name)
        for packed in map(int, seeds.split(",")):
            seed, level = divmod(packed, 10)
            shelves[skill, game].append(_entry(Key(skill, PRESETS[game], seed, level), pattern))
    return {shelf: tuple(entries) for shelf, entries in shelves.items()}


def _lines() -> list[str]:
    return files("engine.teaching").joinpath("data", _FILE).read_text("ascii").splitlines()


def entries(skill: Skill, rules: RuleSet, rng: Random) -> tuple[Entry, ...]:
    """Exercises to choose from: the bank's, or some made now for rules that it does not know."""
    shelf = _shelves().get((skill, format_rules(rules)))
    if shelf is not None:
        return shelf
    made = fresh(skill, rules, rng, level=rng.choice(LEVELS))
    return tuple(_entry(item.key, item.pattern) for item in made)


def search(skill: Skill, rules: RuleSet) -> Iterator[Entry]:
    """Exercises by rising seed, no two alike.

    It goes on until every named wrong model is caught often, and any two beliefs that some exercise
    tells apart are told apart often.
    """
    caught: Counter[Mistake] = Counter()
    apart: Counter[tuple[int, int]] = Counter()
    known: set[str] = set()
    for seed in range(_TRIES):
        item = make(Key(skill, rules, seed, LEVELS[seed % len(LEVELS)]))
        if item is None or item.question.canonical in known:
            continue
        found = _entry(item.key, item.pattern)
        told = _told_apart(found.pattern)
        is_scarce = any(caught[mistake] < _EACH for mistake in found.catches)
        if len(known) >= _SIZE and not is_scarce and all(apart[two] >= _APART for two in told):
            continue
        known.add(item.question.canonical)
        caught.update(found.catches)
        apart.update(told)
        yield found
        is_done = all(caught[mistake] >= _EACH for mistake in named(skill, rules))
        if is_done and len(known) >= _SIZE and min(apart.values()) >= _APART:
            return


def _told_apart(pattern: str) -> list[tuple[int, int]]:
    """The hypotheses, two by two, whose holders answer differently."""
    numbers = combinations(range(len(pattern)), 2)
    return [(one, other) for one, other in numbers if pattern[one] != pattern[other]]


def search_chunk(game: str, skill: str) -> list[str]:
    """What `search` finds for one shelf, as lines of the bank."""
    shelves: dict[str, list[str]] = defaultdict(list)
    for key, _, pattern in search(Skill(skill), PRESETS[game]):
        shelves[pattern].append(str(10 * key.seed + key.level))
    return [f"{skill} {game} {pattern} {','.join(seeds)}" for pattern, seeds in shelves.items()]


def rewrite(skills: Collection[Skill], over: Where = ALONE) -> None:
    """Put what is found for `skills` in the place of what the bank has for them."""
    kept = [line for line in _lines() if Skill(line.split(" ")[0]) not in skills]
    chunks = tuple((game, str(skill)) for game in COURSE_GAMES for skill in skills)
    task = Task(f"search {', '.join(map(' '.join, chunks))}", search_chunk, chunks)
    found = sorted([*kept, *(line for lines in spread(task, over) for line in lines)])
    path = Path(__file__).parent / "data" / _FILE
    path.write_text("".join(f"{line}\n" for line in found), "ascii")


if __name__ == "__main__":
    # The functions that other processes are sent must be found under the name of their module.
    from engine.teaching.mining import search_bank

    sys.exit(search_bank(sys.argv[1:]))
