"""Guests: who they are, by a cookie, and where they may talk to us from.

Whoever is signed in has a second cookie and is their account's guest; the first is kept for when they sign out.

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
from litestar.types import ASGIApp, Receive, Scope, Send

from ludotheque.server.accounts.accounts import Accounts
from ludotheque.server.accounts.signing import Signer
from ludotheque.server.http.errors import HttpError
from ludotheque.server.storage.accounts import Account

COOKIE = "ludotheque_guest"
ACCOUNT_COOKIE = "ludotheque_account"
_SIGNED_IN = "account"
"""Where a request keeps the account it is signed in to."""
_YEAR = 365 * 24 * 3600

AnyConnection = ASGIConnection[Any, Any, Any, Any]


def recognise(app: ASGIApp) -> ASGIApp:
    """A middleware that finds out who is signed in, before anybody asks."""

    async def recognised(scope: Scope, receive: Receive, send: Send) -> None:
        cookie = ASGIConnection[Any, Any, Any, Any](scope).cookies.get(ACCOUNT_COOKIE) if _has_cookie(scope) else None
        if cookie:
            accounts: Accounts = scope["litestar_app"].state.services.accounts
            scope["state"][_SIGNED_IN] = await accounts.find_by_cookie(cookie)
        await app(scope, receive, send)

    return recognised


def _has_cookie(scope: Scope) -> bool:
    """Nearly nobody is signed in: do not read everybody's cookies to find out."""
    name = ACCOUNT_COOKIE.encode()
    return any(key == b"cookie" and name in value for key, value in scope["headers"])


def account(connection: AnyConnection) -> Account | None:
    """The account a request is signed in to."""
    found: Account | None = connection.scope["state"].get(_SIGNED_IN)
    return found


def own_guest(connection: AnyConnection) -> str | None:
    """The guest that this browser is when it is not signed in; None if we have not met it."""
    cookie = connection.cookies.get(COOKIE)
    return _signer(connection).read_guest_cookie(cookie) if cookie else None


def guest(connection: AnyConnection) -> str | None:
    """The guest a request comes from, as the log knows them; None for somebody we have not met."""
    signed_in = account(connection)
    return own_guest(connection) if signed_in is None else signed_in.guest


def greet(connection: AnyConnection) -> tuple[str, Cookie]:
    """The guest, given a signed token if they have none, and the cookie that keeps it for another year."""
    signed_in = account(connection)
    if signed_in is not None:
        return signed_in.guest, sign_in(connection, signed_in)
    signer = _signer(connection)
    value = connection.cookies.get(COOKIE, "")
    who = signer.read_guest_cookie(value)
    if who is None:
        value, who = signer.new_guest_cookie()
    return who, _cookie(connection, COOKIE, value, _YEAR)


def sign_in(connection: AnyConnection, account: Account) -> Cookie:
    """The cookie that makes a browser an account's guest."""
    accounts: Accounts = connection.app.state.services.accounts
    return _cookie(connection, ACCOUNT_COOKIE, accounts.cookie(account), _YEAR)


def sign_out(connection: AnyConnection) -> Cookie:
    """The browser is its own guest again."""
    return _cookie(connection, ACCOUNT_COOKIE, "", 0)


def part(connection: AnyConnection) -> Cookie:
    """We have never met."""
    return _cookie(connection, COOKIE, "", 0)


def _cookie(connection: AnyConnection, key: str, value: str, max_age: int) -> Cookie:
    secure = connection.url.scheme in ("https", "wss")
    return Cookie(key=key, value=value, path="/", max_age=max_age, httponly=True, samesite="lax", secure=secure)


def _signer(connection: AnyConnection) -> Signer:
    signer: Signer = connection.app.state.services.signer
    return signer


def from_here(connection: AnyConnection, origins: Sequence[str]) -> bool:
    """Whether a request comes from our own pages, a friendly origin, or no page at all (a program sends no Origin)."""
    origin = connection.headers.get("origin")
    if origin is None or origin in origins:
        return True
    try:
        return urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:  # no address at all
        return False


def only_from_here(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """A guard for what changes something: other sites' pages may not ask for it."""
    if not from_here(connection, connection.app.state.settings.origins):
        raise HttpError(403, "foreign_origin", "this request comes from another site's page")
