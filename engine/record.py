"""Game records (DGN): a round as text, checked against the rules on reading.

What a record repeats (points, drawn tiles, the ending) is redundant and must be right: a record
that says 10 where the ends make 15 is refused, with the ply at fault.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from engine.display import Shown
from engine.errors import IllegalMoveError, NotationError, PositionError, RecordError
from engine.moves import MOVER, NOBODY, Draw, Move, Pass, Play, Taker
from engine.notation import format_position, parse_position, quoted, scan_play
from engine.play import apply, ending, outcome, points_of
from engine.position import Deal, Position
from engine.scanner import SEATS, Scanner

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.play import Outcome
    from engine.tiles import Seat

UNFINISHED: Final = "*"


@dataclass(frozen=True, slots=True)
class Record(Shown):
    """One round: the deal, the scores it started from, every move, and free tags and comments.

    `tags` hold what is not the game: the names of the seats (`A`, `B` …), `Date`, `Event` and so
    on. `comments` are by number of the ply they follow, from 1. `plies` must be legal.
    """

    tags: Mapping[str, str]
    deal: Deal
    plies: tuple[Move, ...] = ()
    scores: tuple[int, ...] = ()
    comments: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    @property
    def start(self) -> Position:
        """The first position of the round."""
        return self.deal.start(self.scores)

    def positions(self) -> Iterator[Position]:
        """Every position, from the start to after the last ply."""
        position = self.start
        yield position
        for move in self.plies:
            position = apply(position, move)
            yield position

    @property
    def final(self) -> Position:
        """The position after the last ply."""
        position = self.start
        for move in self.plies:
            position = apply(position, move)
        return position

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended; None while it goes on."""
        return outcome(self.final)


def format_record(record: Record) -> str:
    """The canonical text of a record, with a line feed at its end."""
    lines = [f"[Deal {quoted(format_position(record.start))}]"]
    lines += [
        f"[{name} {quoted(record.tags[name])}]" for name in sorted(record.tags, key=_tag_order)
    ]
    return "\n".join([*lines, _format_moves(record), ""])


def _tag_order(name: str) -> tuple[bool, str]:
    return (not (len(name) == 1 and name in SEATS), name)


def _format_moves(record: Record) -> str:
    words: list[str] = []
    position = record.start
    number = 0
    for ply, move in enumerate(record.plies, start=1):
        if _opens_turn(position, record.deal.leader):
            number += 1
            words.append(f"{number}.")
        after = apply(position, move)
        words.append(_format_ply(position, move))
        words += ["{" + text + "}" for text in record.comments.get(ply, ())]
        position = after
    return " ".join([*words, format_outcome(position)])


def _opens_turn(position: Position, leader: Seat) -> bool:
    """Whether a number stands before the next ply: each turn of the seat that led has one."""
    return position.turn == leader and not position.drew


def _format_ply(position: Position, move: Move) -> str:
    match move:
        case Pass():
            return "-"
        case Draw():
            tile = move.tile
            if not isinstance(position.boneyard, int):
                tile = position.boneyard[0]
            return f"+{tile or ''}"
        case Play():
            points = points_of(position, move)
            claim = ""
            if move.taker is NOBODY:
                claim = "!"
            elif move.taker is not MOVER:
                claim = f"!{SEATS[move.taker]}"
            return f"{move}={points}{claim}" if points else str(move)


def format_outcome(position: Position) -> str:
    """How the round ended and what was awarded: `domino:A+10`; `*` while it goes on.

    Where hidden tiles would have to be seen to settle it, the round is left unfinished.
    """
    try:
        over = outcome(position)
    except PositionError:
        over = None
    if over is None:
        return UNFINISHED
    awards = [f"{SEATS[seat]}{points:+d}" for seat, points in enumerate(over.awards) if points]
    return f"{over.ending}:{','.join(awards) or '0'}"


def parse_record(text: str) -> Record:
    """The record that `text` tells, every move and figure checked.

    Raises:
        NotationError: The text is no record.
        RecordError: It is one, but a move, a score, a drawn tile or the ending is wrong; `ply`
            says where.
    """
    scanner = Scanner(text)
    record = scan_record(scanner)
    scanner.end()
    return record


def scan_record(scanner: Scanner) -> Record:
    """Read one record, up to the line feed that ends its moves."""
    start = _scan_deal(scanner)
    tags: dict[str, str] = {}
    while scanner.peek() == "[":
        _scan_tag(scanner, tags)
    deal = _deal(scanner, start)
    reader = _Reader(scanner, deal.start(start.scores), deal.leader)
    plies, comments = reader.read()
    return Record(tags, deal, plies, start.scores, comments)


