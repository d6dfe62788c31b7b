"""Push subscriptions over HTTP: a browser subscribes to notifications, and unsubscribes."""

from __future__ import annotations

from typing import Any

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.status_codes import HTTP_204_NO_CONTENT

from ludotheque.protocol import http
from ludotheque.server.http.errors import HttpError
from ludotheque.server.http.openapi import CHANGE_ERRORS, error_responses
from ludotheque.server.http.session import current_guest
from ludotheque.server.runtime.services import Services
from ludotheque.server.runtime.time import now_ms

AnyRequest = Request[Any, Any, Any]


@get("/calls", operation_id="ApiCallsShowCallKey")
async def show_push_key(services: NamedDependency[Services]) -> http.PushKey:
    """The public key with which a browser subscribes to push messages."""
    return http.PushKey(await services.push.public_key())


@post("/calls", status_code=HTTP_204_NO_CONTENT, responses=error_responses(*CHANGE_ERRORS))
async def subscribe(request: AnyRequest, data: JSONBody[http.Subscribe], services: NamedDependency[Services]) -> None:
    """Send push messages to this browser when it is your turn at a table to which you are not connected."""
    await services.push.subscribe(require_guest(request), data, now_ms())


@post("/calls/end", status_code=HTTP_204_NO_CONTENT, responses=error_responses(*CHANGE_ERRORS))
async def unsubscribe(
    request: AnyRequest, data: JSONBody[http.Unsubscribe], services: NamedDependency[Services]
) -> None:
    """Send no more push messages to this browser."""
    await services.push.unsubscribe(require_guest(request), data.endpoint)


def require_guest(request: AnyRequest) -> str:
    """The guest who sends the request; raises :class:`HttpError` if there is none."""
    id = current_guest(request)
    if id is None:
        raise HttpError(403, "no_guest", "only guests get notifications: open or join a table first")
    return id
