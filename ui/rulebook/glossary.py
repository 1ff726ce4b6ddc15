"""The words of the game, with those that other books use for the same thing."""

from __future__ import annotations

from dataclasses import dataclass

from ui.texts import N_


@dataclass(frozen=True, slots=True)
class Word:
    """A term, other words for it, and what it means."""

    term: str
    others: str
    meaning: str


WORDS = (
    Word(
        N_("tile"), N_("bone, domino, stone"), N_("One piece: two halves, each with 0 to 6 pips.")
    ),
    Word(N_("pip"), N_("spot, dot"), N_("A point on a half; the number of a half.")),
    Word(N_("blank"), N_("zero, white"), N_("A half without a pip.")),
    Word(N_("double"), N_("doublet, bone crosswise"), N_("A tile with two equal halves.")),
    Word(N_("suit"), N_("number"), N_("All seven tiles with a given half.")),
    Word(N_("boneyard"), N_("stock, talon, graveyard"), N_("The tiles nobody holds, face down.")),
    Word(N_("hand"), N_("tiles held"), N_("The tiles a seat holds.")),
    Word(N_("round"), N_("hand, deal, game"), N_("One deal played out.")),
    Word(N_("match"), N_("game, rubber"), N_("Rounds until somebody reaches the target.")),
    Word(N_("lead"), N_("set, down, pose"), N_("The first tile of a round.")),
    Word(N_("layout"), N_("tableau, line, snake"), N_("The tiles on the table.")),
    Word(N_("arm"), N_("branch, leg"), N_("A chain that grows from one side.")),
    Word(N_("open end"), N_("exposed end"), N_("A half that adds to the count.")),
    Word(N_("place"), N_("spot"), N_("Where a tile may go; not every place counts.")),
    Word(N_("spinner"), N_("sniff, cross"), N_("The tile that can be played on from four sides.")),
    Word(N_("count"), N_("board count"), N_("The sum of the open ends.")),
    Word(N_("points"), N_("score"), N_("What a count or a round is worth.")),
    Word(N_("draw"), N_("buy, dig"), N_("Take a tile from the boneyard.")),
    Word(N_("pass"), N_("knock, renege"), N_("Give up the turn since nothing fits.")),
    Word(N_("go out"), N_("domino"), N_("Play your last tile: the round ends.")),
    Word(N_("blocked"), N_("locked, jammed, sewed up"), N_("Nobody can move any more.")),
    Word(N_("muggins"), N_("steal"), N_("Taking points an opponent did not call.")),
    Word(N_("house"), N_("fifty"), N_("50 points; a match of Straight is five houses.")),
    Word(N_("safe lead"), N_("banker's set"), N_("A lead nobody can score on: 3-2 in All Fives.")),
)
