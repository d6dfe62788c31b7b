"""Being called by e-mail or in a salon: what a browser asks for over HTTP, and where the links in messages lead."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from litestar.response import Redirect
from litestar.status_codes import HTTP_204_NO_CONTENT, HTTP_303_SEE_OTHER

from ludotheque.protocol import notifications as forms
from ludotheque.server.http.errors import HttpError
from ludotheque.server.http.openapi import CHANGING, error_responses
from ludotheque.server.http.push import known
from ludotheque.server.http.session import current_guest
from ludotheque.server.notifications import channels, texts
from ludotheque.server.notifications.channels import Channel, InvalidChannel
from ludotheque.server.notifications.delivery import Fate
from ludotheque.server.runtime.services import Services
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.tables.errors import OtherRulesEdition

AnyRequest = Request[Any, Any, Any]

_ELSEWHERE: Final = "/calls/elsewhere"
"""The page for somebody whom a call is not for."""
_SEATS_OF: Final = 'SELECT "table", seat FROM sitting WHERE guest = $1 AND seat IS NOT NULL'


@get("/calls/ways")
async def show_ways(request: AnyRequest, services: NamedDependency[Services]) -> forms.Ways:
    """What this house can do besides push messages, and where you are called."""
    who = current_guest(request)
    found = [] if who is None else await services.channels.of(who)
    cards = [channels.card(way) for way in found]
    return forms.Ways(services.delivery.mail, services.delivery.hook, int(services.settings.call_quiet), cards)


@post("/calls/ways", responses=error_responses(*CHANGING, "no_table", "many_ways"))
async def add_way(
    request: AnyRequest, data: JSONBody[forms.AddWay], services: NamedDependency[Services]
) -> forms.NewWay:
    """Have yourself called by e-mail, once you have followed the link in our first letter, or by a webhook.

    A webhook is sent a word at once, and refused if it does not take it. With a ``table`` that you opened, everybody
    who sits there is called by it. A webhook that is neither Discord's nor Slack's is sent JSON, signed with the
    secret that the answer shows.
    """
    who = known(request)
    if not (services.delivery.mail if data.kind == "mail" else services.delivery.hook) or services.digest is None:
        raise HttpError(404, "no_way", "this house calls nobody that way")
    game = None if data.table is None else await _salon(services, data.table, who)
    way = await services.channels.draft(who, data, now_ms())
    if way.kind == "hook":
        fate = await services.delivery.deliver(way, texts.hello(f"{way.id}.0", way.lang, game))
        if fate is not Fate.TAKEN:
            raise HttpError(400, "hook_silent", "that address took no message; has it been copied whole?")
    await services.channels.keep(way, now_ms())
    services.digest.nudge()
    return forms.NewWay(channels.card(way), way.secret or None)


@post("/calls/ways/end", status_code=HTTP_204_NO_CONTENT, responses=error_responses(*CHANGING))
async def end_way(request: AnyRequest, data: JSONBody[forms.EndWay], services: NamedDependency[Services]) -> None:
    """Be called there no more."""
    way = await services.channels.find(data.id)
    if way is not None and way.guest == known(request):
        await services.channels.end(way.id)


@post("/calls/confirm/{id:str}/{code:str}", status_code=HTTP_204_NO_CONTENT, include_in_schema=False)
async def confirm_way(id: FromPath[str], code: FromPath[str], services: NamedDependency[Services]) -> None:
    """The link in our first letter, followed and its button pressed: programs that read mail follow links too."""
    if not await services.channels.confirm(id, code):
        raise HttpError(404, "no_letter", "this link is not good any more")


@post("/calls/end/{id:str}/{code:str}", status_code=HTTP_204_NO_CONTENT, include_in_schema=False)
async def end_by_letter(id: FromPath[str], code: FromPath[str], services: NamedDependency[Services]) -> None:
    """No more letters, by the link in each of them; mailboxes have a button of their own for it (RFC 8058)."""
    if not await services.channels.end_by_letter(id, code):
        raise HttpError(404, "no_letter", "this link is not good any more")


@get("/calls/to/{id:str}/{code:str}", include_in_schema=False, status_code=HTTP_303_SEE_OTHER)
async def follow_call(
    request: AnyRequest, id: FromPath[str], code: FromPath[str], services: NamedDependency[Services]
) -> Response[Any]:
    """The link in a message: to the table, for whoever was called.

    A letter is opened wherever its reader happens to be, so there it leads to the claim page of their seat. What
    stands in a salon is read by others too: there it is good in the guest's own browser alone.
    """
    way = await services.channels.find(id) if id.isprintable() else None
    seat = None if way is None else await _seat(services, way, code)
    place = _ELSEWHERE
    if way is not None and seat is not None:
        table, number = seat
        if current_guest(request) == way.guest:
            place = f"/t/{table}"
        elif way.kind == "mail" and way.confirmed:
            place = await _claim_page(services, table, number)
    return Redirect(place, status_code=HTTP_303_SEE_OTHER, headers={"Cache-Control": "no-store"})


async def _claim_page(services: Services, id: str, seat: int) -> str:
    """Where a seat is taken from another browser; the table, if that cannot be played at any more."""
    try:
        _, table = await services.tables.find(id)
    except OtherRulesEdition:
        return f"/t/{id}"
    return f"/t/{id}/claim/{services.signer.claim_code(id, seat, table.seats.links.get(seat, 0))}"


async def _seat(services: Services, way: Channel, code: str) -> tuple[str, int] | None:
    """The table that a code stands for, and the seat there of whoever is called."""
    for table, seat in await services.storage.rows(_SEATS_OF, way.guest):
        if services.signer.is_same_code(code, services.signer.notification_code(way.id, table)):
            return table, seat
    return None


async def _salon(services: Services, id: str, who: str) -> str:
    """The game at a table that may have a salon; raises :class:`TroubleError` or :class:`BadWay`."""
    _, table = await services.tables.find(id)
    if table.opened.opener != who:
        raise HttpError(403, "not_opener", "only whoever opened a table gives it a salon")
    if table.opened.watch_delay:
        # Those who look on with a delay may not know whose turn it is now.
        raise InvalidChannel(409, "delayed_salon", "a table that is watched with a delay has no salon")
    return table.game.id
