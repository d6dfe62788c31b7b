"""Errors over HTTP: each is a :class:`http.ErrorBody` with a fitting status, and never a stack trace."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable, Mapping
from typing import Any, Final

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap

from ludotheque.engine.options import BadOptions
from ludotheque.games import UnknownGame
from ludotheque.protocol import http
from ludotheque.server.accounts.passkeys import InvalidPasskey
from ludotheque.server.logging import log_event
from ludotheque.server.metrics.counters import counters
from ludotheque.server.moderation.sanctions import Banned
from ludotheque.server.notifications.channels import InvalidChannel
from ludotheque.server.notifications.destinations import BadAddress
from ludotheque.server.notifications.webpush import BadSubscription
from ludotheque.server.printing.service import NotPrinted, PrinterBusy
from ludotheque.server.storage import InvalidValue, StorageError
from ludotheque.server.tables.archive import Busy, NoMoments, NotPlayer
from ludotheque.server.tables.devices import NotYourSeat
from ludotheque.server.tables.errors import InvalidLog, OtherRulesEdition
from ludotheque.server.tables.opening import InvalidSeats, SharedDevice
from ludotheque.server.tables.rematch import NoRematch
from ludotheque.server.tables.replay import BadBranch
from ludotheque.server.tables.seating import InvalidClaim, NotOwner, SeatedElsewhere, TableFull
from ludotheque.server.tables.service import UnknownTable

log = logging.getLogger(__name__)

AnyRequest = Request[Any, Any, Any]
_CODES = {400: "bad_request", 404: "not_found", 405: "bad_request", 413: "bad_request", 429: "too_fast"}


REQUEST_ID: Final = "X-Request-Id"
_NUMBER: Final = re.compile(r"[A-Za-z0-9-]{8,64}")


class HttpError(Exception):
    """Raised by a handler to answer with an error."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.body = http.ErrorBody(code, detail)


_ANSWERS: Final[Mapping[type[Exception], tuple[int, str, str | None]]] = {
    BadOptions: (400, "bad_options", None),
    InvalidSeats: (400, "bad_chairs", None),
    SharedDevice: (400, "shared_device", None),
    NotYourSeat: (403, "not_your_seat", None),
    BadBranch: (400, "bad_branch", None),
    BadSubscription: (400, "bad_subscription", None),
    BadAddress: (400, "bad_subscription", None),
    InvalidValue: (400, "bad_request", "this contains characters or numbers that cannot be stored"),
    InvalidClaim: (403, "bad_claim", "this claim link is not valid"),
    NotPlayer: (403, "no_seat", "only a player of this game is told what they could have done"),
    NoMoments: (503, "no_advice", "the coach did not judge this game in time; try again"),
    NotPrinted: (503, "not_printed", "this server cannot print boxes now"),
    PrinterBusy: (503, "printing_busy", "too many boxes are being printed; try again"),
    NotOwner: (403, "not_owner", "only the guest who took a seat can renew its claim link"),
    NoRematch: (409, "no_rematch", None),
    InvalidPasskey: (403, "bad_passkey", None),
    UnknownGame: (404, "no_game", None),
    UnknownTable: (404, "no_table", "there is no table at this address"),
    TableFull: (409, "full", "every seat at this table is taken"),
    SeatedElsewhere: (409, "seated", "you have another seat at this table"),
}
"""Status, code and detail of errors that are always answered alike; None for the text of the error itself."""


def _answer(status: int, code: str, detail: str) -> Response[http.ErrorBody]:
    return Response(http.ErrorBody(code, detail), status_code=status, media_type="application/json")


def _always(status: int, code: str, detail: str | None) -> Callable[[AnyRequest, Any], Response[Any]]:
    """A handler that always answers alike."""

    def answer(_: AnyRequest, error: Exception) -> Response[http.ErrorBody]:
        return _answer(status, code, str(error) if detail is None else detail)

    return answer


def _http_error(_: AnyRequest, error: HttpError) -> Response[http.ErrorBody]:
    return _answer(error.status, error.body.code, error.body.detail)


