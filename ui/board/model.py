"""What the board component is told: a table, a hand and every word and number it may show.

`board_model` is for a table with a hand, `layout_model` for a table alone or with a tray of tiles.
Both ask `engine` for everything that follows from rules, and return plain data for JSON. The
component knows no rules: it sends back one of the tokens that stand here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, Final

from engine import (
    Arm,
    Layout,
    Pip,
    Place,
    Play,
    Position,
    RuleSet,
    Seat,
    Tile,
    explain_count,
    explain_refusal,
    format_move,
    legal_moves,
    places,
)
from engine.explain import CountFacts
from engine.options import ArmsOpen
from engine.play import points_of, why_not_placed
from ui import wording
from ui.board.routing import HALF, Rect
from ui.board.scene import VIEWS, PlaceSpot, Scene, near, scenes
from ui.board.showing import BARE, Pick, Show, TrayTile
from ui.texts import _, ngettext
from ui.words import arm_name, tile_name

Model = dict[str, Any]
LEAD: Final = "lead"
"""Name of the one place of a bare table."""


def board_model(  # noqa: PLR0913 - what a table with a hand needs
    position: Position,
    *,
    rev: int,
    seat: Seat | None = None,
    live: bool = True,
    wait: str = "",
    covered: bool = False,
    show: Show = BARE,
) -> Model:
    """The table of `position`, with the hand of `seat` below it if one is given.

    `rev` rises with every new state of the table. With `live` the seat may act, and must then be
    the one in turn; else each tile answers with `wait`. `covered` shows the hand's backs only, and
    tells the component no tile.
    """
    hand: list[Model] = []
    if seat is not None:
        held = position.hands[seat]
        if covered:
            hand = [_back(number) for number in range(len(held))]
        elif live:
            hand = list(_live_hand(position, show))
        else:
            hand = [_tile(tile, why=wait) for tile in held.tiles]
    return _table(position.layout, position.rules, rev, show) | {"hand": hand}


def layout_model(
    layout: Layout,
    rules: RuleSet,
    *,
    rev: int,
    tray: Sequence[TrayTile] = (),
    with_places: bool = True,
    show: Show = BARE,
) -> Model:
    """A table alone, or with a tray of tiles. Without `with_places` no empty place is drawn."""
    hand = [_tray_tile(layout, rules, offered, show) for offered in tray]
    table = _table(layout, rules, rev, show, with_places=with_places)
    return table | {"hand": hand, "tray": True}


def _table(
    layout: Layout, rules: RuleSet, rev: int, show: Show, *, with_places: bool = True
) -> Model:
    facts = explain_count(layout, rules)
    views = near(*show.room) if show.room else VIEWS
    if show.picks:
        drawn_by = rules.with_options(arms_open=ArmsOpen.IMMEDIATE)
        found = scenes(layout, drawn_by, order=show.order)
    else:
        found = scenes(layout, rules, order=show.order, with_places=with_places, views=views)
    return {
        "rev": rev,
        "label": _table_name(layout, facts, sums=show.sums),
        "tiles": dict(_table_tiles(layout)),
        "scenes": [_scene(scene, with_places=with_places) for scene in found],
        "room": show.room,
        "last": str(show.order[-1]) if show.order else "",
        "glide": show.glide,
        "chips": list(_chips(facts, show)),
        "sum": _sum(facts, rules, show),
        "award": show.award,
        "note": show.note,
        "say": [asdict(spoken) for spoken in show.say],
        "heard": show.heard,
        "refused": asdict(show.refused) if show.refused else None,
        "actions": [asdict(action) for action in show.actions],
        "picks": [_pick(pick) for pick in show.picks],
        "marks": {
            "tiles": [str(tile) for tile in show.marks.tiles],
            "arms": [str(arm) for arm in show.marks.arms],
        },
        "tray": False,
        "options": asdict(show.options),
        "words": _words(),
    }


def _words() -> dict[str, str]:
    return {
        "hand": _("Your tiles"),
        "tray": _("Tiles"),
        "table": _("Table"),
        "ends": _("Open ends"),
        "sort": _("Sort tiles"),
        "back": _("A hidden tile"),
    }


def _scene(scene: Scene, *, with_places: bool) -> Model:
    spots = scene.spots
    empty = [_spot(str(spot.arm), spot) for spot in spots]
    if not scene.tiles and with_places:
        empty = [_lead_spot(scene)]
    return {
        "w": scene.width,
        "h": scene.height,
        "turns": scene.turns,
        "tiles": [[str(laid.tile), *_middle(laid.rect), laid.turn] for laid in scene.tiles],
        "spots": empty,
        "tips": [[str(tip.arm), *tip.at, *tip.way] for tip in scene.tips],
    }


def _spot(name: str, spot: PlaceSpot) -> list[str | int | float | bool]:
    x0, y0, x1, y1 = spot.rect
    return [name, *_middle(spot.rect), x1 - x0, y1 - y0, spot.turn, *spot.near, spot.across]


def _lead_spot(scene: Scene) -> list[str | int | float | bool]:
    x, y = scene.width / 2, scene.height / 2
    return [LEAD, x, y, 2 * HALF, HALF, 270, x, y, True]


def _middle(rect: Rect) -> tuple[float, float]:
    return (rect.x0 + rect.x1) / 2, (rect.y0 + rect.y1) / 2


def _table_tiles(layout: Layout) -> Iterator[tuple[str, Model]]:
    for stone in layout.stones():
        tile = stone.tile
        name = tile_name(tile)
        if stone.is_spinner:
            name = _("{tile}, spinner", tile=name)
        yield str(tile), {"a": tile.high, "b": tile.low, "name": name, "spinner": stone.is_spinner}


def _table_name(layout: Layout, facts: CountFacts, *, sums: bool) -> str:
    if not layout.line:
        return _("The table is bare.")
    n_tiles = ngettext("Table with {n} tile", "Table with {n} tiles", len(layout.tiles))
    if not sums:
        return n_tiles
    ends = ", ".join(
        _("{place} counts {n}", place=arm_name(counted.end.arm), n=counted.end.counts)
        for counted in facts.ends
    )
    return _("{table}: {ends}; sum {sum}", table=n_tiles, ends=ends, sum=facts.count)


def _chips(facts: CountFacts, show: Show) -> Iterator[Model]:
    taps = show.taps or {}
    for counted in facts.ends:
        arm = counted.end.arm
        value = str(counted.end.counts) if show.sums else "?"
        place = arm_name(arm)
        yield {
            "arm": str(arm),
            "label": place,
            "value": value,
            "name": _("{place}: {n}", place=wording.sentence(place), n=value),
            "token": taps.get(str(arm), ""),
        }


def _pick(pick: Pick) -> Model:
    token = str(pick.arm)
    name = wording.sentence(arm_name(pick.arm))
    return {"place": token, "token": token, "name": name, "pressed": pick.pressed}


def _sum(facts: CountFacts, rules: RuleSet, show: Show) -> Model:
    if not facts.ends:
        return {"total": "", "text": "", "scores": False}
    if not show.sums:
        return {"total": "?", "text": "", "scores": False}
    return {
        "total": str(facts.count),
        "text": wording.result(facts, rules),
        "scores": facts.points > 0,
    }


def _tile(tile: Tile, *, why: str = "", plays: Sequence[Model] = (), hint: str = "") -> Model:
    name = tile_name(tile)
    if plays:
        spoken = "; ".join(play["name"] for play in plays)
        name = _("{tile}, plays {ways}", tile=name, ways=spoken)
    elif why:
        name = _("{tile}: {why}", tile=name, why=why)
    return {
        "id": str(tile),
        "a": tile.high,
        "b": tile.low,
        "name": name,
        "plays": list(plays),
        "why": why,
        "hint": hint,
    }


def _back(number: int) -> Model:
    return {"id": f"back{number}", "back": True, "plays": [], "why": "", "name": "", "hint": ""}


def _live_hand(position: Position, show: Show) -> Iterator[Model]:
    moves = [move for move in legal_moves(position) if isinstance(move, Play)]
    for tile in position.hand.tiles:
        plays = [
            _play(position.layout, position.rules, move, points_of(position, move), show)
            for move in moves
            if move.tile == tile
        ]
        why = "" if plays else _why_not(position, tile)
        yield _tile(tile, plays=plays, why=why, hint=_hint(tile, plays, show))


def _play(layout: Layout, rules: RuleSet, move: Play, points: int, show: Show) -> Model:
    tile, arm = move.tile, move.arm
    after = explain_count(layout.placed(tile, arm, rules), rules)
    where = wording.towards(arm) if arm is not None else _("as the lead")
    if not show.sums:
        name = where
    elif points:
        name = _(
            "{where}: {count}, you score {points}", where=where, count=after.count, points=points
        )
    else:
        name = _("{where}: {count}", where=where, count=after.count)
    return {
        "token": format_move(Play(tile, arm)),
        "place": str(arm) if arm is not None else LEAD,
        "near": tile.high if arm is None else _touching(layout, rules, tile, arm),
        "sum": str(after.count) if show.sums else "",
        "points": str(points) if points and show.sums else "",
        "name": name,
    }


def _touching(layout: Layout, rules: RuleSet, tile: Tile, arm: Arm) -> Pip:
    pips = next(place.pips for place in places(layout, rules) if place.arm == arm)
    return tile.high if tile.high in pips else tile.low


def _hint(tile: Tile, plays: Sequence[Model], show: Show) -> str:
    if not plays or not show.sums:
        return ""
    ways = "; ".join(play["name"] for play in plays)
    return _("{tile} {ways}", tile=tile_name(tile), ways=ways)


def _why_not(position: Position, tile: Tile) -> str:
    """Why a tile of the hand cannot be played: at its likeliest place, or at none."""
    open_places = places(position.layout, position.rules)
    if not open_places:
        facts = explain_refusal(position, Play(tile))
        return wording.why_refused(facts) if facts else ""
    fitting = [place for place in open_places if place.takes(tile)]
    if fitting:
        facts = explain_refusal(position, Play(tile, fitting[0].arm))
        return wording.why_refused(facts) if facts else ""
    return _no_place(open_places)


def _no_place(open_places: Sequence[Place]) -> str:
    pips = {pip for place in open_places for pip in place.pips}
    return _("no open place takes it: they take {pips}", pips=wording.pips(pips))


def _tray_tile(layout: Layout, rules: RuleSet, offered: TrayTile, show: Show) -> Model:
    tile = offered.tile
    plays: list[Model] = []
    if not offered.token and not offered.faded:
        arms = [place.arm for place in places(layout, rules)] if layout.line else [None]
        for arm in arms:
            if why_not_placed(layout, rules, tile, arm) is None:
                after = explain_count(layout.placed(tile, arm, rules), rules)
                plays.append(_play(layout, rules, Play(tile, arm), after.points, show))
    why = offered.note
    if not (plays or offered.token or why):
        why = _no_place(places(layout, rules))
    model = _tile(tile, plays=plays, why=why, hint=_hint(tile, plays, show))
    return model | {
        "token": offered.token,
        "pressed": offered.pressed,
        "faded": offered.faded,
    }
