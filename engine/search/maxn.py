"""The value of a round between three or more sides when every tile is known: the kernel.

Everybody plays for his own margin (max^n): points of his side less the mean of the others. Of moves
that are equal to him he takes the one that is best for the next side after his, then for the next:
so the values do not depend on the order of the moves. Nothing is cut off; small ends only.
"""

# A compiled kernel takes plain sequences, and many; calls between kernels would copy them.
# ruff: noqa: C901, PLR0912, PLR0913, PLR0915, PLR0917

from __future__ import annotations

from typing import Final

from engine.search.alphabeta import (
    BOARD_MASK,
    CHOICE,
    CHOICE_MASK,
    DRAW_TILE,
    J_BEST,
    J_LIMIT,
    J_NODES,
    J_NUMBER,
    J_TRACKED,
    MOST_MOVES,
    NO_ROOM,
    OUT_OF_NODES,
    PASS_TILE,
    SOLVED,
    advance,
    hash_of,
)
from engine.search.jit import bit_length, kernel
from engine.search.playout import BOARD, DREW, ENDED, PASSES, TOP, TURN, earned, is_reached
from engine.search.ruling import (
    IMMEDIATE,
    MAX_DRAWS,
    PENALTY,
    PLAYERS,
    RESERVE,
    TEAM,
    TEAMS,
    TILES_IN_SET,
    VOLUNTARY,
    Ints,
)
from engine.search.settling import settle_round
from engine.search.table import ARM_BITS, ARM_MASK, Table, look_up

MOST_TEAMS: Final = 4

# A frame: how the position stands, its moves, the best vector so far; then hands and scores.
G_BOARD: Final = 0
G_TURN: Final = 1
G_DREW: Final = 2
G_PASSES: Final = 3
G_TOP: Final = 4
G_NEXT: Final = 5
G_COUNT: Final = 6
G_MOVE: Final = 7
G_SLOT: Final = 8
G_BEST: Final = 9
G_MOST: Final = 13
G_HANDS: Final = 17
G_SCORES: Final = 21
G_FRAME: Final = 25

# An entry of the table: hands, the rest of the position, scores, move, values, most points.
G_ENTRY: Final = 16
G_FOUND_SCORES: Final = 3
G_FOUND_MOVE: Final = 4
G_FOUND_VALUE: Final = 5
G_FOUND_MOST: Final = 9


