"""What the component is told, and what is believed of what it sends."""

from __future__ import annotations

import json

import pytest

from engine import PRESETS, Layout, Tile, apply, count, legal_moves, parse_move, parse_position
from engine.layout import UP
from ui.board import (
    Event,
    Marks,
    Show,
    Spoken,
    TrayTile,
    ack_of,
    board_model,
    layout_model,
    parse_event,
    room_of,
)
from ui.texts import use

TABLE = "all_fives 22.25.55*(56|53).51.11 646133/544440 ?17 A 0 95/110"


def test_each_play_tells_its_sum_and_points() -> None:
    position = parse_position(TABLE)
    model = board_model(position, rev=1, seat=0)
    plays = {play["token"]: play for tile in model["hand"] for play in tile["plays"]}
    assert set(plays) == {str(move) for move in legal_moves(position)}
    for name, play in plays.items():
        after = apply(position, parse_move(name, position.rules))
        assert play["sum"] == str(count(after.layout, after.rules))
        gained = after.scores[0] - position.scores[0]
        assert play["points"] == (str(gained) if gained else "")
    assert plays["61U"]["sum"] == plays["61U"]["points"] == "10"
    assert plays["61R"]["sum"] == "19"
    assert plays["61R"]["points"] == ""


def test_both_ends_with_equal_pips_are_two_plays() -> None:
    position = parse_position("muggins 65.51.16 64/31 - A 0 0/0")
    (tile,) = board_model(position, rev=1, seat=0)["hand"]
    assert [play["place"] for play in tile["plays"]] == ["L", "R"]


def test_places_in_the_scenes_are_those_of_the_plays() -> None:
    model = board_model(parse_position(TABLE), rev=1, seat=0)
    for scene in model["scenes"]:
        assert {spot[0] for spot in scene["spots"]} == {"L", "R", "U", "D"}
        assert {tile[0] for tile in scene["tiles"]} == set(model["tiles"])


def test_the_lead_has_one_place() -> None:
    position = parse_position("straight - 6462/11 ?24 A 0 0/0")
    model = board_model(position, rev=1, seat=0)
    assert [spot[0] for spot in model["scenes"][0]["spots"]] == ["lead"]
    assert [play["place"] for tile in model["hand"] for play in tile["plays"]] == ["lead", "lead"]
    assert model["chips"] == []


def test_a_tile_that_fits_nowhere_says_why() -> None:
    position = parse_position("all_fives 65*.52 4431/66 ?20 A 0 0/0".replace("65*", "65"))
    for tile in board_model(position, rev=1, seat=0)["hand"]:
        assert tile["plays"] == []
        assert "2, 6" in tile["why"]
        assert tile["why"] in tile["name"]


def test_a_closed_arm_is_the_reason_given_first() -> None:
    position = parse_position("all_fives 66*.61 63/44 ?20 A 0 0/0")
    (tile,) = board_model(position, rev=1, seat=0)["hand"]
    assert [play["token"] for play in tile["plays"]] == ["63L"]


def test_who_is_not_in_turn_may_look_but_not_play() -> None:
    model = board_model(parse_position(TABLE), rev=1, seat=1, live=False, wait="Wait for A.")
    assert all(tile["plays"] == [] and tile["why"] == "Wait for A." for tile in model["hand"])


def test_a_covered_hand_tells_no_tile() -> None:
    model = board_model(parse_position(TABLE), rev=1, seat=0, covered=True)
    assert len(model["hand"]) == 3
    text = json.dumps(model["hand"])
    assert not any(name in text for name in ("64", "61", "33", "6-4"))


def test_hidden_sums_are_nowhere_in_the_model() -> None:
    model = board_model(parse_position(TABLE), rev=1, seat=0, show=Show(sums=False))
    assert {chip["value"] for chip in model["chips"]} == {"?"}
    assert model["sum"] == {"total": "?", "text": "", "scores": False}
    assert all(play["sum"] == play["points"] == "" for t in model["hand"] for play in t["plays"])
    assert "15" not in json.dumps([model["label"], model["hand"], model["chips"]])


def test_chips_stand_in_the_order_of_the_field() -> None:
    model = board_model(parse_position(TABLE), rev=1)
    assert [(chip["arm"], chip["value"]) for chip in model["chips"]] == [
        ("L", "4"), ("R", "2"), ("U", "6"), ("D", "3"),
    ]  # fmt: skip
    assert model["sum"]["total"] == "15"
    assert model["hand"] == []


def test_the_model_is_plain_data_and_small() -> None:
    line = "55.50.06.61.12.26.66*(65.51.13.33.34.40|63.35.54.44.41.11).64.42.23.30.00.01"
    position = parse_position(f"all_fives {line} 60/62 ?1 A 0 0/0")
    show = Show(say=[Spoken(1, "x")], marks=Marks((Tile.of(6, 0),), (UP,)), taps={"L": "end:L"})
    text = json.dumps(board_model(position, rev=1, seat=0, show=show))
    assert len(text) < 16_000
    assert json.loads(text)["chips"][0]["token"].startswith("end:")


def test_a_tray_offers_tiles_to_every_place() -> None:
    rules = PRESETS["all_fives"]
    layout = parse_position("all_fives 66*.61 -/- ?1 A 0 0/0").layout
    tray = [
        TrayTile(Tile.of(6, 2)),
        TrayTile(Tile.of(6, 6), faded=True, note="on the table"),
        TrayTile(Tile.of(5, 5), "hold:55", pressed=True),
    ]
    fits, lies, held = layout_model(layout, rules, rev=1, tray=tray)["hand"]
    assert [play["place"] for play in fits["plays"]] == ["L"]
    assert lies["plays"] == []
    assert lies["why"] == "on the table"
    assert (held["token"], held["pressed"]) == ("hold:55", True)


def test_a_bare_tray_leads() -> None:
    model = layout_model(Layout(), PRESETS["all_fives"], rev=1, tray=[TrayTile(Tile.of(5, 0))])
    (play,) = model["hand"][0]["plays"]
    assert (play["token"], play["sum"], play["points"]) == ("50", "5", "5")


def test_the_model_speaks_hungarian() -> None:
    with use("hu"):
        model = board_model(parse_position(TABLE), rev=1, seat=0)
    assert model["words"]["hand"] != "Your tiles"


@pytest.mark.parametrize(
    "value",
    [
        None,
        "63L",
        {},
        {"token": "63L", "rev": 3, "n": 5},
        {"token": "63L", "rev": 4, "n": 4},
        {"token": 63, "rev": 4, "n": 5},
        {"token": "63L", "rev": "4", "n": 5},
    ],
)
def test_what_is_stale_repeated_or_malformed_is_dropped(value: object) -> None:
    assert parse_event(value, rev=4, seen=4) is None


def test_an_event_is_taken_once() -> None:
    value = {"token": "63L", "rev": 4, "n": 5}
    assert parse_event(value, rev=4, seen=4) == Event("63L", 4, 5)
    assert ack_of(value, 4) == 5
    assert parse_event(value, rev=4, seen=5) is None
    assert ack_of({"n": 3}, 5) == ack_of("nonsense", 5) == 5


@pytest.mark.parametrize("value", [None, "nonsense", {}, {"room": [0, 9]}, {"room": ["a", 9]}])
def test_a_room_that_makes_no_sense_is_left_as_it_was(value: object) -> None:
    assert room_of(value, (300, 200)) == (300, 200)


def test_a_room_is_told_with_an_event() -> None:
    assert room_of({"token": "63L", "room": [800, 300]}, None) == (800, 300)
