"""Many rounds played out in one call: the kernels behind `engine.search.rollout`."""

# A compiled kernel takes plain sequences, and many.
# ruff: noqa: C901, PLR0912, PLR0913, PLR0915, PLR0917

from __future__ import annotations

from typing import Final

from engine.search.jit import kernel
from engine.search.playout import (
    ASKS,
    BOARD,
    CHANCE,
    DREW,
    ENDED,
    IS_BLOCKED,
    LOOSE,
    MASK32,
    OFF,
    PASSES,
    TILE,
    TOP,
    TRACED,
    TURN,
    WATCHED,
    WENT_OUT,
    playout,
    stream,
    watched_score,
)
from engine.search.ruling import (
    FIVE,
    PENALTY,
    PLAYERS,
    RESERVE,
    TEAM,
    TEAMS,
    TILES_IN_SET,
    Ints,
)
from engine.search.settling import settle_round
from engine.search.table import Table, answer, board_of

PLAYS: Final = 0
DRAWS: Final = 1
PASSES_ON: Final = 2


@kernel
def deal_and_play(
    table: Table,
    rule: Ints,
    seed: int,
    first: int,
    begin: int,
    end: int,
    hand_size: int,
    leader: int,
    start: Ints,
    policies: Ints,
    deck: Ints,
    hands: Ints,
    scores: Ints,
    at: Ints,
    choices: Ints,
    trace: Ints,
    gained: Ints,
) -> int:
    """Rounds `begin` to `end` of a seed, dealt and played out; the first not done for lack of room.

    Args:
        table: The boards.
        rule: The rules, see `ruling`.
        seed: Of chance; each round has its own stream.
        first: Number of round 0 among the streams.
        begin: First round.
        end: Round after the last.
        hand_size: Tiles dealt to each seat.
        leader: Who leads; -1: the seats in turn.
        start: Points by side before each round.
        policies: How each seat plays.
        deck: Room for the tiles; on return the last deal, the boneyard from `hand_size * players`.
        hands: Room; on return the hands at the end.
        scores: Room; on return the points by side at the end.
        at: Room.
        choices: Room.
        trace: See `playout`.
        gained: By round and side: the points made.
    """
    row = table.row
    pool = table.pool
    playable = table.playable
    points_of = table.points
    answers = table.answers
    n_tiles = rule[TILES_IN_SET]
    players = rule[PLAYERS]
    n_teams = rule[TEAMS]
    dealt = players * hand_size
    for number in range(begin, end):
        rng = stream(seed, first + number)
        for tile in range(n_tiles):
            deck[tile] = tile
        for seat in range(players):
            hand = 0
            for at_tile in range(seat * hand_size, (seat + 1) * hand_size):
                rng ^= (rng << 13) & MASK32
                rng ^= rng >> 17
                rng ^= (rng << 5) & MASK32
                other = at_tile + ((rng * (n_tiles - at_tile)) >> 32)
                tile = deck[other]
                deck[other] = deck[at_tile]
                deck[at_tile] = tile
                hand |= 1 << tile
            hands[seat] = hand
        for team in range(n_teams):
            scores[team] = start[team]
        at[BOARD] = 0
        at[TURN] = leader if leader >= 0 else (first + number) % players
        at[DREW] = 0
        at[PASSES] = 0
        at[TOP] = 0
        at[CHANCE] = rng
        at[TILE] = -1
        at[WATCHED] = watched_score(rule, scores)
        at[LOOSE] = n_tiles - dealt
        at[OFF] = (1 << n_tiles) - 1
        at[TRACED] = 0
        while True:
            how = playout(
                row,
                pool,
                playable,
                points_of,
                answers,
                rule,
                hands,
                deck,
                dealt,
                n_tiles - dealt - rule[RESERVE],
                scores,
                at,
                policies,
                choices,
                trace,
            )
            if how != ASKS:
                break
            unseen = at[OFF] & ~hands[at[TURN]]
            if not answer(table, rule[FIVE], at[BOARD], at[TILE], unseen):
                return number
            at[TILE] = -1
        if how == WENT_OUT:
            settle_round(rule, hands, at[ENDED], at[ENDED], scores)
        elif how == IS_BLOCKED:
            settle_round(rule, hands, -1, at[ENDED], scores)
        for team in range(n_teams):
            gained[number * n_teams + team] = scores[team] - start[team]
    return end


