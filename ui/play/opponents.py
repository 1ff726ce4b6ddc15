"""Who may sit opposite: the levels of `engine.bots`, and what they are like in plain words."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Limit, Move, Record, Seat, evaluate, view
from engine.bots import LEVELS, bot
from ui.play.setup import Setup
from ui.texts import N_, _

LEVEL_NAMES = tuple(level.name for level in LEVELS)
"""Every level, from the weakest to the strongest."""

FIRST_LEVELS = ("greedy", "one_ply", "beginner")
"""The opponents that a newcomer meets, in the order of seats."""
HINT_S = 0.4
"""How long a hint is thought about."""

_PERSONAS = {level.name: level.persona for level in LEVELS}

_LIKE = {
    "random": N_("plays any tile that fits"),
    "beginner": N_("drops heavy tiles, counts doubles once"),
    "greedy": N_("takes the points on the table"),
    "one_ply": N_("careful: looks at your reply"),
    "patient": N_("patient: thinks a round through"),
    "sharp": N_("sharp: weighs thousands of deals"),
}


def level_of(name: str) -> str:
    """The level that goes by `name`, else the one to begin with."""
    return next((level for level, known in _PERSONAS.items() if known == name), FIRST_LEVELS[0])


def persona(level: str) -> str:
    """The name a level goes by."""
    return _PERSONAS[level]


def like(level: str) -> str:
    """What a level is like, in a few words."""
    return _(_LIKE[level])


def chosen_move(setup: Setup, record: Record, seat: Seat, n_round: int) -> Move:
    """The move of the bot at `seat`; the same whenever the same moment is reached."""
    rng = setup.chance("bot", n_round, len(record.plies), seat)
    seen = view(record.start, record.plies, seat)
    return bot(setup.sitters[seat].level).choose(seen, rng)


@dataclass(frozen=True, slots=True)
class Advice:
    """The best move found, and what it is worth: expected points to the end of the round."""

    move: Move
    margin: float
    stderr: float


def advice(setup: Setup, record: Record, seat: Seat, n_round: int) -> Advice:
    """What a good player would do at `seat`, from what that seat knows."""
    seen = view(record.start, record.plies, seat)
    chance = setup.chance("hint", n_round, len(record.plies))
    found = evaluate(seen, rng=chance, limit=Limit(seconds=HINT_S), explain=False).evals[0]
    return Advice(found.move, found.margin.points, found.stderr)
