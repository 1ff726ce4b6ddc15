"""Looks further at the table of the explainer: what scores, other rules, a round's end, a text."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from engine import PRESETS, RulesError, RuleSet, Tile, TileSet
from engine.rules import format_value, option_values
from engine.settlement import Settlement
from ui import board, downloads, session
from ui.explain import desk as desks
from ui.explain.building import Building, compare, scoring_now, settlements
from ui.texts import N_, _, ngettext
from ui.words import preset_name, rules_name, tile_name
from ui.words_rules import option_name, value_name

_TABLE_OPTIONS = (
    "spinner",
    "spinner_counts",
    "arms_open",
    "long_side_match",
    "sniff_side_arms",
    "end_double",
    "unplayed_arm_counts",
    "multiples",
    "point_scale",
)
FIRST_PANEL = "scores"
_PANELS = {
    "scores": N_("What scores here?"),
    "compare": N_("Other rules"),
    "settle": N_("End of a round"),
    "link": N_("Load and share"),
}


def panels(desk: desks.Desk) -> None:
    """The choice of a look further, and the one chosen."""
    if desk.trouble:
        st.error(desk.trouble)
    asked = st.query_params.get("show", "")
    panel = st.segmented_control(
        _("Look further"),
        list(_PANELS),
        format_func=lambda name: _(_PANELS[name]),
        default=asked if asked in _PANELS else FIRST_PANEL,
        required=True,
        key="explain_panel",
        label_visibility="collapsed",
    )
    _keep(show=panel)
    match panel:
        case "compare":
            _compare(desk.building)
        case "settle":
            _settle(desk.building.rules)
        case "link":
            _link(desk)
        case _:
            _scores(desk.building)


def _keep(**shown: str) -> None:
    """Keep in the link what is looked at, so that it opens again."""
    for name, value in shown.items():
        if st.query_params.get(name, "") != value:
            st.query_params[name] = value


def _linked(name: str, offered: Sequence[str]) -> int:
    """Which of `offered` the link asks for; the first if none."""
    asked = st.query_params.get(name, "")
    return offered.index(asked) if asked in offered else 0


def _scores(building: Building) -> None:
    from ui.tables import scoring_table  # noqa: PLC0415 - pandas only where a table is shown

    found = scoring_now(building)
    tiles = {one.play.tile for one in found}
    st.markdown(
        ngettext(
            "**{n}** tile of the set would score on this table now.",
            "**{n}** tiles of the set would score on this table now.",
            len(tiles),
        )
    )
    if found:
        table = scoring_table(found)
        st.dataframe(table, hide_index=True, width="stretch")
        downloads.csv(table, "scores")


def _compare(building: Building) -> None:
    """The same plays side by side under a changed option, or another game."""
    left, right = st.columns(2)
    with left:
        options = ["game", *_TABLE_OPTIONS]
        option = st.selectbox(
            _("Change"),
            options,
            index=_linked("change", options),
            format_func=lambda name: _("the whole game") if name == "game" else option_name(name),
            key="explain_option",
        )
    with right:
        changed = _other_game(building) if option == "game" else _other_value(building, option)
    if changed is None:
        return
    to = changed.name if option == "game" else format_value(getattr(changed, option))
    _keep(change=option, to=to)
    for shown, title in ((building.rules, _("Now")), (changed, _("Changed"))):
        found = compare(building, shown)
        st.markdown(f"**{title}** · {_differs(shown, option)}: {found.line}")
    small = compare(building, changed)
    board.show(
        board.layout_model(
            small.laid.layout,
            changed,
            rev=building.rev,
            show=board.Show(options=board.Options(size="small")),
        ),
        key="explain_other",
        on_event=_nothing,
        ack=0,
    )


def _nothing() -> None:
    """The small board is only looked at."""


def _differs(rules: RuleSet, option: str) -> str:
    if option == "game":
        return preset_name(rules.name)
    return value_name(option, getattr(rules, option))


def _other_game(building: Building) -> RuleSet | None:
    names = [name for name in PRESETS if name != building.rules.name]
    name = st.selectbox(
        _("To"),
        names,
        index=_linked("to", names),
        format_func=preset_name,
        key="explain_other_game",
    )
    return PRESETS[name] if name else None


def _other_value(building: Building, option: str) -> RuleSet | None:
    offered = {}
    for value in option_values(option):
        try:
            offered[value] = building.rules.with_options(**{option: value})
        except RulesError:
            continue
    offered.pop(getattr(building.rules, option), None)
    if not offered:
        st.info(_("Under {game} this option has one value only.", game=rules_name(building.rules)))
        return None
    value = st.selectbox(
        _("To"),
        list(offered),
        index=_linked("to", list(map(format_value, offered))),
        format_func=lambda value: value_name(option, value),
        key=f"explain_value_{option}",
    )
    return offered.get(value)


def _settle(rules: RuleSet) -> None:
    """What hands left over pay, by each convention of rounding."""
    players = st.segmented_control(
        _("Players"), [2, 3, 4], default=2, required=True, key="explain_players"
    )
    everything = list(TileSet.full(rules.max_pip))
    hands: list[TileSet] = []
    taken: set[Tile] = set()
    for seat in range(players):
        label = _("Tiles left to {seat}", seat="ABCD"[seat])
        offered = [tile for tile in everything if tile not in taken]
        chosen = st.multiselect(label, offered, format_func=tile_name, key=f"explain_hand_{seat}")
        taken |= set(chosen)
        hands.append(TileSet.of(chosen))
    if not any(hands):
        st.caption(_("Choose the tiles that are left. Whoever has none went out."))
        return
    for rounding, worked in settlements(rules, tuple(hands)):
        st.markdown(f"- {value_name('round', rounding)}: {_settled(worked)}")


def _settled(worked: Settlement) -> str:
    parts = [
        f"{'ABCD'[award.seat]}: {_working(award.total, award.rounded, award.points)}"
        for award in worked.awards
    ]
    return "; ".join(parts) or _("nobody is paid")


def _working(total: int, rounded: int, points: int) -> str:
    steps = dict.fromkeys((total, rounded, points))
    return " → ".join(map(str, steps))


def _link(desk: desks.Desk) -> None:
    st.text_input(
        _("A position line, the drawing of a table, or a link"),
        key="explain_text",
        on_change=_on_text,
        placeholder=desks.START,
    )
    st.code(desk.building.line(), language=None)
    st.caption(_("The address of this page opens exactly this table."))


def _on_text() -> None:
    text = session.choice("explain_text", "").strip()
    if text:
        desks.load(text)
