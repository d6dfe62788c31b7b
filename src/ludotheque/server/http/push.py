"""Being called to the table: what a browser asks for over HTTP."""

from __future__ import annotations

from typing import Any

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.status_codes import HTTP_204_NO_CONTENT

from ludotheque.protocol import http
from ludotheque.server.http.errors import HttpError
from ludotheque.server.http.openapi import CHANGING, error_responses
from ludotheque.server.http.session import current_guest
from ludotheque.server.runtime.services import Services
from ludotheque.server.runtime.time import now_ms

AnyRequest = Request[Any, Any, Any]


@get("/calls")
async def show_call_key(services: NamedDependency[Services]) -> http.CallKey:
    """The key that a browser subscribes to push messages with."""
    return http.CallKey(await services.push.public_key())


@post("/calls", status_code=HTTP_204_NO_CONTENT, responses=error_responses(*CHANGING))
async def subscribe(request: AnyRequest, data: JSONBody[http.Subscribe], services: NamedDependency[Services]) -> None:
    """Have this browser called when it is your turn at a table that you are not at."""
    await services.push.subscribe(known(request), data, now_ms())


@post("/calls/end", status_code=HTTP_204_NO_CONTENT, responses=error_responses(*CHANGING))
async def unsubscribe(
    request: AnyRequest, data: JSONBody[http.Unsubscribe], services: NamedDependency[Services]
) -> None:
    """Have this browser called no more."""
    await services.push.unsubscribe(known(request), data.endpoint)


def known(request: AnyRequest) -> str:
    """The guest who asks; nobody else is called."""
    who = current_guest(request)
    if who is None:
        raise HttpError(403, "no_guest", "only guests of the house are called: open or visit a table first")
    return who
