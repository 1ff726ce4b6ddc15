"""A table being built, and what is told of it. Pure: the page draws what stands here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from engine import (
    Deal,
    DominoError,
    Hand,
    Layout,
    NotationError,
    Play,
    PositionError,
    RuleSet,
    Settlement,
    TileSet,
    apply,
    explain_count,
    format_position,
    legal_moves,
    parse_move,
    parse_position,
    places,
    problems,
    settle,
)
from engine.explain import CountFacts
from engine.laying import Laid, lay, plays_of
from engine.notation import parse_layout
from engine.options import Rounding
from engine.play import why_not_placed
from engine.position import Position
from ui.board import TrayTile
from ui.texts import _
from ui.wording import result, sentence, terms
from ui.words import tile_name


@dataclass(frozen=True, slots=True)
class Building:
    """A table as the plays that lay it under `rules`; `rev` rises with every change."""

    rules: RuleSet
    plays: tuple[Play, ...] = ()
    rev: int = 0

    @property
    def laid(self) -> Laid:
        """The plays on the table, as far as the rules allow."""
        return lay(self.plays, self.rules)

    @property
    def layout(self) -> Layout:
        """The table."""
        return self.laid.layout

    @property
    def facts(self) -> CountFacts:
        """The count taken apart."""
        return explain_count(self.layout, self.rules)

    def changed(self, plays: tuple[Play, ...]) -> Building:
        """The same rules with other plays."""
        return replace(self, plays=plays, rev=self.rev + 1)

    def submit(self, token: str) -> Building:
        """After a tile was put down; anything else than a play that fits changes nothing."""
        try:
            move = parse_move(token, self.rules)
        except NotationError:
            return self
        layout = self.layout
        if not isinstance(move, Play) or move.tile in layout.tiles:
            return self
        if why_not_placed(layout, self.rules, move.tile, move.arm) is not None:
            return self
        return self.changed((*self.laid.plays, move))

    def undone(self) -> Building:
        """Without the last tile."""
        return self.changed(self.laid.plays[:-1])

    def under(self, rules: RuleSet) -> Building:
        """The same plays under other rules; those they refuse are left out."""
        return Building(rules, lay(self.plays, rules).plays, self.rev + 1)

    def at_random(self, rng: Random) -> Building:
        """A table from the middle of a random round."""
        position = Deal.shuffled(self.rules, rng).start()
        n_plies = rng.randint(5, 14)
        for _ply in range(n_plies):
            moves = legal_moves(position)
            if not moves:
                break
            position = apply(position, rng.choice(moves))
        return self.changed(plays_of(position.layout, self.rules))

    def loaded(self, text: str) -> Building:
        """The table of a position line, or of the drawing of a table alone.

        Raises `NotationError` or `PositionError`, which say what is wrong with it.
        """
        text = text.strip()
        if " " not in text:
            position = _bare(self.rules, parse_layout(text))
        else:
            position = parse_position(text)
        found = problems(position)
        if found:
            raise PositionError(found)
        rules = position.rules
        return Building(rules, plays_of(position.layout, rules), self.rev + 1)

    def line(self) -> str:
        """The table as a position line whose hands are empty and whose other tiles are hidden."""
        layout = self.layout
        return format_position(_bare(self.rules, layout))

    def tray(self) -> list[TrayTile]:
        """All tiles of the set; those on the table rest."""
        lying = self.layout.tiles
        return [
            TrayTile(tile, faded=tile in lying, note=_("lies on the table") * (tile in lying))
            for tile in TileSet.full(self.rules.max_pip)
        ]


def _bare(rules: RuleSet, layout: Layout) -> Position:
    unseen = rules.n_tiles - len(layout.tiles)
    return Position(rules, layout, (Hand(),) * rules.players, max(unseen, 0), 0)


@dataclass(frozen=True, slots=True)
class Scoring:
    """A tile and place, and the count and points it would make."""

    play: Play
    facts: CountFacts


def scoring_now(building: Building) -> tuple[Scoring, ...]:
    """Every tile of the set that scores on this table now, most points first."""
    layout, rules = building.layout, building.rules
    arms = [place.arm for place in places(layout, rules)] if layout.line else [None]
    found = []
    for tile in TileSet.full(rules.max_pip) - layout.tiles:
        for arm in arms:
            if why_not_placed(layout, rules, tile, arm) is None:
                facts = explain_count(layout.placed(tile, arm, rules), rules)
                if facts.points:
                    found.append(Scoring(Play(tile, arm), facts))
    return tuple(sorted(found, key=lambda one: (-one.facts.points, -one.play.tile.index)))


@dataclass(frozen=True, slots=True)
class Compared:
    """The same plays under another rule set: its table, and whether all of them went."""

    rules: RuleSet
    laid: Laid
    facts: CountFacts

    @property
    def line(self) -> str:
        """The count and its worth; or which tile these rules refuse."""
        if self.laid.refused is not None:
            return sentence(
                _(
                    "{tile} could not lie there: these rules stop after {n} tiles",
                    tile=tile_name(self.laid.refused.tile),
                    n=len(self.laid.plays),
                )
            )
        return f"{terms(self.facts) or '0'} → {result(self.facts, self.rules)}"


def compare(building: Building, rules: RuleSet) -> Compared:
    """What `rules` make of the plays on the table."""
    laid = lay(building.plays, rules)
    return Compared(rules, laid, explain_count(laid.layout, rules))


def settlements(rules: RuleSet, hands: tuple[TileSet, ...]) -> Iterator[tuple[str, Settlement]]:
    """The end of a round by each convention of rounding; the first empty hand went out."""
    out = next((seat for seat, hand in enumerate(hands) if not hand), None)
    for rounding in Rounding:
        try:
            changed = rules.with_options(round=rounding, players=len(hands))
        except DominoError:
            continue
        yield rounding, settle(hands, changed, out=out)
