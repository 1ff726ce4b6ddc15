"""Who may sit opposite: the levels of `engine.bots`, and what they are like in plain words."""

from __future__ import annotations

from engine import Move, Record, Seat, view
from engine.bots import LEVELS, bot
from ui.play.setup import Setup
from ui.texts import N_, _

LEVEL_NAMES = tuple(level.name for level in LEVELS)
"""Every level, from the weakest to the strongest."""

FIRST_LEVEL = "greedy"
"""The opponent that a newcomer meets."""

_PERSONAS = {level.name: level.persona for level in LEVELS}

_LIKE = {
    "random": N_("plays any tile that fits"),
    "beginner": N_("drops heavy tiles, counts doubles once"),
    "greedy": N_("takes the points on the table"),
    "one_ply": N_("careful: looks at your reply"),
    "patient": N_("patient: thinks a round through"),
    "sharp": N_("sharp: weighs hundreds of deals"),
}


def level_of(name: str) -> str:
    """The level that goes by `name`, else the one to begin with."""
    return next((level for level, known in _PERSONAS.items() if known == name), FIRST_LEVEL)


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


def advised_move(setup: Setup, record: Record, seat: Seat, n_round: int) -> Move:
    """The move a good player would make at `seat`, from what that seat knows."""
    seen = view(record.start, record.plies, seat)
    return LEVELS[-1].bot.choose(seen, setup.chance("hint", n_round, len(record.plies)))
