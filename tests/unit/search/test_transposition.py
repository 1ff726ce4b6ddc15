"""Keys of the transposition tables: no two positions share one, of the largest set neither."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.search.transposition import (
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    INFINITE,
    MOST_SEARCHES,
    is_answer,
    pair,
    rest_of,
    value_in,
    word_of,
)

TILES = 55
PARTS = st.tuples(
    st.integers(0, (1 << 24) - 1),
    st.integers(0, 3),
    st.integers(0, 4),
    st.integers(0, TILES),
    st.integers(0, TILES),
    st.integers(1, MOST_SEARCHES - 1),
)


@given(PARTS, PARTS)
def test_different_positions_have_different_keys(
    one: tuple[int, ...], two: tuple[int, ...]
) -> None:
    assert (rest_of(*one) == rest_of(*two)) == (one == two)
    assert 0 <= rest_of(*one) < 1 << 63


def test_tiles_drawn_of_a_double_nine_set_do_not_reach_into_the_number_of_the_search() -> None:
    keys = [rest_of(7, 0, 0, 0, top, number) for number in (1, 2) for top in range(TILES + 1)]
    assert all(one < two for one, two in pairwise(keys))


def test_hands_of_two_seats_stand_apart() -> None:
    hands = [0b01, 0b10, 0b11]
    assert pair(hands, 0, 0, 3, 55) == 0b01 | 0b10 << 55
    assert pair(hands, 0, 2, 3, 55) == 0b11
    assert pair(hands, 0, 2, 2, 55) == 0


@given(
    st.integers(-INFINITE, INFINITE),
    st.sampled_from((EXACTLY, AT_LEAST, AT_MOST)),
    st.integers(-INFINITE, INFINITE),
    st.integers(0, 4095),
    st.integers(0, (1 << 32) - 1),
)
def test_a_bound_answers_the_windows_that_it_settles(
    value: int, bound: int, alpha: int, move: int, made: int
) -> None:
    word = word_of(value, bound, move, made)
    assert value_in(word) == value
    settles = {EXACTLY: True, AT_LEAST: value >= alpha + 1, AT_MOST: value <= alpha}
    assert is_answer(word, alpha, alpha + 1) == settles[bound]
