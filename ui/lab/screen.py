"""The Lab page put together: who meets whom, the table as it grows, and the opening leads."""

from __future__ import annotations

from dataclasses import dataclass, field

import streamlit as st

from engine import PRESETS, DominoError, RuleSet, format_record, format_rules
from engine.bots import LEVELS, names
from engine.rules import MAX_PLAYERS, MIN_PLAYERS
from engine.tournament import Result, rules_for
from ui import downloads, session
from ui.analyse import thinking
from ui.analyse.thinking import Job
from ui.lab.running import MAX_DEALS, Lead, Order, growing, growing_leads
from ui.texts import N_, _, ngettext, number, one_language
from ui.words import preset_name, rules_name
from ui.working import PATIENCE_S

_POLL_S = 1.0
_PANELS = {"duel": N_("Bots against bots"), "leads": N_("Opening leads")}
_PERSONAS = {level.name: level.persona for level in LEVELS}
PARTNERS = "2+2"
_DEFAULT = ("greedy", "one_ply")


@dataclass(slots=True)
class Desk:
    """The lab of one browser session: what is asked for, and how far it is."""

    order: Order = field(default_factory=lambda: Order(PRESETS["all_fives"], _DEFAULT, 200, 1))
    result: Result | None = None
    job: Job[Result | None] | None = None
    runs: bool = False
    panel: str = "duel"
    leads: tuple[Lead, ...] = ()
    leads_job: Job[tuple[Lead, ...] | None] | None = None
    linked: str = ""
    trouble: str = ""
    rev: int = 0

    def link(self) -> dict[str, str]:
        """What a link to this tournament carries."""
        return {
            "rules": format_rules(self.order.rules),
            "bots": ",".join(self.order.names),
            "deals": str(self.order.n_deals),
            "seed": str(self.order.seed),
            "show": self.panel,
        }

    def ask(self, order: Order) -> None:
        """Another tournament: the work on the one before ends."""
        if order == self.order:
            return
        self.halt()
        if order.rules != self.order.rules:
            self.leads = ()
            if self.leads_job is not None:
                self.leads_job.stop()
                self.leads_job = None
        self.order, self.result = order, None

    def start(self) -> None:
        """Play from the first deal."""
        self.runs, self.result, self.job = True, None, None

    def halt(self) -> None:
        """Stop; what was played stays."""
        self.runs = False
        if self.job is not None:
            self.job.stop()
            self.job = None

    @property
    def n_played(self) -> int:
        """Deals played so far."""
        return len(self.result.margins) if self.result else 0

    def work(self) -> None:
        """Take what was played since; begin it if that is asked for."""
        if not self.runs:
            return
        self._take()  # before work that has ended is begun again: it may have found all
        order = self.order
        if not self.is_done and (self.job is None or (self.job.is_done and not self.job.error)):
            self.job = thinking.begin(
                order, lambda _given_up: growing(order), patience_s=PATIENCE_S
            )
        if self.is_done or (self.job is not None and self.job.error):
            self.runs = False

    def _take(self) -> None:
        latest = self.job.look() if self.job else None
        if latest is not None and len(latest.margins) >= self.n_played:
            self.result = latest

    @property
    def is_done(self) -> bool:
        """Whether every deal was played."""
        return self.n_played == self.order.n_deals

    def work_on_leads(self) -> bool:
        """Take what is known of the leads; whether more will come."""
        job = self.leads_job
        self.leads = (job.look() if job else None) or self.leads
        if job is None or (job.is_done and not self.leads and not job.error):
            rules, seed = self.order.rules, self.order.seed
            job = self.leads_job = thinking.begin(
                rules, lambda _given_up: growing_leads(rules, seed), patience_s=PATIENCE_S
            )
        return not job.is_done


def _desk() -> Desk:
    return session.state("lab", Desk)


def page() -> None:
    """The whole page below the header."""
    here = _desk()
    _open_link(here)
    st.segmented_control(
        _("Show"),
        list(_PANELS),
        format_func=lambda panel: _(_PANELS[panel]),
        default=here.panel,
        required=True,
        key="lab_panel",
        on_change=_on_panel,
        label_visibility="collapsed",
    )
    _form(here)
    if here.trouble:
        st.error(here.trouble)
    if here.panel == "leads":
        is_polled = here.work_on_leads()
        st.fragment(_leads, run_every=_POLL_S if is_polled else None)(is_polled=is_polled)
    else:
        here.work()
        st.fragment(_duel, run_every=_POLL_S if here.runs else None)(is_polled=here.runs)
    _save_link(here)


