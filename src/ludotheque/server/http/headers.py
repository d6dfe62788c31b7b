"""Headers that every HTTP answer carries, and the one that every JSON body must carry."""

from __future__ import annotations

import re
from typing import Final

from litestar.datastructures import MutableScopeHeaders
from litestar.handlers import BaseRouteHandler
from litestar.types import Message, Scope

from ludotheque.server.http.errors import HttpError
from ludotheque.server.http.session import AnyConnection

PUBLIC: Final = {"Cache-Control": "no-cache"}
"""For answers that are the same for everyone."""
OWN: Final = {"Cache-Control": "private, no-cache"}
"""For answers without secrets that are made for one guest."""
_HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9.-]{1,253})(:[0-9]{1,5})?")
_JSON: Final = "application/json"


async def add_headers(message: Message, scope: Scope) -> None:
    """Add ``nosniff`` to an answer, and ``no-store`` to what the API answers unless its handler said otherwise.

    Answers about a table carry the claim code of the asker's seat: no cache may keep one.
    """
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    headers["X-Content-Type-Options"] = "nosniff"
    if scope["path"].startswith("/api/"):
        headers.setdefault("Cache-Control", "no-store")


def content_security_policy(host: str) -> str:
    """The policy of our pages: nothing but our own files, and connections to this server alone.

    The socket is named because not every browser takes ``'self'`` to cover it. Styles may be inline: Svelte sets some
    on elements as they move.
    """
    socket = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    return (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; "
        f"connect-src 'self'{socket}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


def only_json(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """A guard: bodies are accepted as ``application/json`` only.

    The types that a page of another site can send without asking first (forms, plain text) are thereby refused.
    """
    if connection.scope.get("method") in ("GET", "HEAD", "OPTIONS"):
        return
    headers = connection.headers
    kind = headers.get("content-type")
    has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
    if kind is None and not has_body:
        return
    if kind is None or kind.partition(";")[0].strip().lower() != _JSON:
        raise HttpError(415, "not_json", f"send a body as {_JSON}")
