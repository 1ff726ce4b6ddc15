"""A round joined in the middle: your tiles, then the table as it lies, in any order. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine import (
    Hand,
    Layout,
    NotationError,
    Play,
    Position,
    RuleSet,
    TileSet,
    format_rules,
    parse_move,
    parse_rules,
)
from engine.laying import lay
from engine.play import why_not_placed
from engine.scanner import Scanner
from engine.tiles import NO_TILES
from ui.board import Action, TrayTile
from ui.texts import _

IN_HAND = "h"
DONE = "="


@dataclass(frozen=True, slots=True)
class Joined:
    """What is entered so far; you are seat A, and in turn.

    `is_held`: your hand is complete. `is_laid`: the table is, too.
    """

    rules: RuleSet
    hand: TileSet = NO_TILES
    plays: tuple[Play, ...] = ()
    is_held: bool = False
    is_laid: bool = False

    @property
    def layout(self) -> Layout:
        """The table so far."""
        return lay(self.plays, self.rules).layout

    @property
    def position(self) -> Position:
        """The round as if nobody had drawn: a first guess at what the others hold."""
        rules, layout = self.rules, self.layout
        n_mine = max(rules.hand_size - len(self.hand), 0)
        n_theirs = max(len(layout.tiles) - n_mine, 0)
        n_free = rules.n_tiles - len(layout.tiles) - len(self.hand)
        hands = [Hand(self.hand)]
        for seat in range(1, rules.players):
            n_played = (n_theirs + rules.players - 1 - seat) // (rules.players - 1)
            n_held = min(max(rules.hand_size - n_played, 1), n_free)
            n_free -= n_held
            hands.append(Hand(hidden=n_held))
        return Position(rules, layout, tuple(hands), n_free, 0)

    def submit(self, token: str) -> Joined:
        """After a tap or a button; the same object if it cannot be."""
        if token == DONE:
            if not self.hand:
                return self
            return replace(self, is_laid=True) if self.is_held else replace(self, is_held=True)
        return self._laid(token) if self.is_held else self._toggled(token)

    def _toggled(self, token: str) -> Joined:
        tile = next(
            (each for each in TileSet.full(self.rules.max_pip) if token == f"{IN_HAND}{each}"), None
        )
        if tile is None:
            return self
        if tile in self.hand:
            return replace(self, hand=self.hand.without(tile))
        return replace(self, hand=self.hand.with_tile(tile))

    def _laid(self, token: str) -> Joined:
        try:
            move = parse_move(token, self.rules)
        except NotationError:
            return self
        layout = self.layout
        if not isinstance(move, Play) or move.tile in layout.tiles or move.tile in self.hand:
            return self
        if why_not_placed(layout, self.rules, move.tile, move.arm) is not None:
            return self
        return replace(self, plays=(*self.plays, move))

    def undone(self) -> Joined:
        """One step back; the same object at the beginning."""
        if self.is_laid:
            return replace(self, is_laid=False)
        if self.plays:
            return replace(self, plays=self.plays[:-1])
        if self.is_held:
            return replace(self, is_held=False)
        return replace(self, hand=self.hand.without(min(self.hand))) if self.hand else self

    def tray(self) -> list[TrayTile]:
        """The tiles that can be entered now."""
        everything = TileSet.full(self.rules.max_pip)
        if self.is_held:
            return [TrayTile(tile) for tile in everything - self.hand - self.layout.tiles]
        return [
            TrayTile(tile, f"{IN_HAND}{tile}", pressed=tile in self.hand) for tile in everything
        ]

    def actions(self) -> list[Action]:
        """That all is entered, once something is."""
        if not self.hand:
            return []
        text = _("That is the table") if self.is_held else _("These are mine")
        return [Action(DONE, text, primary=True)]

    def prompt(self) -> str:
        """What to enter next."""
        if self.is_held:
            return _("Tap the tiles on the table, each to its place, in any order that fits.")
        return _("Tap the tiles that you hold now.")

    def text(self) -> str:
        """All of it in a line, for the page's address."""
        hand = "".join(map(str, self.hand)) or "-"
        table = ".".join(map(str, self.plays)) or "-"
        start = f"{format_rules(self.rules)} {self.rules.players} {hand}"
        return f"{start} {table if self.is_held else '?'}"


def read(text: str) -> Joined:
    """What `Joined.text` wrote.

    Raises `NotationError` or `RulesError`, which say what is wrong with it.
    """
    parts = text.split(" ")
    if len(parts) != 4 or parts[1] not in ("2", "3", "4"):  # noqa: PLR2004 - four words
        raise NotationError(text, 0, "a rule set, the number of players, a hand and a table")
    joined = Joined(parse_rules(parts[0], int(parts[1])))
    scanner = Scanner(parts[2])
    while parts[2] != "-" and not scanner.at_end:
        joined = joined.submit(f"{IN_HAND}{scanner.tile()}")
    if parts[3] == "?":
        return joined
    joined = replace(joined, is_held=True)
    for token in parts[3].split(".") if parts[3] != "-" else ():
        longer = joined.submit(token)
        if longer is joined:
            raise NotationError(text, text.rfind(token), "a tile that fits the table")
        joined = longer
    return joined
