"""The value of a round between three or more sides when every tile is known: the kernel.

Everybody plays for his own margin (max^n): points of his side less the mean of the others. Of moves
that are equal to him he takes the one that is best for the next side after his, then for the next:
so the values do not depend on the order of the moves. Nothing is cut off; small ends only.
"""

# A compiled kernel takes plain sequences, and many.
# ruff: noqa: PLR0913, PLR0917

from __future__ import annotations

from typing import Final

from engine.search.jit import bit_length, kernel, step
from engine.search.node import (
    BOARD_MASK,
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
    NODE,
    OUT_OF_NODES,
    PASS_TILE,
    SOLVED,
    advance,
    go,
    is_crowded,
    may_draw,
    penalty_of,
    put_node,
    tile_of,
)
from engine.search.playout import BOARD, DREW, ENDED, PASSES, TOP, TURN, earned, is_reached
from engine.search.ruling import (
    IMMEDIATE,
    PENALTY,
    PLAYERS,
    RESERVE,
    TEAM,
    TEAMS,
    TILES_IN_SET,
    Ints,
)
from engine.search.settling import settle_round
from engine.search.table import ARM_BITS, ARM_MASK, Table, board_at, boards_after
from engine.search.transposition import NUMBER_AT, hash_of, pair, rest_of

MOST_TEAMS: Final = 4

# A frame after its node: the scores, its moves, the best vector so far, where it is to be filed.
G_SCORES: Final = NODE
G_NEXT: Final = NODE + 4
G_COUNT: Final = NODE + 5
G_MOVE: Final = NODE + 6
G_BEST: Final = NODE + 7
G_MOST: Final = NODE + 11
G_KEY: Final = NODE + 15
G_SLOT: Final = NODE + 19
G_FRAME: Final = NODE + 20

# An entry of the table: the key (as in `transposition`, then the points made since the start), the
# best move, what every side makes, the most that it made in any line.
KEY: Final = 4
G_FOUND_MOVE: Final = 4
G_FOUND_VALUE: Final = 5
G_FOUND_MOST: Final = 9
G_ENTRY: Final = 16


@step
def is_better(rule: Ints, one: Ints, first: int, two: Ints, second: int, team: int) -> bool:
    """Whether the points at `one[first:]` are better for a side than those at `two[second:]`."""
    teams = rule[TEAMS]
    for _ in range(teams):
        margin = teams * (one[first + team] - two[second + team])
        for other in range(teams):
            margin -= one[first + other] - two[second + other]
        if margin:
            return margin > 0
        team = team + 1 if team + 1 < teams else 0
    return False


@step
def is_ended(
    table: Table,
    rule: Ints,
    stack: Ints,
    moves: Ints,
    hands: Ints,
    now: Ints,
    scores: Ints,
    values: Ints,
    job: Ints,
) -> bool:
    """Count the play that led to the node; whether it ended the round. `values` are awards then."""
    reached = False
    out = -1
    if job[J_DEPTH]:
        base = (job[J_DEPTH] - 1) * G_FRAME
        points = table.points[now[BOARD]]
        if tile_of(moves[stack[base + G_NEXT] - 1]) < DRAW_TILE:
            turn = stack[base + N_TURN]
            if points:
                team = rule[TEAM + turn]
                scores[team] += earned(rule, scores, team, points)
                reached = rule[IMMEDIATE] != 0 and is_reached(rule, scores)
            if not reached and not hands[turn]:
                out = turn
    for team in range(rule[TEAMS]):
        values[team] = -scores[team]
    if out >= 0:
        settle_round(rule, hands, out, out, scores)
    return reached or out >= 0


@step
def list_all_moves(
    table: Table, rule: Ints, moves: Ints, now: Ints, legal: int, last: int, first: int
) -> int:
    """Fill in the moves from `moves[first]` on; returns where they end."""
    board = now[BOARD]
    count = first
    tiles = legal
    while tiles:
        bit = tiles & -tiles
        tiles ^= bit
        tile = bit_length(bit) - 1
        boards = boards_after(table, board, tile)
        for arm in range(boards & ARM_MASK):
            moves[count] = (tile << ARM_BITS | arm) << CHOICE | board_at(table, boards, arm)
            count += 1
    if may_draw(rule, now, legal, last):
        moves[count] = DRAW_TILE << ARM_BITS + CHOICE | board
        count += 1
    if rule[PENALTY]:
        moves[count] = PASS_TILE << ARM_BITS + CHOICE | board
        count += 1
    return count


