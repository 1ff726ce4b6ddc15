"""The table as the board component shows it: what may be done now, what is said about it."""

from __future__ import annotations

from typing import Any

from engine import Arm, Draw, Pass, Play, Position, Seat, apply, format_move, legal_moves
from engine.options import Claim
from ui.board import Action, Marks, Options, Room, Show, board_model
from ui.play import telling
from ui.play.cards import bottom_seat
from ui.play.table import Hint, Pending, Table, Token, submit
from ui.texts import _, pgettext

# Where the others sit, by number of players, in the order of play after the seat shown below.
_SIDES = {2: ("top",), 3: ("left", "right"), 4: ("left", "top", "right")}


def model(table: Table, options: Options, room: Room | None = None) -> dict[str, Any]:
    """What `ui.board.show` draws for this table."""
    shown = _shown(table)
    rules = table.setup.rules
    drilled = rules.claim is not Claim.AUTOMATIC and bool(rules.multiples)
    laid = tuple(move.tile for move in table.plies if isinstance(move, Play))
    if table.pending is not None:
        laid += (table.pending.play.tile,)
    return board_model(
        shown,
        rev=table.rev,
        seat=None if table.is_over else bottom_seat(table),
        live=table.awaits is not None,
        wait=telling.not_now(table.setup, table.to_act, is_paused=table.is_paused),
        covered=table.viewer is None or table.is_paused,
        show=Show(
            award=_award(table),
            note=note(table),
            say=table.said,
            heard=table.n_heard,
            refused=table.refused,
            order=laid,
            glide=_glide(table),
            actions=actions(table),
            marks=_marks(table),
            sums=not (drilled and (table.pending or table.awaits is not None)),
            room=room,
            options=options,
        ),
    )


def ahead(table: Table, options: Options, room: Room | None = None) -> dict[str, dict[str, Any]]:
    """The model after each play that a person may make now, by its token.

    Nothing that is hidden: a play that ends the round, and so opens the hands, is left out.
    """
    if table.awaits is None or table.viewer is None:
        return {}
    plays = [move for move in legal_moves(table.positions[-1]) if isinstance(move, Play)]
    after = {token: submit(table, token) for token in map(format_move, plays)}
    return {
        token: model(next_table, options, room)
        for token, next_table in after.items()
        if not next_table.is_over
    }


def _shown(table: Table) -> Position:
    position = table.positions[-1]
    return apply(position, table.pending.play) if table.pending else position


def _award(table: Table) -> str:
    if not table.plies:
        return ""
    text = telling.award(table.setup, table.positions[-2], table.plies[-1], table.positions[-1])
    return text.removesuffix(".")  # a label on the table, no sentence


def note(table: Table) -> str:
    """One quiet line under the sum: what is due, or the hint asked for."""
    if table.is_paused:
        return _("The match is paused.")
    if table.pending is not None:
        return _("Not called. Who takes the points?") if table.pending.takers else _("Points?")
    if table.handover is not None:
        return _("Hand the screen to {name}.", name=telling.name(table.setup, table.handover))
    if table.awaits is None:
        return ""
    return _hint(table, table.hint) if table.hint else telling.due(table.positions[-1])


def _hint(table: Table, hint: Hint) -> str:
    if hint.advice is None:
        return _("Looking for a hint …")
    return telling.hint(table.positions[-1], hint.advice, step=hint.step)


def _glide(table: Table) -> str:
    """Whence the tile played last flies in: from the side where its seat sits."""
    if not table.plies:
        return "top"
    players = table.setup.rules.players
    by = (table.positions[-2].turn - bottom_seat(table)) % players
    return "bottom" if by == 0 else _SIDES[players][by - 1]


def _marks(table: Table) -> Marks:
    advice = table.hint.advice if table.hint else None
    move = advice.move if advice else None
    if not isinstance(move, Play):
        return Marks()
    arms: tuple[Arm, ...] = (move.arm,) if move.arm else ()
    if table.hint is not None and table.hint.step == 1:
        return Marks(arms=arms)
    return Marks(tiles=(move.tile,), arms=arms)


def actions(table: Table) -> list[Action]:
    """What may be done now besides laying a tile, most wanted first."""
    if table.pending is not None:
        return _claims(table, table.pending)
    found = []
    if table.awaits is not None:
        moves = legal_moves(table.positions[-1])
        plays = any(isinstance(move, Play) for move in moves)
        if Draw() in moves:
            found.append(Action("+", pgettext("verb", "Draw"), primary=not plays))
        if Pass() in moves:
            found.append(Action("-", pgettext("verb", "Pass"), primary=len(moves) == 1))
        again = table.hint is not None
        done = table.hint is not None and table.hint.step > 1
        text = _("Tell me which") if again else _("Hint")
        if plays:
            found.append(Action(Token.HINT, text, disabled=done))
    if table.can_undo and not table.is_over:
        found.append(Action(Token.UNDO, _("Undo")))
    return found


def _claims(table: Table, pending: Pending) -> list[Action]:
    if not pending.takers:
        return [
            Action(Token.CALL, _("Call the points"), primary=True),
            Action(Token.QUIET, _("No points")),
        ]
    leave = Action(Token.LEAVE, _("Leave them"))
    return [*(_take(table, seat) for seat in pending.takers), leave]


def _take(table: Table, seat: Seat) -> Action:
    if telling.is_you(table.setup, seat):
        text = _("Take the points")
    else:
        text = _("{name} takes the points", name=telling.name(table.setup, seat))
    return Action(Token.TAKE.of(seat), text, primary=True)
