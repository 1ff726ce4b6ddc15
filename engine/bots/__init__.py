"""Opponents: the `Bot` protocol, bots by name, and the levels a person chooses from."""

from __future__ import annotations

from engine.bots.levels import LEVELS, Level, bot, names
from engine.bots.sampler import Sampler, deduced
from engine.bots.thumb import FLAWS, AnyMove, Bot, Eye, Thumb

__all__ = [
    "FLAWS",
    "LEVELS",
    "AnyMove",
    "Bot",
    "Eye",
    "Level",
    "Sampler",
    "Thumb",
    "bot",
    "deduced",
    "names",
]