@step
def recall_all(
    rule: Ints, found: Ints, stack: Ints, base: int, values: Ints, most: Ints, job: Ints
) -> bool:
    """Whether the table has the vector of the node whose key is in the frame; puts it forward."""
    slot = stack[base + G_SLOT]
    for entry in range(slot, slot + 2 * G_ENTRY, G_ENTRY):
        same = True
        for part in range(KEY):
            same = same and found[entry + part] == stack[base + G_KEY + part]
        if same:
            job[J_BEST] = found[entry + G_FOUND_MOVE]
            for team in range(rule[TEAMS]):
                values[team] = found[entry + G_FOUND_VALUE + team]
                most[team] = found[entry + G_FOUND_MOST + team]
            return True
    return False


@step
def look_all(
    table: Table,
    rule: Ints,
    found: Ints,
    stack: Ints,
    moves: Ints,
    hands: Ints,
    yard: Ints,
    now: Ints,
    scores: Ints,
    start: Ints,
    values: Ints,
    most: Ints,
    job: Ints,
) -> bool:
    """Whether the vector of a node is known at once; if it is not, its frame is on the stack."""
    last = len(yard) - rule[RESERVE]
    legal = 0
    ended = is_ended(table, rule, stack, moves, hands, now, scores, values, job)
    if not ended:
        legal = advance(table.playable, rule, hands, yard, last, now)
        if legal < 0:
            settle_round(rule, hands, -1, now[ENDED], scores)
            ended = True
    if ended:
        for team in range(rule[TEAMS]):
            values[team] += scores[team]
            most[team] = max(values[team], 0)
        return True
    base = job[J_DEPTH] * G_FRAME
    more = 0
    if job[J_TRACKED]:
        for team in range(rule[TEAMS]):
            more = more << 15 | ((scores[team] - start[team]) & 0x7FFF)
    half = max(28, rule[TILES_IN_SET])
    one = pair(hands, 0, 0, rule[PLAYERS], half)
    two = pair(hands, 0, 2, rule[PLAYERS], half)
    rest = rest_of(now[BOARD], now[TURN], now[PASSES], now[DREW], now[TOP], job[J_NUMBER])
    spread = hash_of(table.code[now[BOARD]], one, two, rest, more)
    stack[base + G_KEY] = one
    stack[base + G_KEY + 1] = two
    stack[base + G_KEY + 2] = rest
    stack[base + G_KEY + 3] = more
    stack[base + G_SLOT] = (spread & (len(found) // (2 * G_ENTRY) - 1)) * 2 * G_ENTRY
    if recall_all(rule, found, stack, base, values, most, job):
        return True
    put_node(rule, stack, base, hands, now)
    for team in range(rule[TEAMS]):
        stack[base + G_SCORES + team] = scores[team]
        stack[base + G_MOST + team] = 0
    first = job[J_DEPTH] * MOST_MOVES
    stack[base + G_NEXT] = first
    stack[base + G_COUNT] = list_all_moves(table, rule, moves, now, legal, last, first)
    stack[base + G_MOVE] = -1
    job[J_DEPTH] += 1
    return False


@step
def take_all(
    table: Table,
    rule: Ints,
    stack: Ints,
    base: int,
    moves: Ints,
    scores: Ints,
    values: Ints,
    most: Ints,
) -> None:
    """Take the vector of the frame's last move."""
    team = rule[TEAM + stack[base + N_TURN]]
    move = moves[stack[base + G_NEXT] - 1]
    tile = tile_of(move)
    points = table.points[move & BOARD_MASK]
    gain = 0
    if tile == PASS_TILE:
        gain = -penalty_of(table, rule, stack, base)
    elif tile != DRAW_TILE and points:
        for other in range(rule[TEAMS]):
            scores[other] = stack[base + G_SCORES + other]
        gain = earned(rule, scores, team, points)
    values[team] += gain
    most[team] += max(gain, 0)
    for other in range(rule[TEAMS]):
        stack[base + G_MOST + other] = max(stack[base + G_MOST + other], most[other])
    if stack[base + G_MOVE] < 0 or is_better(rule, values, 0, stack, base + G_BEST, team):
        stack[base + G_MOVE] = (move >> CHOICE) & CHOICE_MASK
        for other in range(rule[TEAMS]):
            stack[base + G_BEST + other] = values[other]


@step
def close_all(
    rule: Ints,
    found: Ints,
    stack: Ints,
    base: int,
    scores: Ints,
    values: Ints,
    most: Ints,
    job: Ints,
) -> None:
    """Keep what was found of a frame that is done, and hand its vector up."""
    slot = stack[base + G_SLOT]
    if found[slot + 2] >> NUMBER_AT == job[J_NUMBER] and job[J_DEPTH] & 1:
        slot += G_ENTRY
    for part in range(KEY):
        found[slot + part] = stack[base + G_KEY + part]
    found[slot + G_FOUND_MOVE] = stack[base + G_MOVE]
    for team in range(rule[TEAMS]):
        values[team] = stack[base + G_BEST + team]
        most[team] = stack[base + G_MOST + team]
        scores[team] = stack[base + G_SCORES + team]
        found[slot + G_FOUND_VALUE + team] = values[team]
        found[slot + G_FOUND_MOST + team] = most[team]
    job[J_BEST] = stack[base + G_MOVE]
    job[J_DEPTH] -= 1


@step
def make_next(
    table: Table,
    rule: Ints,
    stack: Ints,
    base: int,
    moves: Ints,
    hands: Ints,
    yard: Ints,
    now: Ints,
    scores: Ints,
) -> None:
    """Make the next move of the frame; the points of a play are counted at the node it leads to."""
    move = moves[stack[base + G_NEXT]]
    stack[base + G_NEXT] += 1
    go(rule, stack, base, move, hands, yard, now)
    for team in range(rule[TEAMS]):
        scores[team] = stack[base + G_SCORES + team]
    if tile_of(move) == PASS_TILE:
        scores[rule[TEAM + stack[base + N_TURN]]] -= penalty_of(table, rule, stack, base)


@kernel
def search_all(
    table: Table,
    rule: Ints,
    found: Ints,
    stack: Ints,
    moves: Ints,
    hands: Ints,
    yard: Ints,
    now: Ints,
    scores: Ints,
    start: Ints,
    values: Ints,
    most: Ints,
    job: Ints,
) -> int:
    """Find what every side makes from a position on.

    Args:
        table: The boards.
        rule: The rules, see `ruling`.
        found: The transposition table.
        stack: Room for the frames.
        moves: Room for their moves.
        hands: Masks by seat; changed.
        yard: The boneyard in draw order, from index `now[TOP]`.
        now: BOARD, TURN, DREW, PASSES, TOP; changed.
        scores: By side, as they are; changed.
        start: By side, those at the position that everything is counted from.
        values: By side, on return the points from the position on.
        most: By side, on return the most points that it made in any line.
        job: J_NODES, J_LIMIT, J_NUMBER and J_TRACKED as for `search`; J_BEST on return.

    Returns:
        SOLVED; or NO_ROOM or OUT_OF_NODES, and then the search is to begin again.
    """
    job[J_DEPTH] = 0
    while True:
        if is_crowded(table):
            return NO_ROOM
        if job[J_NODES] >= job[J_LIMIT]:
            return OUT_OF_NODES
        job[J_NODES] += 1
        known = look_all(
            table, rule, found, stack, moves, hands, yard, now, scores, start, values, most, job
        )
        base = 0
        while True:
            if job[J_DEPTH] == 0:
                return SOLVED
            base = (job[J_DEPTH] - 1) * G_FRAME
            if known:
                take_all(table, rule, stack, base, moves, scores, values, most)
            if stack[base + G_NEXT] < stack[base + G_COUNT]:
                break
            close_all(rule, found, stack, base, scores, values, most, job)
            known = True
        make_next(table, rule, stack, base, moves, hands, yard, now, scores)
