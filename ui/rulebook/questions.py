"""Questions on which the books disagree (rules.md 4): ask them before the first tile."""

from __future__ import annotations

from dataclasses import dataclass

from ui.texts import N_


@dataclass(frozen=True, slots=True)
class Question:
    """A question with two answers, the option that decides it here, and a line of advice."""

    ask: str
    one: str
    other: str
    option: str
    advice: str = ""


QUESTIONS = (
    Question(
        N_("Which tile is the spinner?"),
        N_("The first tile, whichever it is: gamerules.com."),
        N_(
            "The first double: Pagat and nearly all others. Every double in Five-Up, none in "
            "Muggins."
        ),
        "spinner",
        N_("Ask before the game; the book rule is the first double."),
    ),
    Question(
        N_("When may the short sides be used?"),
        N_("After both long sides: Pagat, GameColony."),
        N_("No order is named: gamerules.com and short app texts."),
        "arms_open",
    ),
    Question(
        N_("What does a lone 5-5 count?"),
        N_("10, both halves: nearly all."),
        N_("5 in one text, 20 in faulty programs."),
        "spinner_counts",
        N_("Both halves, once."),
    ),
    Question(
        N_("Does a spinner covered on both long sides count?"),
        N_("No: All Fives."),
        N_("Its bare short ends go on counting: Sniff."),
        "spinner_counts",
        N_("It is the only difference between the two games."),
    ),
    Question(
        N_("Do empty sides of the spinner count?"),
        N_("No: Pagat and nearly all."),
        N_("Yes, as a third end: one text."),
        "unplayed_arm_counts",
        N_("You may play there, but there is nothing to count yet."),
    ),
    Question(
        N_("What does a later double count at an end?"),
        N_("Both halves: nearly all."),
        N_("One half: one program's house rule."),
        "end_double",
    ),
    Question(
        N_("Is 0 a score?"),
        N_("No: Pagat's list begins at 5."),
        N_("Others do not say."),
        "multiples",
        N_("Zero divides by five, but nothing is nothing."),
    ),
    Question(
        N_("How many tiles for two players?"),
        N_("7: the texts, apps, Sniff."),
        N_("9 in Pagat's All Fives, 5 in Britannica and Five-Up."),
        "hand",
    ),
    Question(
        N_("Who leads the first round?"),
        N_("By lot, and anything: Pagat, gamerules.com."),
        N_("The highest double, and that tile: Draw, Muggins, most apps."),
        "first_lead",
    ),
    Question(
        N_("Who leads after a block?"),
        N_("By lot: Pagat."),
        N_("The turn goes round: tournaments."),
        "after_block_lead",
    ),
    Question(
        N_("May you draw although you could play?"),
        N_("No: Pagat."),
        N_("Yes: GameColony and some apps."),
        "voluntary_draw",
        N_("It changes the play a lot."),
    ),
    Question(
        N_("Do tiles stay in the boneyard?"),
        N_("None: the texts, Pagat."),
        N_("Two: Foster, some Draw rules."),
        "reserve",
    ),
    Question(
        N_("How many tiles may be drawn?"),
        N_("Until one fits: Pagat."),
        N_("At most one, two or three: some apps and old books."),
        "draw",
    ),
    Question(
        N_("What is rounded?"),
        N_("The sum, once: gamerules.com, Pagat."),
        N_("Each hand, then added: Wikipedia's Muggins, Red Dead Redemption 2."),
        "round",
        N_("Three hands of 13: 40 against 45."),
    ),
    Question(
        N_("After a block, are the winner's own pips deducted?"),
        N_("No: gamerules.com, Pagat."),
        N_("Yes: Draw, Block and some apps."),
        "subtract_own_when_blocked",
    ),
    Question(
        N_("What if the lightest hands are equal?"),
        N_("Nobody is paid: Pagat for two and four."),
        N_("They share (three players), the lightest tile decides, or the blocker loses."),
        "tie",
    ),
    Question(
        N_("What do the partner's tiles do?"),
        N_("Nothing: gamerules.com, Pagat."),
        N_("They are deducted: dominorules.com."),
        "partner_hand",
    ),
    Question(
        N_("Must the target be hit exactly?"),
        N_("No: most."),
        N_("Yes, 61 exactly: Fives and Threes."),
        "exact",
    ),
    Question(
        N_("Does the round stop at the target?"),
        N_("At once: gamerules.com read literally."),
        N_("At the end of the round: Draw and many apps."),
        "target_check",
    ),
    Question(
        N_("What becomes of points that nobody calls?"),
        N_("They count all the same: apps."),
        N_("An opponent may take them (Muggins), or they are lost (Tennessee)."),
        "claim",
        N_("Turn it on only as a drill."),
    ),
)
