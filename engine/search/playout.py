"""Rounds played out by simple players: the kernels. `engine.search.rollout` calls them.

Chance is xorshift32 on 32 bits, the same in plain Python and compiled; every world has a stream of
its own, so that neither chunks nor threads change an answer.
"""

# A compiled kernel takes plain sequences, and many.
# ruff: noqa: C901, PLR0912, PLR0913, PLR0915, PLR0917

from __future__ import annotations

from typing import Final

from engine.search.jit import bit_length, kernel, popcount
from engine.search.ruling import (
    CERTAIN,
    EXACT,
    FIVE,
    IMMEDIATE,
    MAX_DRAWS,
    MIN_FIRST,
    NO_LIMIT,
    ODDS,
    PLAYERS,
    TARGET,
    TEAM,
    TEAMS,
    TILES_IN_SET,
    Ints,
)
from engine.search.table import ANSWERS, ARM_BITS, ARM_MASK

RANDOM: Final = 0
GREEDY: Final = 1
CAREFUL: Final = 2
"""Points less those that the next seat is expected to answer with, by what the mover can know."""
LOW: Final = -1 << 29
"""Less than any play is worth."""
MASK32: Final = 0xFFFFFFFF
TRACED_DRAW: Final = -1
TRACED_PASS: Final = -2

# What `playout` is told and tells in its sequence `at`.
BOARD: Final = 0
TURN: Final = 1
DREW: Final = 2
PASSES: Final = 3
TOP: Final = 4
CHANCE: Final = 5
TILE: Final = 6
ENDED: Final = 7
WATCHED: Final = 8
LOOSE: Final = 9
TRACED: Final = 10
OFF: Final = 11
AT: Final = 12

# Why it came back.
ASKS: Final = 0
WENT_OUT: Final = 1
IS_BLOCKED: Final = 2
AT_TARGET: Final = 3


@kernel
def stream(seed: int, number: int) -> int:
    """The first state of stream `number` of a seed: 32 well mixed bits, never 0."""
    x = ((seed & MASK32) * 0x1E3779B1 + (number & MASK32) * 0x45EBCA6B + 0x2545F491) & MASK32
    x = ((x ^ (x >> 16)) * 0x7FEB352D) & MASK32
    x = ((x ^ (x >> 15)) * 0x46A6CA6B) & MASK32
    x ^= x >> 16
    return x or 0x2545F491


@kernel
def earned(rule: Ints, scores: Ints, team: int, points: int) -> int:
    """What the points of a play are worth to a side with this score."""
    if points < rule[MIN_FIRST] and scores[team] == 0:
        return 0
    if rule[EXACT] and scores[team] + points > rule[TARGET]:
        return 0
    return points


@kernel
def is_reached(rule: Ints, scores: Ints) -> bool:
    """Whether one side alone leads at the target."""
    best = scores[0]
    equal = 1
    for team in range(1, rule[TEAMS]):
        if scores[team] > best:
            best = scores[team]
            equal = 1
        elif scores[team] == best:
            equal += 1
    return best >= rule[TARGET] and equal == 1


@kernel
def watched_score(rule: Ints, scores: Ints) -> int:
    """The score from which on the target must be looked at when a side scores."""
    if not rule[IMMEDIATE]:
        return NO_LIMIT
    for team in range(rule[TEAMS]):
        # One that starts there (equal with another) has not won, and any points may decide.
        if scores[team] >= rule[TARGET]:
            return -NO_LIMIT
    return rule[TARGET]


