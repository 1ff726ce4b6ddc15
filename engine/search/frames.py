"""The frames of the search between two sides, with their moves; and the nodes that need none.

The steps take what `alphabeta.search` takes, or some of it, and work on the node in `hands`, `now`
and `job`, or on the frame that begins at `stack[base]`.
"""

# A compiled kernel takes plain sequences, and many.
# ruff: noqa: PLR0913, PLR0917

from __future__ import annotations

from typing import Final

from engine.search.jit import bit_length, popcount, step
from engine.search.node import (
    CHOICE,
    DRAW_TILE,
    J_BEST,
    J_DEPTH,
    J_TRACKED,
    JOB_OWN,
    MOST_MOVES,
    NODE,
    PASS_TILE,
    may_draw,
    put_node,
)
from engine.search.playout import BOARD, ENDED, TURN, earned, is_reached
from engine.search.ruling import EXACT, IMMEDIATE, PENALTY, PLAYERS, TEAM, Ints
from engine.search.settling import settle_round
from engine.search.table import ARM_BITS, ARM_MASK, Table, board_at, boards_after
from engine.search.transposition import INFINITE

# How promising a move is stands above it. The number of a board tells nothing and stands last: it
# does not decide between moves.
ORDER: Final = 36
MIDDLE: Final = 1 << 16
KNOWN: Final = 1 << 18
"""The order of the move that was best at the last look."""

# A frame of the stack after its node: its window, its moves, what came of them, its key.
F_MADE: Final = NODE
F_SIGN: Final = NODE + 2
F_FLOOR: Final = NODE + 3
F_ALPHA: Final = NODE + 4
F_BETA: Final = NODE + 5
F_NEXT: Final = NODE + 6
F_COUNT: Final = NODE + 7
F_GAIN: Final = NODE + 8
F_SCOUT: Final = NODE + 9
F_BEST: Final = NODE + 10
F_MOVE: Final = NODE + 11
F_MOST: Final = NODE + 12
F_ONE: Final = NODE + 14
F_TWO: Final = NODE + 15
F_REST: Final = NODE + 16
F_HASH: Final = NODE + 17
FRAME: Final = NODE + 18

# What a search is told and tells in its sequence `job`, besides what `node` says.
J_ALPHA: Final = JOB_OWN
J_BETA: Final = JOB_OWN + 1
J_TEAM: Final = JOB_OWN + 2
J_VALUE: Final = JOB_OWN + 3
J_MOST: Final = JOB_OWN + 4
J_START: Final = JOB_OWN + 6
J_MADE: Final = JOB_OWN + 8
J_BUSY: Final = JOB_OWN + 10
J_LOW: Final = JOB_OWN + 11
J_HIGH: Final = JOB_OWN + 12
J_PROBE: Final = JOB_OWN + 13
J_BEST_OF: Final = JOB_OWN + 14
JOB: Final = JOB_OWN + 16


@step
def tell_scores(scores: Ints, job: Ints) -> None:
    """Put the scores that either side has at the node into `scores`."""
    scores[0] = job[J_START] + job[J_MADE]
    scores[1] = job[J_START + 1] + job[J_MADE + 1]


@step
def end_round(
    rule: Ints, hands: Ints, out: int, last: int, team: int, points: int, scores: Ints, job: Ints
) -> None:
    """Put what either side makes as the round ends into `scores`: these points and the award."""
    tell_scores(scores, job)
    scores[team] += points
    settle_round(rule, hands, out, last, scores)
    scores[0] -= job[J_START] + job[J_MADE]
    scores[1] -= job[J_START + 1] + job[J_MADE + 1]


@step
def value_block(rule: Ints, hands: Ints, now: Ints, scores: Ints, job: Ints) -> None:
    """Value a node where nobody can play any more."""
    end_round(rule, hands, -1, now[ENDED], 0, 0, scores, job)
    view = job[J_TEAM]
    job[J_VALUE] = scores[view] - scores[1 - view]
    if rule[EXACT]:
        job[J_MOST] = scores[0]
        job[J_MOST + 1] = scores[1]


@step
def value_last_tile(
    table: Table, rule: Ints, hands: Ints, now: Ints, scores: Ints, tile: int, job: Ints
) -> None:
    """Value a node whose mover has one tile, which fits: only where it goes is open."""
    turn = now[TURN]
    team = rule[TEAM + turn]
    view = job[J_TEAM]
    hands[turn] = 0
    end_round(rule, hands, turn, turn, team, 0, scores, job)
    boards = boards_after(table, now[BOARD], tile)
    points = -1
    for arm in range(boards & ARM_MASK):
        made = table.points[board_at(table, boards, arm)]
        if made > points:
            points = made
            job[J_BEST] = tile << ARM_BITS | arm
    job[J_VALUE] = scores[view] - scores[1 - view] + (points if team == view else -points)
    if rule[EXACT]:
        job[J_MOST] = max(scores[0], 0)
        job[J_MOST + 1] = max(scores[1], 0)
    job[J_MOST + team] += points


