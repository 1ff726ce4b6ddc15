"""Each game in two sentences, and who plays it so."""

from __future__ import annotations

from dataclasses import dataclass

from ui.texts import N_


@dataclass(frozen=True, slots=True)
class Game:
    """What is told of a preset: the idea, what is its own, and where it is played."""

    name: str
    idea: str
    played: str


GAMES = (
    Game(
        "straight",
        N_(
            "Every play whose open ends add up to a multiple of five scores that sum. The first "
            "tile, whichever it is, may be played on from all four sides at once."
        ),
        N_("As gamerules.com writes it down; a hall would rather spin the first double."),
    ),
    Game(
        "straight_tournament",
        N_(
            "Straight as it is played at the table: the first double is the spinner, and its sides "
            "open when the line runs through it."
        ),
        N_("Halls of the American South; the world championship in Andalusia, Alabama."),
    ),
    Game(
        "draw",
        N_(
            "Nothing scores during play: go out first, or hold the fewest pips when nobody can "
            "move. Who cannot play draws until it is possible."
        ),
        N_("The best known domino game; most apps begin with it."),
    ),
    Game(
        "block",
        N_("Draw without the drawing: who cannot play passes, and the round is often blocked."),
        N_("Everywhere, most of all in Latin America and in pairs."),
    ),
    Game(
        "all_fives",
        N_(
            "The first double is the spinner. It counts both halves until both its long sides are "
            "covered, then nothing; its short sides count once a tile lies there."
        ),
        N_("Pagat, GameColony, Red Dead Redemption 2 and most apps."),
    ),
    Game(
        "muggins",
        N_("Fives on a plain line: two ends, no spinner, and a double at an end counts twice."),
        N_("Foster's Hoyle and Britannica; the oldest of the family."),
    ),
    Game(
        "five_up",
        N_(
            "Every double is a spinner, so the table grows like a tree. A multiple of five pays "
            "one point for each five."
        ),
        N_("California, on cribbage boards to 61."),
    ),
    Game(
        "sniff_us",
        N_(
            "All Fives but for one thing: the short ends of the spinner count from the start for "
            "as long as they are bare, whatever lies on its long sides."
        ),
        N_("Pagat and older American books."),
    ),
    Game(
        "fives_threes",
        N_(
            "Fives and threes both score: the sum divided by five, by three, or both added. 15 is "
            "worth 5 + 3 = 8."
        ),
        N_("Pub leagues in England, to exactly 61."),
    ),
)
