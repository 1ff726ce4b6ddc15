"""The table as a value: what has happened, and what a token from the screen makes of it.

Everything a person does arrives here as a short token, whether it was tapped on the board, typed or
chosen from the plain controls: a move in notation (`63L`, `+`, `-`) or one of `Token`. Rules are
asked of `engine`; chance comes from the setup's seed, so that the same tokens make the same table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from engine import (
    NOBODY,
    DominoError,
    Match,
    Move,
    Play,
    Position,
    Record,
    Seat,
    View,
    apply,
    explain_refusal,
    format_record,
    outcome,
    parse_move,
    view,
)
from engine.options import Claim
from engine.play import points_of
from ui.board import Spoken
from ui.play import telling
from ui.play.opponents import Advice
from ui.play.setup import Setup
from ui.texts import _
from ui.wording import why_refused
from ui.words import seat_letter

SPOKEN = 10
"""How many of the last sentences stay in the live region."""


class Token(StrEnum):
    """What may be asked for besides a move; LEAD and TAKE are followed by a seat: `lead:B`."""

    CALL = "call"
    QUIET = "quiet"
    TAKE = "take"
    LEAVE = "leave"
    LEAD = "lead"
    READY = "ready"
    NEXT = "next"
    UNDO = "undo"
    AGAIN = "again"
    HINT = "hint"
    PAUSE = "pause"

    def of(self, seat: Seat) -> str:
        """This token for a seat."""
        return f"{self}:{seat_letter(seat)}"


@dataclass(frozen=True, slots=True)
class Pending:
    """A tile laid but not yet settled: its points wait to be called, or to be taken.

    `takers` are the seats that may still take them; empty while the mover is asked.
    """

    play: Play
    takers: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint asked for; `advice` is None while it is thought about. Step 1 says where, 2 which."""

    step: int = 1
    advice: Advice | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A match as it stands on the screen.

    Attributes:
        setup: Rules, seats, seed.
        rounds: Every round so far, the last perhaps unfinished; empty before the first deal.
        positions: The positions of the last round, from its start.
        told: The rounds before the last as text, which never changes again.
        viewer: The seat whose hand is shown; None while the screen is handed over.
        is_helped: Whether a hint or a take-back has helped in this round.
        said: The last sentences for the live region, of `n_said` in all.
        n_heard: How many had been said when a person last acted.
        rev: Rises with everything that changes.
    """

    setup: Setup
    rounds: tuple[Record, ...] = ()
    positions: tuple[Position, ...] = ()
    told: str = ""
    viewer: Seat | None = None
    pending: Pending | None = None
    hint: Hint | None = None
    is_paused: bool = False
    is_helped: bool = False
    refused: Spoken | None = None
    said: tuple[Spoken, ...] = ()
    n_said: int = 0
    n_heard: int = 0
    rev: int = 0

    @property
    def match(self) -> Match:
        """The match for `engine`; it replays, so ask sparingly."""
        return Match(self.setup.rules, self.rounds)

    @property
    def plies(self) -> tuple[Move, ...]:
        """The moves of the last round."""
        return self.rounds[-1].plies if self.rounds else ()

    @property
    def is_over(self) -> bool:
        """Whether the last round is over, or none was dealt."""
        return not self.positions or outcome(self.positions[-1]) is not None

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by team with partners, else by seat, awards included once the round is over."""
        if not self.positions:
            return (0,) * self.setup.rules.n_teams
        scores = list(self.positions[-1].scores)
        over = outcome(self.positions[-1])
        for seat, points in enumerate(over.awards if over else ()):
            scores[self.setup.rules.team(seat)] += points
        return tuple(scores)

    @property
    def asks_leader(self) -> bool:
        """Whether the next round waits for the players to say who leads it."""
        return self.is_over and self.match.leader_is_chosen

    @property
    def to_act(self) -> Seat | None:
        """Whose move it is; None between rounds."""
        return None if self.is_over else self.positions[-1].turn

    @property
    def due_bot(self) -> Seat | None:
        """The bot that should move now, if one should."""
        seat = self.to_act
        if seat is None or self.is_paused or self.pending is not None:
            return None
        return None if self.setup.sitters[seat].is_person else seat

    @property
    def awaits(self) -> Seat | None:
        """The person whose move it is and whose hand is shown."""
        seat = self.to_act
        waits = seat is not None and seat == self.viewer
        return seat if waits and not self.is_paused and self.pending is None else None

    @property
    def handover(self) -> Seat | None:
        """The person the screen is to be handed to, while nobody's hand is shown."""
        if self.viewer is not None or self.is_over:
            return None
        turn, players = self.positions[-1].turn, self.setup.rules.players
        return min(self.setup.persons, key=lambda seat: (seat - turn) % players)

    @property
    def can_undo(self) -> bool:
        """Whether a move of yours can be taken back: against bots, within the round."""
        return not self.setup.is_shared and self.last_own_ply is not None

    @property
    def last_own_ply(self) -> int | None:
        """The number (from 0) of the last move in the round that a person made."""
        plies = range(len(self.plies) - 1, -1, -1)
        return next((n for n in plies if self.positions[n].turn in self.setup.persons), None)

    def view(self, seat: Seat) -> View:
        """What `seat` knows of the round."""
        return view(self.positions[0], self.plies, seat)

    def saying(self, text: str) -> Table:
        """This table with one more sentence in the live region."""
        said = Spoken(self.n_said + 1, text)
        return replace(self, said=(*self.said, said)[-SPOKEN:], n_said=said.id)

    def changed(self, **fields: Any) -> Table:  # noqa: ANN401 - the fields of Table
        """This table with other fields, as a new revision; a refusal shown before is gone."""
        return replace(self, **{"refused": None, "rev": self.rev + 1, **fields})

    def refusing(self, text: str) -> Table:
        """This table, unchanged but for a sentence that says why not."""
        refused = Spoken(self.n_said + 1, text)
        return replace(self, refused=refused, n_said=refused.id)


