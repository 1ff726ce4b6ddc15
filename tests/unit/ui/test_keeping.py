"""A match as text: it comes back as it was, and nothing else comes in."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import PRESETS, Tile, parse_match
from engine.tiles import TileSet
from tests.unit.ui.playing import against_bots, finished, moments, sharing
from ui import storage
from ui.play import keeping
from ui.play.keeping import KeptError, kept, read_kept, shown_record
from ui.play.setup import Setup


@given(
    name=st.sampled_from(sorted(PRESETS)),
    seating=st.sampled_from([(2, False), (3, False), (4, False), (4, True)]),
    seed=st.integers(0, 99),
    make=st.sampled_from([against_bots, sharing]),
)
def test_a_kept_match_comes_back_at_the_same_ply(
    name: str, seating: tuple[int, bool], seed: int, make: Callable[..., Setup]
) -> None:
    players, partnership = seating
    setup = make(name, players, seed=str(seed), partnership=partnership)
    rng = Random(seed)
    tables = list(moments(setup, rng, rounds=2))
    table = rng.choice(tables)
    back = read_kept(kept(table))
    assert (back.setup, back.rounds, back.told) == (table.setup, table.rounds, table.told)
    assert back.positions == table.positions
    assert kept(back) == kept(table)


def faults() -> dict[str, str]:
    table = finished(against_bots(), rounds=2)
    good = json.loads(kept(table))

    def but(**changed: object) -> str:
        return json.dumps(good | changed)

    setup = good["setup"]
    return {
        "no json": "{",
        "no object": "[]",
        "deep": "[" * 100_000,
        "nothing": "{}",
        "other version": but(v=0),
        "no setup": but(setup=None),
        "rules": but(setup=setup | {"rules": "poker"}),
        "other rules": but(setup=setup | {"rules": "all_fives"}),
        "players": but(setup=setup | {"seats": [*setup["seats"], ["C", ""]]}),
        "nobody": but(setup=setup | {"seats": [["A", "greedy"], ["B", "greedy"]]}),
        "level": but(setup=setup | {"seats": [["A", ""], ["B", "god"]]}),
        "name": but(setup=setup | {"seats": [["A" * 99, ""], ["B", "greedy"]]}),
        "seats": but(setup=setup | {"seats": "AB"}),
        "seed": but(setup=setup | {"seed": 7}),
        "long seed": but(setup=setup | {"seed": "x" * 999}),
        "move": but(record=good["record"].replace("2. ", "2. 00L ", 1)),
        "points": but(record=good["record"].replace("=10", "=15", 1)),
        "cut": but(record=good["record"][:-9]),
        "noise": but(record="hello"),
        "long": but(record="x" * 500_000),
        "hidden": but(record='[Deal "straight - ?7/?7 ?14 A 0 0/0"]\n*\n'),
    }


@pytest.mark.parametrize("fault", faults())
def test_what_was_tampered_with_is_dropped_with_a_word(fault: str) -> None:
    with pytest.raises(KeptError, match=r"[a-z]{4}"):
        read_kept(faults()[fault])


@given(st.text())
def test_whatever_comes_back_only_a_kept_error_comes_out(text: str) -> None:
    with pytest.raises(KeptError):
        read_kept(text)


def test_the_record_shown_during_a_round_hides_what_you_have_not_seen() -> None:
    for table in moments(against_bots(), Random(3), rounds=2):
        match = parse_match(shown_record(table))
        if table.is_over:
            assert match == parse_match(keeping.full_record(table))
            continue
        assert match.position is not None
        seen = table.positions[-1].hands[0].tiles.mask | table.positions[-1].layout.tiles.mask
        assert match.position.seen == TileSet(seen)
        assert match.scores == table.scores


def test_the_record_shown_on_a_shared_screen_hides_every_hand() -> None:
    for table in moments(sharing(), Random(3)):
        if not table.is_over:
            position = parse_match(shown_record(table)).position
            assert position is not None
            assert position.seen == table.positions[-1].layout.tiles


def test_the_seal_is_the_hash_of_what_is_opened_and_stays_the_same() -> None:
    seals = {keeping.seal(table) for table in moments(against_bots(), Random(1))}
    assert len(seals) == 1
    seal = seals.pop()
    assert hashlib.sha256(seal.text.encode()).hexdigest() == seal.digest
    other = keeping.seal(finished(against_bots(seed="2")))
    assert other.digest != seal.digest


def test_the_seal_does_not_give_the_deal_away() -> None:
    """Without the salt the few possible deals could be tried one by one."""
    table = finished(against_bots())
    line = keeping.seal(table).text.rsplit(" ", 1)[0]
    assert hashlib.sha256(line.encode()).hexdigest() != keeping.seal(table).digest
    assert Tile.of(6, 6) in table.positions[0].seen


def test_a_link_carries_a_match() -> None:
    text = keeping.full_record(finished(against_bots(), rounds=3))
    packed = storage.pack(text)
    assert storage.unpack(packed) == text
    assert len(packed) < len(text)


@pytest.mark.parametrize("packed", ["", "!", "AAAA", storage.pack("x" * 1_000_000)])
def test_a_broken_or_bursting_link_is_nothing(packed: str) -> None:
    assert storage.unpack(packed) is None
