"""Bots against bots on duplicate deals: the same tiles, played once from every seating.

Every deal and every bot has a generator of its own, seeded by the tournament's seed and the number
of the deal, so that all tournaments with one seed see the same deals, and a tournament may be
played in chunks, in any order and in several processes: `merge` gives the same result.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import TYPE_CHECKING, Any

from engine.bots import Sampler, bot
from engine.errors import DominoError
from engine.moves import Draw
from engine.notation import (
    format_move,
    format_position,
    format_rules,
    parse_move,
    parse_position,
    parse_rules,
)
from engine.play import apply, ending, open_pips, outcome
from engine.position import Deal, Event, View, hidden_from
from engine.record import Record
from engine.scanner import SEATS
from engine.search import warm
from engine.spread import ALONE, Task, Where, spread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from engine.bots import Bot
    from engine.moves import Move
    from engine.position import Position
    from engine.rules import RuleSet

    Clock = Callable[[], float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """A tournament: the same `Spec` always gives the same rounds.

    Attributes:
        rules: The rule set, with its number of players.
        bots: The entrants: one a seat, or with partners one a side.
        n_deals: How many deals, fixed beforehand.
        seed: Of the deals and of the bots' chance.
        duplicate: Whether each deal is played from every seating (entrants move round the table,
            tiles and leader stay); else once, as listed.
        chunk_deals: Deals in one piece of work; changes no result.
        keep_records: Whether results hold the rounds.
    """

    rules: RuleSet
    bots: tuple[Bot, ...]
    n_deals: int
    seed: int = 0
    duplicate: bool = True
    chunk_deals: int = 25
    keep_records: bool = False

    def __post_init__(self) -> None:
        rules = self.rules
        if len(self.bots) not in {rules.players, rules.n_teams}:
            wanted = f"{rules.players} bots"
            if rules.partnership:
                wanted += f" or {rules.n_teams} (one a side)"
            raise DominoError(f"{rules.name} with {rules.players} players needs {wanted}")
        if self.n_deals < 1 or self.chunk_deals < 1:
            raise DominoError("a tournament has at least one deal, and a chunk too")

    @property
    def n_seatings(self) -> int:
        """Rounds played on one deal: with partners the sides swap, else everybody moves on."""
        return self.rules.n_teams if self.duplicate else 1

    @property
    def n_chunks(self) -> int:
        """Pieces of work, numbered from 0."""
        return -(-self.n_deals // self.chunk_deals)

    @property
    def title(self) -> str:
        """All that the result depends on, and the chunks it comes in."""
        rules = self.rules
        return (
            f"play {format_rules(rules)}, {rules.players} players: {self.bots}; {self.n_deals} "
            f"deals by {self.chunk_deals}, seed {self.seed}"
            f"{', each from every seating' if self.duplicate else ''}"
            f"{', records kept' if self.keep_records else ''}"
        )

    def seated(self, seating: int) -> tuple[int, ...]:
        """Which entrant sits at each seat in seating number `seating`."""
        n_bots = len(self.bots)
        return tuple((seat - seating) % n_bots for seat in range(self.rules.players))


@dataclass(frozen=True, slots=True)
class Round:
    """A round that bots played: the record, points by side, and moves and seconds by seat."""

    record: Record
    points: tuple[int, ...]
    moves: tuple[int, ...]
    seconds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """How an entrant does.

    Attributes:
        name: The bot.
        margin: Points a round of its side minus the mean of the other sides, awards included.
        stderr: Of `margin`, over deals; None for a single deal.
        wins: Rounds in which its side made more points than every other.
        seconds_per_move: Thinking time, draws and passes included.
    """

    name: str
    margin: float
    stderr: float | None
    wins: int
    seconds_per_move: float


@dataclass(frozen=True, slots=True)
class Result:
    """What was played so far.

    Attributes:
        names: The entrants, in the order of the `Spec`.
        margins: By number of the deal: the mean margin of each entrant over the seatings.
        wins, moves, seconds: Totals by entrant.
        n_rounds: Rounds played.
        records: The rounds by deal, where they are kept.
    """

    names: tuple[str, ...]
    margins: dict[int, tuple[float, ...]] = field(default_factory=dict)
    wins: tuple[int, ...] = ()
    moves: tuple[int, ...] = ()
    seconds: tuple[float, ...] = ()
    n_rounds: int = 0
    records: dict[int, tuple[Record, ...]] = field(default_factory=dict)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Every entrant, in the order of the `Spec`."""
        columns = zip(*self.margins.values(), strict=True)
        return tuple(
            Standing(
                name,
                fmean(column),
                stdev(column) / len(column) ** 0.5 if len(column) > 1 else None,
                self.wins[number],
                self.seconds[number] / max(self.moves[number], 1),
            )
            for number, (name, column) in enumerate(zip(self.names, columns, strict=True))
        )


