"""The reference has every public name, each with a docstring, and the documentation is built from it."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

import ludotheque

ROOT = Path(__file__).parents[1]
PAGES = {page.stem: page.read_text("utf-8") for page in sorted((ROOT / "docs/reference").glob("*.rst"))}
MODULES = sorted({module for text in PAGES.values() for module in re.findall(r"automodule:: (\S+)", text)})


def public_names(module: ModuleType) -> Iterator[tuple[str, object]]:
    """The classes and functions that a module defines, or says it offers."""
    for name in getattr(module, "__all__", vars(module)):
        value = getattr(module, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            own = value.__module__ == module.__name__ or hasattr(module, "__all__")
            if own and not name.startswith("_"):
                yield name, value


@pytest.mark.parametrize("name", MODULES)
def test_every_public_name_in_the_reference_has_a_docstring(name: str) -> None:
    module = import_module(name)
    assert module.__doc__
    assert [name for name, value in public_names(module) if not inspect.getdoc(value)] == []


@pytest.mark.parametrize("package", ["engine", "bots"])
def test_every_module_that_games_and_bots_rest_on_is_in_the_reference(package: str) -> None:
    files = (ROOT / "src/ludotheque" / package).glob("*.py")
    modules = {f"ludotheque.{package}.{file.stem}" for file in files if file.stem != "__init__"}
    assert modules - set(MODULES) == set()


def test_every_name_of_the_package_is_in_the_reference() -> None:
    listed = set(re.findall(r"``(\w+)``$", PAGES["ludotheque"], re.MULTILINE))
    assert listed == {name for name in ludotheque.__all__ if name != "__version__"}
    for _, target in re.findall(r":(class|exc|func|mod):`(ludotheque[\w.]+)`", PAGES["ludotheque"]):
        module, _, name = target.rpartition(".")
        assert target in MODULES or (module in MODULES and hasattr(import_module(module), name)), target
    assert {"ludotheque.lab", "ludotheque.client"} <= set(MODULES), "they name what they offer themselves"


def test_every_page_of_the_reference_is_in_the_contents() -> None:
    contents = (ROOT / "docs/index.rst").read_text("utf-8")
    assert set(re.findall(r"^   reference/(\w+)$", contents, re.MULTILINE)) == set(PAGES)


@pytest.mark.slow
@pytest.mark.skipif(find_spec("sphinx") is None, reason="script/docs installs Sphinx")
def test_documentation_is_built_without_a_warning(tmp_path: Path) -> None:
    words = ["--quiet", "--fail-on-warning", "--keep-going", "--conf-dir", "docs"]
    command = [sys.executable, "-m", "sphinx", *words, "--doctree-dir", str(tmp_path / "cache"), ".", str(tmp_path)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "docs/reference/contract.html").exists()
