"""What was found of a node, by its key: the transposition tables of the exact searches.

A key is the whole position: the hands of A and B, of C and D, and the rest with the number of the
search. How the search between two sides files what it found of one is here too; the other's values
are by side, see `maxn`.
"""

# A compiled kernel takes plain numbers, and many.

from __future__ import annotations

from typing import Final

from engine.search.jit import popcount, step
from engine.search.ruling import Ints

# The last part of a key: the board, and from which bit on the others stand. Sets of 55 tiles fit.
TURN_AT: Final = 24
PASSES_AT: Final = 26
DREW_AT: Final = 29
TOP_AT: Final = 35
NUMBER_AT: Final = 41
MOST_SEARCHES: Final = 1 << 22
"""Numbers of searches that fit beside a position in a key."""

# An entry between two sides: the key and one word, with value, bound, best move and the most points
# that either side made in any line; where scores matter, those that it had made instead.
ENTRY: Final = 4
FOUND_BOUND: Final = 13
FOUND_MOVE: Final = 15
FOUND_MADE: Final = 27
MOST_BITS: Final = 10
MOST_MASK: Final = 1023
INFINITE: Final = 4000
"""More than any margin of a round."""
EXACTLY: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2


@step
def pair(hands: Ints, first: int, seat: int, players: int, half: int) -> int:
    """The hands of a seat and of the next one, as one part of a key; `hands[first]` is seat 0's."""
    both = 0
    if seat < players:
        both = hands[first + seat]
    if seat + 1 < players:
        both |= hands[first + seat + 1] << half
    return both


@step
def rest_of(board: int, turn: int, passes: int, drew: int, top: int, number: int) -> int:
    """The last part of a key: what the hands do not tell, and the number of the search."""
    return (
        board
        | turn << TURN_AT
        | passes << PASSES_AT
        | drew << DREW_AT
        | top << TOP_AT
        | number << NUMBER_AT
    )


@step
def hash_of(code: int, one: int, two: int, rest: int, more: int) -> int:
    """A number that spreads keys over the transposition table; the same in every process."""
    more = (more ^ (more >> 28)) & 0xFFFFFFF
    x = (
        (one & 0xFFFFFFF) * 0x1E3779B1
        + (one >> 28) * 0x25EBCA6B
        + (two & 0xFFFFFFF) * 0x27D4EB2F
        + (two >> 28) * 0x165667B1
        + ((code ^ (code >> 28)) & 0xFFFFFFF) * 0x1B873593
        + (((rest >> TURN_AT) & (1 << NUMBER_AT - TURN_AT) - 1) + more) * 0x4C957F2D
    )
    x = (x ^ (x >> 31)) & 0x7FFFFFFF
    return (x * 0x2C1B3C6D) >> 12


@step
def slot_of(found: Ints, spread: int) -> int:
    """Where the two entries of a hash begin."""
    return (spread & (len(found) // (2 * ENTRY) - 1)) * 2 * ENTRY


@step
def find(found: Ints, one: int, two: int, rest: int, spread: int) -> int:
    """Where the entry of a key begins, or -1; `spread` is its hash."""
    slot = slot_of(found, spread)
    for entry in range(slot, slot + 2 * ENTRY, ENTRY):
        if found[entry] == one and found[entry + 1] == two and found[entry + 2] == rest:
            return entry
    return -1


@step
def keep(found: Ints, one: int, two: int, rest: int, spread: int, word: int) -> None:
    """File a word: the first place keeps the larger subtree, the second the last one."""
    slot = slot_of(found, spread)
    if not (
        found[slot + 2] >> NUMBER_AT != rest >> NUMBER_AT
        or (found[slot] == one and found[slot + 1] == two and found[slot + 2] == rest)
        or popcount(one) + popcount(two) >= popcount(found[slot]) + popcount(found[slot + 1])
    ):
        slot += ENTRY
    found[slot] = one
    found[slot + 1] = two
    found[slot + 2] = rest
    found[slot + 3] = word


@step
def word_of(value: int, bound: int, move: int, made: int) -> int:
    """What is filed, in one number."""
    return (value + INFINITE) | bound << FOUND_BOUND | move << FOUND_MOVE | made << FOUND_MADE


@step
def value_in(word: int) -> int:
    """The value that was filed."""
    return (word & ((1 << FOUND_BOUND) - 1)) - INFINITE


@step
def is_answer(word: int, alpha: int, beta: int) -> bool:
    """Whether the value that was filed will do for this window."""
    bound = (word >> FOUND_BOUND) & 3
    return (
        bound == EXACTLY
        or (bound == AT_LEAST and value_in(word) >= beta)
        or (bound == AT_MOST and value_in(word) <= alpha)
    )


@step
def points_made(made: int, made_too: int) -> int:
    """What either side has made since the start, in one number."""
    return (made & 0xFFFF) | (made_too & 0xFFFF) << 16


@step
def most_made(most: int, most_too: int) -> int:
    """The most that either side made in any line, in one number; what is too much is MOST_MASK."""
    return min(most, MOST_MASK) | min(most_too, MOST_MASK) << MOST_BITS
