"""A game through each of the proxies that hosts are given a file for, where that proxy is installed.

They are slow tests: ``script/test -m slow tests/server/http/test_proxies.py``.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from ludotheque.server.runtime.listening_socket import listen
from tests.server.client import FRIEND, ME, SETUP, Guest, any_move
from tests.server.running import Running

DEPLOY = Path(__file__).resolve().parents[3] / "deploy"

pytestmark = pytest.mark.slow


class Behind(Running):
    """A server, as guests reach it: through a proxy."""

    def __init__(self, data: Path) -> None:
        super().__init__(data, log=data.with_suffix(".log"))
        self.start()
        self.inside = self.address.removeprefix("http://")

    @property
    def socket_address(self) -> str:
        return re.sub("^http", "ws", self.address)


def free_port() -> int:
    with listen("127.0.0.1", 0) as listener:
        port: int = listener.getsockname()[1]
        return port


def until_it_answers(server: Behind, process: subprocess.Popen[bytes], trusted: ssl.SSLContext | bool) -> None:
    for _ in range(100):
        assert process.poll() is None, "the proxy has gone"
        try:
            if httpx.get(f"{server.address}/readyz", verify=trusted).status_code == 200:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.1)
    raise AssertionError("the proxy does not lead to the server")


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Behind]:
    server = Behind(tmp_path / "house.db")
    yield server
    server.stop()


@pytest.fixture
def nginx(behind: Behind, tmp_path: Path) -> Iterator[Behind]:
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        pytest.skip("nginx is not installed")
    port = free_port()
    site = (DEPLOY / "nginx.conf").read_text("utf-8")
    site = site.replace("127.0.0.1:8000", behind.inside).replace("listen 80;", f"listen 127.0.0.1:{port};")
    (tmp_path / "site.conf").write_text(site)
    folders = "".join(f"{kind}_temp_path {tmp_path};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    main = tmp_path / "nginx.conf"
    main.write_text(
        f"daemon off; pid {tmp_path}/pid; error_log stderr; events {{}}\n"
        f"http {{ access_log off; {folders} include {tmp_path}/site.conf; }}\n"
    )
    process = subprocess.Popen([program, "-c", str(main), "-p", str(tmp_path)])
    behind.address = f"http://127.0.0.1:{port}"
    try:
        until_it_answers(behind, process, False)
        yield behind
    finally:
        process.terminate()
        process.wait(10)


@pytest.fixture
def caddy(behind: Behind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Behind]:
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("Caddy is not installed")
    port = free_port()
    config = tmp_path / "Caddyfile"
    # Its certificate is its own here: no machine on the internet is asked for one, and this machine need not trust it.
    alone = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n"
    config.write_text(alone + (DEPLOY / "Caddyfile").read_text("utf-8"))
    environ = {**os.environ, "SITE": f"localhost:{port}", "WORKERS": behind.inside, "XDG_DATA_HOME": str(tmp_path)}
    environ |= {"XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path)}
    words = [program, "run", "--config", str(config), "--adapter", "caddyfile"]
    process = subprocess.Popen(words, env=environ, stderr=subprocess.DEVNULL)
    behind.address = f"https://localhost:{port}"
    root = tmp_path / "caddy/pki/authorities/local/root.crt"
    try:
        for _ in range(100):
            if root.is_file():
                break
            time.sleep(0.1)
        monkeypatch.setenv("SSL_CERT_FILE", str(root))
        until_it_answers(behind, process, ssl.create_default_context())
        yield behind
    finally:
        process.terminate()
        process.wait(10)


@pytest.mark.parametrize("proxy", ["nginx", "caddy"])
async def test_game_is_played_through_the_proxy(proxy: str, request: pytest.FixtureRequest) -> None:
    server: Behind = request.getfixturevalue(proxy)
    anne, bruno = Guest(server, "Anne"), Guest(server, "Bruno")
    for guest in (anne, bruno):
        # As a browser would: from the site's own page.
        guest.http.headers["Origin"] = server.address
    table = (await anne.open(ME, FRIEND))["id"]
    await bruno.join(table)
    lines = [await guest.sit(table, origin=server.address) for guest in (anne, bruno)]
    for line in lines:
        assert (await line.play(*SETUP))["t"] == "ack"
    luck, waits = random.Random(1), []
    for _ in range(50):
        for line in lines:
            await line.until(lambda line=line: line.to_move and line.now["sight"]["turn"] == line.seat)  # type: ignore[misc]
            began = time.perf_counter()
            assert (await line.play(any_move(line, luck)))["t"] == "ack"
            waits.append(time.perf_counter() - began)
    print(f"{proxy}: {len(waits)} moves, median answer {sorted(waits)[50] * 1000:.1f} ms")
    assert sorted(waits)[50] < 0.1


@pytest.mark.parametrize("proxy", ["nginx", "caddy"])
async def test_server_takes_client_address_and_scheme_from_the_proxy(
    proxy: str, request: pytest.FixtureRequest
) -> None:
    server: Behind = request.getfixturevalue(proxy)
    anne = Guest(server, "Anne")
    answer = await anne.http.get(
        "/api/tables/nowhere", headers={"X-Forwarded-For": "1.2.3.4", "X-Request-Id": "x" * 20}
    )
    assert answer.status_code == 404
    assert answer.headers["X-Request-Id"] != "x" * 20, "the proxy's number counts, not the guest's"
    await anne.open(ME, FRIEND)
    secure = [cookie.secure for cookie in anne.http.cookies.jar if cookie.name == "ludotheque_guest"]
    assert secure == [server.address.startswith("https")]
    foreign = await anne.http.post("/api/tables", json={}, headers={"Origin": "https://elsewhere.example.org"})
    assert foreign.status_code == 403
