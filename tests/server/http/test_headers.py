"""The headers that answers carry, and the type that bodies must have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from litestar.testing import TestClient

from ludotheque.server.app import create_app
from ludotheque.server.http.headers import content_security_policy
from ludotheque.server.settings.definitions import Settings

CHAIRS = [{"kind": "me"}, {"kind": "friend"}]
ORDER = {"game": "stratego", "name": "Anne", "chairs": CHAIRS}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[httpx.Client]:
    with TestClient(create_app(Settings(tmp_path / "log.db", posts_per_minute=1000))) as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/api/shelf", "/api/lobby", "/healthz", "/api/nothing", "/none.js", "/api/docs"])
def test_answers_forbid_content_sniffing(client: httpx.Client, path: str) -> None:
    assert client.get(path).headers["x-content-type-options"] == "nosniff"


def test_answers_with_a_claim_code_are_not_stored(client: httpx.Client) -> None:
    opened = client.post("/api/tables", json=ORDER)
    table, code = opened.json()["id"], opened.json()["claim"]
    assert code
    shown = client.get(f"/api/tables/{table}")
    assert shown.json()["claim"] == code
    claimed = client.post(f"/api/tables/{table}/claim", json={"code": code})
    joined = client.post(f"/api/tables/{table}/join", json={"name": "Anne", "nonce": "a"})
    for answer in (opened, shown, claimed, joined):
        assert answer.json()["claim"] == code
        assert answer.headers["cache-control"] == "no-store"
    assert client.get("/api/shelf").headers["cache-control"] == "no-cache"


def test_content_policy_allows_connections_to_this_server_only(client: httpx.Client) -> None:
    policy = client.get("/", headers={"Host": "jeux.example:8000"}).headers["content-security-policy"]
    assert "connect-src 'self' ws://jeux.example:8000 wss://jeux.example:8000;" in policy


@pytest.mark.parametrize("host", ["", "a; script-src *", "x\ty", "é", "a b", "evil.example/path", "[::1", "h:123456"])
def test_invalid_host_is_not_in_the_content_policy(host: str) -> None:
    assert "connect-src 'self';" in content_security_policy(host)


def test_content_policy_names_hosts_of_every_kind() -> None:
    for host in ("localhost:8000", "127.0.0.1", "[::1]:8000", "jeux.example"):
        assert f"ws://{host} wss://{host};" in content_security_policy(host)


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonx", ""],
)
@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/x/join", "/api/clubs", "/api/account/leave"])
def test_body_of_another_type_is_refused(client: httpx.Client, path: str, kind: str) -> None:
    answer = client.post(path, content=json.dumps(ORDER), headers={"Content-Type": kind})
    assert (answer.status_code, answer.json()["code"]) == (415, "not_json")
    assert client.get("/api/mine").json()["tables"] == []


def test_json_with_a_charset_is_accepted(client: httpx.Client) -> None:
    headers = {"Content-Type": "Application/JSON; charset=utf-8"}
    assert client.post("/api/tables", content=json.dumps(ORDER), headers=headers).status_code == 201
