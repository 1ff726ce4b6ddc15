"""`python -m engine`: JSON lines out; bad input is one line on standard error and exit 2."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from engine.__main__ import main

FULL = "all_fives 05.56.66*(63|).60 64625452/6155535144 4342414033323130222120111000 B 0 5/0"


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> list[Any]:
    assert main(argv) == 0
    out, err = capsys.readouterr()
    assert not err
    return [json.loads(line) for line in out.splitlines()]


def test_count(capsys: pytest.CaptureFixture[str]) -> None:
    line = "all_fives 35.55*(56.66|51).52 64/?5 ?16 A 0 0/0"
    (found,) = run(capsys, "count", line)
    assert {"count": 18, "points": 0} == {key: found[key] for key in ("count", "points")}
    assert {"arm": "U", "pip": 6, "counts": 12} in found["ends"]
    assert {"arm": "D", "pips": [1]} in found["places"]


def test_replay_goes_on_after_a_refused_play(capsys: pytest.CaptureFixture[str]) -> None:
    found = run(capsys, "replay", "straight", "64 44R 61R 61L 64L")
    assert [True, True, False, True, False] == [row["legal"] for row in found]
    assert {"ply": 3, "move": "61R", "legal": False, "reason": "NO_MATCH"} == found[2]


def test_replay_refuses_a_tile_that_lies_already(capsys: pytest.CaptureFixture[str]) -> None:
    found = run(capsys, "replay", "muggins", "64 64L", "--option", "multiples=3")
    assert {"ply": 2, "move": "64L", "legal": False, "reason": "TILE_PLAYED"} == found[1]
    assert 0 == found[0]["points"]


@pytest.mark.parametrize(
    ("words", "award"),
    [
        ("--rules all_fives --hands -/66/43", [20, 0, 0]),
        ("--rules all_fives --hands -/66/43 --out A --option round=down5", [15, 0, 0]),
        ("--rules draw --hands 50/66", [7, 0]),
    ],
)
def test_settle(capsys: pytest.CaptureFixture[str], words: str, award: list[int]) -> None:
    (found,) = run(capsys, "settle", *words.split())
    assert award == found["award"]


def test_moves_apply_perft_and_deal(capsys: pytest.CaptureFixture[str]) -> None:
    assert [{"moves": ["61D", "53U"]}] == run(capsys, "moves", FULL)
    (after,) = run(capsys, "apply", FULL, "61D")
    assert after["dpn"].startswith("all_fives 05.56.66*(63|61).60 ")
    assert [{"perft": 2}] == run(capsys, "perft", FULL, "1")
    assert [{"divide": {"61D": 1, "53U": 1}}] == run(capsys, "perft", FULL, "1", "--divide")
    one = run(capsys, "deal", "straight", "--players", "3", "--seed", "7")
    assert one == run(capsys, "deal", "straight", "--players", "3", "--seed", "7")
    assert 3 == one[0]["dpn"].split()[2].count("/") + 1


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["count", "all_fives 55"], "expected one space"),
        (["count", "all_fives 55 66/65 ?25 A 0 0/0"], "SPINNER_MISSING"),
        (["replay", "nope", "55"], "no preset 'nope'"),
        (["replay", "all_fives", "55 +"], "no draws or passes"),
        (["replay", "all_fives", "77"], "no such tile"),
        (["settle", "--rules", "all_fives", "--hands", "66/?2"], "HIDDEN"),
        (["settle", "--rules", "all_fives", "--hands", "66/43", "--out", "A"], "an empty hand"),
        (["settle", "--rules", "all_fives", "--hands", "-/-"], "several hands are empty"),
        (["moves", "all_fives 55* ?5/66 ?21 A 0 0/0"], "HIDDEN"),
        (["apply", FULL, "66L"], "NOT_IN_HAND"),
        (["perft", FULL, "-1"], "at least 0"),
        (["deal", "straight", "--players", "5", "--seed", "1"], "players: 2 to 4"),
        (["deal", "straight", "--seed", "1", "--option", "draw"], "expected name=value"),
        (["dance"], "invalid choice"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(
    capsys: pytest.CaptureFixture[str], argv: list[str], says: str
) -> None:
    try:
        status = main(argv)
    except SystemExit as stop:
        status = stop.code if isinstance(stop.code, int) else -1
    out, err = capsys.readouterr()
    assert 2 == status
    assert not out
    assert says in err
    assert 1 == err.count("\n")


def test_it_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "engine", "perft", FULL, "2"],
        capture_output=True,
        check=True,
        text=True,
    )
    assert {"perft"} == set(json.loads(done.stdout))


def test_importing_the_engine_loads_the_standard_library_only() -> None:
    code = (
        "import sys, engine; "
        "print(*{name.partition('.')[0] for name in sys.modules} "
        "- set(sys.stdlib_module_names) - {'engine', '__main__'})"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, check=True, text=True
    )
    assert "" == done.stdout.strip()
