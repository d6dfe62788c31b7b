"""HTTP resource of moderation: any guest may report; for those who are not moderators the rest does not exist."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT
from litestar.types import ControllerRouterHandler

from ludotheque.protocol import moderation
from ludotheque.server.accounts.names import tidy_name
from ludotheque.server.http.errors import HttpError
from ludotheque.server.http.openapi import CHANGE_ERRORS, error_responses
from ludotheque.server.http.session import AnyConnection, current_guest, ensure_guest
from ludotheque.server.moderation.reports import Moderator, NoSuchReport, TooManyReports
from ludotheque.server.runtime.services import Services

AnyRequest = Request[Any, Any, Any]
_MODERATOR: Final = "moderator"


async def only_moderators(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """A guard that answers guests who are not moderators with 404, as for any path that does not exist."""
    who = current_guest(connection)
    name = await connection.app.state.services.sanctions.moderator_name(who)
    if who is None or name is None:
        raise NotFoundException
    connection.scope["state"][_MODERATOR] = Moderator(who, name)


def _moderator(request: AnyRequest) -> Moderator:
    found: Moderator = request.scope["state"][_MODERATOR]
    return found


@post(
    "/tables/{table:str}/report",
    status_code=HTTP_204_NO_CONTENT,
    responses=error_responses(*CHANGE_ERRORS, "no_guest", "no_table", "nobody_there", "reported_enough"),
)
async def report(
    request: AnyRequest, table: FromPath[str], data: JSONBody[moderation.Report], services: NamedDependency[Services]
) -> None:
    """Report a chat message or a player at a table to the moderators."""
    who = current_guest(request)
    if who is None:
        raise HttpError(403, "no_guest", "only guests can report: visit a table first")
    if data.name is not None:
        tidy_name(data.name)
    _, found = await services.tables.find(table)
    try:
        await services.reports.report(found, who, data)
    except NoSuchReport as error:
        raise HttpError(404, "nobody_there", str(error)) from None
    except TooManyReports:
        raise HttpError(429, "reported_enough", "the moderators have not yet decided on your earlier reports") from None


@get(
    "/moderation",
    operation_id="ApiModerationShowDesk",
    guards=[only_moderators],
    responses=error_responses("not_found"),
)
async def show_overview(request: AnyRequest, services: NamedDependency[Services]) -> moderation.ModerationOverview:
    """The overview of a moderator: open reports, sanctions in force, latest actions."""
    return await services.reports.overview(_moderator(request))


@post(
    "/moderation/reports/{id:str}",
    status_code=HTTP_200_OK,
    guards=[only_moderators],
    responses=error_responses(*CHANGE_ERRORS, "not_found", "no_report"),
)
async def judge(
    request: AnyRequest, id: FromPath[str], data: JSONBody[moderation.Verdict], services: NamedDependency[Services]
) -> moderation.ModerationOverview:
    """Decide on a report."""
    moderator = _moderator(request)
    try:
        await services.reports.judge(moderator, id, data)
    except NoSuchReport as error:
        raise HttpError(404, "no_report", str(error)) from None
    return await services.reports.overview(moderator)


@post(
    "/moderation/lift",
    status_code=HTTP_200_OK,
    guards=[only_moderators],
    responses=error_responses(*CHANGE_ERRORS, "not_found", "no_report"),
)
async def lift(
    request: AnyRequest, data: JSONBody[moderation.Lift], services: NamedDependency[Services]
) -> moderation.ModerationOverview:
    """End a sanction before its time."""
    moderator = _moderator(request)
    try:
        await services.reports.lift(moderator, data)
    except NoSuchReport as error:
        raise HttpError(404, "no_report", str(error)) from None
    return await services.reports.overview(moderator)


@post("/moderation/join", status_code=HTTP_200_OK, responses=error_responses(*CHANGE_ERRORS, "bad_invitation"))
async def join(
    request: AnyRequest, data: JSONBody[moderation.Appointment], services: NamedDependency[Services]
) -> Response[moderation.ModerationOverview]:
    """Become a moderator by an invitation of the host; it is valid once."""
    who, cookie = ensure_guest(request)
    moderator = await services.reports.join(who, data.code)
    if moderator is None:
        raise HttpError(403, "bad_invitation", "this invitation is not valid, or was used")
    return Response(await services.reports.overview(moderator), cookies=[cookie])


CHANGING: Final[list[ControllerRouterHandler]] = [report, judge, lift, join]
READING: Final[list[ControllerRouterHandler]] = [show_overview]
