"""Published boards, play by play, to be followed on the table. A test holds them to the cases."""

from __future__ import annotations

from dataclasses import dataclass

from ui.texts import N_


@dataclass(frozen=True, slots=True)
class Example:
    """Plays under a preset that show one thing; `case` is the published case they are."""

    case: str
    preset: str
    plays: str
    shows: str


EXAMPLES = (
    Example(
        "AF-GD-5",
        "all_fives",
        "55 52L 53R 65U 54D",
        N_("Covering the spinner's second long side makes the count fall from 12 to 5."),
    ),
    Example(
        "AF-35",
        "all_fives",
        "11 61L 51R 66L 55R 41U 44U 31D 53D",
        N_("35, the largest score there is: three doubles and a five on four arms."),
    ),
    Example("AF-ZERO", "all_fives", "40 43L 30L", N_("0 divides by five, but it never scores.")),
    Example(
        "ST-SIDE-1",
        "straight",
        "41 61R 42U",
        N_("A tile on the long side adds its outer end; the half it touches stays open."),
    ),
    Example(
        "ST-SEED-25",
        "straight",
        "65 66L 55R 63U",
        N_("Four ways at once: 12 + 10 + 3 = 25."),
    ),
    Example(
        "ST-BANKER",
        "straight",
        "32 53U",
        N_("3-2 is a safe lead elsewhere; with four sides open at once it is not."),
    ),
    Example(
        "SN-PAGAT",
        "sniff_us",
        "44 64L 41R",
        N_("In Sniff the bare short ends go on counting: 4 + 4 + 6 + 1 = 15."),
    ),
    Example("SN-AS-AF", "all_fives", "44 64L 41R", N_("The same table under All Fives counts 7.")),
    Example(
        "MU-FOSTER",
        "muggins",
        "55 50R 00R 65L 40R",
        N_("Foster's line of play: the double counts both its halves at the end."),
    ),
    Example(
        "FU-1",
        "five_up",
        "55 54L 44L 50R 41L 64U44 53U55",
        N_("Each double opens two more arms once its sides are covered."),
    ),
    Example("FT-2", "fives_threes", "66 63R", N_("15 divides by five and by three: 3 + 5 = 8.")),
    Example("DR-1", "draw", "66 61L 65R 55R", N_("Draw counts nothing on the way.")),
)
