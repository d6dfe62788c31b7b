"""The server's own fixtures: programs are tried against the real thing."""

from tests.server.conftest import close_guests, own_server, server

__all__ = ["close_guests", "own_server", "server"]
