"""The listening socket of the server, and the errors of opening it."""

from __future__ import annotations

import errno
import os
import socket
from typing import Final

PORT: Final = 8000
"""The first port to try if none is given."""
ALL_NETWORKS: Final = "0.0.0.0"
_TRIES: Final = 20
_THIS_MACHINE: Final = (ALL_NETWORKS, "::", "127.0.0.1", "::1")
"""Addresses at which a browser on this machine reaches the server by the name ``localhost``."""


class CannotListen(OSError):
    """The server cannot listen at that address; the message says why."""


class PortTaken(CannotListen):
    """The port is in use; the message says which port to try."""


def listen(host: str, port: int | None) -> socket.socket:
    """Bind a socket to the given port, or to the first free one from 8000 on; raises :class:`CannotListen`."""
    for number in range(PORT, PORT + _TRIES) if port is None else [port]:
        try:
            return _bind(host, number)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise CannotListen(f"cannot listen at {host} ({error.strerror}): choose another --host") from None
    if port is None:
        raise PortTaken(f"ports {PORT} to {PORT + _TRIES - 1} are all taken: choose another with --port")
    raise PortTaken(f"port {port} is taken: choose another, such as --port {port + 1}, or --port 0 for any")


def browser_address(host: str, listener: socket.socket) -> str:
    """The address to open in a browser on this machine: with a name where there is one, since passkeys need a name."""
    name = "localhost" if host in _THIS_MACHINE else host
    return f"http://{f'[{name}]' if ':' in name else name}:{listener.getsockname()[1]}/"


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is given because asyncio sets TCP_NODELAY only on sockets that say they are TCP: without it an answer
    # of two packets waits 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere this option would share the port with another process
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except BaseException:
        listener.close()
        raise
    return listener