def merge(results: Sequence[Result]) -> Result:
    """Results of different chunks of one tournament as one, whatever their order."""
    margins: dict[int, tuple[float, ...]] = {}
    records: dict[int, tuple[Record, ...]] = {}
    for result in results:
        if margins.keys() & result.margins.keys():
            raise DominoError("the same deal is in two results")
        margins |= result.margins
        records |= result.records
    return Result(
        results[0].names,
        dict(sorted(margins.items())),
        _totals([result.wins for result in results]),
        _totals([result.moves for result in results]),
        _totals([result.seconds for result in results]),
        sum(result.n_rounds for result in results),
        dict(sorted(records.items())),
    )


def _totals(rows: Sequence[tuple[Any, ...]]) -> tuple[Any, ...]:
    return tuple(map(sum, zip(*rows, strict=True)))


def run(spec: Spec, *, clock: Clock = perf_counter, over: Where = ALONE) -> Iterator[Result]:
    """Play a tournament; after each chunk, the result so far. The last one is the result."""
    chunks = tuple((spec, chunk, clock) for chunk in range(spec.n_chunks))
    so_far = None
    for data in spread(Task(spec.title, _told_chunk, chunks), over):
        result = from_json(data)
        so_far = merge([so_far, result]) if so_far else result
        yield so_far


def _told_chunk(spec: Spec, chunk: int, clock: Clock) -> dict[str, Any]:
    return to_json(run_chunk(spec, chunk, clock=clock))


def to_json(result: Result) -> dict[str, Any]:
    """The result as plain data."""
    records = {
        number: [
            [format_position(record.start), record.tags, list(map(format_move, record.plies))]
            for record in found
        ]
        for number, found in result.records.items()
    }
    return {
        "names": result.names,
        "margins": result.margins,
        "wins": result.wins,
        "moves": result.moves,
        "seconds": result.seconds,
        "n_rounds": result.n_rounds,
        "records": records,
    }


def from_json(data: Mapping[str, Any]) -> Result:
    """The result that `to_json` made this of, perhaps by way of a file."""
    columns = {name: tuple(data[name]) for name in ("names", "wins", "moves", "seconds")}
    return Result(
        **columns,
        margins={int(number): tuple(row) for number, row in data["margins"].items()},
        n_rounds=data["n_rounds"],
        records={
            int(number): tuple(_record(*row) for row in rows)
            for number, rows in data["records"].items()
        },
    )


def _record(text: str, tags: Mapping[str, str], plies: Sequence[str]) -> Record:
    start = parse_position(text)
    boneyard = start.boneyard if isinstance(start.boneyard, tuple) else ()
    deal = Deal(start.rules, start.hands, boneyard, start.turn, start.lead_forced)
    return Record(tags, deal, tuple(parse_move(ply, start.rules) for ply in plies), start.scores)


def run_chunk(spec: Spec, chunk: int, *, clock: Clock = perf_counter) -> Result:
    """Play one of the `spec.n_chunks` pieces of a tournament, in whatever process."""
    if not 0 <= chunk < spec.n_chunks:
        raise DominoError(f"chunks are 0 to {spec.n_chunks - 1}, not {chunk}")
    if any(isinstance(player, Sampler) for player in spec.bots):
        warm(wait=True)  # a bot that thinks on the plain path meanwhile would play otherwise
    first = chunk * spec.chunk_deals
    deals = range(first, min(first + spec.chunk_deals, spec.n_deals))
    return merge([_run_deal(spec, number, clock) for number in deals])


def _run_deal(spec: Spec, number: int, clock: Clock) -> Result:
    """All seatings of deal `number`."""
    rules = spec.rules
    deal = Deal.shuffled(rules, Random(f"{spec.seed} deal {number}"))
    n_bots = len(spec.bots)
    margins = [0.0] * n_bots
    wins, moves, seconds = [0] * n_bots, [0] * n_bots, [0.0] * n_bots
    records = []
    for seating in range(spec.n_seatings):
        seated = spec.seated(seating)
        played = play_round(
            deal,
            [spec.bots[entrant] for entrant in seated],
            [Random(f"{spec.seed} {number} {seating} {seat}") for seat in range(rules.players)],
            clock=clock,
        )
        for seat, entrant in enumerate(seated):
            moves[entrant] += played.moves[seat]
            seconds[entrant] += played.seconds[seat]
        for entrant in range(n_bots):
            margin, won = _margin(played.points, rules.team(seated.index(entrant)))
            margins[entrant] += margin / spec.n_seatings
            wins[entrant] += won
        records.append(played.record)
    return Result(
        tuple(entrant.name for entrant in spec.bots),
        {number: tuple(margins)},
        tuple(wins),
        tuple(moves),
        tuple(seconds),
        spec.n_seatings,
        {number: tuple(records)} if spec.keep_records else {},
    )


