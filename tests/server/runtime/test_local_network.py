"""A server on the home network: its address there, who can reach it, and what it prints."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from ludotheque.cli.main import main
from ludotheque.server.runtime import local_network
from ludotheque.server.runtime.local_network import describe_access, draw_qr_code, find_local_address
from tests.server.client import Guest
from tests.server.running import Running


class _NoNetwork(socket.socket):
    """A socket of a machine without a network."""

    def connect(self, address: object) -> None:
        raise OSError("network is unreachable")


def test_machine_without_a_network_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.server.runtime.local_network.socket.socket", _NoNetwork)
    assert find_local_address() is None
    assert describe_access(None, 8000) == "No network was found: for now only this machine can open it."


def test_loopback_is_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_network, "_ELSEWHERE", ("127.0.0.1", 9))
    assert find_local_address() is None


def test_printed_text_has_the_address_its_code_and_who_can_reach_it() -> None:
    text = describe_access("192.168.1.20", 8000)
    assert text.startswith("On the home network: http://192.168.1.20:8000/\n")
    assert draw_qr_code("http://192.168.1.20:8000/") in text
    assert "Open to every device on this network" in text
    assert "not to the internet" in text


def test_code_is_square_with_a_margin() -> None:
    lines = draw_qr_code("http://192.168.1.20:8000/").splitlines()
    assert {len(line) for line in lines} == {33}, "25 modules, and 4 light ones on each side"
    assert len(lines) == 17, "two rows of modules in a line"
    assert set(lines[0]) == set(lines[1]) == {"█"}


async def test_server_is_reached_at_its_address_on_the_network_with_lan_alone(tmp_path: Path) -> None:
    address = find_local_address()
    if address is None:
        pytest.skip("this machine has no network")
    for options, reachable in ((("--lan",), True), ((), False)):
        server = Running(tmp_path / "ludotheque.db", *options).start()
        try:
            told = await Guest(server, "Anne").get("/api/network")
            assert told == {"address": address if reachable else None}
            with socket.socket() as client:
                client.settimeout(30)
                found = client.connect_ex((address, int(server.address.rsplit(":", 1)[1])))
            assert (found == 0) is reachable
        finally:
            server.stop()


def test_lan_and_host_exclude_each_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = tmp_path / "ludotheque.db"
    assert main(["serve", "--lan", "--host", "127.0.0.1", "--data", str(database)]) == 2
    assert "leave --host out" in capsys.readouterr().err
    assert not database.exists()