def _on_panel() -> None:
    _desk().panel = session.choice("lab_panel", "duel")


def _open_link(here: Desk) -> None:
    """Ask for the tournament of the link, where it is not the one shown already."""
    asked = st.query_params
    linked = asked.get("rules", "")
    key = "/".join(asked.get(name, "") for name in ("rules", "bots", "deals", "seed", "show"))
    if not linked or key == here.linked:
        return
    here.linked = key
    try:
        bots = tuple(asked.get("bots", "").split(","))
        order = Order(
            rules_for(linked, len(bots)),
            bots,
            min(max(int(asked.get("deals", "200")), 1), MAX_DEALS),
            int(asked.get("seed", "1")),
        )
        order.spec  # noqa: B018 - refuses what cannot be
    except (DominoError, ValueError) as error:
        here.trouble = _("The link asks for what cannot be: {why}.", why=error)
        return
    here.trouble = ""
    here.ask(order)
    here.rev += 1
    here.panel = "leads" if asked.get("show") == "leads" else "duel"


def _save_link(here: Desk) -> None:
    wanted = here.link()
    here.linked = "/".join(wanted.values())
    for name, value in wanted.items():
        if st.query_params.get(name) != value:
            st.query_params[name] = value


def bot_name(name: str) -> str:
    """A bot as the reader knows it: "Piroska (one_ply)", or its plain name."""
    return f"{_PERSONAS[name]} ({name})" if name in _PERSONAS else name


def _form(here: Desk) -> None:
    """Game, players, bots, deals, seed. A change is taken at once."""
    order, rev = here.order, here.rev
    rules = order.rules
    with st.container(key="lab_form"):
        game, players, deals, seed = st.columns([2, 1.2, 1, 1])
    with game:
        options = list(PRESETS)
        chosen = st.selectbox(
            _("Game"),
            options,
            index=options.index(rules.name),
            format_func=preset_name,
            key=f"lab_game_{rev}",
        )
    with players:
        kinds = [*map(str, range(MIN_PLAYERS, MAX_PLAYERS + 1)), PARTNERS]
        kind = st.selectbox(
            _("Players"),
            kinds,
            index=kinds.index(PARTNERS if rules.partnership else str(rules.players)),
            format_func=lambda text: _("4, partners") if text == PARTNERS else text,
            key=f"lab_players_{rev}",
        )
    with deals:
        n_deals = st.number_input(_("Deals"), 1, MAX_DEALS, order.n_deals, key=f"lab_deals_{rev}")
    with seed:
        number_ = st.number_input(_("Seed"), 0, 10**9, order.seed, key=f"lab_seed_{rev}")
    same = chosen == rules.name and kind == (PARTNERS if rules.partnership else str(rules.players))
    new_rules = rules if same else _rules(chosen, kind)
    bots = order.names if here.panel == "leads" else _bots(new_rules, order, rev)
    n_bots = new_rules.n_teams
    if len(bots) != n_bots:
        bots = (*bots, *_DEFAULT, *_DEFAULT)[:n_bots]
    here.ask(Order(new_rules, bots, int(n_deals), int(number_)))


def _rules(game: str, kind: str) -> RuleSet:
    partners = kind == PARTNERS
    players = MAX_PLAYERS if partners else int(kind)
    return PRESETS[game].with_options(players=players, partnership=partners)


def _bots(rules: RuleSet, order: Order, rev: int) -> tuple[str, ...]:
    known = list(names())
    found = []
    for number_, column in enumerate(st.columns(rules.n_teams)):
        with column:
            n = number_ + 1
            label = _("Side {n}", n=n) if rules.partnership else _("Bot {n}", n=n)
            default = order.names[number_] if number_ < len(order.names) else _DEFAULT[number_ % 2]
            offered = known if default in known else [*known, default]
            found.append(
                st.selectbox(
                    label,
                    offered,
                    index=offered.index(default),
                    format_func=bot_name,
                    key=f"lab_bot_{number_}_{rev}",
                )
            )
    return tuple(found)