def _banned(_: AnyRequest, error: Banned) -> Response[http.ErrorBody]:
    body = http.ErrorBody("banned", "the moderators of this server have banned you for a while", error.until)
    return Response(body, status_code=403, media_type="application/json")


def _invalid_channel(_: AnyRequest, error: InvalidChannel) -> Response[http.ErrorBody]:
    return _answer(error.status, error.code, str(error))


def _not_saved(_: AnyRequest, error: StorageError) -> Response[http.ErrorBody]:
    log.error("a request was not saved: %s", error)
    return _answer(503, "not_saved", "the server cannot save this now; try again")


def _busy(_: AnyRequest, error: Busy) -> Response[http.ErrorBody]:
    response = _answer(503, "busy", "too many replays are being computed; try again")
    response.headers["Retry-After"] = "5"
    return response


def _other_edition(_: AnyRequest, error: OtherRulesEdition) -> Response[http.ErrorBody]:
    if error.over:
        detail = "this game was played by another edition of the rules; there is its record"
        return _answer(410, "earlier_edition", detail)
    return _answer(410, "earlier_unfinished", "this game was begun by another edition of the rules, and cannot go on")


def _bad_log(_: AnyRequest, error: InvalidLog) -> Response[http.ErrorBody]:
    log.error("a table cannot be read: %s", error)
    return _answer(500, "broken_table", "this table cannot be loaded")


def litestar_error(_: AnyRequest, error: HTTPException) -> Response[http.ErrorBody]:
    """Litestar's own errors: a body that does not decode, a page that is not there, too many requests."""
    detail = error.detail
    if isinstance(error.extra, list) and error.extra:
        detail = "; ".join(
            str(item.get("message", item)) if isinstance(item, dict) else str(item) for item in error.extra
        )
    response = _answer(error.status_code, _CODES.get(error.status_code, "unknown"), detail)
    response.headers.update(error.headers or {})
    if "RateLimit-Reset" in response.headers:  # Litestar uses the header of a draft; clients know this one
        response.headers["Retry-After"] = str(max(1, int(response.headers["RateLimit-Reset"])))
    return response


def _unexpected_error(_: AnyRequest, error: Exception) -> Response[http.ErrorBody]:
    log_event(log, "an unexpected error", level=logging.ERROR, error=error)
    return _answer(500, "unknown", "an unexpected error")


def with_request_id(handler: Callable[[AnyRequest, Any], Response[Any]]) -> Callable[[AnyRequest, Any], Response[Any]]:
    """Add a request id to the answer, which the log has too: the proxy's, or else a new one.

    The log says which kind of address was asked for, never which: it may be the key to a table.
    """

    def answer(request: AnyRequest, error: Any) -> Response[Any]:
        response = handler(request, error)
        code = response.content.code if isinstance(response.content, http.ErrorBody) else "not_found"
        counters.refusals[code] += 1
        given = request.headers.get(REQUEST_ID, "")
        number = given if _NUMBER.fullmatch(given) else secrets.token_hex(8)
        response.headers[REQUEST_ID] = number
        status = response.status_code or 500
        log_event(
            log,
            "request failed",
            level=logging.ERROR if status >= 500 else logging.DEBUG,
            request=number,
            method=request.method,
            route=request.scope.get("path_template", ""),
            status=status,
            code=code,
        )
        return response

    return answer


_HANDLERS: Final[dict[type[Exception], Callable[[AnyRequest, Any], Response[Any]]]] = {
    **{kind: _always(*answer) for kind, answer in _ANSWERS.items()},
    HttpError: _http_error,
    Banned: _banned,
    InvalidChannel: _invalid_channel,
    StorageError: _not_saved,
    Busy: _busy,
    OtherRulesEdition: _other_edition,
    InvalidLog: _bad_log,
    HTTPException: litestar_error,
    Exception: _unexpected_error,
}
HANDLERS: Final[ExceptionHandlersMap] = {kind: with_request_id(handler) for kind, handler in _HANDLERS.items()}
