"""Matches played through the same tokens that the screen sends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from engine import RuleSet, legal_moves, preset
from engine.rules import parse_value
from ui.play.opponents import chosen_move
from ui.play.setup import Setup, Sitter
from ui.play.table import Table, Token, bot_moved, opened, submit

YOU = Sitter("You")
BOTS = (Sitter("Marci", "greedy"), Sitter("Zsófi", "random"), Sitter("Piroska", "one_ply"))


def _rules(name: str, players: int, options: Mapping[str, object]) -> RuleSet:
    values = {
        option: parse_value(option, value) if isinstance(value, str) else value
        for option, value in options.items()
    }
    return preset(name).with_options(players=players, **values)


def against_bots(
    rules: str = "straight", players: int = 2, *, seed: str = "1", **options: object
) -> Setup:
    """You at seat A, bots at the others."""
    chosen = _rules(rules, players, options)
    return Setup(chosen, (YOU, *BOTS[: players - 1]), seed)


def sharing(
    rules: str = "straight", players: int = 3, *, seed: str = "1", **options: object
) -> Setup:
    """Only people, who share the screen."""
    chosen = _rules(rules, players, options)
    names = ("Anna", "Béla", "Cili", "Dóra")
    return Setup(chosen, tuple(map(Sitter, names[:players])), seed)


def step(table: Table, rng: Random) -> Table:
    """The table after whatever is due: a bot's move, or a person's token chosen by `rng`."""
    if table.due_bot is not None:
        move = chosen_move(table.setup, table.rounds[-1], table.due_bot, len(table.rounds))
        return bot_moved(table, move)
    return submit(table, token(table, rng))


def token(table: Table, rng: Random) -> str:
    """Something a person may ask for now."""
    if table.pending is not None:
        takers = [Token.TAKE.of(seat) for seat in table.pending.takers]
        return rng.choice([*takers, Token.LEAVE] if takers else [Token.CALL, Token.QUIET])
    if table.asks_leader:
        return Token.LEAD.of(rng.randrange(table.setup.rules.players))
    if table.is_over:
        return Token.NEXT
    if table.handover is not None:
        return Token.READY
    moves = legal_moves(table.positions[-1])
    return str(rng.choice(moves))


def moments(setup: Setup, rng: Random, *, rounds: int = 1) -> Iterator[Table]:
    """Every table from the first deal to the end of `rounds` rounds, or of the match."""
    table = opened(setup)
    yield table
    while not (table.is_over and table.positions):
        table = step(table, rng)
        yield table
        if table.is_over and table.match.winner is None and len(table.rounds) < rounds:
            table = step(table, rng)
            yield table


def finished(setup: Setup, seed: int = 1, *, rounds: int = 1) -> Table:
    """The last of `moments`."""
    *_, last = moments(setup, Random(seed), rounds=rounds)
    return last
