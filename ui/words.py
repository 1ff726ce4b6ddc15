"""Names of the game's things as a reader meets them: tiles, sides, seats, rule sets.

Sentences that use them stand where they are shown; a name that two pages need stands here.
"""

from __future__ import annotations

from engine import Arm, RuleSet, Seat, Side, Tile
from ui.texts import N_, _

_SIDES = {Side.L: N_("left"), Side.R: N_("right"), Side.U: N_("up"), Side.D: N_("down")}

_PRESETS = {
    "straight": N_("Straight Dominoes"),
    "straight_tournament": N_("Straight, first double spins"),
    "draw": N_("Draw Dominoes"),
    "block": N_("Block Dominoes"),
    "all_fives": N_("All Fives"),
    "muggins": N_("Muggins"),
    "five_up": N_("Five-Up"),
    "sniff_us": N_("Sniff"),
    "fives_threes": N_("Fives and Threes"),
}


def tile_name(tile: Tile) -> str:
    """A tile in figures, high half first: "6-3", "0-0"."""
    return f"{tile.high}-{tile.low}"


def side_name(side: Side) -> str:
    """The way a side points: left, right, up, down."""
    return _(_SIDES[side])


def arm_name(arm: Arm) -> str:
    """An arm by its side, and by its spinner where the rules allow several: "up from 5-5"."""
    if arm.spinner is None:
        return side_name(arm.side)
    return _("{side} from {tile}", side=side_name(arm.side), tile=tile_name(arm.spinner))


def seat_letter(seat: Seat) -> str:
    """A seat as the notation writes it: A, B, C, D."""
    return "ABCDEFGH"[seat]


def preset_name(name: str) -> str:
    """What a rule set of `engine.PRESETS` is called."""
    return _(_PRESETS[name])


def rules_name(rules: RuleSet) -> str:
    """What the rule set in force is called, to stand beside every score."""
    name = preset_name(rules.name)
    changed = rules.differences().keys() - {"partnership"}  # how many play is said elsewhere
    return _("{game}, changed", game=name) if changed else name
