"""Make `.venv` and all that a script needs in it: `script/setup run|test|bench|document`.

Quick, silent and without any network when nothing changed: each step leaves a stamp in `.venv` that says
what it was made from. Only the standard library is at hand here.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import os
import platform
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin/python"
REQUIREMENTS = {"run": "run.txt", "test": "dev.txt", "bench": "bench.txt", "document": "docs.txt"}


def main(words: list[str]) -> None:
    if len(words) != 1 or words[0] not in REQUIREMENTS:
        sys.exit(f"usage: script/setup {'|'.join(REQUIREMENTS)}")
    purpose = words[0]
    os.chdir(ROOT)
    VENV.mkdir(exist_ok=True)
    with VENV.joinpath("lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two scripts started at once take turns
        set_up(purpose)


def set_up(purpose: str) -> None:
    if not works(PYTHON):
        print("Setting up Ludothèque: this takes about two minutes, the first time only.", flush=True)
        if importlib.util.find_spec("ensurepip") is None:
            sys.exit("This Python cannot make virtual environments. Debian, Ubuntu: apt install python3-venv")
        step("virtual environment", sys.executable, "-m", "venv", "--clear", str(VENV))

    pins = ROOT / "requirements"
    once(
        f"Python packages to {purpose} it",
        sorted(pins.glob("*.txt")),
        # The pins are complete (a test looks), so pip adds nothing to them; see requirements/README.md.
        *pip("--no-deps", "-r", str(pins / "build.txt"), "-r", str(pins / REQUIREMENTS[purpose])),
    )
    # This one and the last look for themselves whether there is anything to do, and tell when there is.
    step("the front end", str(PYTHON), "hatch_build.py", tell=False)
    once(
        "the command ludotheque",
        [ROOT / "pyproject.toml", ROOT / "hatch_build.py"],
        *pip("--no-deps", "--no-build-isolation", "--editable", "."),
    )
    if purpose == "bench" and subprocess.run([PYTHON, "hatch_build.py", "peer"], check=False).returncode != 0:
        print("  boardgame.io could not be installed: the bench goes without it.", flush=True)
    if purpose == "test":
        step("a Chromium", str(PYTHON), "-m", "tests.web.browser", tell=False)


def works(python: Path) -> bool:
    """Whether this virtual environment is whole: its Python may have been upgraded away."""
    try:
        asked = subprocess.run([python, "-m", "pip", "--version"], capture_output=True, check=False)
    except OSError:
        return False
    return asked.returncode == 0


def pip(*words: str) -> list[str]:
    return [str(PYTHON), "-m", "pip", "install", "-qq", "--disable-pip-version-check", *words]


def once(title: str, sources: list[Path], *command: str) -> None:
    """Take a step, unless it was already taken in this environment with the same sources."""
    stamp = VENV / f"{title.replace(' ', '-')}.stamp"
    contents = [platform.python_version().encode(), *(path.read_bytes() for path in sources)]
    made_from = hashlib.sha256(b"\0".join(contents)).hexdigest()
    if stamp.is_file() and stamp.read_text() == made_from:
        return
    step(title, *command)
    stamp.write_text(made_from)


def step(title: str, *command: str, tell: bool = True) -> None:
    start = time.monotonic()
    if tell:
        print(f"  {title} …", end="", flush=True)
    if subprocess.run(command, check=False).returncode != 0:
        sys.exit(f"\nCould not set up {title}: see above. If the network was away, try again.")
    if tell:
        print(f" {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
