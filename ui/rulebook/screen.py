"""The Rules page put together: the games side by side, examples to follow, questions, words."""

from __future__ import annotations

import streamlit as st

from engine import PRESETS, RuleSet, explain_count
from engine.laying import lay
from engine.moves import Play
from engine.notation import parse_move
from ui import board, downloads
from ui.rulebook.examples import EXAMPLES, Example
from ui.rulebook.games import GAMES
from ui.rulebook.glossary import WORDS
from ui.rulebook.questions import QUESTIONS, Question
from ui.texts import N_, _, one_language
from ui.wording import sum_line
from ui.words import preset_name, tile_name
from ui.words_rules import option_name, value_name

_PANELS = {
    "games": N_("The games"),
    "options": N_("Side by side"),
    "examples": N_("Examples"),
    "questions": N_("Where books disagree"),
    "words": N_("Words"),
}
_FIRST = (
    "hand",
    "target",
    "first_lead",
    "forced_lead",
    "later_lead",
    "spinner",
    "arms_open",
    "spinner_counts",
    "multiples",
    "point_scale",
    "draw",
    "settle",
    "round",
    "subtract_own_when_blocked",
    "tie",
    "exact",
    "target_check",
)


@st.fragment
@one_language()
def page() -> None:
    """The whole page below the header; which part is open stays in the link."""
    asked = st.query_params.get("part", "games")
    panel = st.segmented_control(
        _("Part"),
        list(_PANELS),
        format_func=lambda name: _(_PANELS[name]),
        default=asked if asked in _PANELS else "games",
        required=True,
        key="rules_part",
        label_visibility="collapsed",
    )
    if panel != asked:
        st.query_params["part"] = panel
    {
        "games": _games,
        "options": _options,
        "examples": _examples,
        "questions": _questions,
        "words": _words,
    }[panel]()


def _games() -> None:
    """A card a game."""
    columns = st.columns(3)
    for number, game in enumerate(GAMES):
        rules = PRESETS[game.name]
        with columns[number % 3], st.container(border=True):
            st.subheader(preset_name(game.name), anchor=False)
            st.write(_(game.idea))
            st.caption(_(game.played))
            st.markdown(_facts(rules))


def _facts(rules: RuleSet) -> str:
    wins = _("to {points}", points=rules.target_points)
    hands = _("{n} tiles each", n=rules.hand_size)
    draws = _("drawing: {what}", what=value_name("draw", rules.draw))
    return f"{wins} · {hands} · {draws}"


def _options() -> None:
    """Two or more games in the words of their options; what differs is marked."""
    linked = [name for name in st.query_params.get("games", "").split(",") if name in PRESETS]
    chosen = st.multiselect(
        _("Games"),
        list(PRESETS),
        default=linked or ["straight", "all_fives"],
        format_func=preset_name,
        key="rules_games",
    )
    whole = st.query_params.get("all") == "1"
    only_different = st.toggle(_("Only what differs"), value=not whole, key="rules_differ")
    _link(games=",".join(chosen), all="" if only_different else "1")
    if not chosen:
        st.info(_("Choose a game."))
        return
    names = [preset_name(name) for name in chosen]
    header = "| " + " | ".join(["", *names]) + " |"
    lines = [header, "|---" * (len(chosen) + 1) + "|"]
    rows = []
    for option in _FIRST:
        values = [value_name(option, getattr(PRESETS[name], option)) for name in chosen]
        differ = len(set(values)) > 1
        if only_different and not differ and len(chosen) > 1:
            continue
        shown = [f"**{value}**" if differ else value for value in values]
        lines.append("| " + " | ".join([option_name(option), *shown]) + " |")
        rows.append([option_name(option), *values])
    st.markdown("\n".join(lines))
    _csv(rows, [_("Option"), *names], "rules")


def _link(**values: str) -> None:
    """Keep what is shown in the link, so that it opens again."""
    for name, value in values.items():
        if st.query_params.get(name, "") != value:
            st.query_params[name] = value


def _examples() -> None:
    """A published board, play by play, on the table."""
    names = [example.case for example in EXAMPLES]
    asked = st.query_params.get("example", names[0])
    case = st.selectbox(
        _("Example"),
        names,
        index=names.index(asked) if asked in names else 0,
        format_func=lambda name: _example_name(_example(name)),
        key="rules_example",
    )
    example = _example(case)
    rules = PRESETS[example.preset]
    plays = [parse_move(token, rules) for token in example.plays.split()]
    linked = st.query_params.get("step", "")
    at = int(linked) if linked.isdecimal() and case == asked else len(plays)
    at = min(max(at, 1), len(plays))
    step = st.slider(_("Plays"), 1, len(plays), at, key=f"rules_step_{case}")
    _link(example=case, step=str(step))
    made = [play for play in plays[:step] if isinstance(play, Play)]
    layout = lay(made, rules).layout
    show = board.Show(order=tuple(play.tile for play in made), options=board.Options(size="panel"))
    model = board.layout_model(layout, rules, rev=step, with_places=False, show=show)
    board.show(model, key="rules_board", on_event=_only_looked_at, ack=0)
    st.markdown(
        f"{tile_name(made[-1].tile)}: **{sum_line(explain_count(layout, rules), rules)}**  \n"
        f"{_(example.shows)}"
    )


def _only_looked_at() -> None:
    """The board of an example takes no plays."""


def _example(case: str) -> Example:
    return next(example for example in EXAMPLES if example.case == case)


def _example_name(example: Example) -> str:
    return f"{preset_name(example.preset)}: {_(example.shows)}"


def _questions() -> None:
    st.write(_("Agree on these before the first tile is dealt."))
    for question in QUESTIONS:
        with st.expander(_(question.ask)):
            st.markdown(_answers(question))


def _answers(question: Question) -> str:
    lines = [f"- {_(question.one)}", f"- {_(question.other)}"]
    if question.advice:
        lines.append(f"\n{_(question.advice)}")
    by_value: dict[str, list[str]] = {}
    for name, rules in PRESETS.items():
        value = value_name(question.option, getattr(rules, question.option))
        by_value.setdefault(value, []).append(preset_name(name))
    here = "; ".join(f"{value}: {', '.join(names)}" for value, names in by_value.items())
    lines.append(f"\n{option_name(question.option)}. {here}")
    return "\n".join(lines)


def _words() -> None:
    header = _("Word"), _("Also called"), _("Meaning")
    lines = ["| " + " | ".join(header) + " |", "|---|---|---|"]
    rows = [[_(w.term), _(w.others), _(w.meaning)] for w in WORDS]
    lines += [f"| **{term}** | {others} | {meaning} |" for term, others, meaning in rows]
    st.markdown("\n".join(lines))
    _csv(rows, list(header), "words")


def _csv(rows: list[list[str]], columns: list[str], name: str) -> None:
    """The table above as a file."""
    import pandas as pd  # noqa: PLC0415 - only where a table is shown

    downloads.csv(pd.DataFrame(rows, columns=columns), name)
