"""The int-coded core: boards as an automaton, rounds played out, positions solved."""

from engine.search.jit import ready, warm
from engine.search.rollout import GREEDY, RANDOM, Sums, rounds, simulate
from engine.search.solver import solve
from engine.search.state import Root
from engine.search.worlds import Worlds

__all__ = [
    "GREEDY",
    "RANDOM",
    "Root",
    "Sums",
    "Worlds",
    "ready",
    "rounds",
    "simulate",
    "solve",
    "warm",
]
