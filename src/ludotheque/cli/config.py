"""``ludotheque config``: the server's settings, and where each comes from."""

from __future__ import annotations

import argparse
from typing import Any

from ludotheque.server.settings.sources import as_toml, configure, takes_settings


def add_commands(commands: Any) -> None:
    """Add the command ``config``."""
    config = commands.add_parser("config", help="show the server's settings and where each comes from")
    takes_settings(config)
    config.set_defaults(run=_config)


def _config(arguments: argparse.Namespace) -> None:
    print(as_toml(configure(vars(arguments))), end="")