@one_language()
def _duel(*, is_polled: bool) -> None:
    """The tournament as it stands."""
    here = _desk()
    here.work()
    if is_polled != here.runs:
        st.rerun()  # begin to look again and again, or stop it
    with st.container(horizontal=True, vertical_alignment="center"):
        if here.runs:
            st.button(_("Stop"), key="lab_stop", on_click=here.halt)
        else:
            again = _("Play again") if here.is_done else _("Start")
            st.button(again, type="primary", key="lab_start", on_click=here.start)
        st.caption(
            _(
                "{game}. Every deal is played from every seating, so that luck evens out.",
                game=rules_name(here.order.rules),
            )
        )
    if here.job is not None and here.job.error:
        st.error(_("The work stopped: {why}", why=here.job.error))
    if here.runs:
        text = _("{n} of {all} deals", n=here.n_played, all=here.order.n_deals)
        st.progress(here.n_played / here.order.n_deals, text)
    if here.result is not None:
        _standings(here, here.result)


def _standings(here: Desk, result: Result) -> None:
    from ui.charts import spread, standings_chart  # noqa: PLC0415 - only where it is shown
    from ui.tables import deals_table, standings_table  # noqa: PLC0415 - only where it is needed

    shown = tuple(map(bot_name, here.order.names))
    table = standings_table(result, shown)
    st.markdown(_verdict(result, shown))
    st.dataframe(table, hide_index=True, width="stretch")
    deals = deals_table(result, shown)
    left, right = st.columns(2)
    with left:
        downloads.chart(
            standings_chart(table), "lab", key="lab_chart", alt=_("Points a round by bot")
        )
    with right:
        downloads.chart(
            spread(deals), "lab-spread", key="lab_spread", alt=_("How the margins spread")
        )
    if here.runs:
        return
    with st.container(horizontal=True):
        downloads.csv(table, "lab", _("Standings (CSV)"))
        downloads.csv(deals, "lab-deals", _("Deals (CSV)"))
        records = (record for rounds in result.records.values() for record in rounds)
        text = "\n".join(map(format_record, records))
        st.download_button(_("Records"), text, "fives-lab.dgn", "text/plain")
    st.caption(_("The address of this page asks for exactly these deals."))


def _verdict(result: Result, shown: tuple[str, ...]) -> str:
    """Who is ahead, if that is clear."""
    rounds = ngettext("{n} round", "{n} rounds", result.n_rounds)
    ranked = sorted(zip(shown, result.standings, strict=True), key=lambda pair: -pair[1].margin)
    name, best = ranked[0]
    if best.stderr is None or best.margin <= 2 * best.stderr:
        return _("{rounds}: too close to call.", rounds=rounds)
    return _(
        "{rounds}: {name} makes {margin} ± {error} points a round more than the others.",
        rounds=rounds,
        name=name,
        margin=number(best.margin, 1),
        error=number(best.stderr, 1),
    )


@one_language()
def _leads(*, is_polled: bool) -> None:
    """Every lead by its value."""
    here = _desk()
    if not here.work_on_leads() and is_polled:
        st.rerun()
    if here.leads_job is not None and here.leads_job.error:
        st.error(_("The work stopped: {why}", why=here.leads_job.error))
    if not here.leads:
        st.caption(_("Getting ready; the first time takes up to a minute."))
        return
    from ui.charts import leads_chart  # noqa: PLC0415 - only where it is shown
    from ui.tables import leads_table  # noqa: PLC0415 - only where it is needed

    refining = " " + _("Still refining.") if is_polled else ""
    n_deals = ngettext("{n} deal a tile", "{n} deals a tile", here.leads[0].n_deals)
    st.markdown(
        _(
            "What each lead is worth in {game}: the points that the leader's side is expected to "
            "make more than the others in the round, if everybody goes on taking the most points. "
            "Solid bars score at once. {deals}, with standard errors.",
            game=rules_name(here.order.rules),
            deals=n_deals,
        )
        + refining
    )
    downloads.chart(
        leads_chart(here.leads), "leads", key="lab_leads", alt=_("Opening leads by value")
    )
    table = leads_table(here.leads)
    st.dataframe(table, hide_index=True, width="stretch")
    if not is_polled:
        downloads.csv(table, "leads", _("Leads (CSV)"))
