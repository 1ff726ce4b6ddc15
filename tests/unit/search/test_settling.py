"""What the kernels pay is what `engine.settle` pays, for every option."""

from __future__ import annotations

import random
from collections import Counter

from engine import PRESETS, RuleSet, TileSet, settle
from engine.search.ruling import ruling
from engine.search.settling import pips_of, settle_round
from tests.search_cases import mixed_rules, seated


def random_hands(rng: random.Random, rules: RuleSet) -> list[TileSet]:
    """A few tiles each; light ones, so that ties are frequent."""
    tiles = list(TileSet.full(rng.choice((2, 3, 6))))
    rng.shuffle(tiles)
    most = len(tiles) // rules.players
    return [
        TileSet.of(tiles.pop() for _ in range(rng.randint(1, min(4, most))))
        for _ in range(rules.players)
    ]


def test_kernel_pays_what_settle_pays() -> None:
    rng = random.Random(1)
    reasons: Counter[str] = Counter()
    presets = [rules for preset in PRESETS.values() for rules in seated(preset)]
    for rules in [*presets, *mixed_rules(150, seed=2)]:
        rule = list(ruling(rules))
        for _ in range(30):
            hands = random_hands(rng, rules)
            last = rng.randrange(rules.players)
            out = last if rng.random() < 0.3 else None
            if out is not None:
                hands[out] = TileSet()
            worked = settle(hands, rules, out=out, last=last)
            reasons[worked.reason] += 1
            expected = [rng.randrange(rules.target_points + 20) for _ in range(rules.n_teams)]
            scores = list(expected)
            for seat, points in enumerate(worked.by_seat(rules.players)):
                team = rules.team(seat)
                if not (rules.exact and expected[team] + points > rules.target_points):
                    expected[team] += points
            masks = [hand.mask for hand in hands]
            settle_round(rule, masks, -1 if out is None else out, last, scores)
            assert scores == expected, (rules.differences(), hands, worked, last)
    assert len(reasons) == 7, reasons


def test_pips_of_a_hand() -> None:
    rng = random.Random(3)
    for max_pip in (6, 9):
        rules = PRESETS["all_fives"].with_options(max_pip=max_pip)
        rule = list(ruling(rules))
        for _ in range(200):
            hand = TileSet(rng.getrandbits(rules.n_tiles))
            assert pips_of(rule, hand.mask) == hand.pips
