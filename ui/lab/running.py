"""The work of the lab, done in a process of its own: tournaments, and opening leads by value."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from random import Random
from time import monotonic

from engine import Play, RuleSet, Tile, TileSet, format_rules
from engine.bots import AnyMove, Thumb, bot
from engine.play import points_of
from engine.search import Root, Sums, ready, warm
from engine.study.leads import opening, outcomes
from engine.tournament import Result, Spec, merge, rules_for, run_chunk
from ui.working import streamed

TELL_S = 0.4
"""How often a tournament tells how it stands."""
LEAD_DEALS = 2_000
LEAD_STEP = 100
PLAIN_LEAD_DEALS = 100
PLAIN_LEAD_STEP = 10
MAX_DEALS = 2_000


@dataclass(frozen=True, slots=True)
class Order:
    """A tournament asked for: it is the same whenever the same is asked for.

    `players` seats share the `names` out: one a seat, or with partners one a side.
    """

    rules: RuleSet
    names: tuple[str, ...]
    n_deals: int
    seed: int

    @property
    def spec(self) -> Spec:
        """As the engine takes it, one deal a piece so that it can be left at any time."""
        return Spec(
            rules=self.rules,
            bots=tuple(map(bot, self.names)),
            n_deals=self.n_deals,
            seed=self.seed,
            chunk_deals=1,
            keep_records=True,
        )


def tournament(rules: str, names: tuple[str, ...], n_deals: int, seed: int) -> Iterator[Result]:
    """What was played since the last answer, again and again."""
    spec = Order(rules_for(rules, len(names)), names, n_deals, seed).spec
    if not all(isinstance(player, AnyMove | Thumb) for player in spec.bots):
        _make_ready()
    results: list[Result] = []
    told = monotonic()
    for chunk in range(spec.n_chunks):
        results.append(run_chunk(spec, chunk))
        if monotonic() - told >= TELL_S or chunk == spec.n_chunks - 1:
            yield merge(results)
            results, told = [], monotonic()


def _make_ready() -> None:
    """Wait for the compiled search, so that the same is found whenever it is asked for."""
    with suppress(Exception):  # whatever keeps it from compiling: the plain path answers alike
        warm(wait=True)


def growing(order: Order, so_far: Result | None = None) -> Iterator[Result | None]:
    """The tournament as it stands, ever longer."""
    work = streamed(tournament, format_rules(order.rules), order.names, order.n_deals, order.seed)
    with closing(work):  # type: ignore[type-var]  # a generator can be closed
        for answer in work:
            if answer is not None:
                so_far = merge([so_far, answer]) if so_far else answer
            yield so_far


@dataclass(frozen=True, slots=True)
class Lead:
    """An opening lead.

    Attributes:
        tile: The tile led.
        points: What it scores at once.
        margin: Expected points of the leader's side, less the mean of the others, to the end of
            the round, over deals in which the leader holds the tile.
        stderr: Standard error of `margin`.
        n_deals: Deals.
    """

    tile: Tile
    points: int
    margin: float
    stderr: float
    n_deals: int


def leads(rules: str, players: int, seed: int) -> Iterator[tuple[Lead, ...]]:
    """Every lead by its value, best first; ever surer."""
    _make_ready()
    chosen = rules_for(rules, players)
    n_deals, step = (LEAD_DEALS, LEAD_STEP) if ready() else (PLAIN_LEAD_DEALS, PLAIN_LEAD_STEP)
    tiles = list(TileSet.full(chosen.max_pip))
    chances = {tile: Random(f"{seed} lead {tile}") for tile in tiles}
    roots = {tile: opening(chosen, tile) for tile in tiles}
    sums: dict[Tile, Sums] = {}
    for first in range(0, n_deals, step):
        for tile in tiles:
            more = outcomes(roots[tile], tile, chances[tile], step, first)
            sums[tile] = sums[tile] + more if tile in sums else more
        yield _ranked(roots, sums)


def _ranked(roots: dict[Tile, Root], sums: dict[Tile, Sums]) -> tuple[Lead, ...]:
    found = [
        Lead(
            tile,
            points_of(roots[tile].position, Play(tile)),
            total.mean(0),
            total.stderr(0),
            total.n,
        )
        for tile, total in sums.items()
    ]
    return tuple(sorted(found, key=lambda lead: -lead.margin))


def growing_leads(rules: RuleSet, seed: int) -> Iterator[tuple[Lead, ...] | None]:
    """Every lead by its value, as far as it is known."""
    text = format_rules(rules)
    latest: tuple[Lead, ...] | None = None
    work = streamed(leads, text, rules.players, seed)
    with closing(work):  # type: ignore[type-var]  # a generator can be closed
        for answer in work:
            latest = answer if answer is not None else latest
            yield latest
