"""Why a position cannot be, every fault in a sentence of its own."""

from __future__ import annotations

from typing import Final

from engine import PositionError, Problem
from ui.texts import N_, _

SENTENCES: Final = {
    Problem.TILE_TWICE: N_("a tile is there twice"),
    Problem.TILE_OUTSIDE_SET: N_("a tile is not of this set"),
    Problem.HALVES_DIFFER: N_("two halves that touch are not the same"),
    Problem.SPINNER_MISSING: N_("a double that must be the spinner is not marked as one (*)"),
    Problem.SPINNER_WRONG: N_("a tile is marked as the spinner that is none in this game"),
    Problem.SPINNER_SECOND: N_("there is a second spinner"),
    Problem.ARM_TOO_EARLY: N_("an arm was begun before it was open"),
    Problem.ARM_TOO_LONG: N_("an arm is longer than this game allows"),
    Problem.WRONG_HANDS: N_("the number of hands is not the number of players"),
    Problem.WRONG_SCORES: N_("the number of scores is not the number of sides"),
    Problem.WRONG_TURN: N_("the seat in turn is not at the table"),
    Problem.TOO_MANY_PASSES: N_("there are more passes in a row than seats"),
    Problem.LEAD_FORCED_LATE: N_("a lead is forced though tiles are on the table"),
    Problem.TOO_MANY_HIDDEN: N_("more tiles are hidden than there are left"),
    Problem.HIDDEN: N_("tiles are hidden that must be seen"),
    Problem.HAND_SIZE: N_("a hand has not the size of this game"),
    Problem.TILES_MISSING: N_("tiles of the set are missing"),
    Problem.TABLE_NOT_BARE: N_("the table is not bare"),
    Problem.EVENT_IMPOSSIBLE: N_("what was seen cannot have happened so"),
}


def why(error: Exception) -> str:
    """What is wrong: of a position every fault at once, of anything else its own words."""
    if not isinstance(error, PositionError):
        return str(error)
    return "; ".join(_(SENTENCES[fault]) for fault in error.problems) or str(error)
