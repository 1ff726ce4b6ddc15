"""The guided first round: a score at once, a word for every turn, an end that is paid."""

from __future__ import annotations

import pytest

from engine import PRESETS, Play, legal_moves
from engine.play import points_of
from engine.teaching.lessons import LEARNER, best_now
from engine.teaching.skills import COURSE_GAMES
from ui import texts
from ui.board import Options
from ui.learn import first as rounds
from ui.learn.first import First


def played(game: str) -> First:
    """The round as the guide would have it."""
    first = rounds.begin(PRESETS[game])
    while not first.is_over:
        if first.is_yours:
            first = rounds.submit(first, str(best_now(first.position)))
        else:
            first = rounds.reply(first)
    return first


@pytest.mark.parametrize("game", COURSE_GAMES)
def test_the_first_play_scores(game: str) -> None:
    first = rounds.begin(PRESETS[game])
    assert first.is_yours
    move = rounds.shown_move(first)
    assert isinstance(move, Play)
    assert points_of(first.position, move) > 0
    after = rounds.submit(first, str(move))
    assert after.scores[0] > 0
    assert "You score" in rounds.model(after, Options())["award"]


@pytest.mark.parametrize("code", texts.LANGUAGES)
@pytest.mark.parametrize("game", COURSE_GAMES)
def test_every_turn_says_what_happened_and_what_to_do(game: str, code: str) -> None:
    with texts.use(code):
        for n in range(len(played(game).positions)):
            whole = played(game)
            first = First(whole.positions[: n + 1], whole.moves[:n], rev=n)
            assert rounds.guidance(first)
            assert "{" not in rounds.lead(first)
            assert rounds.score_line(first)
            assert rounds.model(first, Options())["rev"] == n


@pytest.mark.parametrize("game", COURSE_GAMES)
def test_the_guided_learner_goes_out_and_wins(game: str) -> None:
    first = played(game)
    assert not len(first.position.hands[LEARNER])
    assert first.scores[0] > first.scores[1]
    assert "You are out of tiles" in rounds.settled(first)


def test_a_move_that_is_not_allowed_is_refused_with_its_reason() -> None:
    first = rounds.begin(PRESETS["straight"])
    refused = rounds.submit(first, "+")
    assert refused.moves == ()
    assert refused.refused is not None
    assert refused.refused.text
    assert rounds.submit(first, "nonsense") is first


def test_back_goes_to_the_turn_before() -> None:
    first = rounds.begin(PRESETS["straight"])
    move = next(iter(legal_moves(first.position)))
    later = rounds.reply(rounds.submit(first, str(move)))
    back = later.back()
    assert back.position == first.position
    assert back.rev > later.rev
    assert first.back() is first
