"""The exact value of a round between two sides when every tile is known: the kernel.

Alpha-beta on an explicit stack with a transposition table. The keys are the whole position, so two
positions are never taken for one. Values are points from a position on, for the side in turn less
the other, the award included.
"""

# A compiled kernel takes plain sequences, and many; calls between kernels would copy them.
# ruff: noqa: C901, PLR0912, PLR0913, PLR0915, PLR0917

from __future__ import annotations

from typing import Final

from engine.search.jit import bit_length, kernel, popcount
from engine.search.playout import (
    BOARD,
    DREW,
    ENDED,
    PASSES,
    TOP,
    TURN,
    earned,
    is_reached,
)
from engine.search.ruling import (
    EXACT,
    IMMEDIATE,
    MAX_DRAWS,
    PENALTY,
    PLAYERS,
    RESERVE,
    TEAM,
    TILES_IN_SET,
    VOLUNTARY,
    Ints,
)
from engine.search.settling import settle_round
from engine.search.table import ARM_BITS, ARM_MASK, Table, look_up

INFINITE: Final = 4000
"""More than any margin of a round."""

# The moves of a frame: order << ORDER | (tile << ARM_BITS | arm) << CHOICE | board. The number of a
# board tells nothing and stands last: it does not decide between moves.
DRAW_TILE: Final = 254
PASS_TILE: Final = 255
CHOICE: Final = 24
CHOICE_MASK: Final = 0xFFF
BOARD_MASK: Final = 0xFFFFFF
ORDER: Final = 36
MIDDLE: Final = 1 << 16
MOST_MOVES: Final = 256
"""Ways to play from one hand; also boards that must have room at a node."""

# A frame of the stack; the hands by seat follow.
F_BOARD: Final = 0
F_TURN: Final = 1
F_DREW: Final = 2
F_PASSES: Final = 3
F_TOP: Final = 4
F_SIGN: Final = 5
F_ALPHA: Final = 6
F_BETA: Final = 7
F_FLOOR: Final = 8
F_BEST: Final = 9
F_MOVE: Final = 10
F_NEXT: Final = 11
F_COUNT: Final = 12
F_GAIN: Final = 13
F_SCOUT: Final = 14
F_MOST: Final = 15
F_MADE: Final = 17
F_HASH: Final = 19
F_HANDS: Final = 20
FRAME: Final = 24

# An entry of the transposition table: hands of A and B, of C and D, the rest of the position with
# the number of the search, and what was found.
ENTRY: Final = 4
FOUND_VALUE: Final = 13
FOUND_BOUND: Final = 15
FOUND_MOVE: Final = 27
EXACTLY: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2
MOST_BITS: Final = 10
MOST_MASK: Final = 1023

# What a search is told and tells in its sequence `job`.
J_DEPTH: Final = 0
J_ALPHA: Final = 1
J_BETA: Final = 2
J_TEAM: Final = 3
J_NODES: Final = 4
J_LIMIT: Final = 5
J_NUMBER: Final = 6
J_TRACKED: Final = 7
J_VALUE: Final = 8
J_MOST: Final = 9
J_START: Final = 11
J_MADE: Final = 13
J_BEST: Final = 15
J_BUSY: Final = 16
J_LOW: Final = 17
J_HIGH: Final = 18
J_PROBE: Final = 19
J_BEST_OF: Final = 20
JOB: Final = 22

# Why it came back.
SOLVED: Final = 0
NO_ROOM: Final = 1
OUT_OF_NODES: Final = 2


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


