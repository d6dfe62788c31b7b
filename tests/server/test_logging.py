"""The log of a real server: what it contains, and what it must not contain."""

from __future__ import annotations

import json
import logging
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from ludotheque.server.logging import JsonFormatter, TextFormatter, hashed_id
from ludotheque.server.storage import write_timing
from tests.patience import PATIENCE
from tests.server.client import FRIEND, ME, Guest, bot, deployed
from tests.server.running import Running


class Logged:
    """A server whose log is kept."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.file = folder / "log"
        self.server = Running(folder / "house.db", *options, log=self.file).start()

    def text(self) -> str:
        return self.file.read_text("utf-8")

    def lines(self, what: str) -> list[dict[str, Any]]:
        found = [json.loads(line) for line in self.text().splitlines()]
        return [line for line in found if line["what"] == what]


@pytest.fixture
def logged(tmp_path: Path) -> Iterator[Logged]:
    found = Logged(tmp_path, "--log-format", "json", "--log-level", "debug")
    yield found
    found.server.stop()


async def test_log_contains_opening_and_end_of_a_table(logged: Logged) -> None:
    guest = Guest(logged.server, "Anne")
    table = await guest.open(bot("random"), bot("random"), options={"army": "training", "max_moves": 100})
    line = await guest.sit(table["id"])
    await line.until(lambda: line.now is not None and not line.now["asked"])
    logged.server.stop()
    starting = logged.lines("starting")[0]
    assert starting["version"]
    assert starting["settings"]["log_format"] == "json"
    assert "away" not in starting["settings"], "only settings that were given"
    opened, over = logged.lines("table opened")[0], logged.lines("table over")[0]
    assert (opened["game"], opened["seats"], opened["table"]) == ("stratego", 2, hashed_id(table["id"]))
    assert over["table"] == opened["table"]
    assert [len(logged.lines(what)) for what in ("open", "closing", "closed")] == [1, 1, 1]
    for kept in logged.text().splitlines():
        assert {"at", "level", "what", "logger", "process"} <= json.loads(kept).keys()


async def test_http_error_has_the_request_id_of_the_log(logged: Logged) -> None:
    async with httpx.AsyncClient(base_url=logged.server.address, verify=False, timeout=PATIENCE) as http:
        own = await http.get("/api/tables/nowhere")
        given = await http.get("/api/tables/nowhere", headers={"X-Request-Id": "proxy-0123456789"})
        absurd = await http.get("/api/tables/nowhere", headers={"X-Request-Id": 'a"b {evil}'})
    assert given.headers["X-Request-Id"] == "proxy-0123456789"
    numbers = [answer.headers["X-Request-Id"] for answer in (own, given, absurd)]
    assert "evil" not in numbers[2]
    failed = logged.lines("request failed")
    assert [line["request"] for line in failed] == numbers
    assert {(line["route"], line["status"], line["code"]) for line in failed} == {
        ("/api/tables/{table}", 404, "no_table")
    }
    assert "nowhere" not in logged.text()


async def test_log_contains_no_names_tokens_addresses_or_moves(logged: Logged) -> None:
    anne, bruno = await deployed(logged.server)
    assert (await anne.ask("say", text="Rendez-vous au pont"))["t"] == "ack"
    assert (await anne.play({"do": "nothing"}))["t"] == "refused"
    assert (await anne.play({"do": "step", "from": "z99", "to": "a1"}, id="my own number"))["t"] == "refused"
    await anne.send('{"t": "garbled by Zoé"')
    await anne.receive_until("refused")
    await Guest(logged.server, "Zoé").open(ME, FRIEND, game="nothing of the kind", status=404)
    text = logged.text()
    cookies = [line.guest.http.cookies["ludotheque_guest"] for line in (anne, bruno)]
    for secret in ("Anne", "Bruno", "Zoé", "pont", "my own number", anne.table, anne.card["claim"], *cookies):
        assert secret not in text, secret
    assert '"place"' not in text
    assert hashed_id(anne.table) in text


async def test_storage_error_is_logged_and_answered_with_its_request_id(logged: Logged) -> None:
    guest = Guest(logged.server, "Anne")
    await guest.open(ME, FRIEND)
    breaker = sqlite3.connect(logged.server.data)
    breaker.execute("ALTER TABLE entry RENAME COLUMN body TO gone")
    answer = await guest.http.post("/api/tables", json={"game": "stratego", "name": "Anne", "chairs": [ME, FRIEND]})
    breaker.execute("ALTER TABLE entry RENAME COLUMN gone TO body")
    breaker.close()
    assert answer.status_code == 503
    failed = logged.lines("request failed")[-1]
    assert (failed["level"], failed["code"]) == ("error", "not_saved")
    assert failed["request"] == answer.headers["X-Request-Id"]
    assert "what was asked is not saved" in logged.text()


def test_text_format_is_the_default(tmp_path: Path) -> None:
    found = Logged(tmp_path, "--log-level", "info")
    found.server.stop()
    first = found.text().splitlines()[0]
    assert "info starting version=" in first
    assert "Ludothèque" not in found.text(), "the address goes to standard output"


def record(error: Exception | None = None, **facts: Any) -> logging.LogRecord:
    try:
        if error is not None:
            raise error
    except Exception:
        trace = sys.exc_info()
    else:
        trace = None  # type: ignore[assignment]
    made = logging.LogRecord("a", logging.ERROR, "", 0, "it\nbroke", (), trace)
    made.facts = facts
    return made


@pytest.mark.parametrize("form", [JsonFormatter(), TextFormatter()])
def test_message_of_an_unexpected_error_is_not_logged(form: logging.Formatter) -> None:
    """It may be anything: a name, a hand of cards."""
    told = form.format(record(KeyError("Anne’s marshal")))
    assert "KeyError" in told
    assert "test_logging.py" in told
    assert "marshal" not in told


def test_line_breaks_are_removed_from_text_lines() -> None:
    assert TextFormatter().format(record(why="two\nlines", n=3)).endswith('error it broke why="two\\nlines" n=3')
    assert json.loads(JsonFormatter().format(record()))["what"] == "it\nbroke"
    assert "\n" not in JsonFormatter().format(record(why="two\nlines"))


def test_slow_commit_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        write_timing.record_commit(write_timing.SLOW / 2, 1)
        write_timing.record_commit(write_timing.SLOW * 2, 7)
    assert [line.getMessage() for line in caplog.records] == ["slow commit"]
    assert caplog.records[0].facts == {"seconds": 1.0, "changes": 7}  # type: ignore[attr-defined]
