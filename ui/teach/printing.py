"""A page of its own, shown in a frame, with a button that prints just it."""

from __future__ import annotations

import streamlit as st

_JS = """
// Shows a page in a frame and prints that frame alone. Python sends { html, title, print }.
export default ({ data, parentElement }) => {
  const root = parentElement.querySelector(".printing")
  const frame = root.querySelector("iframe")
  const button = root.querySelector("button")
  if (frame.srcdoc !== data.html) frame.srcdoc = data.html
  frame.title = data.title
  button.textContent = data.print
  button.onclick = () => frame.contentWindow.print()
}
"""
_CSS = """
.printing { display: grid; gap: 10px; justify-items: start; }
iframe {
  width: 100%; height: 560px; border: 1px solid var(--st-border-color); border-radius: 10px;
  background: #fff;
}
button {
  min-height: 44px; padding: 6px 18px; border: 1px solid #1f6b50; border-radius: 10px;
  background: #1f6b50; color: #fff; font: 700 1rem/1.2 var(--st-font, sans-serif); cursor: pointer;
}
button:focus-visible { outline: 3px solid var(--st-primary-color); outline-offset: 2px; }
"""
_component = st.components.v2.component(
    "fives_printing",
    html='<div class="printing"><button type="button"></button><iframe></iframe></div>',
    css=_CSS,
    js=_JS,
)


def printable(html: str, *, title: str, label: str, key: str) -> None:
    """Show the page `html` under a button with the text `label`."""
    _component(key=key, data={"html": html, "title": title, "print": label})
