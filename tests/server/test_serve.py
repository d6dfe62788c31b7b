"""Where the server listens."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing

import pytest

from ludotheque.server import run
from ludotheque.server.run import PortTaken, listen


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody listens on, with the next one free."""
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        yield busy.getsockname()[1]


def test_a_taken_port_is_said_to_be(taken: int) -> None:
    with pytest.raises(PortTaken, match=f"port {taken} is taken: choose another, such as --port {taken + 1}"):
        listen("127.0.0.1", taken)


def test_without_a_port_the_next_free_one_is_taken(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PORT", taken)
    with closing(listen("127.0.0.1", None)) as listener:
        assert taken < listener.getsockname()[1] < taken + 20


def test_answers_are_sent_at_once() -> None:
    """asyncio sets TCP_NODELAY only on sockets that name their protocol."""
    with closing(listen("127.0.0.1", 0)) as listener:
        assert listener.proto == socket.IPPROTO_TCP
