"""The libraries are extras: nothing else needs them, and an adapter whose library is missing says what to install."""

from __future__ import annotations

import subprocess
import sys
import tomllib

import pytest
from packaging.requirements import Requirement

from hatch_build import ROOT
from tests.test_packaging import pinned

WITHOUT = """
import sys
from importlib import import_module

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("gymnasium", "numpy", "open_spiel", "pettingzoo", "pyspiel"):
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Missing())
import ludotheque.cli.main, ludotheque.lab.adapters, ludotheque.lab.stepping, ludotheque.lab.simulate
try:
    import_module(f"ludotheque.lab.adapters.{sys.argv[1]}")
except ImportError as error:
    print(error)
"""


@pytest.mark.parametrize(("adapter", "extra"), [("gymnasium", "rl"), ("pettingzoo", "rl"), ("open_spiel", "openspiel")])
def test_an_adapter_without_its_library_says_which_extra_to_install(adapter: str, extra: str) -> None:
    command = [sys.executable, "-c", WITHOUT, adapter]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert ended.returncode == 0, ended.stderr
    assert f"is not installed: pip install 'ludotheque[{extra}]'" in ended.stdout


def test_the_versions_that_are_tested_are_those_that_the_extras_allow() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for requirement in map(Requirement, [*extras["rl"], *extras["openspiel"]]):
        assert requirement.specifier.contains(pinned("dev.txt")[requirement.name]), requirement
