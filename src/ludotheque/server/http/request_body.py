"""Request bodies: what no handler can decode is refused before it reaches one."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

from litestar import Request
from litestar.enums import ScopeType
from litestar.exceptions import ClientException, InternalServerException, NotFoundException
from litestar.types import ASGIApp, Receive, Scope, Send


class IncomingRequest(Request[Any, Any, Any]):
    """A request whose body may be malformed in any way."""

    async def json(self) -> Any:
        """The body, decoded; JSON that is nested too deeply, or not in UTF-8, is refused like any that is garbled."""
        try:
            return await super().json()
        except RecursionError:
            raise ClientException("the body is nested too deeply") from None
        except UnicodeDecodeError:
            raise ClientException("the body is not in UTF-8") from None

    async def stream(self) -> AsyncGenerator[bytes, None]:
        """The body in pieces; a sender who has disconnected is not an error of the server."""
        try:
            async for piece in super().stream():
                yield piece
        except InternalServerException as error:
            raise ClientException(error.detail) from None


def only_plain_addresses(app: ASGIApp) -> ASGIApp:
    """A middleware: there is nothing at an address with control characters in it, and no database is asked for it."""

    async def checked(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and not _is_plain(scope["path"]):
            raise NotFoundException("there is no such page")
        await app(scope, receive, send)

    return checked


def _is_plain(path: str) -> bool:
    return path.isprintable() or not any(sign < " " or sign == "\x7f" for sign in path)
