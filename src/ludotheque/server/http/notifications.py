"""Notification channels (e-mail and webhooks) over HTTP, and the links in notifications."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from litestar.response import Redirect
from litestar.status_codes import HTTP_204_NO_CONTENT, HTTP_303_SEE_OTHER

from ludotheque.protocol import notifications as protocol
from ludotheque.server.http.errors import HttpError
from ludotheque.server.http.openapi import CHANGE_ERRORS, error_responses
from ludotheque.server.http.push import require_guest
from ludotheque.server.http.session import current_guest
from ludotheque.server.notifications.channels import InvalidChannel, channel_card
from ludotheque.server.notifications.delivery import DeliveryResult
from ludotheque.server.notifications.texts import hello_notification
from ludotheque.server.runtime.services import Services
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.tables.errors import OtherRulesEdition

AnyRequest = Request[Any, Any, Any]

_NOT_FOR_YOU: Final = "/calls/elsewhere"
"""The page for visitors to whom a link does not belong."""


@get("/calls/ways", operation_id="ApiCallsWaysShowWays")
async def list_channels(request: AnyRequest, services: NamedDependency[Services]) -> protocol.ChannelList:
    """The kinds of channels that this server offers besides push messages, and your own channels."""
    id = current_guest(request)
    channels = [] if id is None else await services.channels.of_guest(id)
    cards = [channel_card(channel) for channel in channels]
    email, webhooks = services.delivery.email_enabled, services.delivery.webhooks_enabled
    return protocol.ChannelList(email, webhooks, int(services.settings.call_quiet), cards)


@post(
    "/calls/ways", operation_id="ApiCallsWaysAddWay", responses=error_responses(*CHANGE_ERRORS, "no_table", "many_ways")
)
async def add_channel(
    request: AnyRequest, data: JSONBody[protocol.AddChannel], services: NamedDependency[Services]
) -> protocol.NewChannel:
    """Get notifications by e-mail, once you have followed the link in a confirmation request, or by a webhook.

    A webhook is sent a first notification at once, and is not added if it refuses that. With a ``table`` that you
    opened, it reports the turns of all its players. A webhook that is neither Discord's nor Slack's is sent JSON,
    signed with the secret that the response contains.
    """
    id = require_guest(request)
    delivery = services.delivery
    offered = delivery.email_enabled if data.kind == "mail" else delivery.webhooks_enabled
    if not offered or services.digest is None:
        raise HttpError(404, "no_way", "this server does not offer this kind of channel")
    game = None if data.table is None else await _game_of_table(services, data.table, id)
    channel = await services.channels.prepare(id, data, now_ms())
    if channel.kind == "hook":
        result = await delivery.deliver(channel, hello_notification(f"{channel.id}.0", channel.lang, game))
        if result is not DeliveryResult.DELIVERED:
            raise HttpError(400, "hook_silent", "the webhook did not accept a notification; is its address complete?")
    await services.channels.add(channel, now_ms())
    services.digest.wake()
    return protocol.NewChannel(channel_card(channel), channel.secret or None)


@post(
    "/calls/ways/end",
    operation_id="ApiCallsWaysEndEndWay",
    status_code=HTTP_204_NO_CONTENT,
    responses=error_responses(*CHANGE_ERRORS),
)
async def remove_channel(
    request: AnyRequest, data: JSONBody[protocol.RemoveChannel], services: NamedDependency[Services]
) -> None:
    """Remove one of your channels."""
    channel = await services.channels.find(data.id)
    if channel is not None and channel.guest == require_guest(request):
        await services.channels.remove(channel.id)


@post("/calls/confirm/{id:str}/{code:str}", status_code=HTTP_204_NO_CONTENT, include_in_schema=False)
async def confirm_channel(id: FromPath[str], code: FromPath[str], services: NamedDependency[Services]) -> None:
    """Confirm an e-mail address. Following the link is not enough, as mail programs do that too: its page posts."""
    if not await services.channels.confirm(id, code):
        raise HttpError(404, "no_letter", "this link is no longer valid")


@post("/calls/end/{id:str}/{code:str}", status_code=HTTP_204_NO_CONTENT, include_in_schema=False)
async def unsubscribe_channel(id: FromPath[str], code: FromPath[str], services: NamedDependency[Services]) -> None:
    """Remove an e-mail address by the link in its e-mails, or by the mail program's own button (RFC 8058)."""
    if not await services.channels.unsubscribe(id, code):
        raise HttpError(404, "no_letter", "this link is no longer valid")


@get("/calls/to/{id:str}/{code:str}", include_in_schema=False, status_code=HTTP_303_SEE_OTHER)
async def follow_link(
    request: AnyRequest, id: FromPath[str], code: FromPath[str], services: NamedDependency[Services]
) -> Response[Any]:
    """Redirect from the link in a notification to its table.

    An e-mail may be read on another device than the guest's: there the link leads to the claim page of their seat. A
    webhook may be read by others: there the link works in the guest's own browser only.
    """
    channel = await services.channels.find(id) if id.isprintable() else None
    found = None if channel is None else await services.channels.linked_seat(channel, code)
    target = _NOT_FOR_YOU
    if channel is not None and found is not None:
        if current_guest(request) == channel.guest:
            target = f"/t/{found.table}"
        elif channel.kind == "mail" and channel.confirmed:
            target = await _claim_page(services, found.table, found.seat)
    return Redirect(target, status_code=HTTP_303_SEE_OTHER, headers={"Cache-Control": "no-store"})


async def _claim_page(services: Services, id: str, seat: int) -> str:
    """The page on which a seat is claimed; that of the table, if its rules are of another edition."""
    try:
        _, table = await services.tables.find(id)
    except OtherRulesEdition:
        return f"/t/{id}"
    return f"/t/{id}/claim/{services.signer.claim_code(id, seat, table.seats.links.get(seat, 0))}"


async def _game_of_table(services: Services, id: str, opener: str) -> str:
    """The game of a table to which a guest may add a channel; raises :class:`HttpError` or :class:`InvalidChannel`."""
    _, table = await services.tables.find(id)
    if table.opened.opener != opener:
        raise HttpError(403, "not_opener", "only the opener of a table adds a channel to it")
    if table.opened.watch_delay:  # its spectators may not know yet whose turn it is
        raise InvalidChannel(409, "delayed_salon", "a table with a delay for spectators has no channel")
    return table.game.id
