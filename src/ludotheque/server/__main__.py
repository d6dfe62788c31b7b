"""``python -m ludotheque.server``: the server alone; ``ludotheque serve`` says more about it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ludotheque.server.serve import PortTaken, serve
from ludotheque.server.storage import StorageTrouble


def main() -> int:
    """Run it with a few options."""
    parser = argparse.ArgumentParser(prog="python -m ludotheque.server", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, help="8000, or the next that is free, unless one is named")
    parser.add_argument("--data", type=Path, help="the database file")
    parser.add_argument("--origin", action="append", default=[], help="another origin whose pages may use the server")
    parser.add_argument("--bot-delay", type=float, default=0.4, help="seconds a bot takes at least over a move")
    parser.add_argument("--posts-per-minute", type=int, default=60, help="tables an address may open or join a minute")
    parser.add_argument("--frames-per-second", type=int, default=40, help="messages a socket may send a second")
    given = parser.parse_args()
    try:
        serve(
            given.host,
            given.port,
            given.data,
            given.origin,
            given.bot_delay,
            given.posts_per_minute,
            given.frames_per_second,
            _announce,
        )
    except (PortTaken, StorageTrouble) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _announce(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
