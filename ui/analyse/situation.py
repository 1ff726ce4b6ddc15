"""A situation being entered: your hand, and every move at the table since. Pure.

It is a position as you see it and the moves from there, so that each draw and pass tells what it
tells in `engine.beliefs`. Tiles that others draw stay hidden; of your own draws you name the tile.
Whoever comes to the table in the middle of a round (`ui.analyse.joining`) adds the counts, the
scores and what the others were seen to lack.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    Pip,
    Play,
    Position,
    PositionError,
    Problem,
    RuleSet,
    Seat,
    TileSet,
    View,
    apply,
    explain_refusal,
    format_move,
    format_position,
    format_rules,
    legal_moves,
    parse_move,
    parse_position,
    problems,
    view,
    why_illegal,
)
from engine.play import ending
from engine.position import hidden_from
from engine.record import Record, scan_record
from engine.rules import MIN_PLAYERS
from engine.scanner import SEATS, Scanner
from engine.tiles import NO_TILES
from ui.analyse import joining
from ui.analyse.joining import IN_HAND, Joined
from ui.board import Action, TrayTile
from ui.texts import _
from ui.wording import why_refused
from ui.words import seat_letter

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
        joined: A round entered from its middle; it becomes `base` when it is all there.
        lacks: Seats, and pips that they had none of when `base` was reached.
        moves: Since then.
        refused: Why the last thing entered was not taken.
    """

    rules: RuleSet
    hand: TileSet = NO_TILES
    leader: Seat = 0
    scores: tuple[int, ...] = ()
    base: Position | None = None
    truth: Position | None = None
    joined: Joined | None = None
    lacks: tuple[tuple[Seat, frozenset[Pip]], ...] = ()
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
        if self.base is not None or self.joined is not None:
            return self.base is not None
        return len(self.hand) == self.rules.hand_size

    @property
    def entering(self) -> Joined | None:
        """The round that is being joined, until it is all there."""
        return self.joined if self.base is None else None

    @property
    def start(self) -> Position:
        """The first position, as you see it."""
        if self.base is not None:
            return self.base
        if self.joined is not None:
            return self.joined.position
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
        return replace(view(self.start, self.moves, self.you), lacks=self.lacks)

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
        if self.entering is not None:
            return self._joining(self.entering, self.entering.submit(token))
        if token[:1] == IN_HAND:
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

    def _joining(self, before: Joined, joined: Joined) -> Situation:
        if joined is before:
            return self
        return self.changed(joined=joined, base=joined.position if joined.is_laid else None)

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
        if self.joined is not None:
            return replace(self._joining(self.joined, self.joined.undone()), lacks=())
        if self.base is None and self.hand:
            return self.changed(hand=self.hand.without(min(self.hand)))
        return self

    def tray(self) -> list[TrayTile]:
        """The tiles that can be entered now."""
        if self.entering is not None:
            return self.entering.tray()
        if not self.is_dealt:
            return [
                TrayTile(tile, token=f"{IN_HAND}{tile}", pressed=tile in self.hand)
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
        if self.entering is not None:
            return self.entering.actions()
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
        if self.entering is not None:
            return self.entering.prompt()
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

    def with_counts(self, counts: Mapping[Seat, int], turn: Seat) -> Situation:
        """With so many tiles in the others' hands and `turn` to move; the rest is the boneyard.

        Raises `PositionError` if there are not so many tiles.
        """
        base = self.start
        hands = tuple(
            hand if seat == self.you else Hand(hidden=counts.get(seat, len(hand)))
            for seat, hand in enumerate(base.hands)
        )
        n_seen = len(base.layout.tiles) + len(base.hands[self.you])
        n_boneyard = base.rules.n_tiles - n_seen - sum(hand.hidden for hand in hands)
        if n_boneyard < 0:
            raise PositionError(Problem.TOO_MANY_HIDDEN, f"{-n_boneyard} tiles more than there are")
        base = replace(base, hands=hands, boneyard=n_boneyard, turn=turn, drew=0, passes=0)
        return self.changed(base=base, truth=None)

    def with_scores(self, scores: tuple[int, ...], target: int) -> Situation:
        """With other scores before the moves entered here, and another target."""
        targets = list(self.rules.target)
        targets[self.rules.players - MIN_PLAYERS] = target
        rules = self.rules.with_options(target=tuple(targets))
        base, truth = (
            None if each is None else replace(each, rules=rules, scores=scores)
            for each in (self.base, self.truth)
        )
        joined = None if self.joined is None else replace(self.joined, rules=rules)
        return self.changed(rules=rules, scores=scores, base=base, truth=truth, joined=joined)

    def with_lacks(self, seat: Seat, pips: Iterable[Pip]) -> Situation:
        """With what `seat` was seen to have none of, when it passed or drew before."""
        kept = [told for told in self.lacks if told[0] != seat]
        told = frozenset(pips)
        return self.changed(lacks=tuple(sorted([*kept, (seat, told)] if told else kept, key=_seat)))

    def link(self) -> tuple[str, str, str, str]:
        """For the page's address: the start as a position line, the moves, what others lack.

        Until the start is known, what was entered of it is the last.
        """
        if self.is_dealt:
            lacks = (
                f"{seat_letter(seat)}{''.join(map(str, sorted(pips)))}" for seat, pips in self.lacks
            )
            moves = ".".join(map(_spelled, self.moves))
            return format_position(self.start), moves, ".".join(lacks), ""
        if self.joined is not None:
            return "", "", "", self.joined.text()
        if not self.hand:
            return "", "", "", ""
        hand, rules = "".join(map(str, self.hand)), format_rules(self.rules)
        return "", "", "", f"{rules} {self.rules.players} {hand} {seat_letter(self.leader)}"


def _seat(told: tuple[Seat, frozenset[Pip]]) -> Seat:
    return told[0]


def _spelled(move: Move) -> str:
    return str(move) if isinstance(move, Draw) else format_move(move)


def _viewer(position: Position) -> Seat:
    """Whose position it is: the one hand that is seen, else the seat in turn."""
    seen = [seat for seat, hand in enumerate(position.hands) if not hand.hidden and hand.tiles]
    return seen[0] if len(seen) == 1 else position.turn


def seat_name(seat: Seat, you: Seat) -> str:
    """The letter of a seat; your own is "You"."""
    return _("You") if seat == you else seat_letter(seat)


def linked(line: str, moves: str = "", lacks: str = "", begun: str = "") -> Situation:
    """The situation of a link; errors as for `pasted`, and for a move that cannot be."""
    if not line:
        return _begun(begun)
    situation = pasted(line)
    for token in filter(None, lacks.split(".")):
        seat = SEATS.find(token[0])
        if seat not in range(situation.rules.players) or not set(token[1:]) <= set("0123456789"):
            raise NotationError(lacks, lacks.find(token), "a seat and the pips that it lacks: B25")
        situation = situation.with_lacks(seat, map(int, token[1:]))
    for token in filter(None, moves.split(".")):
        tile = token[1:] if token[0] == "+" else ""
        longer = situation.submit(f"{_DRAWN}{tile}" if tile else token)
        if len(longer.moves) == len(situation.moves):
            raise NotationError(
                moves, moves.find(token), longer.refused or "a move that can be made"
            )
        situation = longer
    return situation


def _begun(text: str) -> Situation:
    """A hand that is not complete, or a round that is being joined."""
    last = text[-1:]
    leader = SEATS.find(last) if last else -1
    joined = joining.read(text if leader < 0 else f"{text[:-1]}?")
    if leader < 0:
        return Situation(joined.rules, joined=joined)
    if leader >= joined.rules.players or len(joined.hand) > joined.rules.hand_size:
        raise NotationError(text, len(text) - 1, "a seat of this game")
    return Situation(joined.rules, hand=joined.hand, leader=leader)


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
