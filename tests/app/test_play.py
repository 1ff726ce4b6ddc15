"""The Play page through its plain widgets, which send the same tokens as the board."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from engine import PRESETS, Move, Play, format_position, legal_moves, parse_match
from tests.serving import ROOT
from ui import session, storage, texts
from ui.play import keeping, opponents
from ui.play.table import Table

PAGE = str(ROOT / "pages" / "play.py")


def opened(seed: str = "1", lang: str = "en") -> AppTest:
    at = AppTest.from_file(PAGE, default_timeout=60)
    at.query_params["seed"] = seed
    at.query_params["lang"] = lang
    return ok(at.run())


def ok(at: AppTest) -> AppTest:
    assert [box.value for box in at.exception] == []
    return at


def desk(at: AppTest) -> session.Desk:
    found: session.Desk = at.session_state["desk"]
    return found


def table(at: AppTest) -> Table:
    found = desk(at).table
    assert found is not None
    return found


def started(at: AppTest) -> AppTest:
    """The match begun, with plain controls, bots that answer at once."""
    desk(at).preferences.pace = "at_once"
    desk(at).preferences.plain = True
    return press(at, "start")


def press(at: AppTest, key: str) -> AppTest:
    return ok(at.button(key=key).click().run())


def keys(at: AppTest) -> set[str]:
    return {str(button.key) for button in at.button}


def your_turn(at: AppTest) -> AppTest:
    """Run until a person is to act or the round is over; bots think in their threads."""
    deadline = time.monotonic() + 60
    while table(at).due_bot is not None:
        assert time.monotonic() < deadline, "the bot never answered"
        time.sleep(0.01)
        ok(at.run())
    return at


def act(at: AppTest) -> AppTest:
    """Whatever is due for a person, by the first widget that does it."""
    order = ["do_ready", "plain_go", "plain_+", "plain_-", "do_next"]
    return your_turn(press(at, next(key for key in order if key in keys(at))))


def play_on(at: AppTest, *, rounds: int) -> AppTest:
    your_turn(at)
    while not (table(at).is_over and len(table(at).rounds) >= rounds):
        if table(at).is_over and table(at).match.winner is not None:
            break
        act(at)
    return at


def html(at: AppTest) -> str:
    sent = (element.proto for element in at.get("bidi_component"))
    beside = [json.loads(proto.bytes or "{}").get("html", "") for proto in sent]
    return "\n".join([*(element.proto.body for element in at.get("html")), *beside])


def board(at: AppTest) -> dict[str, Any]:
    sent = [element.proto for element in at.get("bidi_component")]
    models = [json.loads(proto.bytes or proto.json or "{}") for proto in sent]
    found: dict[str, Any] = next(model for model in models if "rev" in model)
    return found


def test_a_match_is_played_to_its_target() -> None:
    at = opened()
    at.number_input(key="target_straight_2").set_value(60).run()
    play_on(started(at), rounds=99)
    done = table(at)
    assert done.match.winner is not None
    assert parse_match(keeping.full_record(done)).scores == done.scores
    assert "the match, " in html(at)
    assert "do_next" not in keys(at)
    press(at, "new_match")
    assert desk(at).table is None
    assert "start" in keys(at)


@pytest.mark.parametrize("name", PRESETS)
def test_every_game_can_be_chosen(name: str) -> None:
    at = opened()
    at.selectbox(key="game").set_value(name).run()
    started(at)
    your_turn(at)
    assert table(at).setup.rules.name == name
    assert table(at).setup.rules == PRESETS[name]


def test_four_seats_with_partners() -> None:
    at = opened()
    at.segmented_control(key="players").set_value(4).run()
    ok(at)
    assert at.toggle(key="partners").value is True
    play_on(started(at), rounds=1)
    assert table(at).setup.rules.partnership
    assert table(at).setup.sitters[0].is_person
    assert len({sitter.name for sitter in table(at).setup.sitters}) == 4
    assert "<em>partner</em>" in html(at)


def test_three_people_share_a_screen() -> None:
    at = opened()
    at.segmented_control(key="players").set_value(3).run()
    for seat in (1, 2):
        at.selectbox(key=f"level_{seat}").set_value("").run()
    at.text_input(key="name_0").set_value("Anna").run()
    at.text_input(key="name_1").set_value("Béla").run()
    started(ok(at))
    assert [sitter.name for sitter in table(at).setup.sitters] == ["Anna", "Béla", "Player 3"]
    hands = board(at)["hand"]
    assert {tile.get("back") for tile in hands} == {True}
    press(at, "do_ready")
    assert not any(tile.get("back") for tile in board(at)["hand"])
    play_on(at, rounds=1)
    assert "End of the round" in html(at)


def test_a_rule_is_changed_and_named() -> None:
    at = opened()
    at.selectbox(key="rule_straight_spinner").set_value("first_double").run()
    at.selectbox(key="rule_straight_claim").set_value("must_call").run()
    started(ok(at))
    rules = table(at).setup.rules
    assert (str(rules.spinner), str(rules.claim)) == ("first_double", "must_call")
    assert "Straight Dominoes, changed" in html(at)


def test_options_that_cannot_hold_together_are_not_offered() -> None:
    at = opened()
    at.selectbox(key="game").set_value("draw").run()
    assert "rule_draw_arms_open" not in {str(box.key) for box in at.selectbox}
    at.selectbox(key="rule_draw_spinner").set_value("first_double").run()
    assert "rule_draw_arms_open" in {str(box.key) for box in at.selectbox}
    ok(at)


def test_points_are_called_by_button() -> None:
    at = opened()
    at.selectbox(key="rule_straight_claim").set_value("must_call").run()
    your_turn(started(ok(at)))
    while "plain_go" not in keys(at):
        act(at)
    press(at, "plain_go")
    assert table(at).pending is not None
    assert board(at)["sum"]["total"] == "?"
    press(at, "plain_quiet")
    assert table(at).pending is None


def test_the_seed_in_the_link_makes_the_deal() -> None:
    deals = [
        table(started(opened(seed))).rounds[-1].deal for seed in ("class-7", "class-7", "class-8")
    ]
    assert deals[0] == deals[1] != deals[2]


def test_undo_and_same_deal_again() -> None:
    at = your_turn(started(opened()))
    act(at)
    plies = len(table(at).plies)
    press(at, "plain_undo")
    assert len(table(at).plies) < plies
    act(at)
    deal = table(at).rounds[-1].deal
    press(at, "do_again")
    your_turn(at)
    assert table(at).rounds[-1].deal == deal


def test_a_hint_comes_in_two_steps() -> None:
    at = your_turn(started(opened()))
    while "plain_hint" not in keys(at):
        act(at)
    press(at, "plain_hint")
    deadline = time.monotonic() + 60
    while (hint := table(at).hint) is not None and hint.advice is None:
        assert time.monotonic() < deadline
        time.sleep(0.01)
        ok(at.run())
    assert hint is not None
    assert hint.advice is not None
    move = hint.advice.move
    assert move in legal_moves(table(at).positions[-1])
    where = board(at)
    press(at, "plain_hint")
    which = board(at)
    assert which["note"] != where["note"]
    assert isinstance(move, Play)
    assert where["marks"]["tiles"] == []
    assert which["marks"]["tiles"] == [str(move.tile)]


def test_pause_stops_the_bots_and_covers_the_hand() -> None:
    at = your_turn(started(opened()))
    press(at, "do_pause")
    assert {tile.get("back") for tile in board(at)["hand"]} == {True}
    before = table(at)
    time.sleep(0.05)
    ok(at.run())
    assert table(at) == before
    press(at, "do_pause")
    assert table(at).awaits == 0


@pytest.mark.parametrize("panel", ["record", "deal", "settings", "round"])
@pytest.mark.parametrize("lang", ["en", "hu"])
def test_every_panel_opens(panel: str, lang: str) -> None:
    with texts.use(lang):  # AppTest looks options up by their labels, outside the page's run
        at = your_turn(started(opened(lang=lang)))
        at.segmented_control(key="panel").set_value(panel).run()
    ok(at)


def test_the_record_and_the_seal_open_after_the_round() -> None:
    at = your_turn(started(opened()))
    at.segmented_control(key="panel").set_value("deal").run()
    seal = keeping.seal(table(at))
    assert [block.value for block in at.code] == [seal.digest]
    play_on(at, rounds=1)
    assert any(seal.text in block.value for block in at.code)
    at.segmented_control(key="panel").set_value("record").run()
    assert at.code[0].value == keeping.full_record(table(at)).strip()


def test_a_preference_changes_the_board() -> None:
    at = your_turn(started(opened()))
    at.segmented_control(key="panel").set_value("settings").run()
    at.toggle(key="wish_numerals").set_value(True).run()
    assert board(ok(at))["options"]["numerals"] is True


def test_the_page_may_be_used_while_a_bot_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    may_answer = Event()
    choose: Callable[..., Move] = opponents.chosen_move

    def slow(*asked: object) -> Move:
        assert may_answer.wait(60)
        return choose(*asked)

    monkeypatch.setattr(opponents, "chosen_move", slow)
    at = started(opened(seed="1"))  # the bot leads
    at.segmented_control(key="panel").set_value("settings").run()
    at.toggle(key="wish_numerals").set_value(True).run()
    assert board(ok(at))["options"]["numerals"] is True
    assert table(at).due_bot is not None
    may_answer.set()
    assert table(your_turn(at)).due_bot is None


# What the browser hands back.


def answered(kept: str | None, preferences: str | None = None) -> AppTest:
    """The page of a new session after the browser's answer."""
    slots = {storage.MATCH_SLOT: kept, storage.PREFERENCES_SLOT: preferences}
    at = AppTest.from_function(_answered, kwargs={"slots": slots}, default_timeout=60)
    return ok(at.run())


