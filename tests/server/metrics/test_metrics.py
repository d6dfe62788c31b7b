"""The Prometheus metrics: on a port of their own, and without anything about single guests."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
import timeit
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from ludotheque.server.metrics.counters import Counters, Histogram
from ludotheque.server.runtime.listening_socket import listen
from tests.patience import PATIENCE
from tests.server.client import Guest, any_move, bot, deployed
from tests.server.played_table import wait_until
from tests.server.running import Running, slow_down_factor


def free_port() -> int:
    with listen("127.0.0.1", 0) as listener:
        port: int = listener.getsockname()[1]
        return port


class Watched:
    """A server with a port for Prometheus."""

    def __init__(self, data: Path) -> None:
        port = free_port()
        self.server = Running(data, "--metrics-port", str(port)).start()
        self._address = f"http://127.0.0.1:{port}/metrics"

    def text(self) -> str:
        return httpx.get(self._address, verify=False, timeout=PATIENCE).text

    def figures(self) -> dict[str, float]:
        """Every figure, by its name and its one label."""
        samples = [sample for family in text_string_to_metric_families(self.text()) for sample in family.samples]
        return {" ".join([sample.name, *sample.labels.values()]): sample.value for sample in samples}


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    found = Watched(tmp_path / "house.db")
    yield found
    found.server.stop()


async def test_moves_tables_and_sockets_are_counted(watched: Watched) -> None:
    before = watched.figures()
    assert before["ludotheque_moves_total"] == before["ludotheque_sockets"] == 0
    anne, bruno = await deployed(watched.server)
    luck = random.Random(1)
    for _ in range(10):
        for socket in (anne, bruno):
            await socket.until(lambda socket=socket: socket.to_move)  # type: ignore[misc]
            assert (await socket.play(any_move(socket, luck)))["t"] == "ack"
    refused = await anne.play({"do": "step", "from": "z99", "to": "a1"})
    assert refused["t"] == "refused"
    await anne.send("garbled")
    await anne.receive_until("refused")
    await Guest(watched.server, "Chloé").get("/api/tables/nowhere", 404)

    after = watched.figures()
    assert after["ludotheque_moves_total"] == 22
    assert after["ludotheque_entries_total"] >= 24
    assert after["ludotheque_answer_seconds_count"] == 23
    assert 0 < after["ludotheque_answer_seconds_sum"] < 20
    assert 0 < after["ludotheque_commit_seconds_count"] <= after["ludotheque_entries_total"]
    assert after["ludotheque_commit_seconds_bucket +Inf"] == after["ludotheque_commit_seconds_count"]
    assert (after["ludotheque_tables"], after["ludotheque_sockets"]) == (1, 2)
    assert (after["ludotheque_tables_opened_total"], after["ludotheque_tables_over_total"]) == (1, 0)
    assert after[f"ludotheque_refusals_total {refused['code']}"] == 1
    assert after["ludotheque_refusals_total garbled"] == after["ludotheque_refusals_total no_table"] == 1
    assert after["ludotheque_storage_errors_total"] == 0
    await wait_until(lambda: watched.figures()["ludotheque_loop_lag_seconds_count"] > 0)  # it is looked at now and then
    assert after["process_resident_memory_bytes"] > 1e6


async def test_bot_moves_and_finished_games_are_counted(watched: Watched) -> None:
    guest = Guest(watched.server, "Anne")
    table = await guest.open(bot("random"), bot("random"), options={"army": "training", "max_moves": 100})
    socket = await guest.sit(table["id"])
    await socket.until(lambda: socket.now is not None and not socket.now["asked"])
    after = watched.figures()
    assert after["ludotheque_bot_thinking_seconds_count"] >= 40
    assert after["ludotheque_tables_over_total"] == 1


async def test_metrics_contain_no_tables_guests_or_moves(watched: Watched) -> None:
    anne, _ = await deployed(watched.server)
    text = watched.text()
    for secret in (anne.table, "Anne", "Bruno", "stratego", anne.guest.http.cookies["ludotheque_guest"]):
        assert secret not in text
    python = {"generation", "implementation", "major", "minor", "patchlevel"}
    assert set(re.findall(r"(\w+)=\"", text)) <= {"version", "kind", "outcome", "le", *python}


async def test_metrics_are_not_served_on_the_main_port(watched: Watched) -> None:
    async with httpx.AsyncClient(base_url=watched.server.address, verify=False, timeout=PATIENCE) as http:
        assert (await http.get("/metrics")).status_code == 404


def test_metrics_are_not_served_by_default() -> None:
    from ludotheque.server.settings.definitions import Settings

    assert Settings().metrics_port is None


def test_metrics_port_in_use_is_reported(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "ludotheque", "serve", "--port", "0", "--data", str(tmp_path / "house.db")]
        command += ["--metrics-port", str(port)]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ended.returncode == 2
    assert f"cannot serve metrics at 127.0.0.1, port {port}: Address already in use" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_histogram_counts_durations_by_bound() -> None:
    spread = Histogram((0.1, 1.0))
    for seconds in (0.05, 0.1, 0.5, 2.0):
        spread.add(seconds)
    assert spread.counts == [2, 1, 1]
    assert spread.total == pytest.approx(2.65)


def test_counting_costs_less_than_a_microsecond_per_move() -> None:
    """What a move adds to the tally: a look at the clock, a spread and a number. The best of many short tries counts:
    others use the machine too."""
    tally, heard = Counters(), time.monotonic()

    def move() -> None:
        tally.moves += 1
        tally.answers.add(time.monotonic() - heard)

    tracer = sys.gettrace()
    sys.settrace(None)  # coverage would be timed, too
    try:
        tries = timeit.repeat(move, number=1000, repeat=100)
    finally:
        sys.settrace(tracer)
    assert min(tries) / 1000 < 1e-6 * slow_down_factor()
