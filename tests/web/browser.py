"""A Chromium for the browser tests: found on the machine, or fetched (`python -m tests.web.browser`)."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from hatch_build import ROOT, node, npm

# What is fetched goes into the virtual environment, and goes away with it.
SPARTICUZ = ROOT / ".venv/chromium"
PLAYWRIGHT = ROOT / ".venv/playwright"

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]
FOLDERS = ["/usr/bin", "/usr/local/bin", "/snap/bin", "/opt/google/chrome"]
APPLICATIONS = ["Chromium.app/Contents/MacOS/Chromium", "Google Chrome.app/Contents/MacOS/Google Chrome"]
DOWNLOADS = ["chromium-*/*/chrome", "chromium-*/*/*.app/Contents/MacOS/*"]  # as Playwright lays them out


class NoBrowser(Exception):
    """No Chromium; the message says what to do."""


def find_chromium() -> Path:
    """The first Chromium that starts. Nothing is installed here."""
    if named := os.environ.get("LUDOTHEQUE_CHROMIUM"):
        if not starts(Path(named)):
            raise NoBrowser(f"LUDOTHEQUE_CHROMIUM names {named}, which does not start.")
        return Path(named)
    for path in candidates():
        if starts(path):
            return path
    raise NoBrowser(
        "The browser tests need Chromium. Install it (Debian: apt install chromium; elsewhere: any recent "
        "Google Chrome or Chromium), or say where it is: LUDOTHEQUE_CHROMIUM=/path/to/chromium"
    )


def candidates() -> Iterator[Path]:
    for name in NAMES:
        if on_path := shutil.which(name):
            yield Path(on_path)
        yield from (Path(folder, name) for folder in FOLDERS)
    yield from (Path("/Applications", name) for name in APPLICATIONS)
    yield SPARTICUZ / "start"
    for room in (
        PLAYWRIGHT,
        Path.home() / ".cache/ms-playwright",
        Path.home() / "Library/Caches/ms-playwright",
    ):
        for pattern in DOWNLOADS:
            yield from sorted(room.glob(pattern), reverse=True)


def starts(path: Path) -> bool:
    """Some systems have a `chromium` that only says how to install one."""
    if not path.is_file():
        return False
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def fetch_chromium() -> Path:
    """Find a Chromium; failing that, try one way after another to install it."""
    try:
        return find_chromium()
    except NoBrowser as missing:
        for title, possible, fetch in WAYS:
            if not possible():
                continue
            print(f"  Chromium, {title} …", flush=True)
            try:
                fetch()
                return find_chromium()
            except (subprocess.CalledProcessError, OSError, NoBrowser) as failure:
                print(f"    no: {failure}", flush=True)
        raise missing


def on_debian_as_root() -> bool:
    release = Path("/etc/os-release")
    # Ubuntu's package of that name is an empty one that asks for a snap.
    return (
        os.name == "posix" and os.geteuid() == 0 and release.is_file() and "\nID=debian\n" in "\n" + release.read_text()
    )


def from_debian() -> None:
    # What apt runs as another user may not be able to read the folders that are on our PATH.
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/usr/bin", "/sbin", "/bin"])
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "PATH": path}
    quiet = ["apt-get", "-qq", "-o", "Dpkg::Use-Pty=0"]
    subprocess.run([*quiet, "update"], env=env, stdout=subprocess.DEVNULL, check=True)
    install = [*quiet, "install", "--yes", "--no-install-recommends", "chromium"]
    subprocess.run(install, env=env, stdout=subprocess.DEVNULL, check=True)


def on_linux_x64() -> bool:
    return sys.platform == "linux" and platform.machine() == "x86_64"


def from_npm() -> None:
    """A headless Chromium packed for small servers, with the libraries that those lack."""
    SPARTICUZ.mkdir(parents=True, exist_ok=True)
    package = "@sparticuz/chromium@153.0.0"
    npm("install", "--no-save", "--loglevel", "error", package, cwd=SPARTICUZ, stdout=subprocess.DEVNULL)
    # It unpacks into TMPDIR, and its libraries only if it believes itself there.
    env = {**os.environ, "TMPDIR": str(SPARTICUZ), "AWS_LAMBDA_JS_RUNTIME": "24.x"}
    unpack = "import chromium from '@sparticuz/chromium'; await chromium.executablePath()"
    subprocess.run([node(), "--input-type=module", "--eval", unpack], cwd=SPARTICUZ, env=env, check=True)
    start = SPARTICUZ / "start"
    start.write_text(
        "#!/bin/sh\n"
        'here=$(cd "$(dirname "$0")" && pwd)\n'
        'export LD_LIBRARY_PATH="$here/al2023/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"\n'
        '[ -d /etc/fonts ] || export FONTCONFIG_PATH="$here/fonts"\n'
        'exec "$here/chromium" "$@"\n'
    )
    start.chmod(0o755)


def from_playwright() -> None:
    env = {**os.environ, "PLAYWRIGHT_BROWSERS_PATH": str(PLAYWRIGHT), "PLAYWRIGHT_NODEJS_PATH": str(node())}
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], env=env, check=True)


WAYS: list[tuple[str, Callable[[], bool], Callable[[], None]]] = [
    ("Debian's", on_debian_as_root, from_debian),
    ("npm's @sparticuz/chromium", on_linux_x64, from_npm),
    ("Playwright's", lambda: True, from_playwright),
]


if __name__ == "__main__":
    try:
        fetch_chromium()
    except NoBrowser as missing:
        sys.exit(str(missing))
