"""What the engine expected of a saved progress or a lesson set, in the reader's language.

The engine says it in English, with values in it; here each such sentence is known as a template.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from engine.teaching.source import LessonError
from ui.texts import N_, _

TEMPLATES: Final = (
    N_("at most {n} characters"),
    N_("JSON ({error})"),
    N_("{n}: this program reads no other"),
    N_("the entries {names}"),
    N_("a list of {least} to {most} entries"),
    N_("at most {n} named entries"),
    N_("true or false"),
    N_("a whole number from {least} to {most}"),
    N_("a number from {least} to {most}"),
    N_("a text"),
    N_("a time as {example}"),
    N_("a time in UTC, as {example}"),
    N_("a skill of one game"),
    N_("the game of this skill, as {example}"),
    N_("a skill, or a skill@game"),
    N_("a skill"),
    N_("the name of a puzzle"),
    N_("a day as {example}"),
    N_("the name of a wrong model"),
    N_("at most {n} of + and -"),
    N_("expected at most {n} characters"),
    N_("expected at least one [[lesson]]"),
    N_("no TOML: {error}"),
    N_("expected tables that are not nested so deeply"),
    N_("expected some of {names}"),
    N_("expected a lesson with a skill"),
    N_("expected also {names}"),
    N_("expected at most {n} tiles in hands"),
    N_("expected a round that is over"),
    N_("{ask} cannot be asked here: {error}"),
    N_("expected a board where one answer is best"),
    N_("the rules say {answer}"),
    N_("expected no play, hands, … beside it"),
    N_("this cannot be: {error}"),
    N_('expected tiles, "?14" or "-"'),
    N_("expected a tile and its place"),
    N_("the tile lies on the table already"),
    N_("{game} does not allow it ({reason})"),
    N_("expected tiles as 63 apart by spaces, not {word}"),
    N_("expected one tile"),
    N_('expected digits, as "36"'),
    N_("expected L, R, U or D"),
    N_('expected seat, move and open pips as "B+ 26", not {line}'),
    N_("expected a table"),
    N_("unknown entry {name}; known: {names}"),
    N_("expected a text in quotes"),
    N_("expected a whole number from {least} to {most}"),
    N_("expected a list of texts in quotes"),
    N_("expected one of {names}"),
    N_("expected at most {n} tables {name}"),
    N_("expected the whole link of a lesson set"),
    N_("expected a whole set of at most {n} characters"),
    N_("expected {value}"),
)
_ENTRY: Final = re.compile(r"([^\s:]+): (.+)", re.DOTALL)


def reworded(text: str) -> str:
    """What was expected, in the reader's language; a text that is not known stays as it is."""
    for template, pattern in _patterns():
        found = pattern.fullmatch(text)
        if found:
            return _(template, **found.groupdict())
    named = _ENTRY.fullmatch(text)
    return f"{named[1]}: {reworded(named[2])}" if named else text


def lesson_fault(error: LessonError) -> str:
    """Where a lesson set is wrong, and what would be right there."""
    what = reworded(error.expected)
    if not error.line:
        return f"{error.file}: {what}"
    return _("{file}, line {line}: {what}", file=error.file, line=error.line, what=what)


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((template, _pattern(template)) for template in TEMPLATES)


def _pattern(template: str) -> re.Pattern[str]:
    """Matches the template with anything in the place of its values."""
    words = re.split(r"(\{\w+\})", template)
    parts = [f"(?P<{word[1:-1]}>.+)" if word.startswith("{") else re.escape(word) for word in words]
    return re.compile("".join(parts), re.DOTALL)
