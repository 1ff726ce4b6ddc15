"""A situation being entered: your hand, and every move at the table since. Pure.

It is a position as you see it and the moves from there, so that each draw and pass tells what it
tells in `engine.beliefs`. Tiles that others draw stay hidden; of your own draws you name the tile.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine import (
    DominoError,
    Draw,
    Hand,
    IllegalMoveError,
    Layout,
    Move,
    MoveError,
    NotationError,
    Pass,
    Play,
    Position,
    PositionError,
    RuleSet,
    Seat,
    TileSet,
    View,
    apply,
    explain_refusal,
    format_move,
    format_position,
    legal_moves,
    parse_move,
    parse_position,
    problems,
    view,
    why_illegal,
)
from engine.notation import Scanner
from engine.play import ending
from engine.position import hidden_from
from engine.record import Record, scan_record
from engine.tiles import NO_TILES
from ui.board import Action, TrayTile
from ui.texts import _
from ui.wording import why_refused
from ui.words import seat_letter

_IN_HAND = "h"
_DRAWN = "d"


@dataclass(frozen=True, slots=True)
class Situation:
    """What is entered so far; `rev` rises with every change.

    Attributes:
        rules: The game, with its number of players.
        hand: Your tiles at the start, while they are being chosen.
        leader: Who led; you are seat A unless `base` says otherwise.
        scores: Before the round.
        base: A position to go on from, as you see it, in place of a hand to choose.
        truth: `base` with every tile shown, where it was given so.
        moves: Since then.
        refused: Why the last thing entered was not taken.
    """

    rules: RuleSet
    hand: TileSet = NO_TILES
    leader: Seat = 0
    scores: tuple[int, ...] = ()
    base: Position | None = None
    truth: Position | None = None
    moves: tuple[Move, ...] = ()
    rev: int = 0
    refused: str = ""

    @property
    def you(self) -> Seat:
        """Your seat."""
        return 0 if self.base is None else _viewer(self.base)

    @property
    def is_dealt(self) -> bool:
        """Whether your hand is complete."""
        return self.base is not None or len(self.hand) == self.rules.hand_size

    @property
    def start(self) -> Position:
        """The first position, as you see it."""
        if self.base is not None:
            return self.base
        rules = self.rules
        others = (Hand(hidden=rules.hand_size),) * (rules.players - 1)
        boneyard = rules.n_tiles - rules.players * rules.hand_size
        hands = (Hand(self.hand), *others)
        return Position(rules, Layout(), hands, boneyard, self.leader, scores=self.scores)

    @property
    def position(self) -> Position:
        """The position now, as you see it."""
        position = self.start
        for move in self.moves:
            position = apply(position, move)
        return position

    @property
    def view(self) -> View:
        """What you know now."""
        return view(self.start, self.moves, self.you)

    @property
    def open_position(self) -> Position | None:
        """The position now with every tile shown, if that is known."""
        if self.truth is None:
            return None
        position = self.truth
        try:
            for move in self.moves:
                known = Draw() if isinstance(move, Draw) else move
                position = apply(position, known)
        except MoveError:
            return None  # what was entered since is not what these tiles allow
        return position

    @property
    def is_yours(self) -> bool:
        """Whether it is your turn, with something to choose."""
        if not self.is_dealt:
            return False
        position = self.position
        return ending(position) is None and position.turn == self.you

    def changed(self, **fields: object) -> Situation:
        """With other values, as a new table."""
        return replace(self, **{"rev": self.rev + 1, "refused": "", **fields})  # type: ignore[arg-type]

    def submit(self, token: str) -> Situation:
        """After a tap or a button; what is not allowed changes nothing but says why."""
        if token[:1] == _IN_HAND:
            return self._toggled(token[1:])
        try:
            move = self._move(token)
            position = self.position
            apply(position, move)
        except IllegalMoveError as error:
            facts = explain_refusal(error.position, error.move)
            return self.changed(refused=why_refused(facts) if facts else "")
        except DominoError:
            return self
        return self.changed(moves=(*self.moves, move))

    def _toggled(self, text: str) -> Situation:
        found = next((tile for tile in TileSet.full(self.rules.max_pip) if str(tile) == text), None)
        if found is None or self.is_dealt:
            return self
        hand = self.hand.without(found) if found in self.hand else self.hand.with_tile(found)
        return self.changed(hand=hand)

    def _move(self, token: str) -> Move:
        if token[:1] == _DRAWN:
            return Draw(Scanner(token[1:]).tile())
        return parse_move(token, self.rules)

    def undone(self) -> Situation:
        """Without the last move, or the last tile of the hand."""
        if self.moves:
            return self.changed(moves=self.moves[:-1])
        if self.base is None and self.hand:
            return self.changed(hand=self.hand.without(min(self.hand)))
        return self

    def tray(self) -> list[TrayTile]:
        """The tiles that can be entered now."""
        if not self.is_dealt:
            return [
                TrayTile(tile, token=f"{_IN_HAND}{tile}", pressed=tile in self.hand)
                for tile in TileSet.full(self.rules.max_pip)
            ]
        position = self.position
        if ending(position) is not None:
            return []
        if position.turn != self.you:
            return [TrayTile(tile) for tile in position.unseen]
        if self._must_draw(position):
            return [TrayTile(tile, token=f"{_DRAWN}{tile}") for tile in position.unseen]
        return [TrayTile(tile) for tile in position.hand.tiles]

    def _must_draw(self, position: Position) -> bool:
        return any(isinstance(move, Draw) for move in legal_moves(position)) and not any(
            isinstance(move, Play) for move in legal_moves(position)
        )

    def actions(self) -> list[Action]:
        """Draw and pass for the seat in turn, where they may be made."""
        if not self.is_dealt:
            return []
        position = self.position
        if ending(position) is not None:
            return []
        seat = seat_name(position.turn, self.you)
        found = []
        if position.turn != self.you and why_illegal(position, Draw()) is None:
            found.append(Action("+", _("{seat} draws", seat=seat)))
        if why_illegal(position, Pass()) is None:
            found.append(Action("-", _("{seat} passes", seat=seat)))
        return found

    def prompt(self) -> str:
        """What to enter next."""
        if not self.is_dealt:
            missing = self.rules.hand_size - len(self.hand)
            return _("Tap your tiles: {n} more.", n=missing)
        position = self.position
        if ending(position) is not None:
            return _("The round is over.")
        if position.turn != self.you:
            return _(
                "{seat} is in turn: tap what was played, or say that {seat} drew or passed.",
                seat=seat_name(position.turn, self.you),
            )
        if self._must_draw(position):
            return _("You must draw: tap the tile you drew.")
        return _("Your turn. Tap a tile to play on and see what follows.")

    def link(self) -> tuple[str, str]:
        """The start as a position line and the moves, for the page's address."""
        if self.is_dealt:
            return format_position(self.start), ".".join(map(_spelled, self.moves))
        return "", ""


