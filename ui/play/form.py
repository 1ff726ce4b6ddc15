"""The choice of a match: game, seats, target, and every other rule for those who want it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace

import streamlit as st

from engine import PRESETS, DominoError, RulesError, RuleSet, Seat, parse_rules
from engine.rules import MAX_PLAYERS, MIN_PLAYERS, OPTIONS, option_values
from ui import session
from ui.play.opponents import FIRST_LEVELS, LEVEL_NAMES, like, persona
from ui.play.setup import MAX_NAME, MAX_SEED, Setup, Sitter, apart
from ui.texts import _, ngettext
from ui.words import preset_name
from ui.words_rules import option_name, value_name

_PERSON = ""
_APART = frozenset({"hand", "target", "partnership", "max_pip"})
"""Options that the form asks for in a place of their own."""


@dataclass(slots=True)
class Choice:
    """What the form of this session shows."""

    rules: RuleSet = PRESETS[next(iter(PRESETS))]


def chosen() -> RuleSet:
    """The rules that the form shows, as its widgets stand."""
    return session.state("form", Choice).rules


def _asked() -> RuleSet | None:
    """The rules that the link asks for; None without any, or with some that cannot be."""
    linked, players = st.query_params.get("rules", ""), st.query_params.get("players", "2")
    if not linked:
        return None
    try:
        return parse_rules(linked, int(players) if players.isdecimal() else MIN_PLAYERS)
    except DominoError as error:
        st.error(_("The link asks for rules that cannot be: {why}.", why=error))
        return None


def setup_form() -> None:
    """Ask for a match and begin it."""
    st.subheader(_("A new match"))
    left, right = st.columns([3, 2], gap="medium")
    with left:
        rules = _game(_asked())
        sitters = _seats(rules)
    with right:
        rules = _target(rules)
        rules = _more_rules(rules)
        seed = _seed()
    session.state("form", Choice).rules = rules
    setup = Setup(rules, sitters, seed or secrets.token_hex(8))
    st.button(_("Start"), type="primary", key="start", on_click=session.start, args=(setup,))


def _game(asked: RuleSet | None) -> RuleSet:
    """The game and the number of players; what the link asks for is chosen already."""
    name = st.selectbox(
        _("Game"),
        list(PRESETS),
        index=list(PRESETS).index(asked.name) if asked else 0,
        format_func=preset_name,
        key="game",
    )
    players = st.segmented_control(
        _("Players"),
        list(range(MIN_PLAYERS, MAX_PLAYERS + 1)),
        default=asked.players if asked else MIN_PLAYERS,
        required=True,
        key="players",
    )
    rules = PRESETS[name].with_options(players=players)
    if asked and (asked.name, asked.players) == (name, players):
        rules = asked
    if players == MAX_PLAYERS:
        wanted = rules.partnership if rules is asked else True
        text = _("Partners: you and the player opposite")
        rules = rules.with_options(partnership=st.toggle(text, value=wanted, key="partners"))
    return rules


def _seats(rules: RuleSet) -> tuple[Sitter, ...]:
    """Who sits where, in the order of play; the first seat is the reader's."""
    levels = [_level(rules, seat) for seat in range(1, rules.players)]
    shared = _PERSON in levels
    sitters = [Sitter(_person(0, _("You")) if shared else _("You"))]
    for seat, level in enumerate(levels, start=1):
        name = persona(level) if level else _person(seat, _("Player {n}", n=seat + 1))
        sitters.append(Sitter(apart(name, sitters), level))
    return tuple(sitters)


def _level(rules: RuleSet, seat: Seat) -> str:
    n = sum(rules.team(other) != rules.team(0) for other in range(1, seat + 1))
    return st.selectbox(
        _("Your partner")
        if rules.team(seat) == rules.team(0)
        else _("Opponent {n}", n=n)
        if rules.players > MIN_PLAYERS
        else _("Opponent"),
        [*LEVEL_NAMES, _PERSON],
        index=LEVEL_NAMES.index(FIRST_LEVELS[seat - 1]),
        format_func=_level_name,
        key=f"level_{seat}",
    )


def _level_name(level: str) -> str:
    if level == _PERSON:
        return _("a person at this screen")
    return f"{persona(level)} – {like(level)}"


def _person(seat: Seat, default: str) -> str:
    label = _("Your name") if seat == 0 else _("Name of player {n}", n=seat + 1)
    name = st.text_input(label, default, max_chars=MAX_NAME - 2, key=f"name_{seat}")
    return name.strip() or default


def _target(rules: RuleSet) -> RuleSet:
    target = st.number_input(
        _("Points that win the match"),
        min_value=1,
        max_value=1000,
        value=rules.target_points,
        key=f"target_{rules.name}_{rules.players}",
    )
    return _with_own(rules, "target", int(target))


def _with_own(rules: RuleSet, name: str, number: int) -> RuleSet:
    """`rules` with the number for this many players changed."""
    at = rules.players - MIN_PLAYERS
    old = getattr(rules, name)
    return rules.with_options(**{name: (*old[:at], number, *old[at + 1 :])})


def _more_rules(rules: RuleSet) -> RuleSet:
    """Every other option; only what can hold together is offered."""
    with st.expander(_("More rules")):
        hand = st.number_input(
            option_name("hand"),
            min_value=1,
            max_value=rules.n_tiles // rules.players,
            value=rules.hand_size,
            key=f"hand_{rules.name}_{rules.players}",
        )
        rules = _with_own(rules, "hand", int(hand))
        for name in OPTIONS:
            if name not in _APART:
                rules = _option(rules, name)
    changed = len(rules.differences().keys() - {"partnership"})
    if changed:
        st.caption(ngettext("{n} rule changed", "{n} rules changed", changed))
    return rules


def _option(rules: RuleSet, name: str) -> RuleSet:
    offered = [value for value in option_values(name) if _holds(rules, name, value)]
    now = getattr(rules, name)
    if len(offered) < 2 or now not in offered:  # noqa: PLR2004 - nothing to choose
        return rules
    value = st.selectbox(
        option_name(name),
        offered,
        index=offered.index(now),
        format_func=lambda value: value_name(name, value),
        key=f"rule_{rules.name}_{name}",
    )
    return rules.with_options(**{name: value})


def _holds(rules: RuleSet, name: str, value: object) -> bool:
    try:
        replace(rules, **{name: value})  # type: ignore[arg-type]
    except RulesError:
        return False
    return True


def _seed() -> str:
    return st.text_input(
        _("Seed"),
        st.query_params.get("seed", "")[:MAX_SEED],
        max_chars=MAX_SEED,
        key="seed",
        help=_(
            "The same seed gives the same deals, so that a class can play the same hands. "
            "Empty: deals by chance. A link may carry it: ?seed=…"
        ),
    ).strip()