def _answered(slots: dict[str, str | None]) -> None:
    from unittest.mock import patch

    from ui import session
    from ui.play import screen

    here = session.desk()
    if not here.is_asked:
        sent = {"session": here.mark, "slots": slots}
        with patch.object(session, "trigger", lambda _component, _name: sent):
            session.on_restored()
    screen.play()


def test_a_kept_match_is_laid_on_the_table_again() -> None:
    at = play_on(started(opened()), rounds=1)
    text = keeping.kept(table(at))
    back = answered(text)
    assert keeping.kept(table(back)) == text
    assert table(back).scores == table(at).scores


def test_a_broken_match_is_dropped_with_a_word_and_can_be_downloaded() -> None:
    at = play_on(started(opened()), rounds=1)
    text = keeping.kept(table(at)).replace("=10", "=15", 1)
    back = answered(text)
    assert desk(back).table is None
    assert "dropped" in back.warning[0].value
    assert desk(back).dropped == text


def test_preferences_come_back_and_nonsense_in_them_does_not() -> None:
    back = answered(None, '{"pace": "fast", "numerals": 1, "still": true, "x": 2}')
    wishes = desk(back).preferences
    assert (wishes.pace, wishes.numerals, wishes.still) == ("fast", False, True)
    assert desk(answered(None, '{"pace": "never"}')).preferences.pace == "normal"
    assert desk(answered(None, "[")).preferences.pace == "normal"


