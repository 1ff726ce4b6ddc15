"""The slow referee's table: tiles, options, places, ends and points (see `naive`).

Tiles are `(high, low)` tuples and a table is a heap of stones with free sockets: which side of the
stone is free, which pips it accepts, and which arm a tile put there continues. Options are a plain
dict spelled as in the rules page. Where that page leaves two readings, a `READING:` comment says
which one is taken here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Tile = tuple[int, int]
Options = dict[str, Any]

CASES: dict[str, Any] = json.loads(
    (Path(__file__).parent / "data" / "rules_cases.json").read_text(encoding="utf-8")
)
BASE: Options = {
    "hand": [7, 7, 7],
    "first_lead": "random",
    "forced_lead": "no",
    "later_lead": "winner",
    "after_block_lead": "winner",
    "direction": "clockwise",
    "partnership": False,
    "spinner": "none",
    "long_side_match": "either_half",
    "arms_open": "after_line",
    "spinner_counts": "until_two_arms",
    "sniff_side_arms": "full",
    "end_double": "both_halves",
    "unplayed_arm_counts": False,
    "multiples": [5],
    "point_scale": "1",
    "draw": "until_playable",
    "reserve": 0,
    "voluntary_draw": False,
    "settle": "opponents",
    "round": "sum_nearest5",
    "subtract_own_when_blocked": False,
    "blocked_compare": "side_total",
    "tie": "none",
    "blocker_rule": "ignored",
    "partner_hand": "ignored",
    "target": [250, 250, 250],
    "exact": False,
    "target_check": "immediate",
    "claim": "automatic",
    "min_first_score": 0,
    "pass_penalty": 0,
}


class Refused(ValueError):  # noqa: N818 - what the referee says
    """A move that the rules do not allow."""


def options(preset: str, **overrides: object) -> Options:
    """Every option of a preset, base values filled in, some overridden."""
    chosen: Options = CASES["presets"][preset]
    return BASE | chosen | overrides


def tile(text: str) -> Tile:
    """`"36"`, `"63"` or `"3-6"` -> `(6, 3)`."""
    a, b = (int(c, 36) for c in text.replace("-", ""))
    return max(a, b), min(a, b)


def text(t: Tile) -> str:
    return "".join("0123456789abcdefghi"[half] for half in t)


def pips(hand: Iterable[Tile]) -> int:
    return sum(map(sum, hand))


class Socket:
    """One side of a stone: the arm it continues, the pips it accepts, and what lies on it."""

    def __init__(self, arm: str, accepts: set[int], *, side_arm: bool = False) -> None:
        self.arm = arm
        self.accepts = accepts
        self.side_arm = side_arm
        self.free = True
        self.last = False  # free and counted, but takes no tile (the single tile of a Sniff arm)


class Stone:
    """A tile on the table."""

    def __init__(self, tile: Tile, sockets: list[Socket], *, spinner: bool, lead: bool) -> None:
        self.tile = tile
        self.double = tile[0] == tile[1]
        self.spinner = spinner
        self.lead = lead
        self.sockets = sockets

    def line(self) -> list[Socket]:
        """The sockets along the line; a later tile has one, its other end being covered."""
        return [s for s in self.sockets if not s.side_arm]

    def side_arms(self) -> list[Socket]:
        return [s for s in self.sockets if s.side_arm]

    def covered(self) -> int:
        return (not self.lead) + sum(not s.free for s in self.sockets)


class Table:
    """The tiles played, and nothing of hands or turns."""

    def __init__(self, o: Options) -> None:
        self.o = o
        self.stones: list[Stone] = []

    def place(self, t: Tile, arm: str | None) -> None:
        """Put a tile on an arm, or lead it with its high half on L.

        Raises:
            Refused: if the arm does not take it.
        """
        lead = not self.stones
        if lead:
            sockets = [Socket("L", {t[0]}), Socket("R", {t[1]})]
        else:
            spot = next((s for s in self.open_sockets() if s.arm == arm), None)
            if spot is None or not spot.accepts & set(t):
                raise Refused(text(t), arm)
            (touching,) = spot.accepts & set(t)
            outer = Socket(spot.arm, {t[0] + t[1] - touching})
            outer.last = spot.side_arm and self.o["sniff_side_arms"] == "one_tile"
            spot.free = False
            sockets = [outer]
        spinner = self._becomes_spinner(t, lead=lead)
        if spinner:
            sockets += self._side_arms(t)
        self.stones.append(Stone(t, sockets, spinner=spinner, lead=lead))

    def _becomes_spinner(self, t: Tile, *, lead: bool) -> bool:
        double = t[0] == t[1]
        match self.o["spinner"]:
            case "first_tile":
                return lead
            case "first_double":
                return double and not any(s.spinner for s in self.stones)
            case "every_double":
                return double
            case _:
                return False

    def _side_arms(self, t: Tile) -> list[Socket]:
        label = text(t) if self.o["spinner"] == "every_double" else ""
        high, low = {t[0]}, {t[1]}
        if t[0] != t[1]:
            match self.o["long_side_match"]:
                case "closed":
                    return []
                case "either_half":
                    high = low = set(t)
                case _:  # fixed_half
                    pass
        return [
            Socket("U" + label, high, side_arm=True),
            Socket("D" + label, low, side_arm=True),
        ]

    def _side_arms_open(self, stone: Stone) -> bool:
        return self.o["arms_open"] == "immediate" or not any(s.free for s in stone.line())

    def open_sockets(self) -> list[Socket]:
        """Where a tile may go: L R, then U D by spinner, highest spinner first."""
        found = [
            s
            for stone in self.stones
            for s in stone.sockets
            if s.free and not s.last and (not s.side_arm or self._side_arms_open(stone))
        ]
        return sorted(found, key=_arm_order)

    def places(self) -> list[tuple[str, list[int]]]:
        return [(s.arm, sorted(s.accepts)) for s in self.open_sockets()]

    def ends(self) -> list[tuple[str, int]]:
        """What is summed: (arm, what it counts)."""
        return [end for stone in self.stones for end in self._ends_of(stone)]

    def _ends_of(self, stone: Stone) -> list[tuple[str, int]]:
        free = [s for s in stone.sockets if s.free]
        free_line = [s for s in stone.line() if s.free]
        d = stone.tile[0]
        ends: list[tuple[str, int]] = []
        if stone.double and stone.spinner:
            match self.o["spinner_counts"]:
                case "until_two_arms":
                    ends = [(free[0].arm, 2 * d)] if stone.covered() < 2 else []
                case "line_sides":
                    ends = [(free_line[0].arm, 2 * d)] if free_line else []
                case "exposed_ends":
                    ends = [(s.arm, d) for s in free if s.side_arm]
                case "open_sides":
                    # closed side arms are counted too: a lone 5-5 makes 20 in All Fives.
                    # READING: of doubles only; a long side that takes either half shows no one pip
                    ends = [(s.arm, d) for s in free]
                case _:
                    raise Refused(self.o["spinner_counts"], "spinner_counts")
        elif stone.double and len(free_line) == 2:
            # READING: a lone double is both ends of the line, so it makes 2d with one_half too
            ends = [(free_line[0].arm, 2 * d)]
        else:
            twice = 2 if stone.double and self.o["end_double"] == "both_halves" else 1
            ends = [(s.arm, twice * pip) for s in free_line for pip in s.accepts]
        if self.o["unplayed_arm_counts"] and stone.spinner and self._side_arms_open(stone):
            # READING: together they are one more end, "a third end", not one each, and none where
            # they count anyway; "its pip" is something only a double has
            unplayed = [s.arm for s in free if s.side_arm][:1]
            ends += [(arm, d) for arm in unplayed if stone.double and (arm, d) not in ends]
        return ends

    def count(self) -> int:
        return sum(counts for _, counts in self.ends())


def _arm_order(s: Socket) -> tuple[int, int, str]:
    if s.arm in {"L", "R"}:
        return 0, 0, s.arm
    return 1, -int(s.arm[1:] or "0", 36), "UD"[s.arm[0] == "D"].replace("U", "A")


def points(o: Options, count: int) -> int:
    """What a count scores. 0 never does."""
    total = 0
    for m in o["multiples"]:
        if count > 0 and count % m == 0:
            # READING: without quotients each multiple pays the count itself (15 -> 15 + 15)
            total += count // {"1": 1, "5": 5, "quotients": m}[str(o["point_scale"])]
    return total
