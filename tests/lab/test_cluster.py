"""Simulations on a cluster of two processes: the same results as in one, though a process is killed on the way."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

import pytest
from distributed import Client, LocalCluster

from ludotheque import games
from ludotheque.cli.main import main
from ludotheque.engine import record
from ludotheque.lab import simulate as simulation
from ludotheque.lab import spread
from ludotheque.lab.ladder import Pairing, measure
from ludotheque.lab.report.observe import observe, plans
from ludotheque.lab.simulate import Report, plan, simulate
from ludotheque.lab.spread import NoCluster, OtherVersion, open_cluster

PRESIDENT = games.find("president")
SPEED = r"""median [\d.]+ \| \d+|"(seconds|\w+_per_second)": [\d.]+|"bot_seconds": \[[^]]*\]"""
"""Figures that depend on the machine, on the page of a balance and in the report of a simulation."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A cluster of two processes on this machine; a process that dies is replaced."""
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    ) as cluster:
        yield cluster


def process_ids(cluster: Any) -> set[int]:
    with Client(cluster, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        return set(client.run(os.getpid).values())


def figures(report: Report) -> dict[str, Any]:
    """All of a report but the times, which differ from run to run."""
    times = {"seconds", "games_per_second", "decisions_per_second", "bot_seconds"}
    return {name: getattr(report, name) for name in report.__struct_fields__ if name not in times}


def kept_moves(file: Path) -> tuple[str, int]:
    """The name of a record, and its moves, so that a difference is quickly told."""
    moves = [(line.seat, bytes(line.move)) for line in record.read(file.read_bytes()).moves]
    return file.name, hash(tuple(moves))


def test_simulation_has_the_same_results_and_records_though_a_process_is_killed(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulation, "CHUNK", 5)
    planned = plan("president", 60, 2, ["random"], 7, {})
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    done: list[int] = []
    before = process_ids(cluster)

    def tick(games: int) -> None:
        if not done:
            os.kill(min(before), signal.SIGKILL)
        done.append(games)

    with open_cluster(cluster.scheduler_address) as jobs:
        found = simulate(planned, jobs, tick, there)
    assert figures(found) == figures(simulate(planned, folder=here))
    assert sum(done) == 60
    assert min(before) not in process_ids(cluster)
    assert [kept_moves(file) for file in sorted(here.iterdir())] == [
        kept_moves(file) for file in sorted(there.iterdir())
    ]


def test_ladder_has_the_same_scores(cluster: Any) -> None:
    found = [Pairing(2, "beginner", "casual")]
    alone = [score.won for score in measure(PRESIDENT, found, 4, 3)]
    with open_cluster(cluster.scheduler_address) as jobs:
        assert [score.won for score in measure(PRESIDENT, found, 4, 3, jobs)] == alone


def test_report_is_about_the_same_games(cluster: Any) -> None:
    equal, _ = plans(PRESIDENT, 3, [2], ["beginner", "casual"], 4, {})
    with open_cluster(cluster.scheduler_address) as jobs:
        there = [(one.result.outcome, one.course) for series in observe(equal, True, jobs) for one in series.games]
    assert there == [(one.result.outcome, one.course) for series in observe(equal, True) for one in series.games]


@pytest.mark.parametrize(
    "command",
    ["sim president --games 30 --bots random --json", "balance president --games 4 --bot random"],
)
def test_command_prints_the_same(command: str, cluster: Any, capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for place in (["--jobs", "1"], ["--cluster", cluster.scheduler_address]):
        main([*command.split(), *place])
        printed.append(re.sub(SPEED, "", capsys.readouterr().out))
    assert printed[0] == printed[1]
    assert printed[0]


def test_address_without_a_cluster_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(spread, "TIMEOUT", 0.2)
    assert main(["sim", "president", "--games", "1", "--cluster", "tcp://127.0.0.1:1"]) == 1
    assert "no Dask scheduler answers at tcp://127.0.0.1:1" in capsys.readouterr().err


def test_cluster_with_another_version_is_refused(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spread, "__version__", "0.0.1")
    with open_cluster(cluster.scheduler_address) as jobs, pytest.raises(OtherVersion, match=r"not 0\.0\.1"):
        simulate(plan("president", 1, 2, ["random"], 7, {}), jobs)


def test_cluster_that_gives_up_is_told(cluster: Any) -> None:
    """Here as Dask tells that its scheduler is gone."""
    with pytest.raises(NoCluster, match="gave up: connection lost"), open_cluster(cluster.scheduler_address):
        raise CancelledError("connection lost")


def test_missing_dask_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(NoCluster, match=r"ludotheque\[cluster\]"), open_cluster("tcp://127.0.0.1:1"):
        pass
