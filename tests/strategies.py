"""Hypothesis strategies: rule sets, deals, and rounds as lists of choices that shrink."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from engine import PRESETS, Deal, Move, Position, RulesError, RuleSet, apply, legal_moves
from engine.rules import OPTIONS, option_values

_NUMBERS = ("hand", "target", "max_pip", "partnership")

seatings = st.sampled_from([(2, False), (3, False), (4, False), (4, True)])


@st.composite
def preset_rules(draw: st.DrawFn) -> RuleSet:
    """A preset for 2, 3 or 4 players, with partners or not."""
    name = draw(st.sampled_from(sorted(PRESETS)))
    players, partnership = draw(seatings)
    return PRESETS[name].with_options(players=players, partnership=partnership)


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """A preset with up to four options changed to values that can hold together."""
    rules = draw(preset_rules())
    names = st.sampled_from([name for name in OPTIONS if name not in _NUMBERS])
    for name in draw(st.lists(names, max_size=4, unique=True)):
        value = draw(st.sampled_from(option_values(name)))
        try:
            rules = rules.with_options(**{name: value})
        except RulesError:
            continue
    return rules


@st.composite
def rounds(
    draw: st.DrawFn, rules: st.SearchStrategy[RuleSet] | None = None
) -> tuple[Position, tuple[Move, ...]]:
    """The start of a random round and moves from it, perhaps to its end."""
    chosen = draw(rule_sets() if rules is None else rules)
    start = Deal.shuffled(chosen, Random(draw(st.integers(0, 2**32)))).start()
    choices = draw(st.lists(st.integers(0, 1000), max_size=60))
    position, moves = start, []
    for choice in choices:
        legal = legal_moves(position)
        if not legal:
            break
        move = legal[choice % len(legal)]
        moves.append(move)
        position = apply(position, move)
    return start, tuple(moves)


@st.composite
def positions(draw: st.DrawFn, rules: st.SearchStrategy[RuleSet] | None = None) -> Position:
    """A position that a random round leads to."""
    position, moves = draw(rounds(rules))
    for move in moves:
        position = apply(position, move)
    return position


def play_out(position: Position, rng: Random) -> list[Position]:
    """Every position of a random round from `position` to its end."""
    found = [position]
    while legal := legal_moves(found[-1]):
        found.append(apply(found[-1], rng.choice(legal)))
    return found