@step
def value_end(
    rule: Ints,
    stack: Ints,
    base: int,
    hands: Ints,
    turn: int,
    points: int,
    reached: bool,  # noqa: FBT001 - a kernel is called by position
    scores: Ints,
    job: Ints,
) -> int:
    """The value for its side of a play that ends the round, its last tile's or at the target."""
    team = rule[TEAM + turn]
    if reached:
        scores[team] = points
        scores[1 - team] = 0
    else:
        hand = hands[turn]
        hands[turn] = 0
        end_round(rule, hands, turn, turn, team, points, scores, job)
        hands[turn] = hand
    value = scores[team] - scores[1 - team]
    if not rule[EXACT]:
        scores[team] = points
        scores[1 - team] = 0
    for side in range(2):
        stack[base + F_MOST + side] = max(stack[base + F_MOST + side], scores[side])
    return value


@step
def list_moves(
    table: Table,
    rule: Ints,
    stack: Ints,
    base: int,
    moves: Ints,
    hands: Ints,
    now: Ints,
    scores: Ints,
    legal: int,
    known: int,
    job: Ints,
) -> int:
    """Fill in the plays from `moves[stack[base + F_NEXT]]` on; returns where they end.

    Those that end the round are not among them: they are worth what they are worth.
    """
    turn = now[TURN]
    team = rule[TEAM + turn]
    hand = hands[turn]
    against = hands[turn + 1 if turn + 1 < rule[PLAYERS] else 0]
    count = stack[base + F_NEXT]
    tiles = legal
    while tiles:
        bit = tiles & -tiles
        tiles ^= bit
        tile = bit_length(bit) - 1
        boards = boards_after(table, now[BOARD], tile)
        for arm in range(boards & ARM_MASK):
            move = tile << ARM_BITS | arm
            board = board_at(table, boards, arm)
            points = table.points[board]
            reached = False
            if job[J_TRACKED] and points:
                tell_scores(scores, job)
                points = earned(rule, scores, team, points)
                scores[team] += points
                reached = rule[IMMEDIATE] != 0 and is_reached(rule, scores)
            if reached or hand == bit:
                value = value_end(rule, stack, base, hands, turn, points, reached, scores, job)
                if value > stack[base + F_BEST]:
                    stack[base + F_BEST] = value
                    stack[base + F_MOVE] = move
                continue
            if move == known:
                order = KNOWN
            else:
                order = MIDDLE + points * 64 - 900 * popcount(against & table.playable[board])
            moves[count] = order << ORDER | move << CHOICE | board
            count += 1
    return count


@step
def open_frame(
    table: Table,
    rule: Ints,
    stack: Ints,
    base: int,
    moves: Ints,
    hands: Ints,
    now: Ints,
    scores: Ints,
    last: int,
    legal: int,
    known: int,
    job: Ints,
) -> None:
    """Put up the frame of a node with its moves; `known` is the one to look at first, if any."""
    put_node(rule, stack, base, hands, now)
    for side in range(2):
        stack[base + F_MADE + side] = job[J_MADE + side]
        stack[base + F_MOST + side] = 0
    stack[base + F_BEST] = -INFINITE
    stack[base + F_MOVE] = 0
    stack[base + F_NEXT] = job[J_DEPTH] * MOST_MOVES
    count = list_moves(table, rule, stack, base, moves, hands, now, scores, legal, known, job)
    if may_draw(rule, now, legal, last):
        moves[count] = MIDDLE - 900 << ORDER | DRAW_TILE << ARM_BITS + CHOICE | now[BOARD]
        count += 1
    if rule[PENALTY]:
        moves[count] = 1 << ORDER | PASS_TILE << ARM_BITS + CHOICE | now[BOARD]
        count += 1
    stack[base + F_COUNT] = count
    stack[base + F_SCOUT] = 0
    stack[base + F_FLOOR] = job[J_ALPHA]
    stack[base + F_ALPHA] = max(job[J_ALPHA], stack[base + F_BEST])
    stack[base + F_BETA] = job[J_BETA]


@step
def next_move(stack: Ints, base: int, moves: Ints, first: int) -> int:
    """The most promising of the moves that are left; whether a scout goes first is in F_SCOUT."""
    at = stack[base + F_NEXT]
    pick = at
    for other in range(at + 1, stack[base + F_COUNT]):
        if moves[other] > moves[pick]:
            pick = other
    move = moves[pick]
    moves[pick] = moves[at]
    moves[at] = move
    stack[base + F_NEXT] = at + 1
    is_wide = stack[base + F_BETA] - stack[base + F_ALPHA] > 1
    stack[base + F_SCOUT] = 1 if at > first and is_wide else 0
    return move
