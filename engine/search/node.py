"""What the two exact searches have in common: the moves at a node, and how one is come to.

A node is a position in which somebody may choose. A kernel has it as the hands by seat and
`playout`'s BOARD, TURN, DREW, PASSES and TOP; the tiles of the boneyard and their order are known.
"""

# A compiled kernel takes plain sequences, and many.
# ruff: noqa: PLR0913, PLR0917

from __future__ import annotations

from typing import Final

from engine.search.jit import kernel, step
from engine.search.playout import BOARD, DREW, ENDED, PASSES, TOP, TURN
from engine.search.ruling import MAX_DRAWS, PENALTY, PLAYERS, VOLUNTARY, Ints
from engine.search.table import ARM_BITS, Table

# A move: (tile << ARM_BITS | arm) << CHOICE | board that it leads to; whatever orders it is higher.
DRAW_TILE: Final = 254
PASS_TILE: Final = 255
CHOICE: Final = 24
CHOICE_MASK: Final = 0xFFF
BOARD_MASK: Final = 0xFFFFFF
MOST_MOVES: Final = 256
"""Ways to play from one hand; also boards that must have room at a node."""

# A frame of either search begins with its node, the hands by seat last.
N_BOARD: Final = 0
N_TURN: Final = 1
N_DREW: Final = 2
N_PASSES: Final = 3
N_TOP: Final = 4
N_HANDS: Final = 5
NODE: Final = 9

# What either search is told and tells in its sequence `job`; `frames` goes on from JOB_OWN.
J_NODES: Final = 0
J_LIMIT: Final = 1
J_NUMBER: Final = 2
J_TRACKED: Final = 3
J_BEST: Final = 4
J_DEPTH: Final = 5
JOB_OWN: Final = 6

# Why it came back.
SOLVED: Final = 0
NO_ROOM: Final = 1
OUT_OF_NODES: Final = 2


@step
def is_crowded(table: Table) -> bool:
    """Whether the table of boards may not have room for those that the moves of a node lead to."""
    return table.size[0] + MOST_MOVES > len(table.code) or table.size[1] + MOST_MOVES > len(
        table.pool
    )


@kernel
def advance(playable: Ints, rule: Ints, hands: Ints, yard: Ints, last: int, now: Ints) -> int:
    """Make the draws and passes that are forced.

    Returns the tiles that the seat then in turn can play; 0 if it may choose between a draw and a
    pass; -1 if the round is blocked.
    """
    while now[PASSES] < rule[PLAYERS]:
        turn = now[TURN]
        legal = hands[turn] & playable[now[BOARD]]
        if legal:
            return legal
        if now[TOP] < last and now[DREW] < rule[MAX_DRAWS]:
            if rule[PENALTY]:
                return 0
            hands[turn] |= 1 << yard[now[TOP]]
            now[TOP] += 1
            now[DREW] += 1
            now[PASSES] = 0
        else:
            now[PASSES] += 1
            now[DREW] = 0
            now[TURN] = turn + 1 if turn + 1 < rule[PLAYERS] else 0
    now[ENDED] = now[TURN] - 1 if now[TURN] else rule[PLAYERS] - 1
    return -1


@step
def put_node(rule: Ints, stack: Ints, base: int, hands: Ints, now: Ints) -> None:
    """Write the node at the beginning of a frame."""
    stack[base + N_BOARD] = now[BOARD]
    stack[base + N_TURN] = now[TURN]
    stack[base + N_DREW] = now[DREW]
    stack[base + N_PASSES] = now[PASSES]
    stack[base + N_TOP] = now[TOP]
    for seat in range(rule[PLAYERS]):
        stack[base + N_HANDS + seat] = hands[seat]


@step
def may_draw(rule: Ints, now: Ints, legal: int, last: int) -> bool:
    """Whether the seat in turn may draw."""
    allowed = now[TOP] < last and now[DREW] < rule[MAX_DRAWS]
    return allowed and (rule[VOLUNTARY] != 0 or not legal)


@step
def tile_of(move: int) -> int:
    """The tile of a move, or DRAW_TILE or PASS_TILE."""
    return (move >> ARM_BITS + CHOICE) & 0xFF


@step
def go(rule: Ints, stack: Ints, base: int, move: int, hands: Ints, yard: Ints, now: Ints) -> None:
    """Come to what a move of the frame leads to; what it earns is not counted here."""
    for seat in range(rule[PLAYERS]):
        hands[seat] = stack[base + N_HANDS + seat]
    turn = stack[base + N_TURN]
    tile = tile_of(move)
    now[BOARD] = move & BOARD_MASK
    now[TURN] = turn + 1 if turn + 1 < rule[PLAYERS] else 0
    now[TOP] = stack[base + N_TOP]
    now[DREW] = 0
    now[PASSES] = 0
    if tile == DRAW_TILE:
        hands[turn] |= 1 << yard[now[TOP]]
        now[TOP] += 1
        now[TURN] = turn
        now[DREW] = stack[base + N_DREW] + 1
    elif tile == PASS_TILE:
        now[PASSES] = stack[base + N_PASSES] + 1
    else:
        hands[turn] &= ~(1 << tile)


@step
def penalty_of(table: Table, rule: Ints, stack: Ints, base: int) -> int:
    """What a pass of the frame's node costs: something if its hand can play."""
    hand = stack[base + N_HANDS + stack[base + N_TURN]]
    return rule[PENALTY] if hand & table.playable[stack[base + N_BOARD]] else 0
