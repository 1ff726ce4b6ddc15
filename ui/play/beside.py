"""What stands beside the table and changes with each play, as HTML by place."""

from __future__ import annotations

from html import escape

from engine import explain_count
from engine.options import Claim
from ui.play import telling
from ui.play.cards import seats_html
from ui.play.table import Table
from ui.texts import _
from ui.wording import sum_line, why_count

SEATS, WHY, LOG = "seats", "why", "log"


def beside(table: Table) -> dict[str, str]:
    """Who sits at the table, why it counts what it counts, and what was played in this round."""
    return {SEATS: seats_html(table), WHY: why_html(table), LOG: log_html(table)}


def why_html(table: Table) -> str:
    """The count taken apart; held back while somebody must call it."""
    rules = table.setup.rules
    is_drill = rules.claim is not Claim.AUTOMATIC
    hidden = is_drill and (table.pending or table.awaits is not None)
    if not table.plies or not rules.multiples or hidden or not table.positions[-1].layout.line:
        return ""
    facts = explain_count(table.positions[-1].layout, rules)
    lines = "".join(f"<li>{escape(line)}</li>" for line in why_count(facts, rules))
    title = escape(_("Why {count}", count=facts.count))
    return (
        f'<section class="why"><h3>{title}</h3>'
        f'<ul>{lines}</ul><p class="line">{escape(sum_line(facts, rules))}</p></section>'
    )


def log_html(table: Table) -> str:
    """The moves of this round, in words, with what they scored."""
    items = []
    for line in telling.log(table.setup, table.positions, table.plies):
        worth = f"{line.points} {line.note}".strip() if line.points else ""
        items.append(f"<li>{escape(line.text)} <b>{escape(worth)}</b></li>")
    title = escape(_("This round"))
    return f'<section class="log"><h3>{title}</h3><ol>{"".join(items)}</ol></section>'
