"""`python -m engine solve | evaluate | play | review`."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import (
    PRESETS,
    Deal,
    Draw,
    Record,
    apply,
    format_position,
    format_record,
    legal_moves,
    outcome,
)
from engine.__main__ import main
from engine.position import hidden_from

FULL = "all_fives 05.56.66*(63|).60 64625452/6155535144 4342414033323130222120111000 B 0 5/0"
SEEN = "all_fives 05.56.66*(63|).60 64625452/?5 ?14 A 0 5/0"


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> list[Any]:
    assert main(argv) == 0
    out, err = capsys.readouterr()
    assert not err
    return [json.loads(line) for line in out.splitlines()]


def test_solve(capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = run(capsys, "solve", FULL)
    assert found["exact"]
    assert found["nodes"] > 0
    assert {"61D", "53U"} == {row["move"] for row in found["evals"]}
    margins = [row["margin"] for row in found["evals"]]
    assert margins == sorted(margins, reverse=True)
    assert all(row["line"][0] == row["move"] for row in found["evals"])
    assert all(row["equals"] == [] for row in found["evals"])


def test_solve_with_too_few_nodes_is_not_exact(capsys: pytest.CaptureFixture[str]) -> None:
    line = format_position(Deal.canonical(PRESETS["all_fives"]).start())
    (found,) = run(capsys, "solve", line, "--nodes", "50")
    assert not found["exact"]
    assert len(found["evals"]) == 9


def test_evaluate(capsys: pytest.CaptureFixture[str]) -> None:
    command = ("evaluate", SEEN, "--samples", "64", "--seed", "3")
    (found,) = run(capsys, *command)
    assert [found] == run(capsys, *command)
    assert not found["exact"]
    assert 64 == found["samples"]
    assert {"62D", "64D"} == {row["move"] for row in found["evals"]}
    assert all(row["stderr"] > 0 for row in found["evals"])
    assert {"B", "boneyard"} == set(found["beliefs"])
    for tile, chance in found["beliefs"]["B"].items():
        assert chance + found["beliefs"]["boneyard"][tile] == pytest.approx(1, abs=2e-4)


def test_evaluate_reads_passes_and_draws_from_a_record(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rng = Random(2)
    deal = Deal.shuffled(PRESETS["all_fives"], rng, 0)
    position, plies = deal.start(), []
    has_drawn = False
    while not has_drawn or position.turn or position.drew:
        plies.append(rng.choice(legal_moves(position)))
        has_drawn |= position.turn == 1 and isinstance(plies[-1], Draw)
        position = apply(position, plies[-1])
        assert outcome(position) is None
    file = tmp_path / "round.dgn"
    file.write_text(format_record(Record({}, deal, tuple(plies), (0, 0))), "utf-8")
    line = format_position(hidden_from(position, 0))
    (plain,) = run(capsys, "evaluate", line, "--samples", "8")
    (told,) = run(capsys, "evaluate", line, "--samples", "8", "--record", str(file))
    assert plain["beliefs"] != told["beliefs"]


def test_play(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "rounds.dgn"
    words = "play --bots greedy,random --rules all_fives --rounds 6 --seed 1 --duplicate --records"
    (found,) = run(capsys, *words.split(), str(file))
    assert 6 == found["rounds"]
    greedy, other = found["bots"]
    assert ("greedy", "random") == (greedy["name"], other["name"])
    assert greedy["margin"] == pytest.approx(-other["margin"])
    assert greedy["stderr"] > 0
    assert 6 == file.read_text("utf-8").count("[Deal ")


def test_review(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rng = Random(4)
    deal = Deal.shuffled(PRESETS["straight"], rng, 0)
    position, plies = deal.start(), []
    while outcome(position) is None:
        plies.append(rng.choice(legal_moves(position)))
        position = apply(position, plies[-1])
    file = tmp_path / "round.dgn"
    file.write_text(format_record(Record({}, deal, tuple(plies), (0, 0))), "utf-8")
    found = run(capsys, "review", str(file), "--seconds", "1.5")
    assert list(range(1, len(plies) + 1)) == [row["ply"] for row in found]
    assert all(row["loss"] >= 0 for row in found)


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["solve", SEEN], "HIDDEN"),
        (["solve", FULL, "--nodes", "0"], "at least 1"),
        (["evaluate", SEEN, "--seat", "B"], "in turn"),
        (["evaluate", SEEN, "--seat", "E"], "expected a seat, A to B"),
        (["evaluate", SEEN, "--seconds", "-1"], "above 0"),
        (["evaluate", SEEN, "--record", "nowhere.dgn"], "cannot be read"),
        (
            ["play", "--bots", "nobody,random", "--rules", "draw", "--rounds", "1", "--seed", "1"],
            "nobody",
        ),
        (
            ["play", "--bots", "greedy", "--rules", "draw", "--rounds", "1", "--seed", "1"],
            "players",
        ),
        (["review", "nowhere.dgn"], "cannot be read"),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], argv: list[str], says: str) -> None:
    try:
        status = main(argv)
    except SystemExit as stop:
        status = stop.code if isinstance(stop.code, int) else -1
    out, err = capsys.readouterr()
    assert 2 == status
    assert not out
    assert says in err
    assert 1 == err.count("\n")
