"""The client's network address, as rate limits count it."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.middleware.rate_limit import DurationUnit, RateLimitConfig

_UNKNOWN: Final = "unknown"
_LONGEST: Final = 64
"""Longest address: a trusted proxy may pass on anything."""


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The address a request counts for; behind a trusted proxy, the one that the proxy names."""
    client = connection.client
    return _UNKNOWN if client is None else counted(client.host[:_LONGEST])


@lru_cache(maxsize=4096)
def counted(host: str) -> str:
    """The address that limits count a host by: of IPv6 its /64, all of which belongs to one customer.

    >>> counted("192.0.2.7"), counted("::ffff:192.0.2.7"), counted("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64')
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((int(address) >> 64 << 64, 64)))


def rate_limit(unit: DurationUnit, requests: int, store: str = "rate_limit") -> RateLimitConfig:
    """A limit on requests from one address. Limits that are counted apart need a ``store`` of their own."""
    return RateLimitConfig((unit, requests), identifier_for_request=address_of, store=store)