# Links.


def linked(**query: str) -> AppTest:
    at = AppTest.from_function(_answered, kwargs={"slots": {}}, default_timeout=60)
    for name, value in query.items():
        at.query_params[name] = value
    return ok(at.run())


def test_a_link_opens_a_match_where_it_stood() -> None:
    at = play_on(started(opened()), rounds=1)
    there = linked(m=keeping.link_to(table(at)))
    assert table(there).rounds == table(at).rounds
    assert table(there).setup.sitters == table(at).setup.sitters
    assert "m" not in there.query_params


def test_a_link_deals_the_hands_it_names() -> None:
    deal = "straight - 66423322212000/63615553514443 6430546511314052601062415032 A 0 0/0"
    there = linked(p=deal)
    assert format_position(table(there).positions[0]) == deal


@pytest.mark.parametrize(
    "query", [{"m": "nonsense"}, {"p": "draw"}, {"p": "straight - ?7/?7 ?14 A 0 0/0"}]
)
def test_a_broken_link_says_so(query: dict[str, str]) -> None:
    at = linked(**query)
    assert desk(at).table is None
    assert "cannot be opened" in at.warning[0].value


def test_a_link_does_not_push_your_own_match_aside() -> None:
    at = play_on(started(opened()), rounds=1)
    own, other = keeping.kept(table(at)), table(play_on(started(opened("2")), rounds=1))
    there = AppTest.from_function(
        _answered, kwargs={"slots": {storage.MATCH_SLOT: own}}, default_timeout=60
    )
    there.query_params["m"] = keeping.link_to(other)
    ok(there.run())
    assert keeping.kept(table(there)) == own
    press(there, "link_True")
    assert table(there).rounds == other.rounds
