"""The int-coded core: boards as an automaton, rounds played out, positions solved."""

from engine.search.jit import ready, warm
from engine.search.rollout import CAREFUL, GREEDY, RANDOM, Sums, rounds, simulate
from engine.search.solver import solve
from engine.search.state import Root
from engine.search.weighing import likely
from engine.search.worlds import Worlds

__all__ = [
    "CAREFUL",
    "GREEDY",
    "RANDOM",
    "Root",
    "Sums",
    "Worlds",
    "likely",
    "ready",
    "rounds",
    "simulate",
    "solve",
    "warm",
]
