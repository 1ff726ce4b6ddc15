"""The Share button of every page and the dialog that it opens; nothing is made before."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path
from urllib.parse import quote

import streamlit as st

from engine import Layout, RuleSet
from ui import session, texts
from ui.share import links, states
from ui.share.picture import description, table_svg
from ui.share.states import State
from ui.texts import _

_png = st.components.v2.component(
    "fives_png",
    html='<button type="button"></button>',
    css=(Path(__file__).parent / "png.css").read_text("utf-8"),
    js=(Path(__file__).parent / "png.js").read_text("utf-8"),
)


@dataclass(slots=True)
class Desk:
    """Whether the dialog is to be opened, and what was wrong with the link that came."""

    is_wanted: bool = False
    fault: str = ""


def _desk() -> Desk:
    return session.state("share", Desk)


def _want() -> None:
    _desk().is_wanted = True


def button() -> None:
    """The button, in the header."""
    st.button(_("Share"), icon=":material/share:", key="share_button", on_click=_want)


def refuse() -> None:
    """Say why the link that came cannot be opened, if so; the page then opens without it."""
    why = links.fault(st.query_params.to_dict())
    if why:
        st.query_params.from_dict({"lang": texts.language()})
        _desk().fault = why
    if _desk().fault:
        st.error(_desk().fault)


def dialog(page: str) -> None:
    """Open the dialog if the button was pressed; last thing in a run, when the page stands."""
    here = _desk()
    if here.is_wanted:
        here.is_wanted, here.fault = False, ""
        state = states.now(page)
        link = links.address(st.context.url or "", page, state.values, texts.language())
        st.dialog(_("Share"))(_show)(link, state)


def _show(link: str, state: State) -> None:
    st.write(_("This address opens what you see now, for anyone."))
    st.code(link, language=None, wrap_lines=True)
    if state.note:
        st.caption(state.note)
    if len(link) > links.MAX_LINK:
        st.warning(_("It is too long to be opened as a link. Send the record as a file instead."))
    name = _("The address as a QR code")
    code = links.qr_svg(link, title=name)
    if code:
        st.html(_image(code, name=name, width="20rem"))
    else:
        st.caption(_("It is too long for a QR code."))
    if state.layout is not None and state.rules is not None and state.layout.line:
        _picture(state.layout, state.rules)


def _image(svg: str, *, name: str, width: str) -> str:
    """The picture as the browser shows a file: what stands in it is no part of the page."""
    source = f"data:image/svg+xml,{quote(svg)}"
    return f'<img alt="{escape(name)}" style="width: min(100%, {width})" src="{source}">'


def _picture(layout: Layout, rules: RuleSet) -> None:
    drawn = table_svg(layout, rules)
    st.subheader(_("A picture of the table"), anchor=False)
    st.html(_image(drawn, name=description(layout, rules), width="40rem"))
    with st.container(horizontal=True):
        st.download_button(_("Download as SVG"), drawn, "fives-table.svg", "image/svg+xml")
        _png(key="share_png", data={"svg": drawn, "label": _("Download as PNG")})
