"""Compressed and cached answers of the API: a middleware for handlers whose answers hold no secret."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from litestar.types.asgi_types import HTTPResponseStartEvent

from ludotheque.server.http.games import data_version
from ludotheque.server.http.representation import FOREVER, Resource, compress, represent

VERSIONED: Final[dict[str, Any]] = {"versioned": True}
"""The ``opt`` of a handler whose answer is part of :func:`~.games.data_version`."""


def cache_static(app: ASGIApp) -> ASGIApp:
    """For answers that stay the same while the server runs: each is compressed once.

    An answer carries an entity tag, and may be kept for ever at an address that ends with the version of the data.
    """
    return _negotiating(app, lru_cache(maxsize=128)(_pack))


def cache_changing(app: ASGIApp) -> ASGIApp:
    """For answers that change: each is compressed anew, and carries an entity tag."""
    return _negotiating(app, _pack)


def _pack(body: bytes) -> Resource:
    return Resource.of(body, compress(body))


def _negotiating(app: ASGIApp, pack: Callable[[bytes], Resource]) -> ASGIApp:
    async def negotiating(scope: Scope, receive: Receive, send: Send) -> None:
        start: HTTPResponseStartEvent | None = None
        parts: list[bytes] = []

        async def collect(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and message["status"] == 200:
                start = message
            elif start is None or message["type"] != "http.response.body":
                await send(message)
            else:
                parts.append(message["body"])
                if not message["more_body"]:
                    await _send(scope, start, pack(b"".join(parts)), send)

        await app(scope, receive, collect)

    return negotiating


async def _send(scope: Scope, start: HTTPResponseStartEvent, resource: Resource, send: Send) -> None:
    """Send what a request asks for of a complete answer."""
    own = {"Cache-Control": FOREVER} if _is_versioned(scope) else {}
    answer = represent("GET", Headers.from_scope(scope), resource, own)
    start["status"] = answer.status
    headers = MutableScopeHeaders.from_message(start)
    for name, value in answer.headers.items():
        headers[name] = value
    if answer.status == 304:
        del headers["Content-Length"]
    await send(start)
    await send({"type": "http.response.body", "body": answer.body, "more_body": False})


def _is_versioned(scope: Scope) -> bool:
    """Whether the address carries the version of its content."""
    return (
        bool(scope["route_handler"].opt.get("versioned")) and scope["query_string"] == b"v=" + data_version().encode()
    )
