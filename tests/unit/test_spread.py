"""Work in chunks gives the same answers whoever does it, and goes on where it was stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from engine.__main__ import main
from engine.bots import bot
from engine.errors import DominoError
from engine.rules import PRESETS
from engine.spread import Task, Where, spread
from engine.teaching import bank
from engine.teaching.mining import main as mining
from engine.teaching.mining import mined, search_bank
from engine.teaching.puzzles import mine
from engine.tournament import Result, Spec, from_json, merge, rules_for, run, run_chunk, to_json

if TYPE_CHECKING:
    from collections.abc import Iterator

SPEC = Spec(
    rules=rules_for("all_fives", 2),
    bots=(bot("greedy"), bot("random")),
    n_deals=7,
    seed=3,
    chunk_deals=2,
    keep_records=True,
)


def no_time() -> float:
    return 0.0


def whole(over: Where) -> Result:
    *_, last = run(SPEC, clock=no_time, over=over)
    return last


def square(number: int, _folder: str = "") -> dict[str, Any]:
    return {"squares": (number, number**2)}


def counted(number: int, folder: str) -> int:
    """Leaves a file behind for each time it is done."""
    path = Path(folder, f"{number}-{len(list(Path(folder).iterdir()))}")
    path.touch()
    return number


def deadly(number: int, folder: str) -> int:
    """Chunk 2 kills the process that does it, the first time."""
    path = Path(folder, "killed")
    if number == 2 and not path.exists():
        path.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def task(work: Any, n: int, *extra: Any) -> Task:
    return Task(work.__name__, work, tuple((number, *extra) for number in range(n)))


def test_answers_come_in_order_as_plain_data() -> None:
    assert [{"squares": [n, n * n]} for n in range(4)] == list(spread(task(square, 4)))
    assert [] == list(spread(task(square, 0)))


def test_processes_give_what_this_process_gives() -> None:
    assert whole(Where(jobs=1)) == whole(Where(jobs=2))


@pytest.mark.slow
def test_killed_process_is_started_again(tmp_path: Path) -> None:
    assert [0, 1, 2, 3] == list(spread(task(deadly, 4, str(tmp_path)), Where(jobs=2)))
    assert (tmp_path / "killed").exists()


def test_work_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    state, traces = tmp_path / "state", tmp_path / "traces"
    traces.mkdir()
    work, over = task(counted, 5, str(traces)), Where(jobs=1, state=state)
    with closing(spread(work, over)) as answers:  # type: ignore[type-var]
        assert [0, 1] == [next(answers), next(answers)]
    with state.open("a") as file:
        file.write("[2, ")  # stopped while it wrote
    assert [0, 1, 2, 3, 4] == list(spread(work, over))
    assert 5 == len(list(traces.iterdir()))
    assert [0, 1, 2, 3, 4] == list(spread(work, over))
    assert 5 == len(list(traces.iterdir()))


def test_state_of_other_work_is_refused_and_kept(tmp_path: Path) -> None:
    state = tmp_path / "state"
    list(spread(task(square, 2), Where(jobs=1, state=state)))
    before = state.read_text()
    with pytest.raises(DominoError, match=r"holds other work.*square.*this is.*counted"):
        list(spread(task(counted, 2, str(tmp_path)), Where(jobs=1, state=state)))
    assert before == state.read_text()
    state.write_text(before + "no answer\n")
    with pytest.raises(DominoError, match="a line that is no answer"):
        list(spread(task(square, 2), Where(jobs=1, state=state)))


@pytest.mark.parametrize(
    ("over", "wrong"),
    [
        ({"jobs": 0}, "at least 1"),
        ({"state": Path("/nowhere/at/all")}, "cannot be kept"),
        ({"cluster": "127.0.0.1"}, "no Dask scheduler answers at 127.0.0.1"),
    ],
)
def test_bad_input_is_told(
    monkeypatch: pytest.MonkeyPatch, over: dict[str, Any], wrong: str
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("engine.spread.CONNECT_S", 0.2)
    with pytest.raises(DominoError, match=wrong):
        list(spread(task(square, 2), Where(**over)))


def test_result_is_the_same_after_being_told() -> None:
    result = run_chunk(SPEC, 1, clock=no_time)
    assert result.records
    assert result == from_json(json.loads(json.dumps(to_json(result))))


def test_mining_in_chunks_finds_what_mining_at_once_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.teaching.mining.SEEDS_A_CHUNK", 7)
    seeds = range(30, 50)
    assert list(mine(PRESETS["straight"], seeds)) == list(mined("straight", seeds)) != []


def test_commands_go_on_from_a_state_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play = ["play", "--bots=greedy,random", "--rules=all_fives", "--rounds=30", "--seed=5"]
    assert 0 == main([*play, "--jobs=1", f"--state={tmp_path / 'play'}"])
    first = capsys.readouterr().out
    assert 0 == main([*play, "--jobs=1", f"--state={tmp_path / 'play'}"])
    assert first == capsys.readouterr().out  # thinking times too: nothing was played again
    mine_some = ["mine", "--seeds=33:36", "--jobs=1", f"--state={tmp_path / 'mine'}"]
    assert 0 == mining(mine_some)
    first = capsys.readouterr().out
    assert first
    assert 0 == mining(mine_some)
    assert first == capsys.readouterr().out
    assert 2 == mining(["mine", "--seeds=0:5", "--jobs=1", f"--state={tmp_path / 'mine'}"])
    assert "holds other work" in capsys.readouterr().err


def test_exercises_are_found_again_as_they_are_shipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped = Path(bank.__file__).parent / "data" / "bank.txt"
    copy = tmp_path / "data" / "bank.txt"
    copy.parent.mkdir()
    monkeypatch.setattr(bank, "__file__", str(tmp_path / "bank.py"))
    state = tmp_path / "state"
    assert 0 == search_bank(["match", "--jobs=1", f"--state={state}"])
    assert shipped.read_text() == copy.read_text()
    assert 2 == search_bank(["count", "--jobs=1", f"--state={state}"])
    assert "holds other work" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        search_bank(["counting"])


@dataclass
class Cluster:
    """A scheduler and two workers on loopback, each a process of its own."""

    scheduler_file: Path
    processes: list[subprocess.Popen[bytes]]

    @property
    def address(self) -> str:
        for _ in range(200):
            with suppress(OSError, ValueError):
                return str(json.loads(self.scheduler_file.read_text())["address"])
            time.sleep(0.1)
        raise TimeoutError(f"{self.scheduler_file}: no scheduler")

    def start(self, program: str, *arguments: str) -> None:
        code = f"from distributed.cli.dask_{program} import main; main()"
        file = f"--scheduler-file={self.scheduler_file}"
        command = [sys.executable, "-c", code, file, "--no-dashboard", *arguments]
        root = Path(__file__).parents[2]
        self.processes.append(subprocess.Popen(command, cwd=root, stderr=subprocess.DEVNULL))

    def kill(self, pid: int) -> None:
        (process,) = (each for each in self.processes if each.pid == pid)
        process.kill()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    pytest.importorskip("distributed")
    running = Cluster(tmp_path / "scheduler.json", [])
    try:
        running.start("scheduler", "--host=127.0.0.1", "--port=0")
        for _ in range(2):
            folder = f"--local-directory={tmp_path}"
            running.start("worker", "--no-nanny", "--nthreads=1", folder)
        yield running
    finally:
        for process in running.processes:
            process.kill()
            process.wait()


def signed(chunk: int) -> list[Any]:
    """A chunk of the tournament, and the process that played it."""
    time.sleep(0.1)
    return [os.getpid(), to_json(run_chunk(MANY, chunk, clock=no_time))]


MANY = replace(SPEC, n_deals=16)


def test_cluster_that_loses_a_worker_gives_the_same_numbers(cluster: Cluster) -> None:
    work = task(signed, MANY.n_chunks)
    answers = spread(work, Where(cluster=cluster.address))
    first, _ = early = next(answers)
    cluster.kill(first)
    found = [early, *answers]
    assert {first} < {pid for pid, _ in found}
    # The chunks in its hands were played again.
    assert first != found[-1][0]
    *_, alone = run(MANY, clock=no_time)
    assert alone == merge([from_json(result) for _, result in found])