def opened(setup: Setup) -> Table:
    """A new match, dealt; where the players choose who leads, they are asked first."""
    table = Table(setup, viewer=None if setup.is_shared else setup.persons[0])
    return _dealt(table)


def restored(setup: Setup, match: Match, told: str) -> Table:
    """The table of a match that was read back; `told` is its text before the last round."""
    positions = tuple(match.rounds[-1].positions()) if match.rounds else ()
    viewer = None if setup.is_shared else setup.persons[0]
    table = Table(setup, match.rounds, positions, told, viewer)
    return table.saying(_("Your match is back where you left it."))


def submit(table: Table, token: str) -> Table:
    """The table after a person asked for `token`, having heard all that was said.

    What may not be done is refused: the table stays and `refused` says why.
    """
    return _submitted(replace(table, n_heard=table.n_said), token)


def _submitted(table: Table, token: str) -> Table:  # noqa: PLR0911 - one line a token
    verb, _colon, letter = token.partition(":")
    seat = "ABCD".find(letter) if letter else None
    match verb:
        case Token.READY:
            return table.changed(viewer=table.handover if table.viewer is None else table.viewer)
        case Token.PAUSE:
            return table.changed(is_paused=not table.is_paused)
        case Token.UNDO:
            last = table.last_own_ply
            return table if last is None or not table.can_undo else _cut(table, last)
        case Token.AGAIN:
            return table if table.setup.is_shared or not table.rounds else _cut(table, 0)
        case Token.NEXT:
            return _dealt(table) if table.is_over else table
        case Token.LEAD:
            known = seat in range(table.setup.rules.players)
            return _dealt(table, seat) if known and table.asks_leader else table
        case Token.HINT:
            return _hinted(table)
        case Token.CALL | Token.QUIET | Token.LEAVE | Token.TAKE:
            return _claimed(table, table.pending, Token(verb), seat) if table.pending else table
        case _:
            return _tried(table, token)


def moved(table: Table, move: Move) -> Table:
    """The table after the seat in turn, person or bot, made a legal `move`.

    Raises:
        MoveError: The move is not legal, or the round is over.
    """
    before = table.positions[-1]
    after = apply(before, move)
    record = replace(table.rounds[-1], plies=(*table.plies, move))
    viewer = table.viewer
    if table.setup.is_shared and after.turn != viewer and after.turn in table.setup.persons:
        viewer = None
    table = table.changed(
        rounds=(*table.rounds[:-1], record),
        positions=(*table.positions, after),
        viewer=viewer,
        pending=None,
        hint=None,
    )
    table = table.saying(telling.ply(table.setup, before, move, after))
    if table.is_over:
        return table.saying(telling.round_end(table.setup, after))
    same = after.turn == before.turn
    return table if same else table.saying(telling.turn(table.setup, after.turn))