@kernel
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
    row = table.row
    pool = table.pool
    playable = table.playable
    points_of = table.points
    codes = table.code
    n_tiles = rule[TILES_IN_SET]
    players = rule[PLAYERS]
    teams = rule[TEAMS]
    last = len(yard) - rule[RESERVE]
    tracked = job[J_TRACKED]
    number = job[J_NUMBER]
    top = len(found) // (2 * G_ENTRY) - 1
    half = max(28, n_tiles)
    depth = 0
    while True:
        if table.size[0] + MOST_MOVES > len(codes) or table.size[1] + MOST_MOVES > len(pool):
            return NO_ROOM
        if job[J_NODES] >= job[J_LIMIT]:
            return OUT_OF_NODES
        job[J_NODES] += 1
        over = False
        ended_out = -1
        if depth:
            # The move just made, from the frame below: it may have ended the round.
            base = (depth - 1) * G_FRAME
            turn = stack[base + G_TURN]
            move = moves[stack[base + G_NEXT] - 1]
            tile = (move >> ARM_BITS + CHOICE) & 0xFF
            if tile < DRAW_TILE:
                points = points_of[now[BOARD]]
                if points:
                    team = rule[TEAM + turn]
                    scores[team] += earned(rule, scores, team, points)
                    over = rule[IMMEDIATE] != 0 and is_reached(rule, scores)
                if not over and not hands[turn]:
                    ended_out = turn
        for team in range(teams):
            values[team] = -scores[team]
        known = False
        slot = 0
        legal = 0
        if over or ended_out >= 0:
            if ended_out >= 0:
                settle_round(rule, hands, ended_out, ended_out, scores)
            known = True
        else:
            legal = advance(playable, rule, hands, yard, last, now)
            if legal < 0:
                settle_round(rule, hands, -1, now[ENDED], scores)
                known = True
        if known:
            for team in range(teams):
                values[team] += scores[team]
                most[team] = max(values[team], 0)
        turn = now[TURN]
        board = now[BOARD]
        one = hands[0] | hands[1] << half
        two = hands[2] << half
        if players > 3:  # noqa: PLR2004 - a number of seats
            two |= hands[3]
        rest = (
            board | turn << 24 | now[PASSES] << 26 | now[DREW] << 29 | now[TOP] << 34 | number << 39
        )
        more = 0
        if tracked:
            for team in range(teams):
                more = more << 15 | ((scores[team] - start[team]) & 0x7FFF)
        if not known:
            slot = (hash_of(codes[board], now, one, two, more) & top) * 2 * G_ENTRY
            for entry in range(slot, slot + 2 * G_ENTRY, G_ENTRY):
                if (
                    found[entry] == one
                    and found[entry + 1] == two
                    and found[entry + 2] == rest
                    and found[entry + G_FOUND_SCORES] == more
                ):
                    known = True
                    job[J_BEST] = found[entry + G_FOUND_MOVE]
                    for team in range(teams):
                        values[team] = found[entry + G_FOUND_VALUE + team]
                        most[team] = found[entry + G_FOUND_MOST + team]
                    break
        fresh = not known
        if fresh:
            count = depth * MOST_MOVES
            tiles = legal
            while tiles:
                bit = tiles & -tiles
                tiles ^= bit
                tile = bit_length(bit) - 1
                arms = row[board * n_tiles + tile]
                if not arms:
                    arms = look_up(table, board, tile)
                begin = arms >> ARM_BITS
                n = arms & ARM_MASK
                for arm in range(n):
                    next_board = pool[begin + arm] if n > 1 else begin
                    moves[count] = (tile << ARM_BITS | arm) << CHOICE | next_board
                    count += 1
            may_draw = now[TOP] < last and now[DREW] < rule[MAX_DRAWS]
            if may_draw and (rule[VOLUNTARY] or not legal):
                moves[count] = DRAW_TILE << ARM_BITS + CHOICE | board
                count += 1
            if rule[PENALTY]:
                moves[count] = PASS_TILE << ARM_BITS + CHOICE | board
                count += 1
            base = depth * G_FRAME
            stack[base + G_BOARD] = board
            stack[base + G_TURN] = turn
            stack[base + G_DREW] = now[DREW]
            stack[base + G_PASSES] = now[PASSES]
            stack[base + G_TOP] = now[TOP]
            stack[base + G_NEXT] = depth * MOST_MOVES
            stack[base + G_COUNT] = count
            stack[base + G_MOVE] = -1
            stack[base + G_SLOT] = slot
            for seat in range(players):
                stack[base + G_HANDS + seat] = hands[seat]
            for team in range(teams):
                stack[base + G_SCORES + team] = scores[team]
                stack[base + G_MOST + team] = 0
            depth += 1
        # A vector has come back (unless fresh); go on with the frame on top.
        while True:
            if depth == 0:
                return SOLVED
            base = (depth - 1) * G_FRAME
            turn = stack[base + G_TURN]
            at = stack[base + G_NEXT]
            if not fresh:
                move = moves[at - 1]
                tile = (move >> ARM_BITS + CHOICE) & 0xFF
                team = rule[TEAM + turn]
                gain = 0
                board = move & BOARD_MASK
                if tile == PASS_TILE:
                    if stack[base + G_HANDS + turn] & playable[board]:
                        gain = -rule[PENALTY]
                elif tile != DRAW_TILE and points_of[board]:
                    for other in range(teams):
                        scores[other] = stack[base + G_SCORES + other]
                    gain = earned(rule, scores, team, points_of[board])
                values[team] += gain
                most[team] += max(gain, 0)
                for other in range(teams):
                    stack[base + G_MOST + other] = max(stack[base + G_MOST + other], most[other])
                if stack[base + G_MOVE] < 0 or is_better(
                    rule, values, 0, stack, base + G_BEST, team
                ):
                    stack[base + G_MOVE] = (move >> CHOICE) & CHOICE_MASK
                    for other in range(teams):
                        stack[base + G_BEST + other] = values[other]
            if at == stack[base + G_COUNT]:
                for team in range(teams):
                    values[team] = stack[base + G_BEST + team]
                    most[team] = stack[base + G_MOST + team]
                    scores[team] = stack[base + G_SCORES + team]
                job[J_BEST] = stack[base + G_MOVE]
                more = 0
                if tracked:
                    for team in range(teams):
                        more = more << 15 | ((scores[team] - start[team]) & 0x7FFF)
                slot = stack[base + G_SLOT]
                one = stack[base + G_HANDS] | stack[base + G_HANDS + 1] << half
                two = stack[base + G_HANDS + 2] << half
                if players > 3:  # noqa: PLR2004 - a number of seats
                    two |= stack[base + G_HANDS + 3]
                if found[slot + 2] >> 39 == number and depth & 1:
                    slot += G_ENTRY
                found[slot] = one
                found[slot + 1] = two
                found[slot + 2] = (
                    stack[base + G_BOARD]
                    | turn << 24
                    | stack[base + G_PASSES] << 26
                    | stack[base + G_DREW] << 29
                    | stack[base + G_TOP] << 34
                    | number << 39
                )
                found[slot + G_FOUND_SCORES] = more
                found[slot + G_FOUND_MOVE] = stack[base + G_MOVE]
                for team in range(teams):
                    found[slot + G_FOUND_VALUE + team] = values[team]
                    found[slot + G_FOUND_MOST + team] = most[team]
                depth -= 1
                fresh = False
                continue
            move = moves[at]
            stack[base + G_NEXT] = at + 1
            for seat in range(players):
                hands[seat] = stack[base + G_HANDS + seat]
            for team in range(teams):
                scores[team] = stack[base + G_SCORES + team]
            now[BOARD] = move & BOARD_MASK
            now[TOP] = stack[base + G_TOP]
            now[TURN] = turn + 1 if turn + 1 < players else 0
            now[DREW] = 0
            now[PASSES] = 0
            tile = (move >> ARM_BITS + CHOICE) & 0xFF
            if tile == DRAW_TILE:
                hands[turn] |= 1 << yard[now[TOP]]
                now[TOP] += 1
                now[TURN] = turn
                now[DREW] = stack[base + G_DREW] + 1
            elif tile == PASS_TILE:
                now[PASSES] = stack[base + G_PASSES] + 1
                if hands[turn] & playable[now[BOARD]]:
                    scores[rule[TEAM + turn]] -= rule[PENALTY]
            else:
                hands[turn] &= ~(1 << tile)
            break