def _scan_deal(scanner: Scanner) -> Position:
    scanner.expect("[Deal ", 'the tag [Deal "…"], which comes first')
    inner = scanner.at + 1
    line = scanner.quoted()
    try:
        position = parse_position(line)
    except NotationError as error:
        raise NotationError(scanner.text, inner + error.offset, error.expected) from error
    if format_position(position) != line:
        raise scanner.fail("a position line without opcodes", inner)
    scanner.expect("]\n", "] and a new line")
    return position


def _scan_tag(scanner: Scanner, tags: dict[str, str]) -> None:
    start = scanner.at
    scanner.expect("[", "a tag")
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    name = scanner.word(letters + letters.lower() + "0123456789_")
    last = max(tags, key=_tag_order, default="")
    if not name or name == "Deal" or (last and _tag_order(name) <= _tag_order(last)):
        raise scanner.fail("a tag: the names A, B … first, then by name, each once", start)
    scanner.space()
    tags[name] = scanner.quoted()
    scanner.expect("]\n", "] and a new line")


def _deal(scanner: Scanner, start: Position) -> Deal:
    try:
        deal = Deal(start.rules, start.hands, start.boneyard, start.turn, start.lead_forced)
    except PositionError as error:
        raise RecordError(scanner.text, 0, f"a deal that can be ({error})", 0) from error
    if deal.start(start.scores) != start or len(start.scores) != start.rules.n_teams:
        expected = "the start of a round: a bare table, nobody has drawn or passed, all scores"
        raise RecordError(scanner.text, 0, expected, 0)
    return deal


class _Reader:
    """Reads the moves of a record while it plays them."""

    def __init__(self, scanner: Scanner, position: Position, leader: Seat) -> None:
        self.scanner = scanner
        self.position = position
        self.leader = leader
        self.plies: list[Move] = []
        self.comments: dict[int, tuple[str, ...]] = {}
        self.number = 0

    def read(self) -> tuple[tuple[Move, ...], dict[int, tuple[str, ...]]]:
        """Every ply and comment, to the line feed after the ending."""
        scanner = self.scanner
        while not self._at_ending():
            self._number()
            self._ply()
            scanner.space()
            while self.plies and scanner.peek() == "{":
                self._comment()
        start = scanner.at
        expected = format_outcome(self.position)
        if not scanner.take(expected + "\n"):
            wanted = f"{expected} and a new line" if expected != UNFINISHED else "* or a ply"
            raise self._wrong(wanted, start)
        return tuple(self.plies), self.comments

    def _at_ending(self) -> bool:
        found = self.scanner.peek()
        return found in ("*", "") or found.islower() or self._is_over()

    def _is_over(self) -> bool:
        return ending(self.position) is not None

    def _wrong(self, expected: str, at: int, ply: int | None = None) -> RecordError:
        number = len(self.plies) if ply is None else ply
        return RecordError(self.scanner.text, at, expected, number)

    def _number(self) -> None:
        if _opens_turn(self.position, self.leader):
            self.number += 1
            self.scanner.expect(f"{self.number}. ", f"the number {self.number}. of the turn")

    def _ply(self) -> None:
        start = self.scanner.at
        position = self.position
        move = self._move()
        ply = len(self.plies) + 1
        try:
            after = apply(position, move)
        except IllegalMoveError as error:
            expected = f"a legal move ({error.reason}: {error.move})"
            raise self._wrong(expected, start, ply) from error
        spelled = self.scanner.text[start : self.scanner.at]
        if spelled != (right := _format_ply(position, move)):
            raise self._wrong(right, start, ply)
        self.plies.append(self._stored(move))
        self.position = after

    def _stored(self, move: Move) -> Move:
        """A draw from an open boneyard needs no tile: the deal has it."""
        if isinstance(move, Draw) and not isinstance(self.position.boneyard, int):
            return Draw()
        return move

    def _move(self) -> Move:
        scanner = self.scanner
        if scanner.take("-"):
            return Pass()
        if scanner.take("+"):
            return Draw(scanner.tile() if scanner.starts_tile() else None)
        play = scan_play(scanner, self.position.rules)
        if scanner.take("="):
            scanner.number("points, from 1", 1)
            if scanner.take("!"):
                return Play(play.tile, play.arm, self._taker())
        return play

    def _taker(self) -> Seat | Taker:
        if self.scanner.peek() == " ":
            return NOBODY
        return self.scanner.seat(self.position.rules.players)

    def _comment(self) -> None:
        scanner = self.scanner
        scanner.expect("{", "a comment")
        end = scanner.text.find("}", scanner.at)
        body = scanner.text[scanner.at : end]
        if end < 0 or any(char < " " for char in body):
            raise scanner.fail("a comment of one line, closed by }")
        scanner.at = end + 1
        ply = len(self.plies)
        self.comments[ply] = (*self.comments.get(ply, ()), body)
        scanner.space()