def bot_moved(table: Table, move: Move) -> Table:
    """The table after a bot chose `move`; what it failed to call, people may take."""
    rules = table.setup.rules
    if isinstance(move, Play) and move.taker is NOBODY:
        takers = _opponents(table, people=True)
        if takers and rules.claim is Claim.OPPONENT_MAY_TAKE:
            return table.changed(pending=Pending(Play(move.tile, move.arm), takers))
    return moved(table, move)


def _tried(table: Table, token: str) -> Table:
    setup = table.setup
    if table.awaits is None:
        return table.refusing(telling.not_now(table.setup, table.to_act, is_paused=table.is_paused))
    position = table.positions[-1]
    try:
        move = parse_move(token, setup.rules)
        refused = explain_refusal(position, move)
    except DominoError:
        return table.refusing(_("The table does not understand “{token}”.", token=token[:12]))
    if refused is not None:
        return table.refusing(why_refused(refused))
    if isinstance(move, Play) and setup.rules.claim is not Claim.AUTOMATIC:
        return table.changed(pending=Pending(move))
    return moved(table, move)


def _claimed(table: Table, pending: Pending, answer: Token, seat: Seat | None) -> Table:
    """The play that waits, settled by a call, a silence, or somebody who takes the points."""
    play, takers = pending.play, pending.takers
    points = points_of(table.positions[-1], play)
    if answer is Token.CALL and not takers:
        after = moved(table, play)
        return after if points else after.saying(_("Called, but it makes no points."))
    if answer is Token.QUIET and not takers:
        return _uncalled(table, play, points)
    if answer is Token.TAKE and seat in takers:
        return moved(table, replace(play, taker=seat))
    if answer is Token.LEAVE and takers:
        return moved(table, replace(play, taker=NOBODY))
    return table


def _uncalled(table: Table, play: Play, points: int) -> Table:
    if not points:
        return moved(table, play)
    if table.setup.rules.claim is Claim.MUST_CALL:
        return moved(table, replace(play, taker=NOBODY))
    watchful = _opponents(table, people=False)
    if watchful:
        return moved(table, replace(play, taker=watchful[0]))
    return table.changed(pending=Pending(play, _opponents(table, people=True)))


def _opponents(table: Table, *, people: bool) -> tuple[Seat, ...]:
    """The people, or the bots, against the seat in turn, in the order of play."""
    rules, turn = table.setup.rules, table.positions[-1].turn
    order = [(turn + n) % rules.players for n in range(1, rules.players)]
    return tuple(
        seat
        for seat in order
        if rules.team(seat) != rules.team(turn) and table.setup.sitters[seat].is_person is people
    )


def _dealt(table: Table, leader: Seat | None = None) -> Table:
    """The table with the next round dealt; itself if the match is over or a leader is wanted."""
    match, setup = table.match, table.setup
    if match.winner is not None or (match.leader_is_chosen and leader is None):
        return table
    number = len(table.rounds)
    deal = match.deal(setup.chance("deal", number), leader=leader)
    tags = {seat_letter(seat): sitter.name for seat, sitter in enumerate(setup.sitters)}
    rounds = match.begin(deal, tags).rounds
    told = table.told
    if table.rounds:
        told += format_record(table.rounds[-1]) + "\n"
    table = table.changed(
        rounds=rounds,
        positions=(rounds[-1].start,),
        told=told,
        viewer=None if setup.is_shared else table.viewer,
        pending=None,
        hint=None,
        is_helped=False,
    )
    return table.saying(telling.round_start(setup, number + 1, deal.leader))


def _cut(table: Table, n_plies: int) -> Table:
    """The table as it was after the first `n_plies` moves of the round."""
    record = replace(table.rounds[-1], plies=table.plies[:n_plies], comments={})
    table = table.changed(
        rounds=(*table.rounds[:-1], record),
        positions=table.positions[: n_plies + 1],
        pending=None,
        hint=None,
        is_helped=True,
    )
    return table.saying(telling.taken_back(table.setup, table.positions[-1].turn, n_plies))


def _hinted(table: Table) -> Table:
    if table.awaits is None:
        return table
    if table.hint is None:
        return table.changed(hint=Hint(), is_helped=True)
    advice = table.hint.advice
    if advice is None or table.hint.step > 1:
        return table
    table = table.changed(hint=replace(table.hint, step=2))
    return table.saying(telling.hint(table.positions[-1], advice, step=2))


def hint_found(table: Table, advice: Advice) -> Table:
    """The table with the hint that was thought about."""
    if table.hint is None:
        return table
    table = table.changed(hint=replace(table.hint, advice=advice))
    return table.saying(telling.hint(table.positions[-1], advice, step=1))
