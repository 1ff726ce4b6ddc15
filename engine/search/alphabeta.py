"""The exact value of a round between two sides when every tile is known: the kernel.

Alpha-beta on an explicit stack with a transposition table. The keys are the whole position, so two
positions are never taken for one. Values are points from a position on, for the side in turn less
the other, the award included.

The steps take what `search` takes, or some of it; `base` is where a frame begins in `stack`.
"""

# A compiled kernel takes plain sequences, and many.
# ruff: noqa: PLR0913, PLR0917

from __future__ import annotations

from typing import Final

from engine.search.frames import (
    F_ALPHA,
    F_BEST,
    F_BETA,
    F_COUNT,
    F_FLOOR,
    F_GAIN,
    F_HASH,
    F_MADE,
    F_MOST,
    F_MOVE,
    F_NEXT,
    F_ONE,
    F_REST,
    F_SCOUT,
    F_SIGN,
    F_TWO,
    FRAME,
    J_ALPHA,
    J_BEST_OF,
    J_BETA,
    J_BUSY,
    J_HIGH,
    J_LOW,
    J_MADE,
    J_MOST,
    J_PROBE,
    J_TEAM,
    J_VALUE,
    next_move,
    open_frame,
    tell_scores,
    value_block,
    value_last_tile,
)
from engine.search.jit import bit_length, kernel, step
from engine.search.node import (
    CHOICE,
    CHOICE_MASK,
    DRAW_TILE,
    J_BEST,
    J_DEPTH,
    J_LIMIT,
    J_NODES,
    J_NUMBER,
    J_TRACKED,
    MOST_MOVES,
    N_TURN,
    NO_ROOM,
    OUT_OF_NODES,
    PASS_TILE,
    SOLVED,
    advance,
    go,
    is_crowded,
    penalty_of,
    tile_of,
)
from engine.search.playout import BOARD, DREW, PASSES, TOP, TURN, earned
from engine.search.ruling import (
    PENALTY,
    PLAYERS,
    RESERVE,
    TEAM,
    TILES_IN_SET,
    VOLUNTARY,
    Ints,
)
from engine.search.table import Table
from engine.search.transposition import (
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    FOUND_MADE,
    FOUND_MOVE,
    MOST_BITS,
    MOST_MASK,
    find,
    hash_of,
    is_answer,
    keep,
    most_made,
    pair,
    points_made,
    rest_of,
    value_in,
    word_of,
)

NOTHING: Final = -1
"""No move: nothing was known of the node."""


@step
def look(
    table: Table,
    rule: Ints,
    found: Ints,
    stack: Ints,
    moves: Ints,
    hands: Ints,
    yard: Ints,
    now: Ints,
    scores: Ints,
    job: Ints,
) -> bool:
    """Whether the value of a node is known at once; if it is not, its frame is on the stack."""
    last = len(yard) - rule[RESERVE]
    job[J_MOST] = 0
    job[J_MOST + 1] = 0
    legal = advance(table.playable, rule, hands, yard, last, now)
    if legal < 0:
        value_block(rule, hands, now, scores, job)
        return True
    turn = now[TURN]
    if hands[turn] & (hands[turn] - 1) == 0 and not (
        job[J_TRACKED] or rule[PENALTY] or rule[VOLUNTARY]
    ):
        value_last_tile(table, rule, hands, now, scores, bit_length(legal) - 1, job)
        return True
    sign = 1
    if rule[TEAM + turn] != job[J_TEAM]:
        sign = -1
        alpha = job[J_ALPHA]
        job[J_ALPHA] = -job[J_BETA]
        job[J_BETA] = -alpha
    half = max(28, rule[TILES_IN_SET])
    one = pair(hands, 0, 0, rule[PLAYERS], half)
    two = pair(hands, 0, 2, rule[PLAYERS], half)
    rest = rest_of(now[BOARD], turn, now[PASSES], now[DREW], now[TOP], job[J_NUMBER])
    more = 0
    if job[J_TRACKED]:
        more = points_made(job[J_MADE], job[J_MADE + 1])
    spread = hash_of(table.code[now[BOARD]], one, two, rest, more)
    known = NOTHING
    entry = find(found, one, two, rest, spread)
    if entry >= 0 and (not job[J_TRACKED] or found[entry + 3] >> FOUND_MADE == more):
        word = found[entry + 3]
        known = (word >> FOUND_MOVE) & CHOICE_MASK
        if is_answer(word, job[J_ALPHA], job[J_BETA]):
            job[J_VALUE] = value_in(word) * sign
            job[J_BEST] = known
            if not job[J_TRACKED]:
                job[J_MOST] = (word >> FOUND_MADE) & MOST_MASK
                job[J_MOST + 1] = (word >> (FOUND_MADE + MOST_BITS)) & MOST_MASK
            return True
    base = job[J_DEPTH] * FRAME
    open_frame(table, rule, stack, base, moves, hands, now, scores, last, legal, known, job)
    stack[base + F_SIGN] = sign
    stack[base + F_ONE] = one
    stack[base + F_TWO] = two
    stack[base + F_REST] = rest
    stack[base + F_HASH] = spread
    job[J_DEPTH] += 1
    return False


