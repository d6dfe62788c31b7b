"""Manners over HTTP: anybody may report, moderators see to it. To everybody else their pages are not there."""

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
from ludotheque.server.accounts.names import tidy
from ludotheque.server.http.errors import TroubleError
from ludotheque.server.http.openapi import CHANGING as DOING
from ludotheque.server.http.openapi import troubles
from ludotheque.server.http.session import AnyConnection, greet, guest
from ludotheque.server.moderation import reports
from ludotheque.server.moderation.reports import Moderator, NoSuchReport, TooManyReports
from ludotheque.server.tables.service import House

AnyRequest = Request[Any, Any, Any]
_MODERATOR: Final = "moderator"


async def only_moderators(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """A guard: whoever is no moderator finds nothing here, as at any address that does not exist."""
    who = guest(connection)
    name = await connection.app.state.house.manners.moderator(who)
    if who is None or name is None:
        raise NotFoundException
    connection.scope["state"][_MODERATOR] = Moderator(who, name)


def _moderator(request: AnyRequest) -> Moderator:
    found: Moderator = request.scope["state"][_MODERATOR]
    return found


@post(
    "/tables/{table:str}/report",
    status_code=HTTP_204_NO_CONTENT,
    responses=troubles(*DOING, "no_guest", "no_table", "nobody_there", "reported_enough"),
)
async def report(
    request: AnyRequest, table: FromPath[str], data: JSONBody[moderation.Report], house: NamedDependency[House]
) -> None:
    """Tell the moderators of the house about something that was said at a table, or about somebody who sits there."""
    who = guest(request)
    if who is None:
        raise TroubleError(403, "no_guest", "only guests of the house are heard: visit a table first")
    if data.name is not None:
        tidy(data.name)
    _, found = await house.find(table)
    try:
        await reports.report(house, found, who, data)
    except NoSuchReport as error:
        raise TroubleError(404, "nobody_there", str(error)) from None
    except TooManyReports:
        raise TroubleError(429, "reported_enough", "the moderators have yet to read what you reported") from None


@get("/moderation", guards=[only_moderators], responses=troubles("not_found"))
async def show_desk(request: AnyRequest, house: NamedDependency[House]) -> moderation.Desk:
    """A moderator's desk."""
    return await reports.desk(house, _moderator(request))


@post(
    "/moderation/reports/{id:str}",
    status_code=HTTP_200_OK,
    guards=[only_moderators],
    responses=troubles(*DOING, "not_found", "no_report"),
)
async def judge(
    request: AnyRequest, id: FromPath[str], data: JSONBody[moderation.Verdict], house: NamedDependency[House]
) -> moderation.Desk:
    """Do something about a report."""
    moderator = _moderator(request)
    try:
        await reports.judge(house, moderator, id, data)
    except NoSuchReport as error:
        raise TroubleError(404, "no_report", str(error)) from None
    return await reports.desk(house, moderator)


@post(
    "/moderation/lift",
    status_code=HTTP_200_OK,
    guards=[only_moderators],
    responses=troubles(*DOING, "not_found", "no_report"),
)
async def lift(request: AnyRequest, data: JSONBody[moderation.Lift], house: NamedDependency[House]) -> moderation.Desk:
    """End a sanction before its time."""
    moderator = _moderator(request)
    try:
        await reports.lift(house, moderator, data)
    except NoSuchReport as error:
        raise TroubleError(404, "no_report", str(error)) from None
    return await reports.desk(house, moderator)


@post("/moderation/join", status_code=HTTP_200_OK, responses=troubles(*DOING, "bad_invitation"))
async def join(
    request: AnyRequest, data: JSONBody[moderation.Appointment], house: NamedDependency[House]
) -> Response[moderation.Desk]:
    """Become a moderator, by a link that the host of the house gave out; it is good once."""
    who, cookie = greet(request)
    if not await reports.join(house, who, data.code):
        raise TroubleError(403, "bad_invitation", "this link is not good, or not any more")
    name = await house.manners.moderator(who)
    assert name is not None
    return Response(await reports.desk(house, Moderator(who, name)), cookies=[cookie])


CHANGING: Final[list[ControllerRouterHandler]] = [report, judge, lift, join]
SHOWING: Final[list[ControllerRouterHandler]] = [show_desk]
