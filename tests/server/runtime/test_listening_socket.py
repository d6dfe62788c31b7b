"""The listening socket."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing

import pytest

from ludotheque.server.runtime import listening_socket
from ludotheque.server.runtime.listening_socket import PortTaken, browser_address, listen


@pytest.fixture
def port_in_use() -> Iterator[int]:
    """A port in use, with the next one free."""
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        yield busy.getsockname()[1]


def test_port_in_use_is_reported(port_in_use: int) -> None:
    with pytest.raises(
        PortTaken, match=f"port {port_in_use} is taken: choose another, such as --port {port_in_use + 1}"
    ):
        listen("127.0.0.1", port_in_use)


def test_next_free_port_is_used_by_default(port_in_use: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening_socket, "PORT", port_in_use)
    with closing(listen("127.0.0.1", None)) as listener:
        assert port_in_use < listener.getsockname()[1] < port_in_use + 20


def test_listening_socket_is_tcp_so_that_answers_are_not_delayed() -> None:
    """asyncio sets TCP_NODELAY only on sockets that name their protocol."""
    with closing(listen("127.0.0.1", 0)) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_printed_address_has_a_name_at_which_passkeys_work() -> None:
    with closing(listen("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        for host in ("127.0.0.1", "::1", "0.0.0.0", "::"):
            assert browser_address(host, listener) == f"http://localhost:{port}/"
        assert browser_address("192.168.1.7", listener) == f"http://192.168.1.7:{port}/"
        assert browser_address("fe80::1", listener) == f"http://[fe80::1]:{port}/"