def _margin(points: Sequence[int], team: int) -> tuple[float, bool]:
    others = [made for other, made in enumerate(points) if other != team]
    return points[team] - fmean(others), points[team] > max(others)


def play_round(
    deal: Deal,
    bots: Sequence[Bot],
    rngs: Sequence[Random],
    *,
    scores: tuple[int, ...] = (),
    clock: Clock = perf_counter,
) -> Round:
    """Let `bots`, one a seat, play a round; each sees only its own view.

    Raises `IllegalMoveError` for a bot that breaks the rules.
    """
    position = deal.start(scores)
    start = position.scores
    plies: list[Move] = []
    events: list[tuple[Event, ...]] = [()] * len(bots)
    moves, seconds = [0] * len(bots), [0.0] * len(bots)
    while ending(position) is None:
        seat = position.turn
        seen = View(seat, hidden_from(position, seat), events[seat], deal.lead_forced)
        began = clock()
        move = bots[seat].choose(seen, rngs[seat])
        seconds[seat] += clock() - began
        moves[seat] += 1
        for other, event in enumerate(_events(position, move)):
            events[other] = (*events[other], event)
        position = apply(position, move)
        plies.append(move)
    tags = {SEATS[seat]: player.name for seat, player in enumerate(bots)}
    record = Record(tags, deal, tuple(plies), start)
    points = [after - before for after, before in zip(position.scores, start, strict=True)]
    over = outcome(position)
    for seat, award in enumerate(over.awards if over else ()):
        points[deal.rules.team(seat)] += award
    return Round(record, tuple(points), tuple(moves), tuple(seconds))


def _events(position: Position, move: Move) -> list[Event]:
    """What each seat sees of a move: only the mover sees which tile it draws."""
    pips = open_pips(position.layout, position.rules)
    events = [Event(position.turn, move, pips)] * len(position.hands)
    if isinstance(move, Draw) and not isinstance(position.boneyard, int):
        own = Draw(position.boneyard[0])
        events[position.turn] = Event(position.turn, own, pips)
    return events


def rules_for(text: str, n_bots: int) -> RuleSet:
    """The rule set that `text` spells, with as many players as `n_bots` make: partners are four."""
    return parse_rules(text, players=4 if "partnership=true" in text else n_bots)


def play(
    names: Sequence[str],
    rules: RuleSet,
    *,
    rounds: int,
    seed: int = 0,
    duplicate: bool = False,
    over: Where = ALONE,
) -> tuple[dict[str, Any], tuple[Record, ...]]:
    """The command `play` of the command line.

    Args:
        names: The bots, one a seat, or with partners one a side; see `engine.bots.bot`.
        rules: The rule set, with its number of players (`rules_for`).
        rounds: Rounds to play; with `duplicate` rounded up to whole deals.
        seed: Of deals and bots.
        duplicate: Whether each deal is played from every seating.
        over: Who does the work.

    Returns:
        What the command prints, and the rounds.
    """
    if rounds < 1:
        raise DominoError(f"rounds: at least 1, not {rounds}")
    bots = tuple(map(bot, names))
    a_deal = rules.n_teams if duplicate else 1
    spec = Spec(
        rules=rules,
        bots=bots,
        n_deals=-(-rounds // a_deal),
        seed=seed,
        duplicate=duplicate,
        keep_records=True,
    )
    *_, result = run(spec, over=over)
    rows = [
        {
            "name": standing.name,
            "margin": round(standing.margin, 3),
            "stderr": None if standing.stderr is None else round(standing.stderr, 3),
            "wins": standing.wins,
            "seconds_per_move": round(standing.seconds_per_move, 6),
        }
        for standing in result.standings
    ]
    printed = {
        "rounds": result.n_rounds,
        "deals": spec.n_deals,
        "rules": format_rules(rules),
        "seed": seed,
        "bots": rows,
    }
    return printed, tuple(record for deal in result.records.values() for record in deal)
