"""Guests: who they are, by a cookie, and where they may talk to us from.

Litestar's CSRF middleware is left out on purpose. It guards forms by a token that pages copy into a header; here
every change is either JSON sent with a cookie that other sites' requests do not carry (``SameSite=Lax``) or a
message on a socket, and both are refused when their ``Origin`` is another site's, which sockets need anyway.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.handlers import BaseRouteHandler

from ludotheque.server.keys import Keys
from ludotheque.server.troubles import TroubleError

COOKIE = "ludotheque_guest"
_YEAR = 365 * 24 * 3600

AnyConnection = ASGIConnection[Any, Any, Any, Any]


def guest(connection: AnyConnection) -> str | None:
    """The guest a request comes from, as the log knows them; None for somebody we have not met."""
    cookie = connection.cookies.get(COOKIE)
    return _keys(connection).guest(cookie) if cookie else None


def greet(connection: AnyConnection) -> tuple[str, Cookie]:
    """The guest, given a signed token if they have none, and the cookie that keeps it for another year."""
    keys = _keys(connection)
    value = connection.cookies.get(COOKIE, "")
    who = keys.guest(value)
    if who is None:
        value, who = keys.new_guest()
    secure = connection.url.scheme in ("https", "wss")
    cookie = Cookie(key=COOKIE, value=value, path="/", max_age=_YEAR, httponly=True, samesite="lax", secure=secure)
    return who, cookie


def _keys(connection: AnyConnection) -> Keys:
    keys: Keys = connection.app.state.house.keys
    return keys


def from_here(connection: AnyConnection, origins: Sequence[str]) -> bool:
    """Whether a request comes from our own pages, a friendly origin, or no page at all (a program sends no Origin)."""
    origin = connection.headers.get("origin")
    return origin is None or origin in origins or urlsplit(origin).netloc == connection.headers.get("host")


def only_from_here(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """A guard for what changes something: other sites' pages may not ask for it."""
    if not from_here(connection, connection.app.state.settings.origins):
        raise TroubleError(403, "foreign_origin", "this request comes from another site's page")
