"""Entering a situation, thinking about it, and saying no more than the engine does."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from random import Random

import pytest

from engine import (
    LEFT,
    PRESETS,
    Arm,
    Deal,
    DominoError,
    Draw,
    Layout,
    Limit,
    Move,
    NotationError,
    Pass,
    Play,
    PositionError,
    RuleSet,
    Tile,
    View,
    apply,
    evaluate,
    format_record,
    legal_moves,
    outcome,
    parse_position,
    places,
    score_play,
    solve,
    view,
)
from engine.beliefs import Beliefs
from engine.play import points_of
from engine.reasons import PlayReason, ReasonKind
from engine.record import Record
from ui.analyse import beliefmap, telling, thinking
from ui.analyse.desk import Desk
from ui.analyse.joining import Joined
from ui.analyse.situation import Situation, linked, pasted
from ui.charts import inked, margins

RULES = PRESETS["all_fives"].with_options(hand=(7, 7, 5))
HAND = ["64", "62", "54", "52", "31", "20", "11"]


def entered(*tokens: str) -> Situation:
    situation = Situation(RULES)
    for token in [*(f"h{tile}" for tile in HAND), *tokens]:
        before = situation
        situation = situation.submit(token)
        assert situation is not before, token
        assert not situation.refused, (token, situation.refused)
    return situation


def test_a_hand_is_chosen_by_tapping() -> None:
    situation = Situation(RULES).submit("h66").submit("h54").submit("h66")
    assert ["54"] == [str(tile) for tile in situation.hand]
    assert not situation.is_dealt
    assert 28 == len(situation.tray())
    assert () == tuple(situation.undone().hand)


def test_a_round_is_entered_move_by_move() -> None:
    situation = entered("64", "44R", "54R", "+", "+", "61L", "11L")
    position = situation.position
    assert 1 == position.turn
    assert 7 == len(position.hands[1])
    assert 12 == position.n_boneyard
    # B drew twice with 4, 5 and 6 open and played the second tile: what it holds has none of them.
    assert {4, 5, 6} == {told.pip for told in Beliefs(situation.view).excluded(1)}
    again = linked(*situation.link())
    assert situation.position == again.position
    assert situation.view == again.view


def test_your_own_draw_names_its_tile() -> None:
    situation = pasted("all_fives 66*.60 5444/?5 ?19 A 0 0/0")
    tray = situation.tray()
    assert all(offered.token.startswith("d") for offered in tray)
    assert len(situation.position.unseen) == len(tray)
    drawn = situation.submit("d43").submit("d61")
    assert ["61"] == [str(offered.tile) for offered in drawn.tray() if not offered.token][:1]
    assert linked(*drawn.link()).position == drawn.position
    assert drawn.submit("61L").moves[-1] == Play(parse_tile("61"), LEFT)


def parse_tile(text: str) -> Tile:
    return Tile.of(int(text[0]), int(text[1]))


def test_a_move_against_the_rules_says_why_and_changes_nothing_else() -> None:
    situation = entered("64")
    refused = situation.submit("53L")
    assert situation.moves == refused.moves
    assert "5-3" in refused.refused
    assert situation is situation.submit("nonsense")


def test_undo_goes_back_to_the_first_tile() -> None:
    situation = entered("64", "44R")
    for _ in range(2 + 7):
        situation = situation.undone()
    assert not situation.hand
    assert situation is situation.undone()


def test_a_pasted_line_says_where_it_is_wrong() -> None:
    with pytest.raises(NotationError) as caught:
        pasted("all_fives 05.56,66* 6462/?5 ?14 A 0 5/0")
    assert 15 == caught.value.offset
    with pytest.raises(PositionError):
        pasted("all_fives 05.66.56 6462/?5 ?14 A 0 5/0")


def test_an_open_position_is_seen_through_the_eyes_of_the_seat_in_turn() -> None:
    line = "all_fives 66*.60 6462/5544 5040 A 0 5/0"
    situation = pasted(line)
    assert situation.open_position == parse_position(line)
    assert situation.position.hands[1].hidden == 2
    assert situation.position.boneyard == 2


def test_a_record_is_pasted_as_the_seat_in_turn_saw_it() -> None:
    rng = Random(5)
    deal = Deal.shuffled(RULES, rng, 0)
    position, plies = deal.start(), []
    for _ in range(9):
        plies.append(rng.choice(legal_moves(position)))
        position = apply(position, plies[-1])
    text = format_record(Record({}, deal, tuple(plies), (0, 0)))
    situation = pasted(text)
    seen = view(deal.start(), plies, position.turn)
    assert seen.position == situation.position
    assert [e.pips for e in seen.events] == [e.pips for e in situation.view.events]
    assert position == situation.open_position


def test_work_ends_when_it_is_stopped_or_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []

    def endless(_given_up: Callable[[], bool]) -> Iterator[int]:
        try:
            n = 0
            while True:
                n += 1
                time.sleep(0.005)
                yield n
        finally:
            closed.append(True)

    job = thinking.begin("stop", endless)
    wait(lambda: job.look() is not None)
    job.stop()
    wait(lambda: job.is_done)
    monkeypatch.setattr(thinking, "PATIENCE_S", 0.05)
    left = thinking.begin("leave", endless)
    wait(lambda: left.is_done)
    assert [True, True] == closed
    assert (False, True) == (job.was_left, left.was_left)
    assert 0 == thinking.n_running()


def test_whoever_comes_back_has_the_work_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []

    def slow(*_given: object) -> Iterator[thinking.Answer]:
        begun.append(True)
        time.sleep(0.6)
        yield thinking.Answer()

    monkeypatch.setattr(thinking, "answers", slow)
    desk = Desk(entered())
    job = desk.think()
    assert job is not None
    job.seen_at -= thinking.PATIENCE_S  # a browser that was asleep
    wait(lambda: job.is_done)
    again = desk.think()
    assert again is not job
    assert again is not None
    assert again.latest == job.latest == thinking.Answer()
    wait(lambda: again.is_done)
    assert desk.think() is again
    assert 2 == len(begun)


def wait(until: Callable[[], bool]) -> None:
    for _ in range(2000):
        if until():
            return
        time.sleep(0.005)
    raise AssertionError("it never came")


def test_a_broken_view_is_told_not_raised() -> None:
    impossible = View(0, parse_position("all_fives 55* 65/?30 ?1 A 0 0/0"))
    job = thinking.begin("broken", lambda _given_up: thinking.answers(impossible, None))
    wait(lambda: job.is_done)
    assert "TOO_MANY_HIDDEN" in job.error


SEEN: list[tuple[str, int, bool]] = [
    (name, players, partners)
    for name in PRESETS
    for players, partners in ((2, False), (3, False), (4, True))
]


def random_views(n: int, seed: int) -> Iterator[View]:
    """Views from the middle of random rounds of every game and number of seats."""
    rng = Random(seed)
    while n > 0:
        name, players, partners = SEEN[n % len(SEEN)]
        rules = PRESETS[name].with_options(players=players, partnership=partners)
        start = Deal.shuffled(rules, rng).start()
        position, plies = start, []
        for _ in range(rng.randint(0, 16)):
            moves = legal_moves(position)
            if not moves:
                break
            plies.append(rng.choice(moves))
            position = apply(position, plies[-1])
        if outcome(position) is None:
            yield view(start, plies, position.turn)
            n -= 1


def check_sentences(seen: View) -> int:
    """Every sentence told of every move against the engine; how many there were."""
    analysis = evaluate(seen, rng=Random(1), limit=Limit(samples=2))
    beliefs = Beliefs(seen)
    position = seen.position
    told = 0
    for each in analysis.evals:
        for reason in each.reasons:
            assert isinstance(reason, PlayReason)
            text = telling.reason_line(reason)
            assert text
            assert "{" not in text
            told += 1
            check_reason(seen, beliefs, each.move, reason, text)
    assert telling.verdict(analysis) if analysis.evals else True
    assert position == seen.position
    return told


def check_reason(seen: View, beliefs: Beliefs, move: Move, reason: PlayReason, text: str) -> None:
    named = {(int(a), int(b)) for a, b in re.findall(r"\b(\d)-(\d)\b", text)}
    assert named <= {(tile.high, tile.low) for tile in reason.tiles or ()}
    position = seen.position
    match reason.kind:
        case ReasonKind.POINTS:
            assert points_of(position, move) == reason.points
        case ReasonKind.REPLIES:
            assert isinstance(move, Play)
            after = position.layout.placed(move.tile, move.arm, position.rules)
            for tile in reason.tiles or ():
                assert tile in beliefs.unseen or tile in position.hands[reason.seat or 0].tiles
                assert any(
                    score_play(after.placed(tile, arm, position.rules), position.rules)
                    for arm in fitting_arms(after, position.rules, tile)
                )
        case ReasonKind.LACKS:
            for pip in reason.pips or ():
                for tile in beliefs.unseen:
                    if pip in (tile.high, tile.low):
                        assert beliefs.probability(tile, reason.seat or 0) == 0
        case _:
            assert reason.chance is None or 0 <= reason.chance <= 1


def fitting_arms(layout: Layout, rules: RuleSet, tile: Tile) -> list[Arm]:
    return [place.arm for place in places(layout, rules) if place.takes(tile)]


def test_every_sentence_follows_from_the_engine() -> None:
    assert sum(map(check_sentences, random_views(60, 7))) > 300


@pytest.mark.slow
def test_every_sentence_follows_from_the_engine_at_length() -> None:
    assert sum(map(check_sentences, random_views(5000, 8))) > 25_000


def test_the_belief_map_adds_up() -> None:
    for seen in random_views(20, 9):
        holders = [seat for seat, hand in enumerate(seen.position.hands) if seat != seen.seat]
        maps = [beliefmap.cells(seen, holder) for holder in [*holders, -1]]
        assert all(len(cells) == 28 for cells in maps)
        for cells in zip(*maps, strict=True):
            total = sum(cell.chance for cell in cells)
            hidden = {cell.where for cell in cells} & {beliefmap.Where.MAYBE}
            assert total == pytest.approx(1 if hidden else 0)
        assert "<table" in beliefmap.cells_html(seen, holders[0])


def test_a_chance_is_never_called_certain_unless_it_is() -> None:
    assert ["0 %", "under 1 %", "50 %", "over 99 %", "100 %"] == [
        telling.percent(chance) for chance in (0, 0.001, 0.5, 0.999, 1)
    ]


def test_moves_have_names() -> None:
    assert "pass" == telling.move_name(Pass())
    assert "draw" == telling.move_name(Draw())


def joined(*tokens: str) -> Situation:
    situation = Situation(RULES, joined=Joined(RULES))
    for token in tokens:
        before = situation
        situation = situation.submit(token)
        assert situation is not before, token
    return situation


def test_a_round_is_joined_in_the_middle() -> None:
    situation = joined("h62", "h31", "h20", "h11", "=", "64", "44R", "54R", "61L")
    assert not situation.is_dealt
    assert not situation.is_yours
    assert {"64", "44", "54", "61"} == {str(tile) for tile in situation.start.layout.tiles}
    dealt = situation.submit("=")
    assert dealt.is_yours
    assert 7 - 1 == len(dealt.position.hands[1])
    assert 28 - 4 - 4 - 6 == dealt.position.n_boneyard
    changed = dealt.with_counts({1: 8}, turn=1).with_scores((40, 55), 100).with_lacks(1, [1, 5])
    position = changed.position
    assert (8, 12, 1, (40, 55), 100) == (
        len(position.hands[1]),
        position.n_boneyard,
        position.turn,
        position.scores,
        position.rules.target_points,
    )
    assert {1, 5} == {told.pip for told in Beliefs(changed.view).excluded(1)}
    drawn = changed.submit("+").submit("+")
    again = linked(*drawn.link())
    assert drawn.view == again.view
    with pytest.raises(PositionError):
        dealt.with_counts({1: 40}, turn=0)
    for _ in range(1 + 4 + 1 + 4):
        dealt = dealt.undone()
    assert not dealt.submit("=").joined.hand  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "tokens", [(), ("h62",), ("h62", "="), ("h62", "h31", "=", "64", "44R", "61L")]
)
def test_what_is_begun_comes_back_from_its_link(tokens: tuple[str, ...]) -> None:
    begun = joined(*tokens)
    again = linked(*begun.link())
    assert begun.joined == again.joined
    assert begun.position == again.position


def test_a_hand_that_is_begun_comes_back_from_its_link() -> None:
    begun = Situation(RULES, leader=1).submit("h62").submit("h31")
    again = linked(*begun.link())
    assert (begun.hand, begun.leader, begun.rules) == (again.hand, again.leader, again.rules)


@pytest.mark.parametrize("text", ["", "x", "straight 9 62 ?", "straight 2 62 55.11", "all 2 6 A"])
def test_a_broken_beginning_is_refused(text: str) -> None:
    with pytest.raises(DominoError):
        linked("", "", "", text)


def test_what_a_seat_lacks_is_told_as_entered() -> None:
    seen = pasted("all_fives 66*.60 64636261/?4 ?18 A 0 0/0").with_lacks(1, [6]).view
    analysis = evaluate(seen, rng=Random(1), limit=Limit(samples=2))
    texts = [text for each in analysis.evals for text in telling.reason_lines(each)]
    assert any("B cannot hold a 6: so you entered." in text for text in texts)
    assert 'title="as you entered"' in beliefmap.cells_html(seen, 1)


def test_the_chart_to_come_shows_no_scales() -> None:
    empty = margins([])
    assert not empty.layout.xaxis.visible
    assert not empty.layout.yaxis.visible


def test_letters_and_errors_of_a_chart_are_in_the_ink_of_the_page() -> None:
    position = parse_position("all_fives 05.56.66*(63|).60 6462/55 - A 0 5/0")
    evals = solve(position, Limit(nodes=10_000)).evals
    chart = inked(margins(evals), "#123456")
    assert "#123456" == chart.data[0].error_x.color == chart.layout.xaxis.tickfont.color
    assert len(evals) == len(chart.layout.annotations)
    assert {"#123456"} == {label.font.color for label in chart.layout.annotations}
