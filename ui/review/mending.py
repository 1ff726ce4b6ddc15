"""Learn from a mistake: the position before it, what was tried, and if that is better. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine import (
    Analysis,
    DominoError,
    Draw,
    Move,
    Pass,
    Play,
    explain_refusal,
    legal_moves,
    parse_move,
    why_illegal,
)
from ui.analyse.telling import move_name
from ui.board import Action
from ui.review import model, telling
from ui.review.looking import Looked
from ui.review.model import Moment
from ui.texts import _, number
from ui.wording import sentence, why_refused

HINT, SHOW, AGAIN = "hint", "show", "again"


@dataclass(frozen=True, slots=True)
class Mending:
    """One mistake being mended.

    Attributes:
        moment: Where it was made.
        looked: What it cost.
        tried: The play tried last; it waits for its verdict while the analysis is not there.
        hints: How many of the two hints were asked for.
        shown: Whether the answer was given away.
        refused: Why the last thing asked for cannot be.
        rev: Rises with every change.
    """

    moment: Moment
    looked: Looked
    tried: Move | None = None
    hints: int = 0
    shown: bool = False
    refused: str = ""
    rev: int = 0

    def submit(self, token: str) -> Mending:
        """After a tap, a button or a key."""
        new = replace(self, refused="", rev=self.rev + 1)
        if token == HINT:
            return replace(new, hints=min(self.hints + 1, 2))
        if token == SHOW:
            return replace(new, shown=True, tried=None)
        if token == AGAIN:
            return replace(new, tried=None, shown=False)
        before = self.moment.before
        try:
            move = parse_move(token, before.rules)
        except DominoError:
            return self
        if why_illegal(before, move) is not None:
            facts = explain_refusal(before, move)
            return replace(new, refused=why_refused(facts) if facts else "")
        return replace(new, tried=move)

    def is_mended(self, analysis: Analysis | None) -> bool:
        """Whether the play tried is good enough."""
        if analysis is None or self.tried is None:
            return False
        played = self.moment.move
        return model.is_good_enough(analysis, self.moment.before, played, self.tried)

    def moves(self) -> tuple[Move, ...]:
        """What may be tried."""
        return legal_moves(self.moment.before)

    def actions(self) -> list[Action]:
        """Buttons beside the hand; draw and pass only where they are a choice."""
        found = [
            Action("+" if isinstance(move, Draw) else "-", sentence(move_name(move)))
            for move in self.moves()
            if isinstance(move, Draw | Pass)
        ]
        hint = _("Hint") if self.hints == 0 else _("Another hint")
        return [*found, Action(HINT, hint, disabled=self.hints > 1)]

    def task(self) -> str:
        """What is asked, and the hints given."""
        lost = telling.plus_minus(self.looked.review.loss, self.looked.review.stderr)
        lines = [
            _(
                "{place}: {move} was played and lost {lost} points. Find something better.",
                place=telling.place(self.moment),
                move=move_name(self.moment.move),
                lost=lost,
            )
        ]
        if self.hints:
            lines.append(telling.first_hint(self.moment, self.looked))
        if self.hints > 1:
            lines.append(telling.second_hint(self.looked))
        return " ".join(lines)

    def verdict(self, analysis: Analysis | None) -> str:
        """What is said of the play tried; empty if nothing was."""
        if self.shown:
            return _("Best: {play}", play=telling.solution(self.moment, self.looked))
        return self._judged(self.tried, analysis) if self.tried is not None else ""

    def _judged(self, tried: Move, analysis: Analysis | None) -> str:
        name = sentence(move_name(tried))
        if model.spelled(tried) == model.spelled(self.moment.move):
            return _("{play}: that is what was played.", play=name)
        row = model.row_of(analysis, tried) if analysis is not None else None
        if analysis is None or row is None:
            return _("{play}: being looked at…", play=name)
        gap, error = model.gives_up(analysis.best, row)
        if not self.is_mended(analysis):
            return _(
                "{play} is {lost} points behind the best. Try again.",
                play=name,
                lost=telling.plus_minus(gap, error),
            )
        if row is analysis.best:
            return _("{play}: the best play. Mended.", play=name)
        return _(
            "{play}: as good as the best within {lost} points. Mended.",
            play=name,
            lost=number(max(gap, 0.1), 1),
        )

    def after(self) -> Play | None:
        """The play whose table is shown: the one that mended, or the answer given away."""
        move = self.looked.review.best if self.shown else self.tried
        return move if isinstance(move, Play) else None