@kernel
def playout(
    row: Ints,
    pool: Ints,
    playable: Ints,
    points_of: Ints,
    answers: Ints,
    rule: Ints,
    hands: Ints,
    yard: Ints,
    first: int,
    last: int,
    scores: Ints,
    at: Ints,
    policies: Ints,
    choices: Ints,
    trace: Ints,
) -> int:
    """Play a round to its end, or to where the table does not know the board that a play makes.

    Args:
        row: Column of the table of boards.
        pool: Column of the table of boards.
        playable: Column of the table of boards.
        points_of: Column `points` of the table of boards.
        answers: Column of the table of boards.
        rule: The rules, see `ruling`.
        hands: Masks by seat; become those at the end.
        yard: Tiles in draw order; the seat draws `yard[first + at[TOP]]` next. Of a loose one the
            drawn tiles come to stand in the order in which they were drawn.
        first: See `yard`.
        last: Where in it those tiles begin that are not drawn (without `first`).
        scores: Points by side; those of the plays are added, awards are not.
        at: BOARD, TURN, DREW this turn, PASSES in a row, TOP tile of the yard, state of CHANCE, and
            a TILE that the seat in turn plays first, its board given, or -1; they go on to tell
            where the round is. At its end ENDED is the seat that moved last. WATCHED is the score
            from which a side that scores may have reached the target. LOOSE is the length of a
            boneyard whose order is not settled but comes by lot, or 0. OFF is the mask of the tiles
            that are not on the table.
        policies: How each seat plays: RANDOM, GREEDY or CAREFUL.
        choices: Room for the plays to choose from.
        trace: If it has any length: filled with tile and board of each play, TRACED_DRAW and tile
            of each draw, TRACED_PASS and 0 of each pass; `at[TRACED]` is the length used.

    Returns:
        How it ended, or ASKS: `answer` about at[TILE] on at[BOARD] and call again.
    """
    n_tiles = rule[TILES_IN_SET]
    players = rule[PLAYERS]
    max_draws = rule[MAX_DRAWS]
    watched = at[WATCHED]
    void = rule[EXACT] or rule[MIN_FIRST]
    tracing = len(trace)
    board = at[BOARD]
    turn = at[TURN]
    drew = at[DREW]
    passes = at[PASSES]
    top = at[TOP]
    rng = at[CHANCE]
    tile = at[TILE]
    off = at[OFF]
    bit = 0 if tile < 0 else 1 << tile
    at[TILE] = -1
    while True:
        hand = hands[turn]
        if not bit:
            bit = hand & playable[board]
            while not bit and top < last and drew < max_draws:
                tile = yard[first + top]
                if at[LOOSE]:
                    rng ^= (rng << 13) & MASK32
                    rng ^= rng >> 17
                    rng ^= (rng << 5) & MASK32
                    n = first + top + ((rng * (at[LOOSE] - top)) >> 32)
                    yard[first + top] = yard[n]
                    yard[n] = tile
                    tile = yard[first + top]
                top += 1
                drew += 1
                passes = 0
                bit = 1 << tile
                hand |= bit
                bit &= playable[board]
                if tracing:
                    trace[at[TRACED]] = TRACED_DRAW
                    trace[at[TRACED] + 1] = tile
                    at[TRACED] += 2
            if not bit:
                hands[turn] = hand
                if tracing:
                    trace[at[TRACED]] = TRACED_PASS
                    trace[at[TRACED] + 1] = 0
                    at[TRACED] += 2
                passes += 1
                drew = 0
                if passes >= players:
                    at[ENDED] = turn
                    return IS_BLOCKED
                turn += 1
                if turn == players:
                    turn = 0
                continue
            before = rng
            if policies[turn] == RANDOM:
                if bit & (bit - 1):
                    rng ^= (rng << 13) & MASK32
                    rng ^= rng >> 17
                    rng ^= (rng << 5) & MASK32
                    n = (rng * popcount(bit)) >> 32
                    while n:
                        bit &= bit - 1
                        n -= 1
                    bit &= -bit
                tile = bit_length(bit) - 1
                found = row[board * n_tiles + tile]
                n = found & ARM_MASK
                next_board = found >> ARM_BITS
                if n > 1:
                    rng ^= (rng << 13) & MASK32
                    rng ^= rng >> 17
                    rng ^= (rng << 5) & MASK32
                    next_board = pool[next_board + ((rng * n) >> 32)]
                elif not n:
                    next_board = -1
            else:
                careful = policies[turn] == CAREFUL and hand & (hand - 1)  # the last has no answer
                unseen = odds = 0
                if careful:
                    unseen = off & ~hand
                    n = popcount(hands[turn + 1 if turn + 1 < players else 0])
                    odds = rule[ODDS] + (popcount(unseen) * (n_tiles + 1) + n) * (n_tiles + 1)
                best = LOW
                n = 0
                next_board = 0
                while bit:
                    tile = bit_length(bit & -bit) - 1
                    bit &= bit - 1
                    found = row[board * n_tiles + tile]
                    if not found:
                        next_board = -1
                        break
                    start = found >> ARM_BITS
                    arms = found & ARM_MASK
                    for arm in range(arms):
                        other = pool[start + arm] if arms > 1 else start
                        points = points_of[other]
                        if careful:
                            asked = other * ANSWERS
                            if playable[other] & unseen & ~answers[asked]:
                                next_board = -1
                                bit = 0
                                tile = ~other
                                break
                            points *= CERTAIN
                            for level in range(asked + 1, asked + ANSWERS):
                                n_scoring = popcount(answers[level] & unseen)
                                if not n_scoring:
                                    break
                                points -= rule[FIVE] * rule[odds + n_scoring]
                        if points >= best:
                            if points > best:
                                best = points
                                n = 0
                            choices[n] = tile
                            choices[n + 1] = other
                            n += 2
                if next_board >= 0:
                    pick = 0
                    if n > 2:  # noqa: PLR2004 - more than one pair
                        rng ^= (rng << 13) & MASK32
                        rng ^= rng >> 17
                        rng ^= (rng << 5) & MASK32
                        pick = 2 * ((rng * (n >> 1)) >> 32)
                    tile = choices[pick]
                    next_board = choices[pick + 1]
                    bit = 1 << tile
            if next_board < 0:
                hands[turn] = hand
                at[BOARD] = board
                at[TURN] = turn
                at[DREW] = drew
                at[PASSES] = passes
                at[TOP] = top
                at[CHANCE] = before
                at[TILE] = tile
                at[OFF] = off
                return ASKS
            board = next_board
        if tracing:
            trace[at[TRACED]] = tile
            trace[at[TRACED] + 1] = board
            at[TRACED] += 2
        hand ^= bit
        off ^= bit
        hands[turn] = hand
        bit = 0
        passes = 0
        drew = 0
        points = points_of[board]
        if points:
            team = rule[TEAM + turn]
            if void:
                points = earned(rule, scores, team, points)
            scores[team] += points
            if scores[team] >= watched and is_reached(rule, scores):
                at[ENDED] = turn
                return AT_TARGET
        if not hand:
            at[ENDED] = turn
            return WENT_OUT
        turn += 1
        if turn == players:
            turn = 0
