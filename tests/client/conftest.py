"""The server's own fixtures: programs are tried against the real thing."""

from tests.server.conftest import evening, own_server, server

__all__ = ["evening", "own_server", "server"]