@step
def take(rule: Ints, stack: Ints, base: int, moves: Ints, job: Ints) -> bool:
    """Take the value of the frame's last move; whether it wants another look, without a scout."""
    team = rule[TEAM + stack[base + N_TURN]]
    gain = stack[base + F_GAIN]
    value = job[J_VALUE] + gain
    job[J_MOST + team] += max(gain, 0)
    for side in range(2):
        stack[base + F_MOST + side] = max(stack[base + F_MOST + side], job[J_MOST + side])
    alpha = stack[base + F_ALPHA]
    again = stack[base + F_SCOUT] == 1 and alpha < value < stack[base + F_BETA]
    if value > stack[base + F_BEST]:
        stack[base + F_BEST] = value
        stack[base + F_MOVE] = (moves[stack[base + F_NEXT] - 1] >> CHOICE) & CHOICE_MASK
    if value > alpha and not again:
        stack[base + F_ALPHA] = value
    return again


@step
def close_frame(found: Ints, stack: Ints, base: int, job: Ints) -> None:
    """Keep what was found of a frame that is done, and hand its value up."""
    best = stack[base + F_BEST]
    move = stack[base + F_MOVE]
    bound = EXACTLY
    if best >= stack[base + F_BETA]:
        bound = AT_LEAST
    elif best <= stack[base + F_FLOOR]:
        bound = AT_MOST
    if job[J_TRACKED]:
        more = points_made(stack[base + F_MADE], stack[base + F_MADE + 1])
    else:
        more = most_made(stack[base + F_MOST], stack[base + F_MOST + 1])
    keep(
        found,
        stack[base + F_ONE],
        stack[base + F_TWO],
        stack[base + F_REST],
        stack[base + F_HASH],
        word_of(best, bound, move, more),
    )
    job[J_BEST] = move
    job[J_MOST] = stack[base + F_MOST]
    job[J_MOST + 1] = stack[base + F_MOST + 1]
    job[J_VALUE] = best * stack[base + F_SIGN]
    job[J_DEPTH] -= 1


@step
def make(
    table: Table,
    rule: Ints,
    stack: Ints,
    base: int,
    move: int,
    hands: Ints,
    yard: Ints,
    now: Ints,
    scores: Ints,
    job: Ints,
) -> None:
    """Make a move of the frame: the node that it leads to, and the window to look at it with."""
    go(rule, stack, base, move, hands, yard, now)
    for side in range(2):
        job[J_MADE + side] = stack[base + F_MADE + side]
    team = rule[TEAM + stack[base + N_TURN]]
    tile = tile_of(move)
    gain = 0
    if tile == PASS_TILE:
        gain = -penalty_of(table, rule, stack, base)
    elif tile != DRAW_TILE:
        gain = table.points[now[BOARD]]
        if job[J_TRACKED] and gain:
            tell_scores(scores, job)
            gain = earned(rule, scores, team, gain)
    stack[base + F_GAIN] = gain
    job[J_MADE + team] += gain
    job[J_TEAM] = team
    job[J_ALPHA] = stack[base + F_ALPHA] - gain
    job[J_BETA] = stack[base + F_BETA] - gain
    if stack[base + F_SCOUT]:
        job[J_BETA] = job[J_ALPHA] + 1


