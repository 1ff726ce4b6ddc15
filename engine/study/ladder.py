"""Who beats whom by how much: tournaments on duplicate deals."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from engine.bots import LEVELS, bot
from engine.spread import Task, spread
from engine.study.number import number
from engine.tournament import Spec, from_json, merge, rules_for, run_chunk, to_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.spread import Where
    from engine.study.number import Number
    from engine.tournament import Clock, Result

BEST: Final = LEVELS[-1].name
ALL_FIVES: Final = "all_fives+hand=7,7,5"


@dataclass(frozen=True, slots=True)
class Line:
    """One tournament: who plays, on how many deals, and the least margin wanted of the first."""

    bots: tuple[str, ...]
    n_deals: int
    bar: float | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Tournaments under one rule set."""

    title: str
    rules: str
    lines: tuple[Line, ...]


def _versus(n_deals: int) -> tuple[Line, ...]:
    return tuple(Line((BEST, name), n_deals) for name in ("greedy_heavy", "one_ply"))


_NAMES = tuple(level.name for level in LEVELS)
TABLES: Final = {
    "best": Table(
        "The best bot, two players",
        ALL_FIVES,
        (Line((BEST, "greedy_heavy"), 1500, 12.5), Line((BEST, "one_ply"), 1500, 6.5)),
    ),
    "plain": Table(
        "Plain bots, two players",
        ALL_FIVES,
        (
            Line(("greedy", "random"), 2500),
            Line(("greedy_heavy", "greedy"), 2500),
            Line(("one_ply", "greedy_heavy"), 2500),
        ),
    ),
    "levels": Table(
        "Each level against the one below it",
        ALL_FIVES,
        tuple(Line(step, 1500) for step in zip(_NAMES[1:], _NAMES, strict=False)),
    ),
    "straight": Table("Straight, two players", "straight", _versus(600)),
    "draw": Table("Draw, two players", "draw", _versus(600)),
    "five_up": Table("Five-Up, two players", "five_up", _versus(300)),
    "three": Table(
        "All Fives, three players",
        "all_fives",
        (Line((BEST, "one_ply", "greedy"), 400), Line((BEST, "greedy", "greedy"), 400)),
    ),
    "partners": Table("All Fives, two against two", "all_fives+partnership=true", _versus(600)),
}


def study(*, scale: float, seed: int, over: Where) -> tuple[Number, ...]:
    """The margin of the first bot over the others, in points a round."""
    found = []
    for table, _, result in results(tuple(TABLES), scale=scale, seed=seed, over=over):
        first, *others = result.standings
        name = f"{table.title}: {first.name} over {', '.join(each.name for each in others)}"
        found.append(number(name, first.margin, first.stderr or 0.0, len(result.margins)))
    return tuple(found)


def results(
    tables: Sequence[str],
    *,
    scale: float,
    seed: int,
    over: Where,
    clock: Clock = perf_counter,
) -> Iterator[tuple[Table, Line, Result]]:
    """The tournaments of some of `TABLES`, one after the other, with `scale` times the deals."""
    specs = [
        (TABLES[name], line, _spec(TABLES[name].rules, line, scale, seed))
        for name in tables
        for line in TABLES[name].lines
    ]
    chunks = tuple((spec, chunk, clock) for *_, spec in specs for chunk in range(spec.n_chunks))
    title = f"ladder {', '.join(tables)}, scale {scale}, seed {seed}"
    answers = spread(Task(title, _chunk, chunks), over)
    for table, line, spec in specs:
        yield table, line, merge([from_json(next(answers)) for _ in range(spec.n_chunks)])


def _spec(rules: str, line: Line, scale: float, seed: int) -> Spec:
    return Spec(
        rules=rules_for(rules, len(line.bots)),
        bots=tuple(map(bot, line.bots)),
        n_deals=max(2, round(line.n_deals * scale)),
        seed=seed,
    )


def _chunk(spec: Spec, chunk: int, clock: Clock) -> dict[str, Any]:
    return to_json(run_chunk(spec, chunk, clock=clock))
