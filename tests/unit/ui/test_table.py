"""What tokens make of the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest

from engine import (
    NOBODY,
    PRESETS,
    Draw,
    Play,
    apply,
    legal_moves,
    outcome,
    parse_match,
    parse_position,
)
from engine.play import points_of
from tests.unit.ui.playing import against_bots, finished, moments, sharing, step, token
from ui.play import keeping
from ui.play.opponents import Advice
from ui.play.setup import Setup
from ui.play.table import Hint, Table, Token, hint_found, moved, opened, submit


def your_turn(setup: Setup, *, seed: int = 1, after: int = 0) -> Table:
    """The first table in which you are to play and have made `after` moves."""
    for table in moments(setup, Random(seed), rounds=9):
        own = sum(p.turn in setup.persons for p in table.positions[:-1])
        if table.awaits is not None and own >= after:
            return table
    raise AssertionError("you never came to play")


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize(
    ("players", "partnership"), [(2, False), (3, False), (4, False), (4, True)]
)
@pytest.mark.parametrize("make", [against_bots, sharing])
def test_a_round_of_every_game_is_played_to_its_end(
    name: str, players: int, *, partnership: bool, make: Callable[..., Setup]
) -> None:
    table = finished(make(name, players, partnership=partnership))
    assert outcome(table.positions[-1]) is not None
    assert table.scores == table.match.scores
    assert table.positions[-1] == table.rounds[-1].final


def test_the_same_tokens_make_the_same_match() -> None:
    first, again = (finished(against_bots(seed="x"), rounds=3) for _ in range(2))
    assert keeping.full_record(first) == keeping.full_record(again)
    other = finished(against_bots(seed="y"), rounds=3)
    assert keeping.full_record(first) != keeping.full_record(other)


def test_a_whole_match_is_its_record() -> None:
    table = finished(against_bots(target=(60, 60, 60)), rounds=99)
    match = parse_match(keeping.full_record(table))
    assert match.winner is not None
    assert match.scores == table.scores
    assert submit(table, Token.NEXT).rev == table.rev


def test_a_refused_play_says_why_and_changes_nothing() -> None:
    table = your_turn(against_bots(), after=1)
    held = table.positions[-1].hand.tiles
    stranger = next(t for t in table.positions[-1].layout.tiles if t not in held)
    after = submit(table, f"{stranger}L")
    assert after.refused is not None
    assert "not in your hand" in after.refused.text
    assert (after.positions, after.rev) == (table.positions, table.rev)
    assert after.refused.id > max(said.id for said in table.said)


@pytest.mark.parametrize("token", ["", "?", "99L", "63", "lead", "lead:Z", "take:A", "call", "6"])
def test_nonsense_changes_no_position(token: str) -> None:
    table = your_turn(against_bots(), after=1)
    assert submit(table, token).positions == table.positions


def test_nobody_moves_for_a_bot_or_while_paused() -> None:
    bots_turn = next(
        t for t in moments(against_bots(), Random(1), rounds=9) if t.due_bot is not None
    )
    assert "thinking" in (submit(bots_turn, "+").refused or bots_turn.said[0]).text
    paused = submit(your_turn(against_bots()), Token.PAUSE)
    assert submit(paused, "+").positions == paused.positions
    assert paused.awaits is None
    assert submit(paused, Token.PAUSE).awaits is not None


def test_undo_goes_back_to_your_last_decision() -> None:
    table = your_turn(against_bots(), after=1)
    undone = submit(table, Token.UNDO)
    assert undone.awaits == 0
    assert len(undone.plies) < len(table.plies)
    assert table.positions[: len(undone.positions)] == undone.positions
    assert undone.rev > table.rev


def test_there_is_nothing_to_undo_before_your_first_move_or_among_people() -> None:
    assert not your_turn(against_bots()).can_undo
    assert not finished(sharing()).can_undo


def test_the_same_deal_again_starts_it_over() -> None:
    over = finished(against_bots())
    again = submit(over, Token.AGAIN)
    assert again.positions == over.positions[:1]
    assert again.rounds[-1].deal == over.rounds[-1].deal
    assert again.scores == (0, 0)


def test_people_who_share_the_screen_never_see_each_others_hands() -> None:
    for table in moments(sharing(players=3), Random(4), rounds=2):
        if table.viewer is not None and not table.is_over:
            assert table.viewer == table.positions[-1].turn
    start = opened(sharing())
    assert start.awaits is None
    ready = submit(start, Token.READY)
    assert ready.awaits == start.handover == ready.viewer


def test_bots_between_people_leave_the_hand_with_who_played_last() -> None:
    setup = sharing(players=3)
    mixed = Setup(setup.rules, (setup.sitters[0], against_bots().sitters[1], setup.sitters[2]), "3")
    for table in moments(mixed, Random(1)):
        assert table.viewer in (None, 0, 2)
        if table.due_bot is None and not table.is_over:
            assert table.viewer in (None, table.positions[-1].turn)


def test_a_hint_first_says_where_then_which_and_what_it_is_worth() -> None:
    table = next(
        t
        for t in moments(against_bots(), Random(1), rounds=9)
        if t.awaits is not None
        and t.positions[-1].layout.line
        and isinstance(legal_moves(t.positions[-1])[0], Play)
    )
    asked = submit(table, Token.HINT)
    assert asked.hint == Hint()
    assert submit(asked, Token.HINT) == asked
    move = legal_moves(table.positions[-1])[0]
    found = hint_found(asked, Advice(move, 3.25, 0.5))
    which = submit(found, Token.HINT)
    assert isinstance(move, Play)
    tile = f"{move.tile.high}-{move.tile.low}"
    assert tile not in found.said[-1].text
    assert tile in which.said[-1].text
    assert "+3.2 (± 0.5)" in which.said[-1].text
    assert submit(which, str(move)).hint is None


def test_the_live_region_keeps_the_last_ten_with_rising_ids() -> None:
    ids = [said.id for said in finished(against_bots(), rounds=2).said]
    assert ids == sorted(set(ids))
    assert len(ids) == 10


def test_what_was_said_since_a_person_acted_is_not_yet_heard() -> None:
    table = your_turn(against_bots(seed="1"))
    assert table.n_heard == 0  # nobody has acted: the deal and the bot's lead are news
    assert table.plies
    after = submit(table, token(table, Random(1)))
    assert after.n_heard == table.n_said < after.n_said


def test_every_move_is_spoken_in_order() -> None:
    heard: dict[int, str] = {}
    for table in moments(against_bots(), Random(2)):
        heard |= {said.id: said.text for said in table.said}
    spoken = [heard[n] for n in sorted(heard)]
    last = table
    for before, move in zip(last.positions, last.plies, strict=False):
        what = {"Play": "play", "Draw": "draw", "Pass": "pass"}[type(move).__name__]
        if isinstance(move, Play):
            tile = f"{move.tile.high}-{move.tile.low}"
            what = f"lead {tile}|leads {tile}" if move.arm is None else f"plays? {tile} "
        at = next(n for n, text in enumerate(spoken) if re.search(what, text))
        assert ("You" in spoken[at]) == (before.turn == 0)
        spoken = spoken[at + 1 :]
    assert "domino" in spoken[-1] or "Blocked" in spoken[-1]


# Claims.


def scoring(setup: Setup) -> tuple[Table, Play]:
    """A table in which you may play for points, and such a play."""
    for seed in range(200):
        for table in moments(setup, Random(seed), rounds=3):
            if table.awaits is None:
                continue
            for move in legal_moves(table.positions[-1]):
                if isinstance(move, Play) and points_of(table.positions[-1], move):
                    return table, move
    raise AssertionError("nothing ever scored")


def test_points_that_must_be_called_wait_for_the_call() -> None:
    table, move = scoring(against_bots(claim="must_call", target=(999, 999, 999)))
    laid = submit(table, str(move))
    assert laid.pending is not None
    assert laid.due_bot is None
    called, quiet = submit(laid, Token.CALL), submit(laid, Token.QUIET)
    points = points_of(table.positions[-1], move)
    assert called.scores[0] == table.scores[0] + points
    assert quiet.scores == table.scores
    assert quiet.plies[-1] == Play(move.tile, move.arm, NOBODY)


def test_what_you_do_not_call_a_bot_takes() -> None:
    table, move = scoring(against_bots(claim="opponent_may_take", target=(999, 999, 999)))
    quiet = submit(submit(table, str(move)), Token.QUIET)
    assert quiet.scores[1] == table.scores[1] + points_of(table.positions[-1], move)


def test_people_are_asked_who_takes_what_was_not_called() -> None:
    table, move = scoring(sharing(claim="opponent_may_take", target=(999, 999, 999)))
    turn = table.positions[-1].turn
    asked = submit(submit(table, str(move)), Token.QUIET)
    assert asked.pending is not None
    assert set(asked.pending.takers) == {0, 1, 2} - {turn}
    taker = asked.pending.takers[-1]
    taken, left = submit(asked, Token.TAKE.of(taker)), submit(asked, Token.LEAVE)
    points = points_of(table.positions[-1], move)
    assert taken.scores[taker] == table.scores[taker] + points
    assert left.scores == table.scores
    assert submit(asked, Token.TAKE.of(turn)) == asked
    assert parse_match(keeping.full_record(taken)).scores == taken.scores


def test_a_wrong_call_earns_nothing_and_says_so() -> None:
    setup = against_bots(claim="must_call")
    for table in moments(setup, Random(3), rounds=3):
        if table.awaits is None:
            continue
        dull = [
            move
            for move in legal_moves(table.positions[-1])
            if isinstance(move, Play) and not points_of(table.positions[-1], move)
        ]
        if dull:
            after = submit(submit(table, str(dull[0])), Token.CALL)
            assert after.scores == table.scores
            assert "no points" in after.said[-1].text
            return
    raise AssertionError("every play scored")


def test_players_who_choose_are_asked_who_leads() -> None:
    table = opened(against_bots(first_lead="choice"))
    assert table.asks_leader
    assert table.positions == ()
    led = submit(table, Token.LEAD.of(1))
    assert led.rounds[-1].deal.leader == 1
    assert not led.asks_leader


def test_a_drawn_tile_is_spoken_to_you_alone() -> None:
    for table in moments(against_bots(), Random(1), rounds=9):
        if table.plies and table.plies[-1] == Draw() and table.positions[-2].turn == 1:
            drawn = table.positions[-1].hands[1].tiles - table.positions[-2].hands[1].tiles
            tile = next(iter(drawn))
            assert not any(f"{tile.high}-{tile.low}" in said.text for said in table.said[-2:])
            return
    raise AssertionError("the bot never drew")


def test_moved_takes_only_legal_moves() -> None:
    table = opened(against_bots())
    legal = legal_moves(table.positions[-1])[0]
    assert moved(table, legal).positions[-1] == apply(table.positions[-1], legal)


def test_step_is_deterministic() -> None:
    table = opened(sharing())
    assert step(table, Random(1)) == step(table, Random(1))


def test_position_lines_agree() -> None:
    table = finished(against_bots())
    line = keeping.seal(table).text.rsplit(" ", 1)[0]
    assert parse_position(line) == table.positions[0]