@kernel
def search(
    table: Table,
    rule: Ints,
    found: Ints,
    stack: Ints,
    moves: Ints,
    hands: Ints,
    yard: Ints,
    now: Ints,
    scores: Ints,
    job: Ints,
) -> int:
    """Find the value of a position between `job[J_ALPHA]` and `job[J_BETA]`.

    Args:
        table: The boards.
        rule: The rules, see `ruling`.
        found: The transposition table.
        stack: Room for the frames.
        moves: Room for their moves.
        hands: Masks by seat; changed.
        yard: The boneyard in draw order, from index `now[TOP]`.
        now: BOARD, TURN, DREW, PASSES, TOP; changed.
        scores: Room, by side.
        job: Depth (0), window, side whose view it is, nodes so far, their limit, number of the
            search (entries of others are not used), whether the scores at the start matter, those
            scores, points made since.

    Returns:
        SOLVED: the value is in `job[J_VALUE]`, the most points that a side made in any line looked
        at in `job[J_MOST]`. NO_ROOM: give the table room and call again with the same arguments.
        OUT_OF_NODES: given up.
    """
    while True:
        if is_crowded(table):
            return NO_ROOM
        if job[J_NODES] >= job[J_LIMIT]:
            return OUT_OF_NODES
        job[J_NODES] += 1
        has_value = look(table, rule, found, stack, moves, hands, yard, now, scores, job)
        base = 0
        again = False
        while True:
            if job[J_DEPTH] == 0:
                return SOLVED
            base = (job[J_DEPTH] - 1) * FRAME
            again = has_value and take(rule, stack, base, moves, job)
            if again or (
                stack[base + F_ALPHA] < stack[base + F_BETA]
                and stack[base + F_NEXT] < stack[base + F_COUNT]
            ):
                break
            close_frame(found, stack, base, job)
            has_value = True
        if again:
            move = moves[stack[base + F_NEXT] - 1]
            stack[base + F_SCOUT] = 0
        else:
            move = next_move(stack, base, moves, (job[J_DEPTH] - 1) * MOST_MOVES)
        make(table, rule, stack, base, move, hands, yard, now, scores, job)


@kernel
def prove(
    table: Table,
    rule: Ints,
    found: Ints,
    stack: Ints,
    moves: Ints,
    hands: Ints,
    yard: Ints,
    now: Ints,
    scores: Ints,
    job: Ints,
    root: Ints,
) -> int:
    """Find the exact value by asking "at least so much?" until the answers meet (MTD-f).

    Args:
        table: As for `search`, like all that follow but the last.
        rule: See `search`.
        found: See `search`.
        stack: See `search`.
        moves: See `search`.
        hands: Room.
        yard: See `search`.
        now: Room.
        scores: See `search`.
        job: Also J_BUSY (0), the bounds J_LOW and J_HIGH and the first J_PROBE, all for side 0; on
            return the bounds are equal, and J_BEST_OF has for either side, were it the mover, the
            best move.
        root: BOARD, TURN, DREW, PASSES, TOP of the position, points made since the start by side,
            hands by seat.
    """
    most0 = 0
    most1 = 0
    while True:
        if not job[J_BUSY]:
            for i in range(TOP + 1):
                now[i] = root[i]
            for seat in range(rule[PLAYERS]):
                hands[seat] = root[TOP + 3 + seat]
            job[J_DEPTH] = 0
            job[J_ALPHA] = job[J_PROBE] - 1
            job[J_BETA] = job[J_PROBE]
            job[J_TEAM] = 0
            job[J_MADE] = root[TOP + 1]
            job[J_MADE + 1] = root[TOP + 2]
            job[J_BUSY] = 1
        status = search(table, rule, found, stack, moves, hands, yard, now, scores, job)
        if status != SOLVED:
            return status
        job[J_BUSY] = 0
        value = job[J_VALUE]
        if value < job[J_PROBE]:
            job[J_HIGH] = value
            job[J_PROBE] = value
            job[J_BEST_OF + 1] = job[J_BEST]
        else:
            job[J_LOW] = value
            job[J_PROBE] = value + 1
            job[J_BEST_OF] = job[J_BEST]
        most0 = max(most0, job[J_MOST])
        most1 = max(most1, job[J_MOST + 1])
        if job[J_LOW] >= job[J_HIGH]:
            job[J_MOST] = most0
            job[J_MOST + 1] = most1
            return SOLVED
