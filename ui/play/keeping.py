"""A match as text and back: for the browser's storage, for a file, for the seal on a deal."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace

from engine import (
    DominoError,
    Draw,
    Hand,
    Match,
    Move,
    Record,
    Seat,
    format_position,
    format_record,
    parse_match,
)
from ui.play.opponents import LEVEL_NAMES, level_of, persona
from ui.play.setup import Setup, Sitter, apart
from ui.play.table import Table, restored
from ui.storage import MAX_KEPT, pack, unpack
from ui.texts import _
from ui.words import seat_letter

VERSION = 1


class KeptError(ValueError):
    """A kept match that cannot be used; the text is for the reader."""


def kept(table: Table) -> str:
    """The text that brings the table back: setup and record, one JSON object."""
    return json.dumps(
        {"v": VERSION, "setup": table.setup.to_json(), "record": full_record(table)},
        ensure_ascii=False,
    )


def full_record(table: Table) -> str:
    """The game record of the match, with every tile; the last round perhaps unfinished."""
    return table.told + format_record(table.rounds[-1]) if table.rounds else ""


def read_kept(text: str) -> Table:
    """The table that `kept` wrote. Every move is replayed by `engine`; nothing is trusted.

    Raises:
        KeptError: At the first fault, which it names.
    """
    if len(text) > MAX_KEPT:
        raise KeptError(_("it is too long to be a match"))
    try:
        value = json.loads(text)
        if not isinstance(value, dict) or value.get("v") != VERSION:
            raise KeptError(_("it was kept by another version"))
        setup = Setup.from_json(value.get("setup"), dict.fromkeys(LEVEL_NAMES))
        record = str(value.get("record", ""))
        match = _parsed(record) if record else Match(setup.rules)
    except (ValueError, RecursionError) as error:  # JSON
        if isinstance(error, KeptError):
            raise
        raise KeptError(_("its setup cannot be read")) from error
    if match.rules != setup.rules:
        raise KeptError(_("its record is of other rules"))
    return _laid(setup, match)


def _parsed(record: str) -> Match:
    """The match of a record that hides nothing, every move replayed."""
    try:
        match = parse_match(record)
    except DominoError as error:
        ply = getattr(error, "ply", 0)
        raise KeptError(_("its record has a fault at move {ply}", ply=ply)) from error
    if not all(round_.start.is_open for round_ in match.rounds):
        raise KeptError(_("its record hides tiles"))
    return match


def _laid(setup: Setup, match: Match) -> Table:
    told = "".join(format_record(round_) + "\n" for round_ in match.rounds[:-1])
    return restored(setup, match, told)


def linked(match: str | None, deal: str | None, seed: str) -> Table:
    """The table that a link brings: a packed record to go on with, or a deal to play.

    You take seat A; a bot that the record names at another seat sits there again.

    Raises:
        KeptError: The link is broken, or its deal is none.
    """
    record = f'[Deal "{deal}"]\n*\n' if match is None else unpack(match)
    if record is None:
        raise KeptError(_("the link is cut or spoilt"))
    found = _parsed(record)
    names = found.rounds[0].tags
    sitters = [Sitter(_("You"))]
    for seat in range(1, found.rules.players):
        level = level_of(names.get(seat_letter(seat), "").split(" ·")[0])
        sitters.append(Sitter(apart(persona(level), sitters), level))
    return _laid(Setup(found.rules, tuple(sitters), seed), found)


def link_to(table: Table) -> str:
    """What a link carries of a match (`?m=`): its record, packed."""
    return pack(full_record(table))


def shown_record(table: Table) -> str:
    """The record as you may see it: while a round goes on, only what your seat has seen of it."""
    if not table.rounds or table.is_over:
        return full_record(table)
    seat = None if table.setup.is_shared else table.viewer
    return table.told + format_record(_seen(table, seat))


def _seen(table: Table, seat: Seat | None) -> Record:
    """The last round with the tiles hidden that `seat` has not seen; all, for None."""
    record = table.rounds[-1]
    deal = record.deal
    hands = tuple(
        hand if owner == seat else Hand(hidden=len(hand)) for owner, hand in enumerate(deal.hands)
    )
    left = deal.boneyard if isinstance(deal.boneyard, int) else len(deal.boneyard)
    plies = tuple(_seen_move(table, number, move, seat) for number, move in enumerate(record.plies))
    hidden = replace(deal, hands=hands, boneyard=left)
    return replace(record, deal=hidden, plies=plies)


def _seen_move(table: Table, number: int, move: Move, seat: Seat | None) -> Move:
    before = table.positions[number]
    if isinstance(move, Draw) and before.turn == seat and not isinstance(before.boneyard, int):
        return Draw(before.boneyard[0])
    return move


@dataclass(frozen=True, slots=True)
class Seal:
    """The promise that a deal was not touched: `digest` is shown before the first play.

    `text` is the deal's position line and a salt; its SHA-256 is the digest. It is told after the
    round.
    """

    digest: str
    text: str


def seal(table: Table) -> Seal:
    """The seal of the last round's deal."""
    line = format_position(table.rounds[-1].start)
    text = f"{line} {table.setup.salt(len(table.rounds) - 1)}"
    return Seal(hashlib.sha256(text.encode()).hexdigest(), text)
