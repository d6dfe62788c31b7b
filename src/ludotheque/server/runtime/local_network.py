"""The home network: this machine's address there, and what a server that is open to it prints."""

from __future__ import annotations

import io
import socket
from ipaddress import ip_address
from typing import Final

import segno

_ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address that no machine has (RFC 5737): the way to it shows which of our own addresses leads to the network."""


def find_local_address() -> str | None:
    """The address of this machine on its network; None without one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if ip_address(address).is_loopback or ip_address(address).is_unspecified else address


def describe_access(address: str | None, port: int) -> str:
    """What to print about a server that is open to the home network: the address, its QR code, who can reach it."""
    if address is None:
        return "No network was found: for now only this machine can open it."
    link = f"http://{address}:{port}/"
    return (
        f"On the home network: {link}\n\n{draw_qr_code(link)}\n"
        "Open to every device on this network, for as long as the server runs; not to the internet, unless the router\n"
        f"forwards port {port}. Without --lan only this machine can open it."
    )


def draw_qr_code(text: str) -> str:
    """A QR code for a terminal, two rows of it in each line; light on dark and dark on light are both read."""
    drawn = io.StringIO()
    segno.make(text, error="m", micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()