def _spelled(move: Move) -> str:
    return str(move) if isinstance(move, Draw) else format_move(move)


def _viewer(position: Position) -> Seat:
    """Whose position it is: the one hand that is seen, else the seat in turn."""
    seen = [seat for seat, hand in enumerate(position.hands) if not hand.hidden and hand.tiles]
    return seen[0] if len(seen) == 1 else position.turn


def seat_name(seat: Seat, you: Seat) -> str:
    """The letter of a seat; your own is "You"."""
    return _("You") if seat == you else seat_letter(seat)


def linked(line: str, moves: str) -> Situation:
    """The situation of a link; errors as for `pasted`, and for a move that cannot be."""
    situation = pasted(line)
    for token in filter(None, moves.split(".")):
        tile = token[1:] if token[0] == "+" else ""
        longer = situation.submit(f"{_DRAWN}{tile}" if tile else token)
        if len(longer.moves) == len(situation.moves):
            raise NotationError(
                moves, moves.find(token), longer.refused or "a move that can be made"
            )
        situation = longer
    return situation


def pasted(text: str) -> Situation:
    """The situation of a position line, or of a record (up to its last ply).

    Raises `NotationError`, `RecordError` or `PositionError`, which say what is wrong and where.
    """
    text = text.strip()
    if text.startswith("["):
        return _of_record(scan_record(Scanner(text + "\n")))
    position = parse_position(text)
    found = problems(position)
    if found:
        raise PositionError(found)
    truth = position if position.is_open else None
    seen = position if truth is None else hidden_from(position, position.turn)
    return Situation(position.rules, base=seen, truth=truth, scores=position.scores)


def _of_record(record: Record) -> Situation:
    """The last position of a record, as the seat in turn there sees the whole round."""
    positions = list(record.positions())
    you = positions[-1].turn
    moves = tuple(
        _told(before, move, you) for before, move in zip(positions, record.plies, strict=False)
    )
    truth = record.start if record.start.is_open else None
    start = hidden_from(record.start, you)
    return Situation(record.deal.rules, base=start, truth=truth, moves=moves, scores=record.scores)


def _told(before: Position, move: Move, you: Seat) -> Move:
    """A move as `you` would enter it: own draws by tile, others' hidden."""
    if not isinstance(move, Draw):
        return move
    if before.turn != you:
        return Draw()
    return move if isinstance(before.boneyard, int) else Draw(before.boneyard[0])


def plays_now(situation: Situation) -> Iterator[tuple[Play, Layout]]:
    """Your plays with the table each would leave."""
    position = situation.position
    for move in legal_moves(position):
        if isinstance(move, Play):
            yield move, position.layout.placed(move.tile, move.arm, position.rules)
