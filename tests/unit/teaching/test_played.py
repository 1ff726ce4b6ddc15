"""What rounds at the table show of a learner: only own, unhelped rounds, each once."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from engine import NOBODY, PRESETS, Deal, Play, Record, legal_moves, parse_move
from engine.options import Claim
from engine.play import points_of
from engine.search import ready
from engine.teaching.played import table_stats
from engine.teaching.progress import Progress, TableStats
from engine.teaching.saving import dump
from ui.play import table as tables
from ui.play.played import Played
from ui.play.setup import Setup, Sitter
from ui.play.table import Table, Token

SETUP = Setup(PRESETS["all_fives"], (Sitter("You"), Sitter("Marci", "greedy")), "7")
"""You at seat A against a bot."""


def at_once(work: Any, *arguments: Any) -> Future[Any]:
    done: Future[Any] = Future()
    done.set_result(work(*arguments))
    return done


def in_haste(work: Any, *arguments: Any) -> Future[Any]:
    return at_once(partial(work, with_losses=False), *arguments)


def next_move(table: Table, *, points: bool) -> str:
    """The token of a move for whoever is to move: with the most points, or with the fewest."""
    position = table.positions[-1]
    moves = legal_moves(position)
    plays = [move for move in moves if isinstance(move, Play)]
    if not plays:
        return str(moves[0])
    return str((max if points else min)(plays, key=lambda play: points_of(position, play)))


def played_out(table: Table, *, points: bool = True, helped: str = "") -> Table:
    """The table at the end of its round, perhaps with a hint or a take-back on the way."""
    while not table.is_over:
        if table.awaits is not None:
            table = tables.submit(table, next_move(table, points=points))
            if helped:
                table, helped = tables.submit(table, helped), ""
        else:
            move = parse_move(next_move(table, points=True), table.setup.rules)
            table = tables.moved(table, move)
    return table


def seen(*stages: Table) -> TableStats:
    played = Played()
    for table in stages:
        played.note(table, at_once)
    return played.taken()


def test_scores_taken_and_missed_are_counted_from_the_record() -> None:
    start = tables.opened(SETUP)
    greedy = seen(start, played_out(start))
    careless = seen(start, played_out(start, points=False))
    assert greedy.plays > 3
    assert greedy.chances == greedy.taken > 0
    assert careless.taken < careless.chances


def test_what_a_choice_loses_is_worked_out_where_that_is_quick() -> None:
    start = tables.opened(SETUP)
    found = seen(start, played_out(start))
    assert (found.decisions > 0) == ready()
    assert found.lost >= 0
    hasty = Played()
    for table in (start, played_out(start)):
        hasty.note(table, in_haste)
    assert hasty.taken() == replace(found, decisions=0, lost=0.0)


def test_a_round_counts_once_and_only_if_nothing_helped() -> None:
    start = tables.opened(SETUP)
    over = played_out(start)
    once = seen(start, over)
    assert seen(start, over, over, over).plays == once.plays
    assert seen(start, played_out(start, helped=Token.UNDO)) == TableStats()
    hinted = tables.submit(start, Token.HINT) if start.awaits is not None else None
    if hinted is not None:
        assert seen(start, played_out(hinted)) == TableStats()
    again = played_out(tables.submit(over, Token.AGAIN))
    assert seen(start, over, again).plays == once.plays


def test_a_round_that_came_back_unfinished_does_not_count_but_the_next_does() -> None:
    over = played_out(tables.opened(SETUP))
    assert seen(over) == TableStats()
    following = tables.submit(over, Token.NEXT)
    if following is not over:
        assert seen(over, following, played_out(following)).plays > 0


def test_what_the_browser_kept_is_added_once_and_then_has_the_last_word() -> None:
    played = Played()
    assert played.kept() is None
    played.read(dump(Progress(table=TableStats(plays=5))))
    assert played.stats.plays == 5
    played.read(dump(Progress(table=TableStats(plays=7))))
    assert played.stats.plays == 7
    played.read("junk")
    assert played.kept() == ""
    played.read(None)
    assert played.taken() == TableStats()


def test_points_that_were_not_called_are_a_miscount() -> None:
    rules = PRESETS["all_fives"].with_options(claim=Claim.MUST_CALL)
    five = (Deal.shuffled(rules, Random(seed), leader=0) for seed in range(99))
    deal, lead = next(
        (deal, move)
        for deal in five
        for move in legal_moves(deal.start())
        if isinstance(move, Play) and points_of(deal.start(), move)
    )
    record = Record({}, deal, (replace(lead, taker=NOBODY),), (0, 0))
    found = table_stats(record, 0, Random(1))
    assert (found.plays, found.chances, found.taken, found.miscounts) == (1, 1, 0, 1)