@kernel
def play_worlds(
    table: Table,
    rule: Ints,
    kinds: Ints,
    tiles: Ints,
    codes: Ints,
    root: Ints,
    start: Ints,
    all_hands: Ints,
    yards: Ints,
    policies: Ints,
    seed: int,
    first: int,
    begin: int,
    end: int,
    boards: Ints,
    hands: Ints,
    scores: Ints,
    at: Ints,
    choices: Ints,
    trace: Ints,
    margins: Ints,
    totals: Ints,
    products: Ints,
    deltas: Ints,
) -> int:
    """Every root move in worlds `begin` to `end`; the first world not done for lack of room.

    Args:
        table: The boards.
        rule: The rules, see `ruling`.
        kinds: By root move: PLAYS, DRAWS or PASSES_ON.
        tiles: By root move: the tile it plays.
        codes: By root move: the code of the board that it makes; last, that of the board it is
            made on.
        root: Turn, tiles drawn this turn, passes in a row, tiles in the boneyard.
        start: Points by side before it.
        all_hands: By world and seat.
        yards: By world, in draw order.
        policies: How each seat goes on.
        seed: Of chance.
        first: Number of world 0 among the streams of the seed.
        begin: First world.
        end: World after the last.
        boards: Room.
        hands: Room.
        scores: Room.
        at: Room.
        choices: Room.
        trace: Of no length.
        margins: Room, by root move.
        totals: By root move: margins are added (mover's side times (sides - 1), less the others).
        products: By two root moves: products of their margins are added.
        deltas: By world, root move and side: the points made; or of no length.
    """
    row = table.row
    pool = table.pool
    playable = table.playable
    points_of = table.points
    answers = table.answers
    players = rule[PLAYERS]
    n_teams = rule[TEAMS]
    n_moves = len(kinds)
    turn = root[0]
    n_yard = root[3]
    last = n_yard - rule[RESERVE]
    mover = rule[TEAM + turn]
    for i in range(n_moves + 1):
        if table.size[0] >= len(table.code):
            return begin
        boards[i] = board_of(table, codes[i])
    here = boards[n_moves]
    for world in range(begin, end):
        chance = stream(seed, first + world)
        off = 0
        for seat in range(players):
            off |= all_hands[world * players + seat]
        for number in range(world * n_yard, (world + 1) * n_yard):
            off |= 1 << yards[number]
        for i in range(n_moves):
            for seat in range(players):
                hands[seat] = all_hands[world * players + seat]
            for team in range(n_teams):
                scores[team] = start[team]
            at[BOARD] = here
            at[TURN] = turn
            at[DREW] = root[1]
            at[PASSES] = root[2]
            at[TOP] = 0
            at[CHANCE] = chance
            at[TILE] = -1
            at[LOOSE] = 0
            at[OFF] = off
            at[WATCHED] = watched_score(rule, scores)
            how = ASKS
            if kinds[i] == PLAYS:
                at[BOARD] = boards[i]
                at[TILE] = tiles[i]
            elif kinds[i] == DRAWS:
                hands[turn] |= 1 << yards[world * n_yard]
                at[TOP] = 1
                at[DREW] += 1
                at[PASSES] = 0
            else:
                if rule[PENALTY] and hands[turn] & playable[here]:
                    scores[mover] -= rule[PENALTY]
                at[TURN] = (turn + 1) % players
                at[DREW] = 0
                at[PASSES] += 1
                if at[PASSES] >= players:
                    at[ENDED] = turn
                    how = IS_BLOCKED
            while how == ASKS:
                how = playout(
                    row,
                    pool,
                    playable,
                    points_of,
                    answers,
                    rule,
                    hands,
                    yards,
                    world * n_yard,
                    last,
                    scores,
                    at,
                    policies,
                    choices,
                    trace,
                )
                if how == ASKS:
                    unseen = at[OFF] & ~hands[at[TURN]]
                    if not answer(table, rule[FIVE], at[BOARD], at[TILE], unseen):
                        return world
                    at[TILE] = -1
            if how == WENT_OUT:
                settle_round(rule, hands, at[ENDED], at[ENDED], scores)
            elif how == IS_BLOCKED:
                settle_round(rule, hands, -1, at[ENDED], scores)
            margin = n_teams * (scores[mover] - start[mover])
            for team in range(n_teams):
                margin -= scores[team] - start[team]
                if len(deltas):
                    deltas[(world * n_moves + i) * n_teams + team] = scores[team] - start[team]
            margins[i] = margin
        for i in range(n_moves):
            totals[i] += margins[i]
            for j in range(n_moves):
                products[i * n_moves + j] += margins[i] * margins[j]
    return end
