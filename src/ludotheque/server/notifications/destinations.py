"""Checks of addresses that guests name and the server then sends to: push services and webhooks.

They must be on the public internet: no address may make the server send requests into the network it runs in.
"""

from __future__ import annotations

import ipaddress
from typing import Final
from urllib.parse import urlsplit

_EMBEDDED_IPV4: Final = (ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("2002::/16"))
"""IPv6 networks whose addresses contain an IPv4 address, which may be a private one."""


class BadAddress(ValueError):
    """An address that the server does not send to; the text says why."""


def check_address(address: str, allow_private: bool) -> None:
    """Raise :class:`BadAddress` unless this is the address of a web service.

    With ``allow_private`` it may be on a private network, and need not be encrypted.
    """
    if any(not "!" <= sign <= "~" or sign == "\\" for sign in address):
        raise BadAddress("this is not a plain ASCII web address")
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise BadAddress("this is not a web address") from None
    if not parts.hostname or parts.username is not None or parts.password is not None or parts.fragment:
        raise BadAddress("this address has no host, or has a user name, a password or a fragment")
    if parts.scheme not in (("https", "http") if allow_private else ("https",)):
        raise BadAddress("this address does not begin with https")
    if not allow_private and (port not in (None, 443) or _is_private(parts.hostname)):
        raise BadAddress("this address is not on the public internet")


def _is_private(host: str) -> bool:
    """Whether a host is known to be private without a look-up; names are looked up when a connection is made."""
    try:
        return not is_public(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def is_public(address: str) -> bool:
    """Whether an IP address is on the public internet; raises :class:`ValueError` for anything else."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address) and (ip.ipv4_mapped or any(ip in network for network in _EMBEDDED_IPV4)):
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)
