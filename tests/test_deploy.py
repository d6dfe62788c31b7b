"""What hosts copy (the container, the compose file, the proxies, the service) agrees with the server it is for."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from ludotheque.server.app import create_app
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.settings.sources import configure

ROOT = Path(__file__).resolve().parents[1]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
CONTAINERFILE = (ROOT / "Containerfile").read_text("utf-8")
CADDYFILE = (ROOT / "deploy/Caddyfile").read_text("utf-8")
NGINX = (ROOT / "deploy/nginx.conf").read_text("utf-8")
SERVICE = (ROOT / "deploy/ludotheque.service").read_text("utf-8")

BUILT_WITH = dict(re.findall(r"(LUDOTHEQUE_\w+)=(\S+)", CONTAINERFILE))
WORKERS = ("first", "second")


def filled_in(text: str) -> str:
    """With what a host would say for its blanks."""
    return re.sub(r"\$\{(\w+)[^}]*\}", lambda blank: {"SITE": "games.example.org"}.get(blank[1], "hush"), text)


@pytest.mark.parametrize("name", WORKERS)
def test_compose_file_has_only_valid_settings(name: str) -> None:
    given = {key: filled_in(value) for key, value in COMPOSE["services"][name]["environment"].items()}
    settings, sources = configure({}, {**BUILT_WITH, **given})
    assert set(given) <= set(sources.values()), "each of them counts"
    assert settings.database == "postgresql://ludotheque:hush@db:5432/ludotheque"
    assert settings.origins == ("https://games.example.org",)


def test_container_and_service_have_only_valid_settings() -> None:
    assert configure({}, BUILT_WITH).settings.database == Path("/data/ludotheque.db")
    by_service = dict(re.findall(r"(LUDOTHEQUE_\w+)=([^\s.]\S*)", SERVICE))
    settings = configure({}, by_service).settings
    state = re.search(r"^StateDirectory=(\S+)$", SERVICE, re.MULTILINE)
    assert state is not None
    assert settings.database == Path("/var/lib") / state[1] / "ludotheque.db"


def test_only_the_proxy_reaches_the_workers() -> None:
    services = COMPOSE["services"]
    upstreams = re.search(r"\{\$WORKERS:(.+)\}", CADDYFILE)
    assert upstreams is not None
    assert upstreams[1].split() == [f"{name}:{BUILT_WITH['LUDOTHEQUE_PORT']}" for name in WORKERS]
    assert services["proxy"]["depends_on"] == list(WORKERS)
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert {port.split(":")[0] for port in services["proxy"]["ports"]} == {"80", "443"}
    assert "SITE" in services["proxy"]["environment"]


def test_workers_wait_for_their_database() -> None:
    db = COMPOSE["services"]["db"]["environment"]
    url = filled_in(COMPOSE["services"]["first"]["environment"]["LUDOTHEQUE_DATABASE"])
    password = filled_in(db["POSTGRES_PASSWORD"])
    assert url == f"postgresql://{db['POSTGRES_USER']}:{password}@db:5432/{db['POSTGRES_DB']}"
    for name in WORKERS:
        assert COMPOSE["services"][name]["depends_on"] == {"db": {"condition": "service_healthy"}}


def test_worker_has_time_to_shut_down() -> None:
    worker = COMPOSE["services"]["first"]
    grace = float(worker["stop_grace_period"].removesuffix("s"))
    assert grace > float(worker["environment"]["LUDOTHEQUE_DRAIN"]) + 5, "uvicorn waits 5 s for its connections"


def test_every_named_file_exists() -> None:
    for service in COMPOSE["services"].values():
        build = service.get("build")
        assert build is None or (ROOT / build["dockerfile"]).is_file()
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert (ROOT / source).is_file() if source.startswith("./") else source in COMPOSE["volumes"]
    copied = [
        word for line in re.findall(r"^COPY (?!--from)(.+)$", CONTAINERFILE, re.MULTILINE) for word in line.split()[:-1]
    ]
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    for name in copied:
        assert (ROOT / name).exists(), name
        assert f"!{name}" in ignored, "or it would not be sent to be built"


def test_containerfile_copies_the_sources_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert "python:${PYTHON}-slim" in CONTAINERFILE
    python = re.search(r"ARG PYTHON=(\S+)", CONTAINERFILE)
    assert python is not None
    assert f">={python[1]}" == project["requires-python"], "the Python that the tests run on"
    for pattern in project["license-files"]:
        assert all(path.name in CONTAINERFILE for path in ROOT.glob(pattern))


def test_health_checks_ask_the_health_endpoint() -> None:
    routes = {route.path for route in create_app(Settings()).routes}
    asked = re.findall(r"/(?:healthz|readyz)", CONTAINERFILE + CADDYFILE)
    assert len(asked) == 2
    assert set(asked) <= routes
    assert f"127.0.0.1:{BUILT_WITH['LUDOTHEQUE_PORT']}/healthz" in CONTAINERFILE


def test_the_container_does_not_run_as_root() -> None:
    users = re.findall(r"^USER (\d+)$", CONTAINERFILE, re.MULTILINE)
    assert users == ["10001"]
    assert f"--uid {users[0]} " in CONTAINERFILE


@pytest.mark.parametrize("text", [CONTAINERFILE, CADDYFILE, NGINX, SERVICE, (ROOT / "compose.yaml").read_text("utf-8")])
def test_no_file_contains_a_password(text: str) -> None:
    assert not re.search(r"://\w+:(?!\$\{)[^@\s]+@", text)
