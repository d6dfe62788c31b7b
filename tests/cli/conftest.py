"""The server's own fixture, for the command that plays at one."""

from tests.server.conftest import server

__all__ = ["server"]
