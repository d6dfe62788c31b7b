"""The home network over HTTP: where other devices there reach a server that was opened to it."""

from __future__ import annotations

from litestar import get
from litestar.di import NamedDependency

from ludotheque.protocol import http
from ludotheque.server.runtime.local_network import find_local_address
from ludotheque.server.runtime.services import Services


@get("/network", sync_to_thread=False)
def show_network(services: NamedDependency[Services]) -> http.Network:
    """The address of this server on its home network, for links and QR codes; null unless it is open to that."""
    return http.Network(find_local_address() if services.settings.lan else None)
