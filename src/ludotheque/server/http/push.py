"""Being called to the table: what a browser asks for over HTTP."""

from __future__ import annotations

from typing import Any

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.status_codes import HTTP_204_NO_CONTENT

from ludotheque.protocol import http
from ludotheque.server.http.errors import TroubleError
from ludotheque.server.http.openapi import CHANGING, troubles
from ludotheque.server.http.session import guest
from ludotheque.server.rate_limit import now_ms
from ludotheque.server.tables.service import House

AnyRequest = Request[Any, Any, Any]


@get("/calls")
async def show_call_key(house: NamedDependency[House]) -> http.CallKey:
    """The key that a browser subscribes to push messages with."""
    return http.CallKey(await house.calls.public_key())


@post("/calls", status_code=HTTP_204_NO_CONTENT, responses=troubles(*CHANGING))
async def subscribe(request: AnyRequest, data: JSONBody[http.Subscribe], house: NamedDependency[House]) -> None:
    """Have this browser called when it is your turn at a table that you are not at."""
    await house.calls.subscribe(known(request), data, now_ms())


@post("/calls/end", status_code=HTTP_204_NO_CONTENT, responses=troubles(*CHANGING))
async def unsubscribe(request: AnyRequest, data: JSONBody[http.Unsubscribe], house: NamedDependency[House]) -> None:
    """Have this browser called no more."""
    await house.calls.unsubscribe(known(request), data.endpoint)


def known(request: AnyRequest) -> str:
    """The guest who asks; nobody else is called."""
    who = guest(request)
    if who is None:
        raise TroubleError(403, "no_guest", "only guests of the house are called: open or visit a table first")
    return who
