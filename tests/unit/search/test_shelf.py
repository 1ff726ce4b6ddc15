"""What lies idle is found again by its key, and is never too much."""

from __future__ import annotations

from random import Random

from engine import PRESETS
from engine.search.shelf import SHELF, Shelf
from engine.search.table import MOST_BOARDS, tables


def test_what_was_put_down_last_is_taken_first_and_once() -> None:
    shelf = Shelf(most=100)
    for thing in ("a", "b"):
        shelf.put("key", thing, 10)
    assert [shelf.take("key") for _ in range(3)] == ["b", "a", None]
    assert shelf.take("another key") is None


def test_what_was_put_down_longest_ago_goes_first() -> None:
    shelf = Shelf(most=25)
    for key in "xyz":
        shelf.put(key, key.upper(), 10)
    assert shelf.n_bytes == 20
    assert [shelf.take(key) for key in "xyz"] == [None, "Y", "Z"]


def test_what_is_larger_than_the_shelf_is_not_kept() -> None:
    shelf = Shelf(most=25)
    shelf.put("x", "X", 10)
    shelf.put("y", "Y", 26)
    assert shelf.take("y") is None


def test_tables_at_rest_are_bounded_for_all_rules_together() -> None:
    rng = Random(1)
    games = list(PRESETS.values())
    for _ in range(60):
        store = tables(rng.choice(games))
        table = store.take(compiled=False)
        while len(table.code) < rng.choice((1 << 12, MOST_BOARDS)):
            table = store.roomier(table)
        store.give(table)
        assert 0 < SHELF.n_bytes <= SHELF.most


def test_a_table_at_rest_is_used_again() -> None:
    store = tables(PRESETS["all_fives"])
    table = store.take(compiled=False)
    store.give(table)
    assert store.take(compiled=False) is table
    assert store.take(compiled=False) is not table
