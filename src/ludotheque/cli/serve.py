"""``ludotheque serve``: the server."""

from __future__ import annotations

import argparse
from typing import Any

from ludotheque.cli.options import Failure, Misuse
from ludotheque.server.settings.sources import configure, takes_settings


def add_commands(commands: Any) -> None:
    """Add the command ``serve``."""
    serve = commands.add_parser("serve", help="run the server")
    takes_settings(serve)
    serve.set_defaults(run=_serve)


def _serve(arguments: argparse.Namespace) -> None:
    configuration = configure(vars(arguments))
    from ludotheque.server.notifications.email import BadMailServer
    from ludotheque.server.run import serve
    from ludotheque.server.runtime.listening_socket import CannotListen
    from ludotheque.server.storage import StorageError

    try:
        serve(configuration)
    except (CannotListen, BadMailServer) as error:
        raise Misuse(error) from None
    except StorageError as error:
        raise Failure(error) from None