@kernel
def hash_of(code: int, now: Ints, one: int, two: int, more: int) -> int:
    """A number that spreads positions over the transposition table; the same in every process."""
    more = (more ^ (more >> 28)) & 0xFFFFFFF
    x = (
        (one & 0xFFFFFFF) * 0x1E3779B1
        + (one >> 28) * 0x25EBCA6B
        + (two & 0xFFFFFFF) * 0x27D4EB2F
        + (two >> 28) * 0x165667B1
        + ((code ^ (code >> 28)) & 0xFFFFFFF) * 0x1B873593
        + ((now[TURN] | now[PASSES] << 2 | now[DREW] << 5 | now[TOP] << 10) + more) * 0x4C957F2D
    )
    x = (x ^ (x >> 31)) & 0x7FFFFFFF
    return (x * 0x2C1B3C6D) >> 12


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
    row = table.row
    pool = table.pool
    playable = table.playable
    points_of = table.points
    codes = table.code
    n_tiles = rule[TILES_IN_SET]
    players = rule[PLAYERS]
    voluntary = rule[VOLUNTARY]
    penalty = rule[PENALTY]
    last = len(yard) - rule[RESERVE]
    tracked = job[J_TRACKED]
    simple = not (tracked or penalty or voluntary)
    number = job[J_NUMBER] << 39
    half = max(28, n_tiles)
    top = len(found) // (2 * ENTRY) - 1
    depth = job[J_DEPTH]
    alpha = job[J_ALPHA]
    beta = job[J_BETA]
    view = job[J_TEAM]
    made0 = job[J_MADE]
    made1 = job[J_MADE + 1]
    nodes = job[J_NODES]
    value = 0
    while True:
        # A position to look at: in `hands` and `now`, its window in the view of `view`.
        boards = table.size[0]
        crowded = boards + MOST_MOVES > len(codes) or table.size[1] + MOST_MOVES > len(pool)
        if crowded or nodes >= job[J_LIMIT]:
            job[J_DEPTH] = depth
            job[J_ALPHA] = alpha
            job[J_BETA] = beta
            job[J_TEAM] = view
            job[J_MADE] = made0
            job[J_MADE + 1] = made1
            job[J_NODES] = nodes
            return NO_ROOM if crowded else OUT_OF_NODES
        nodes += 1
        legal = advance(playable, rule, hands, yard, last, now)
        turn = now[TURN]
        board = now[BOARD]
        team = rule[TEAM + turn]
        most0 = 0
        most1 = 0
        if legal < 0:
            scores[0] = job[J_START] + made0
            scores[1] = job[J_START + 1] + made1
            settle_round(rule, hands, -1, now[ENDED], scores)
            most0 = scores[0] - job[J_START] - made0
            most1 = scores[1] - job[J_START + 1] - made1
            value = most0 - most1 if view == 0 else most1 - most0
            if not rule[EXACT]:
                most0 = 0
                most1 = 0
        elif simple and hands[turn] & (hands[turn] - 1) == 0:
            # The last tile: only where it goes is open.
            scores[0] = job[J_START] + made0
            scores[1] = job[J_START + 1] + made1
            hands[turn] = 0
            settle_round(rule, hands, turn, turn, scores)
            gain0 = scores[0] - job[J_START] - made0
            gain1 = scores[1] - job[J_START + 1] - made1
            tile = bit_length(legal) - 1
            arms = row[board * n_tiles + tile]
            if not arms:
                arms = look_up(table, board, tile)
            start = arms >> ARM_BITS
            points = -1
            n = arms & ARM_MASK
            for arm in range(n):
                next_board = pool[start + arm] if n > 1 else start
                if points_of[next_board] > points:
                    points = points_of[next_board]
                    job[J_BEST] = tile << ARM_BITS | arm
            value = gain0 - gain1 if team == 0 else gain1 - gain0
            value += points
            if team != view:
                value = -value
            if rule[EXACT]:
                most0 = max(gain0, 0)
                most1 = max(gain1, 0)
            if team == 0:
                most0 += points
            else:
                most1 += points
        else:
            sign = 1 if team == view else -1
            if sign < 0:
                alpha, beta = -beta, -alpha
            one = hands[0] | hands[1] << half
            two = 0
            if players > 2:  # noqa: PLR2004 - a number of seats
                two = hands[2]
                if players > 3:  # noqa: PLR2004 - a number of seats
                    two |= hands[3] << half
            rest = (
                board | turn << 24 | now[PASSES] << 26 | now[DREW] << 29 | now[TOP] << 34 | number
            )
            more = 0
            if tracked:
                more = (made0 & 0xFFFF) | (made1 & 0xFFFF) << 16
            spread = hash_of(codes[board], now, one, two, more)
            slot = (spread & top) * 2 * ENTRY
            known = -1
            for entry in range(slot, slot + 2 * ENTRY, ENTRY):
                if found[entry] == one and found[entry + 1] == two and found[entry + 2] == rest:
                    word = found[entry + 3]
                    if not tracked or word >> FOUND_MOVE == more:
                        known = (word >> FOUND_BOUND) & CHOICE_MASK
                        value = (word & ((1 << FOUND_VALUE) - 1)) - INFINITE
                        bound = (word >> FOUND_VALUE) & 3
                        if (
                            bound == EXACTLY
                            or (bound == AT_LEAST and value >= beta)
                            or (bound == AT_MOST and value <= alpha)
                        ):
                            job[J_BEST] = known
                            known = -2
                            if not tracked:
                                most0 = (word >> FOUND_MOVE) & MOST_MASK
                                most1 = (word >> (FOUND_MOVE + MOST_BITS)) & MOST_MASK
                        break
            if known == -2:  # noqa: PLR2004 - set above: the table answers
                value *= sign
            else:
                # Its moves; those that end the round are worth what they are worth.
                best = -INFINITE
                best_move = 0
                floor = alpha
                count = depth * MOST_MOVES
                hand = hands[turn]
                following = turn + 1 if turn + 1 < players else 0
                against = hands[following]
                tiles = legal
                while tiles:
                    bit = tiles & -tiles
                    tiles ^= bit
                    tile = bit_length(bit) - 1
                    arms = row[board * n_tiles + tile]
                    if not arms:
                        arms = look_up(table, board, tile)
                    start = arms >> ARM_BITS
                    n = arms & ARM_MASK
                    for arm in range(n):
                        next_board = pool[start + arm] if n > 1 else start
                        points = points_of[next_board]
                        reached = False
                        if tracked and points:
                            scores[0] = job[J_START] + made0
                            scores[1] = job[J_START + 1] + made1
                            points = earned(rule, scores, team, points)
                            scores[team] += points
                            reached = rule[IMMEDIATE] != 0 and is_reached(rule, scores)
                        if reached or hand == bit:
                            scores[0] = job[J_START] + made0
                            scores[1] = job[J_START + 1] + made1
                            scores[team] += points
                            if not reached:
                                hands[turn] = 0
                                settle_round(rule, hands, turn, turn, scores)
                                hands[turn] = hand
                            gain0 = scores[0] - job[J_START] - made0
                            gain1 = scores[1] - job[J_START + 1] - made1
                            value = gain0 - gain1 if team == 0 else gain1 - gain0
                            if not rule[EXACT]:
                                gain0 = points if team == 0 else 0
                                gain1 = points if team == 1 else 0
                            most0 = max(most0, gain0)
                            most1 = max(most1, gain1)
                            if value > best:
                                best = value
                                best_move = tile << ARM_BITS | arm
                            continue
                        if known == tile << ARM_BITS | arm:
                            order = 1 << 18
                        else:
                            order = (
                                MIDDLE
                                + points * 64
                                - 900 * popcount(against & playable[next_board])
                            )
                        moves[count] = (
                            order << ORDER | (tile << ARM_BITS | arm) << CHOICE | next_board
                        )
                        count += 1
                if (voluntary or not legal) and now[TOP] < last and now[DREW] < rule[MAX_DRAWS]:
                    moves[count] = MIDDLE - 900 << ORDER | DRAW_TILE << ARM_BITS + CHOICE | board
                    count += 1
                if penalty:
                    moves[count] = 1 << ORDER | PASS_TILE << ARM_BITS + CHOICE | board
                    count += 1
                alpha = max(alpha, best)
                base = depth * FRAME
                stack[base + F_BOARD] = board
                stack[base + F_TURN] = turn
                stack[base + F_DREW] = now[DREW]
                stack[base + F_PASSES] = now[PASSES]
                stack[base + F_TOP] = now[TOP]
                stack[base + F_SIGN] = sign
                stack[base + F_ALPHA] = alpha
                stack[base + F_BETA] = beta
                stack[base + F_FLOOR] = floor
                stack[base + F_BEST] = best
                stack[base + F_MOVE] = best_move
                stack[base + F_NEXT] = depth * MOST_MOVES
                stack[base + F_COUNT] = count
                stack[base + F_SCOUT] = 0
                stack[base + F_MOST] = most0
                stack[base + F_MOST + 1] = most1
                stack[base + F_MADE] = made0
                stack[base + F_MADE + 1] = made1
                stack[base + F_HASH] = spread
                for seat in range(players):
                    stack[base + F_HANDS + seat] = hands[seat]
                depth += 1
                value = INFINITE
        # A value has come back (INFINITE: none yet); go on with the frame on top.
        while True:
            if depth == 0:
                job[J_DEPTH] = 0
                job[J_NODES] = nodes
                job[J_VALUE] = value
                job[J_MOST] = most0
                job[J_MOST + 1] = most1
                return SOLVED
            base = (depth - 1) * FRAME
            turn = stack[base + F_TURN]
            team = rule[TEAM + turn]
            alpha = stack[base + F_ALPHA]
            beta = stack[base + F_BETA]
            at = stack[base + F_NEXT]
            again = False
            if value != INFINITE:
                gain = stack[base + F_GAIN]
                value += gain
                if team == 0:
                    most0 += max(gain, 0)
                else:
                    most1 += max(gain, 0)
                stack[base + F_MOST] = max(stack[base + F_MOST], most0)
                stack[base + F_MOST + 1] = max(stack[base + F_MOST + 1], most1)
                again = stack[base + F_SCOUT] == 1 and alpha < value < beta
                if value > stack[base + F_BEST]:
                    stack[base + F_BEST] = value
                    stack[base + F_MOVE] = (moves[at - 1] >> CHOICE) & CHOICE_MASK
                if value > alpha and not again:
                    alpha = value
                    stack[base + F_ALPHA] = alpha
            count = stack[base + F_COUNT]
            if not again and (alpha >= beta or at == count):
                # The frame is done: keep what was found, hand the value up.
                best = stack[base + F_BEST]
                job[J_BEST] = stack[base + F_MOVE]
                most0 = stack[base + F_MOST]
                most1 = stack[base + F_MOST + 1]
                bound = EXACTLY
                if best >= beta:
                    bound = AT_LEAST
                elif best <= stack[base + F_FLOOR]:
                    bound = AT_MOST
                if tracked:
                    more = (stack[base + F_MADE] & 0xFFFF) | (
                        stack[base + F_MADE + 1] & 0xFFFF
                    ) << 16
                else:
                    more = min(most0, MOST_MASK) | min(most1, MOST_MASK) << MOST_BITS
                one = stack[base + F_HANDS] | stack[base + F_HANDS + 1] << half
                two = 0
                if players > 2:  # noqa: PLR2004 - a number of seats
                    two = stack[base + F_HANDS + 2]
                    if players > 3:  # noqa: PLR2004 - a number of seats
                        two |= stack[base + F_HANDS + 3] << half
                rest = (
                    stack[base + F_BOARD]
                    | turn << 24
                    | stack[base + F_PASSES] << 26
                    | stack[base + F_DREW] << 29
                    | stack[base + F_TOP] << 34
                    | number
                )
                slot = (stack[base + F_HASH] & top) * 2 * ENTRY
                # The first place keeps the larger subtree, the second the last one.
                if not (
                    found[slot + 2] >> 39 != job[J_NUMBER]
                    or (found[slot] == one and found[slot + 1] == two and found[slot + 2] == rest)
                    or popcount(one) + popcount(two)
                    >= popcount(found[slot]) + popcount(found[slot + 1])
                ):
                    slot += ENTRY
                found[slot] = one
                found[slot + 1] = two
                found[slot + 2] = rest
                found[slot + 3] = (
                    (best + INFINITE)
                    | bound << FOUND_VALUE
                    | stack[base + F_MOVE] << FOUND_BOUND
                    | more << FOUND_MOVE
                )
                value = best * stack[base + F_SIGN]
                depth -= 1
                continue
            if not again:
                # The most promising of the moves that are left comes next.
                pick = at
                for other in range(at + 1, count):
                    if moves[other] > moves[pick]:
                        pick = other
                move = moves[pick]
                moves[pick] = moves[at]
                moves[at] = move
                stack[base + F_NEXT] = at + 1
                scout = at > (depth - 1) * MOST_MOVES and beta - alpha > 1
                stack[base + F_SCOUT] = 1 if scout else 0
            else:
                move = moves[at - 1]
                stack[base + F_SCOUT] = 0
                scout = False
            for seat in range(players):
                hands[seat] = stack[base + F_HANDS + seat]
            made0 = stack[base + F_MADE]
            made1 = stack[base + F_MADE + 1]
            board = stack[base + F_BOARD]
            tile = (move >> ARM_BITS + CHOICE) & 0xFF
            gain = 0
            following = turn + 1 if turn + 1 < players else 0
            now[TOP] = stack[base + F_TOP]
            now[DREW] = 0
            now[PASSES] = 0
            if tile == DRAW_TILE:
                hands[turn] |= 1 << yard[now[TOP]]
                now[TOP] += 1
                now[DREW] = stack[base + F_DREW] + 1
                following = turn
            elif tile == PASS_TILE:
                now[PASSES] = stack[base + F_PASSES] + 1
                if hands[turn] & playable[board]:
                    gain = -penalty
            else:
                hands[turn] &= ~(1 << tile)
                board = move & BOARD_MASK
                gain = points_of[board]
                if tracked and gain:
                    scores[0] = job[J_START] + made0
                    scores[1] = job[J_START + 1] + made1
                    gain = earned(rule, scores, team, gain)
            now[BOARD] = board
            now[TURN] = following
            if team == 0:
                made0 += gain
            else:
                made1 += gain
            stack[base + F_GAIN] = gain
            view = team
            alpha -= gain
            beta -= gain
            if scout:
                beta = alpha + 1
            break


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
