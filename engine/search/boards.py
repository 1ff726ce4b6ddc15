"""A rule set compiled to a board automaton, from `engine`'s own layout and scoring.

For what may be played and what it earns, a table falls into *parts* that do not touch each other: a
tip (the open end of a chain) and a live spinner. The class of a table is the multiset of its parts
and whether a double would still become the spinner. A play changes one part, and so its effect is
the same whatever lies elsewhere: it is taken once, by playing it on a sample table with
`Layout.placed`, and held as a number that is added to the code of the class.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.errors import PositionError
from engine.layout import LEFT, RIGHT, Layout, arm_pips, places
from engine.options import Spinner
from engine.position import Position, problems
from engine.rules import RuleSet
from engine.scoring import open_ends, points_of_count
from engine.tiles import TILES, Tile

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.layout import Arm, Place, Spun
    from engine.tiles import Pip

BOARD_OPTIONS: Final = (
    "max_pip",
    "spinner",
    "long_side_match",
    "arms_open",
    "spinner_counts",
    "sniff_side_arms",
    "end_double",
    "unplayed_arm_counts",
    "multiples",
    "point_scale",
)
"""The options that say what a board is; rule sets that agree in them share an automaton."""

Key = tuple[object, ...]


class Part(NamedTuple):
    """A piece of the table that grows by itself.

    `key` tells its class, `digit` the place in the code where it is kept, `counts` what its ends
    add to the count, `places` where a tile may go on it.
    """

    key: Key
    digit: Key
    counts: int
    places: tuple[Place, ...]


def parts(layout: Layout, rules: RuleSet) -> list[Part]:
    """The parts of a table that still matter: where a tile may go, now or later, or that count."""
    line = layout.line
    if not line:
        return []
    here = {place.arm: place for place in places(layout, rules)}
    counts: Counter[Arm] = Counter()
    for end in open_ends(layout, rules):
        counts[end.arm] += end.counts

    def tip(arm: Arm, pip: Pip) -> Part:
        key = ("tip", pip, counts[arm], arm in here)
        return Part(key, key, counts[arm], (here[arm],) if arm in here else ())

    several = rules.spinner is Spinner.EVERY_DOUBLE
    found = []
    for spun in layout.spinners(rules):
        free = _free_arms(spun, rules)
        # Sides that are alike are one place: what is played there changes the table alike.
        alike = {side: here[arm] for arm, side in free.items() if arm in here}
        digit = ("spinner", spun.stone.tile.index if several else None)
        key = ("spinner", spun.stone.tile.index, *sorted(free.values()))
        total = sum(counts[arm] for arm in free)
        found.append(Part(key, digit, total, tuple(alike.values())))
    if len(line) == 1 and not line[0].is_spinner and line[0].is_double:
        key = ("lone", line[0].tile.index)
        found.append(Part(key, ("spinner", None), counts[LEFT], (here[LEFT],)))
    else:
        if not line[0].is_spinner:
            found.append(tip(LEFT, line[0].near))
        if not line[-1].is_spinner:
            found.append(tip(RIGHT, line[-1].far))
    for arm, chain in layout.chains(rules):
        if not chain[-1].is_spinner:
            found.append(tip(arm, chain[-1].far))
    return [each for each in found if each.counts or each.places]


def _free_arms(spun: Spun, rules: RuleSet) -> dict[Arm, tuple[str, tuple[Pip, ...]]]:
    """The free sides of a spinner, and what each is like."""
    stone = spun.stone
    free: dict[Arm, tuple[str, tuple[Pip, ...]]] = {}
    if spun.near_arm is not None:
        free[spun.near_arm] = ("end", (stone.near,))
    if spun.far_arm is not None:
        free[spun.far_arm] = ("end", (stone.far,))
    for arm, chain in spun.side_arms:
        if not chain:
            free[arm] = ("side", tuple(sorted(arm_pips(stone, arm.side, rules))))
    return free


def is_spun(layout: Layout, rules: RuleSet) -> bool:
    """Whether the only spinner there will be has been played: later doubles are none."""
    return rules.spinner is Spinner.FIRST_DOUBLE and bool(layout.spinners(rules))


class Entry(NamedTuple):
    """A way to play on a part: the pip it takes, and by outer pip what is added to the code.

    A step of 0 stands for a tile that cannot come: the spinner's own, or a second double.
    """

    pip: Pip
    steps: tuple[int, ...]


class Digit(NamedTuple):
    """Where in a code the parts of some kinds are kept.

    `counted`: the value is how many of one kind there are; else it is which of several there is.
    """

    shift: int
    mask: int
    first_kind: int
    counted: bool


@dataclass(frozen=True, slots=True, eq=False)
class Automaton:
    """The boards of a rule set as arithmetic on codes.

    Attributes:
        rules: The rule set it was made for; others share it.
        digits: Where the parts of a table stand in a code.
        counts: What a part of each kind adds to the count.
        entries: By `spun * n_kinds + kind`, the ways to play on it.
        leads: By tile index, the code after it is led.
        points: By count, what a play that makes it earns.
        units: What a part adds to a code, by its key.
        spun_unit: What a table on which the only spinner was played adds, if that matters.
    """

    rules: RuleSet
    digits: tuple[Digit, ...]
    counts: tuple[int, ...]
    entries: tuple[tuple[Entry, ...], ...]
    leads: tuple[int, ...]
    points: tuple[int, ...]
    units: Mapping[Key, int]
    spun_unit: int

    def code(self, layout: Layout) -> int:
        """The code of the class of `layout`; 0 is the bare table.

        Raises `PositionError` for a table that cannot be under these rules.
        """
        try:
            total = sum(self.units[part.key] for part in parts(layout, self.rules))
        except KeyError:
            bare = Position(self.rules, layout, (), (), 0)
            raise PositionError(problems(bare), "no such table can be built") from None
        return total + self.spun_unit * is_spun(layout, self.rules)


def automaton(rules: RuleSet) -> Automaton:
    """The automaton of a rule set; made once for all that agree in `BOARD_OPTIONS`."""
    return _automaton(tuple(getattr(rules, name) for name in BOARD_OPTIONS))


@lru_cache(maxsize=32)
def _automaton(options: tuple[object, ...]) -> Automaton:
    named: dict[str, Any] = dict(zip(BOARD_OPTIONS, options, strict=True))
    return _Explorer(RuleSet(name="boards", hand=(1, 1, 1), **named)).automaton()


Table = tuple[int, Counter[Key]]
"""A class of table as parts: whether the only spinner was played, and how many of each part."""


class _Explorer:
    """Makes every kind of play once, each on the first table on which it was possible."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        # Tiles that are no doubles first: then a sample holds no more doubles than it must.
        self.tiles = sorted(TILES[: rules.n_tiles], key=lambda tile: tile.is_double)
        self.seen: dict[Key, Part] = {}
        self.samples: dict[tuple[int, Key], tuple[Layout, Part]] = {}
        self.queue: deque[tuple[int, Key]] = deque()
        self.effects: dict[tuple[int, Key], list[dict[Pip, dict[Pip, Table]]]] = {}

    def automaton(self) -> Automaton:
        leads = {tile: self.meet(Layout().placed(tile, None, self.rules)) for tile in self.tiles}
        while self.queue:
            where = self.queue.popleft()
            self.effects[where] = self.explore(*self.samples[where])
        return self.packed(leads)

    def meet(self, layout: Layout) -> Table:
        """The parts of a table, of which it becomes the sample if they are new."""
        spun = int(is_spun(layout, self.rules))
        found = parts(layout, self.rules)
        for part in found:
            self.seen.setdefault(part.key, part)
            if (spun, part.key) not in self.samples:
                self.samples[spun, part.key] = layout, part
                self.queue.append((spun, part.key))
        return spun, Counter(part.key for part in found)

    def explore(self, layout: Layout, part: Part) -> list[dict[Pip, dict[Pip, Table]]]:
        """What every play on a part of the sample does: by place, pip taken and outer pip."""
        before = self.meet(layout)
        played = layout.tiles
        several = self.rules.spinner is Spinner.EVERY_DOUBLE
        found = []
        for place in part.places:
            effect: dict[Pip, dict[Pip, Table]] = {pip: {} for pip in sorted(place.pips)}
            for tile in self.tiles:
                if several and tile.is_double and tile in played:
                    continue
                touching = [pip for pip in (tile.high, tile.low) if pip in place.pips]
                if touching and not {tile.high, tile.low} == place.pips > {tile.high}:
                    after = self.meet(layout.placed(tile, place.arm, self.rules))
                    effect[touching[0]][tile.other(touching[0])] = _change(before, after)
            found.append(effect)
        return found

    def packed(self, leads: Mapping[Tile, Table]) -> Automaton:
        rules = self.rules
        by_digit: dict[Key, list[Key]] = {}
        for key, part in self.seen.items():
            by_digit.setdefault(part.digit, []).append(key)
        kinds: list[Key] = []
        digits = []
        units: dict[Key, int] = {}
        shift = 0
        for digit, keys in by_digit.items():
            counted = digit[0] == "tip"
            most = _most_tips(self.seen[keys[0]], rules) if counted else len(keys)
            digits.append(Digit(shift, (1 << most.bit_length()) - 1, len(kinds), counted))
            units |= {key: value << shift for value, key in enumerate(keys, start=1)}
            kinds += keys
            shift += most.bit_length()
        spun_unit = 1 << shift

        def number(table: Table) -> int:
            spun, found = table
            return sum(units[key] * n for key, n in found.items()) + spun_unit * spun

        def entries(where: tuple[int, Key]) -> tuple[Entry, ...]:
            every = [item for effect in self.effects.get(where, ()) for item in effect.items()]
            return tuple(
                Entry(
                    pip,
                    tuple(
                        number(effect[outer]) if outer in effect else 0
                        for outer in range(rules.max_pip + 1)
                    ),
                )
                for pip, effect in every
            )

        top = 2 * rules.n_tiles * rules.max_pip
        return Automaton(
            rules,
            tuple(digits),
            tuple(self.seen[key].counts for key in kinds),
            tuple(entries((spun, key)) for spun in (0, 1) for key in kinds),
            tuple(number(leads[tile]) for tile in TILES[: rules.n_tiles]),
            tuple(points_of_count(total, rules) for total in range(top + 1)),
            units,
            spun_unit,
        )


def _change(before: Table, after: Table) -> Table:
    """What to add to `before` to get `after`; counts may be negative."""
    change = Counter(after[1])
    change.subtract(before[1])
    return after[0] - before[0], change


def _most_tips(part: Part, rules: RuleSet) -> int:
    """How many tips of a kind there can be: one double, or as many tiles as have the pip."""
    _, pip, counts, _ = part.key
    return 1 if counts != pip else rules.max_pip + 1
