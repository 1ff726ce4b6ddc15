"""Rule sets, positions and replays that several tests of `engine.search` share."""

from __future__ import annotations

import random

from engine import PRESETS, RulesError, RuleSet
from engine.rules import OPTIONS as RULE_OPTIONS
from engine.rules import option_values

SEATINGS = ((2, False), (3, False), (4, False), (4, True))
OPTIONS = tuple(name for name in RULE_OPTIONS if option_values(name))


def seated(rules: RuleSet) -> list[RuleSet]:
    """A preset for 2, 3 and 4 seats and for partners."""
    found = []
    for players, partnership in SEATINGS:
        try:
            found.append(rules.with_options(players=players, partnership=partnership))
        except RulesError:
            continue
    return found


def mixed_rules(n: int, seed: int) -> list[RuleSet]:
    """Random mixtures of all options, those that can hold together."""
    rng = random.Random(seed)
    found: list[RuleSet] = []
    while len(found) < n:
        base = rng.choice(list(PRESETS.values()))
        changed = rng.sample(OPTIONS, rng.randint(1, 8))
        options = {name: rng.choice(option_values(name)) for name in changed}
        try:
            found.append(base.with_options(**options, players=rng.randint(2, 4)))
        except RulesError:
            continue
    return found
