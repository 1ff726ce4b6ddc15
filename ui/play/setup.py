"""What a match is agreed on before the first deal: rules, who sits where, the seed of the deals."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engine import RulesError, RuleSet, Seat, format_rules, parse_rules
from engine.errors import NotationError

MAX_NAME = 24
MAX_SEED = 64


class SetupError(ValueError):
    """A stored or linked setup that cannot be; the text says what is wrong."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits at a seat: a person, or a bot of a named level."""

    name: str
    level: str = ""

    @property
    def is_person(self) -> bool:
        """Whether somebody at this screen plays the seat."""
        return not self.level


def apart(name: str, others: Sequence[Sitter]) -> str:
    """`name`, with a number if somebody among `others` is called so already."""
    taken = sum(other.name.split(" ·")[0] == name for other in others)
    return f"{name} ·{taken + 1}" if taken else name


@dataclass(frozen=True, slots=True)
class Setup:
    """Rules, seats and the seed that every deal and every bot's chance come from."""

    rules: RuleSet
    sitters: tuple[Sitter, ...]
    seed: str

    def __post_init__(self) -> None:
        if len(self.sitters) != self.rules.players:
            raise SetupError(f"{self.rules.players} seats, not {len(self.sitters)}")
        if not any(sitter.is_person for sitter in self.sitters):
            raise SetupError("nobody sits at the screen")

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats played at this screen."""
        return tuple(seat for seat, sitter in enumerate(self.sitters) if sitter.is_person)

    @property
    def is_shared(self) -> bool:
        """Whether several people share the screen, so that hands must be hidden between turns."""
        return len(self.persons) > 1

    def chance(self, *what: object) -> Random:
        """Chance of its own for each purpose, the same whenever it is asked for."""
        return Random("/".join(map(str, (self.seed, *what))))

    def salt(self, n_round: int) -> str:
        """What is mixed into the seal of a round's deal, so that it cannot be guessed from it."""
        return hashlib.sha256(f"{self.seed}/salt/{n_round}".encode()).hexdigest()[:16]

    def to_json(self) -> dict[str, Any]:
        """A value that JSON can hold; `from_json` reads it."""
        return {
            "rules": format_rules(self.rules),
            "seats": [[sitter.name, sitter.level] for sitter in self.sitters],
            "seed": self.seed,
        }

    @staticmethod
    def from_json(value: object, levels: Mapping[str, object]) -> Setup:
        """The setup that `value` holds, from a browser or a link: nothing in it is trusted.

        Raises:
            SetupError: It is none, or names a level that is not in `levels`.
        """
        if not isinstance(value, dict):
            raise SetupError("no setup")
        sitters = _sitters(value.get("seats"), levels)
        seed = value.get("seed")
        if not isinstance(seed, str) or not 0 < len(seed) <= MAX_SEED:
            raise SetupError(f"seed: 1 to {MAX_SEED} characters")
        try:
            rules = parse_rules(str(value.get("rules")), len(sitters))
        except (NotationError, RulesError) as error:
            raise SetupError(str(error)) from error
        return Setup(rules, sitters, seed)


def _sitters(value: object, levels: Mapping[str, object]) -> tuple[Sitter, ...]:
    if not isinstance(value, list):
        raise SetupError("seats: a list of names and levels")
    sitters = []
    for pair in value:
        if not (isinstance(pair, list) and [type(part) for part in pair] == [str, str]):
            raise SetupError("seats: a name and a level each")
        name, level = pair
        if not 0 < len(name) <= MAX_NAME or (level and level not in levels):
            raise SetupError(f"seats: there is no {level!r}, or the name is no name")
        sitters.append(Sitter(name, level))
    return tuple(sitters)
