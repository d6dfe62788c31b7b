"""Session cookies: which guest a request comes from, and the check of its origin.

Every browser has a cookie with a signed guest token. A browser that is signed in has a second one and is the guest of
its account; the first is kept for after signing out.

Litestar's CSRF middleware is left out on purpose. It protects forms by a token that pages copy into a header; here
every change is either JSON sent with a cookie that other sites' requests do not carry (``SameSite=Lax``) or a
message on a WebSocket, and both are refused when their ``Origin`` is another site, which WebSockets need anyway.
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

GUEST_COOKIE = "ludotheque_guest"
ACCOUNT_COOKIE = "ludotheque_account"
_ACCOUNT = "account"
"""The key in a request's state for the account it is signed in to."""
_YEAR = 365 * 24 * 3600

AnyConnection = ASGIConnection[Any, Any, Any, Any]


def account_middleware(app: ASGIApp) -> ASGIApp:
    """A middleware that reads the account cookie, so that :func:`current_account` answers without waiting."""

    async def with_account(scope: Scope, receive: Receive, send: Send) -> None:
        cookie = ASGIConnection[Any, Any, Any, Any](scope).cookies.get(ACCOUNT_COOKIE) if _has_cookie(scope) else None
        if cookie:
            accounts: Accounts = scope["litestar_app"].state.services.accounts
            scope["state"][_ACCOUNT] = await accounts.find_by_cookie(cookie)
        await app(scope, receive, send)

    return with_account


def _has_cookie(scope: Scope) -> bool:
    """Whether a request may have an account cookie: most have none, and parsing all cookies is slower."""
    name = ACCOUNT_COOKIE.encode()
    return any(key == b"cookie" and name in value for key, value in scope["headers"])


def current_account(connection: AnyConnection) -> Account | None:
    """The account that a request is signed in to; None without one."""
    found: Account | None = connection.scope["state"].get(_ACCOUNT)
    return found


def guest_of_cookie(connection: AnyConnection) -> str | None:
    """The guest of the guest cookie, signed in or not; None without a valid cookie."""
    cookie = connection.cookies.get(GUEST_COOKIE)
    return _signer(connection).read_guest_cookie(cookie) if cookie else None


def current_guest(connection: AnyConnection) -> str | None:
    """The id of the guest that a request comes from; None without a valid cookie."""
    signed_in = current_account(connection)
    return guest_of_cookie(connection) if signed_in is None else signed_in.guest


def ensure_guest(connection: AnyConnection) -> tuple[str, Cookie]:
    """The id of the guest that a request comes from, a new one without a valid cookie, and the cookie to answer with.

    The cookie is valid for another year.
    """
    signed_in = current_account(connection)
    if signed_in is not None:
        return signed_in.guest, account_cookie(connection, signed_in)
    signer = _signer(connection)
    value = connection.cookies.get(GUEST_COOKIE, "")
    who = signer.read_guest_cookie(value)
    if who is None:
        value, who = signer.new_guest_cookie()
    return who, _cookie(connection, GUEST_COOKIE, value, _YEAR)


def account_cookie(connection: AnyConnection, account: Account) -> Cookie:
    """The cookie that signs a browser in to an account."""
    accounts: Accounts = connection.app.state.services.accounts
    return _cookie(connection, ACCOUNT_COOKIE, accounts.cookie(account), _YEAR)


def delete_account_cookie(connection: AnyConnection) -> Cookie:
    """The cookie that signs a browser out, by deleting the account cookie."""
    return _cookie(connection, ACCOUNT_COOKIE, "", 0)


def delete_guest_cookie(connection: AnyConnection) -> Cookie:
    """The cookie that deletes the guest cookie."""
    return _cookie(connection, GUEST_COOKIE, "", 0)


def _cookie(connection: AnyConnection, key: str, value: str, max_age: int) -> Cookie:
    secure = connection.url.scheme in ("https", "wss")
    return Cookie(key=key, value=value, path="/", max_age=max_age, httponly=True, samesite="lax", secure=secure)


def _signer(connection: AnyConnection) -> Signer:
    signer: Signer = connection.app.state.services.signer
    return signer


def is_allowed_origin(connection: AnyConnection, origins: Sequence[str]) -> bool:
    """Whether a request comes from this server's pages, an allowed origin, or no page (programs send no Origin)."""
    origin = connection.headers.get("origin")
    if origin is None or origin in origins:
        return True
    try:
        return urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:  # not a URL
        return False


def check_origin(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """A guard for requests that change something: refuses those from other sites' pages."""
    if not is_allowed_origin(connection, connection.app.state.settings.origins):
        raise HttpError(403, "foreign_origin", "this request comes from another site's page")
