"""The moves of a view checked, and what each of them tells about the hand that made it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NoReturn

from engine.errors import PositionError
from engine.layout import Layout
from engine.moves import Draw, Pass, Play
from engine.play import open_pips, why_not_placed
from engine.position import Event, Problem, problems
from engine.scanner import SEATS
from engine.tiles import TILES, TileSet

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.position import View
    from engine.tiles import Pip, Seat, Tile

START: Final = -2
"""When the tiles dealt arrived: before everything else that is known."""
BEFORE: Final = -1
"""When `View.lacks` held: before ply 0."""


@dataclass(slots=True)
class Lack:
    """A draw or a pass at `ply`, or `BEFORE`: the hand then held none of the tiles in `mask`."""

    ply: int
    mask: int


@dataclass(slots=True)
class Shown:
    """A tile that a hand is known to have had: until the ply it was played at, or still (None).

    `dealt`: it is known to have been dealt, not drawn.
    """

    tile: Tile
    until: int | None = None
    dealt: bool = False


@dataclass(slots=True)
class SeatHistory:
    """What is known of another seat's tiles.

    `arrivals` are the plies at which its tiles of unknown origin came, `START` for those dealt;
    `shown` are those that have been seen since, in the order of play, the ones still held last;
    `barred` are tiles that cannot have been dealt to it.
    """

    seat: Seat
    arrivals: list[int] = field(default_factory=list)
    lacks: list[Lack] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)
    barred: int = 0


@dataclass(slots=True)
class History:
    """A checked view: its events, its own tiles when the first was made, and the other seats."""

    events: tuple[Event, ...]
    dealt: TileSet | None
    seats: dict[Seat, SeatHistory]
    is_whole: bool


def suits(pips: Iterable[Pip]) -> int:
    """The mask of every tile that shows one of `pips`, of the largest set."""
    mask = 0
    for pip in pips:
        mask |= _SUITS[pip]
    return mask


_SUITS: Final = tuple(
    sum(1 << tile.index for tile in TILES if tile.has(pip)) for pip in range(TILES[-1].high + 1)
)


def contradiction(events: tuple[Event, ...], ply: int, why: str) -> NoReturn:
    """Refuse a view because of one event, named by its number from 1, its seat and its move."""
    event = events[ply]
    name = f"event {ply + 1}, {SEATS[event.seat]} {event.move}"
    raise PositionError(Problem.EVENT_IMPOSSIBLE, f"{name}: {why}", ply=ply + 1)


def read(view: View, *, check: bool = True) -> History:
    """Check a view and sort what its events tell by seat; `check` off only for the engine's own.

    Raises `PositionError`: for a position that cannot be, a hidden hand of the view's own seat,
    or the first event that cannot have happened (`EVENT_IMPOSSIBLE`).
    """
    position = view.position
    if check:
        _check_position(view)
    if position.hands[view.seat].hidden:
        raise PositionError(Problem.HIDDEN, f"{SEATS[view.seat]} must see its own hand")
    events = view.events + _implied(view)
    if check:
        _check_plays(view, events)
        _Walk(view, events).check()
    return _sorted(view, events)


def _check_position(view: View) -> None:
    found = problems(view.position)
    if found:
        raise PositionError(found, "the position of the view cannot be")
    if not 0 <= view.seat < view.position.rules.players:
        raise PositionError(Problem.WRONG_TURN, f"there is no seat {view.seat} in this round")


def _implied(view: View) -> tuple[Event, ...]:
    """The draws and passes that the position itself counts, where no events were kept."""
    position = view.position
    if view.events or not position.layout.line:
        return ()
    pips = open_pips(position.layout, position.rules)
    seats = [
        (position.turn - back) % position.rules.players for back in range(position.passes, 0, -1)
    ]
    passed = [Event(seat, Pass(), pips) for seat in seats]
    drew = 0 if position.turn == view.seat else position.drew
    return (*passed, *[Event(position.turn, Draw(), pips)] * drew)


def _check_plays(view: View, events: tuple[Event, ...]) -> None:
    """Every tile played must lie on the table; with all plays known, they must make that table."""
    on_table = view.position.layout.tiles
    played: set[Tile] = set()
    for ply, event in enumerate(events):
        if isinstance(event.move, Play):
            if event.move.tile not in on_table or event.move.tile in played:
                contradiction(events, ply, "the tile is not on the table, or was played before")
            played.add(event.move.tile)
    if len(played) == len(on_table):
        _check_table(view, events)


def _check_table(view: View, events: tuple[Event, ...]) -> None:
    rules = view.position.rules
    layout = Layout()
    pips = open_pips(layout, rules)
    for ply, event in enumerate(events):
        if event.pips != pips:
            contradiction(events, ply, f"the open pips were {sorted(pips)}")
        if isinstance(event.move, Play):
            if why_not_placed(layout, rules, event.move.tile, event.move.arm):
                contradiction(events, ply, "the tile does not fit there")
            layout = layout.placed(event.move.tile, event.move.arm, rules)
            pips = open_pips(layout, rules)
    if layout != view.position.layout:
        why = "the plays make another table than the one seen"
        raise PositionError(Problem.EVENT_IMPOSSIBLE, why)


class _Walk:
    """Steps back through the events and checks each against the rules for what is seen."""

    def __init__(self, view: View, events: tuple[Event, ...]) -> None:
        self.events = events
        self.rules = view.position.rules
        self.turn = view.position.turn
        self.boneyard = view.position.n_boneyard
        self.sizes = [len(hand) for hand in view.position.hands]
        self.seat = view.seat
        self.own: TileSet | None = view.position.hands[view.seat].tiles

    def check(self) -> None:
        """Every event, the last first."""
        following = self.turn
        for ply in range(len(self.events) - 1, -1, -1):
            event = self.events[ply]
            stays = isinstance(event.move, Draw)
            wanted = event.seat if stays else (event.seat + 1) % self.rules.players
            if wanted != following:
                contradiction(self.events, ply, f"it was not {SEATS[event.seat]}'s turn")
            following = event.seat
            self._undo(ply, event)

    def _undo(self, ply: int, event: Event) -> None:
        match event.move:
            case Play():
                self._undo_play(ply, event, event.move)
            case Draw():
                self._undo_draw(ply, event, event.move)
            case Pass():
                self._check_pass(ply, event)
        if self.sizes[event.seat] < 0:
            contradiction(self.events, ply, "its hand had no tile then")

    def _undo_play(self, ply: int, event: Event, move: Play) -> None:
        if event.pips and not event.pips & {move.tile.high, move.tile.low}:
            contradiction(self.events, ply, f"the open pips were {sorted(event.pips)}")
        self.sizes[event.seat] += 1
        if event.seat == self.seat and self.own is not None:
            self.own = self.own.with_tile(move.tile)

    def _undo_draw(self, ply: int, event: Event, move: Draw) -> None:
        self.sizes[event.seat] -= 1
        self.boneyard += 1
        if event.seat == self.seat and self.own is not None:
            if move.tile is not None and move.tile not in self.own:
                contradiction(self.events, ply, "the tile drawn is not in its hand afterwards")
            self.own = None if move.tile is None else self.own.without(move.tile)
        if not self._can_draw(ply):
            contradiction(self.events, ply, "there was nothing that it might draw")
        if not self.rules.voluntary_draw:
            self._check_lacks(ply, event)

    def _check_pass(self, ply: int, event: Event) -> None:
        if self.rules.pass_penalty:
            return
        if self._can_draw(ply):
            contradiction(self.events, ply, "it had to draw before it might pass")
        self._check_lacks(ply, event)

    def _can_draw(self, ply: int) -> bool:
        limit = self.rules.max_draws
        drew = 0
        while drew < ply and isinstance(self.events[ply - drew - 1].move, Draw):
            drew += 1
        return self.boneyard > self.rules.reserve and (limit is None or drew < limit)

    def _check_lacks(self, ply: int, event: Event) -> None:
        if not event.pips:
            contradiction(self.events, ply, "on a bare table every tile can be played")
        held = self.own if event.seat == self.seat else None
        fits = TileSet(held.mask & suits(event.pips)) if held is not None else TileSet()
        if fits:
            contradiction(self.events, ply, f"{next(iter(fits))} could be played")


def _sorted(view: View, events: tuple[Event, ...]) -> History:
    rules = view.position.rules
    n_plays = sum(isinstance(event.move, Play) for event in events)
    seats = {seat: SeatHistory(seat) for seat in range(rules.players) if seat != view.seat}
    own: TileSet | None = view.position.hands[view.seat].tiles
    for event in reversed(events):
        if event.seat == view.seat and own is not None:
            own = _before(own, event)
    for seat, pips in view.lacks:
        if seat in seats:
            seats[seat].lacks.append(Lack(BEFORE, suits(pips)))
    drawn_seen: dict[Tile, Seat] = {}
    for ply, event in enumerate(events):
        if event.seat != view.seat:
            _note(seats[event.seat], ply, event, drawn_seen, view)
    for tile, seat in drawn_seen.items():
        if tile not in view.position.hands[seat].tiles:
            why = f"{tile}, seen when it was drawn, is neither in its hand nor played"
            raise PositionError(Problem.EVENT_IMPOSSIBLE, why)
    for seat, history in seats.items():
        hand = view.position.hands[seat]
        history.shown += [Shown(tile) for tile in hand.tiles if tile not in drawn_seen]
        n_known = len(history.shown) + hand.hidden
        history.arrivals[:0] = [START] * (n_known - len(history.arrivals))
    return History(events, own, seats, n_plays == len(view.position.layout.tiles))


def _before(own: TileSet, event: Event) -> TileSet | None:
    match event.move:
        case Play():
            return own.with_tile(event.move.tile)
        case Draw():
            return None if event.move.tile is None else own.without(event.move.tile)
        case Pass():
            return own


def _note(
    history: SeatHistory, ply: int, event: Event, drawn_seen: dict[Tile, Seat], view: View
) -> None:
    rules = view.position.rules
    match event.move:
        case Play():
            # A tile that everybody saw drawn takes no slot of unknown origin.
            if drawn_seen.pop(event.move.tile, None) is None:
                history.shown.append(Shown(event.move.tile, ply))
        case Draw():
            if not rules.voluntary_draw:
                _note_lack(history, ply, event, drawn_seen, view)
            if event.move.tile is None:
                history.arrivals.append(ply)
            else:
                drawn_seen[event.move.tile] = event.seat
        case Pass():
            if not rules.pass_penalty:
                _note_lack(history, ply, event, drawn_seen, view)


def _note_lack(
    history: SeatHistory, ply: int, event: Event, drawn_seen: dict[Tile, Seat], view: View
) -> None:
    mask = suits(event.pips)
    for tile, seat in drawn_seen.items():
        if seat == event.seat and mask >> tile.index & 1:
            contradiction(view.events, ply, f"{tile}, seen when it was drawn, could be played")
    history.lacks.append(Lack(ply, mask))
