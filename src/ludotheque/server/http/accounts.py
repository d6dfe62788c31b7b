"""Oneself over HTTP: signing in and out, one's passkeys, what the house knows, and that it forgets it."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT
from litestar.types import ControllerRouterHandler

from ludotheque.protocol import accounts as forms
from ludotheque.server.accounts import passkeys, tokens
from ludotheque.server.accounts.accounts import PASSKEYS, Account, Passkey
from ludotheque.server.accounts.erase import forget
from ludotheque.server.accounts.merge import adopt
from ludotheque.server.accounts.names import tidy
from ludotheque.server.accounts.passkeys import BadPasskey, Party
from ludotheque.server.accounts.personal_data import all_i_have
from ludotheque.server.http.errors import HttpError
from ludotheque.server.http.openapi import CHANGING as DOING
from ludotheque.server.http.openapi import error_responses
from ludotheque.server.http.session import account, guest, own_guest, part, sign_in, sign_out
from ludotheque.server.runtime.services import Services

AnyRequest = Request[Any, Any, Any]

_MINUTES: Final = 5
"""For which a challenge is good."""
_ENTER: Final = "enter"
_OPEN: Final = "open an account"
_SURE: Final = ("effacer", "delete")


@get("/me", responses=error_responses())
async def show_me(request: AnyRequest, services: NamedDependency[Services]) -> forms.Me:
    """Who you are to the house."""
    return await _me(request, services, account(request))


@post(
    "/account/passkey/options",
    status_code=HTTP_200_OK,
    responses=error_responses(*DOING, "no_passkeys_here", "many_passkeys"),
)
async def ask_for_passkey(
    request: AnyRequest, data: JSONBody[forms.Rename], services: NamedDependency[Services]
) -> forms.PasskeyChallenge:
    """What the browser makes a passkey with: one more for your account, or the first of a new one."""
    site, signed_in = _party(request, services), account(request)
    known = [] if signed_in is None else [card.id for card in await services.accounts.passkeys(signed_in.id)]
    if len(known) >= PASSKEYS:
        raise HttpError(409, "many_passkeys", f"an account has {PASSKEYS} passkeys at most")
    challenge = tokens.issue(services.signer, _use(signed_in), _MINUTES)
    id = _new_id(services, challenge) if signed_in is None else signed_in.id
    name = tidy(data.name) if signed_in is None else signed_in.name
    return forms.PasskeyChallenge(passkeys.ask_for_new(site, challenge, id, name, known))


@post(
    "/account/passkey",
    status_code=HTTP_200_OK,
    responses=error_responses(*DOING, "bad_passkey", "known_passkey", "no_passkeys_here"),
)
async def add_passkey(
    request: AnyRequest, data: JSONBody[forms.NewPasskey], services: NamedDependency[Services]
) -> Response[forms.Me]:
    """Keep a passkey. Without an account this opens one, and all that this browser's guest has comes along."""
    site, signed_in = _party(request, services), account(request)
    challenge = await _answered(services, data.credential, _use(signed_in))
    made = passkeys.check_new(data.credential, site, challenge)
    if await services.accounts.passkey(made.id) is not None:
        raise HttpError(409, "known_passkey", "this passkey is in use already")
    id = _new_id(services, challenge) if signed_in is None else signed_in.id
    passkey = Passkey(made.id, id, site.id, made.public_key, made.uses)
    if signed_in is None:
        opened = await services.accounts.open(id, tidy(data.name), passkey, tidy(data.key_name))
        return await _enter(request, services, opened)
    await services.accounts.add(passkey, tidy(data.key_name))
    return Response(await _me(request, services, signed_in))


@post("/account/enter/options", status_code=HTTP_200_OK, responses=error_responses(*DOING, "no_passkeys_here"))
async def ask_to_enter(request: AnyRequest, services: NamedDependency[Services]) -> forms.PasskeyChallenge:
    """What the browser shows one of its passkeys with."""
    challenge = tokens.issue(services.signer, _ENTER, _MINUTES)
    return forms.PasskeyChallenge(passkeys.ask_for_any(_party(request, services), challenge))


@post(
    "/account/enter",
    status_code=HTTP_200_OK,
    responses=error_responses(*DOING, "bad_passkey", "unknown_passkey", "no_passkeys_here"),
)
async def enter(
    request: AnyRequest, data: JSONBody[forms.Enter], services: NamedDependency[Services]
) -> Response[forms.Me]:
    """Sign in by a passkey; all that this browser's guest has comes along."""
    site = _party(request, services)
    challenge = await _answered(services, data.credential, _ENTER)
    passkey = await services.accounts.passkey(passkeys.id_in(data.credential))
    found = None if passkey is None else await services.accounts.find(passkey.account)
    if passkey is None or found is None or passkey.party != site.id:
        raise HttpError(403, "unknown_passkey", "this passkey is of no account here")
    uses = passkeys.check_answer(data.credential, site, challenge, passkey.public_key, passkey.uses)
    await services.accounts.used(passkey.id, uses)
    return await _enter(request, services, found)


@post("/account/leave", status_code=HTTP_204_NO_CONTENT, responses=error_responses(*DOING))
async def leave(
    request: AnyRequest, data: JSONBody[forms.SignOut], services: NamedDependency[Services]
) -> Response[None]:
    """Sign out: here, or everywhere at once."""
    signed_in = account(request)
    if signed_in is not None and data.everywhere:
        await services.accounts.sign_out_everywhere(signed_in.id)
        services.tables.sign_out_guest(signed_in.guest)
    return Response(None, status_code=HTTP_204_NO_CONTENT, cookies=[sign_out(request)])


@post("/account/name", status_code=HTTP_200_OK, responses=error_responses(*DOING, "signed_out"))
async def rename(request: AnyRequest, data: JSONBody[forms.Rename], services: NamedDependency[Services]) -> forms.Me:
    """Be called otherwise from now on."""
    signed_in = _signed_in(request)
    await services.accounts.rename(signed_in.id, tidy(data.name))
    return await _me(request, services, await services.accounts.find(signed_in.id))


@post(
    "/account/passkey/remove", status_code=HTTP_200_OK, responses=error_responses(*DOING, "signed_out", "last_passkey")
)
async def remove_passkey(
    request: AnyRequest, data: JSONBody[forms.RemovePasskey], services: NamedDependency[Services]
) -> forms.Me:
    """Take a passkey away; not the last one."""
    signed_in = _signed_in(request)
    if not await services.accounts.remove(signed_in.id, data.id):
        raise HttpError(409, "last_passkey", "an account keeps one passkey at least")
    return await _me(request, services, signed_in)


@get("/me/export", responses=error_responses("nothing_known", "too_fast"))
async def export_me(request: AnyRequest, services: NamedDependency[Services]) -> Response[bytes]:
    """All that the house knows of you, in one file, with the record of every finished game you sat at."""
    who = guest(request)
    if who is None:
        raise HttpError(404, "nothing_known", "the house knows nothing of you")
    data = await all_i_have(services, who, account(request))
    headers = {"Content-Disposition": 'attachment; filename="ludotheque.zip"', "Cache-Control": "no-store"}
    return Response(data, media_type="application/zip", headers=headers)


@post("/me/forget", status_code=HTTP_204_NO_CONTENT, responses=error_responses(*DOING, "not_sure"))
async def forget_me(
    request: AnyRequest, data: JSONBody[forms.Forget], services: NamedDependency[Services]
) -> Response[None]:
    """Have the house forget you: account, passkeys, seats, and your name and words in every game. For good."""
    if data.sure.strip().lower() not in _SURE:
        raise HttpError(400, "not_sure", "write “effacer” or “delete” to say that you mean it")
    signed_in = account(request)
    if signed_in is not None:
        await forget(services, signed_in.guest, signed_in)
        services.tables.sign_out_guest(signed_in.guest)
    own = own_guest(request)
    if own is not None:
        await forget(services, own)
        services.tables.sign_out_guest(own)
    return Response(None, status_code=HTTP_204_NO_CONTENT, cookies=[sign_out(request), part(request)])


async def _me(request: AnyRequest, services: Services, signed_in: Account | None) -> forms.Me:
    card = None
    if signed_in is not None:
        card = forms.AccountCard(signed_in.name, signed_in.created, await services.accounts.passkeys(signed_in.id))
    who = guest(request) if signed_in is None else signed_in.guest
    origin = request.headers.get("origin") or f"{request.url.scheme}://{request.headers.get('host')}"
    works = passkeys.party(origin, request.headers.get("host"), services.settings.origins) is not None
    return forms.Me(card, await services.sanctions.moderator_name(who) is not None, works)


async def _enter(request: AnyRequest, services: Services, found: Account) -> Response[forms.Me]:
    own = guest(request)
    if own is not None:
        await adopt(services, own, found.guest)
    return Response(await _me(request, services, found), cookies=[sign_in(request, found)])


async def _answered(services: Services, credential: dict[str, Any], use: str) -> str:
    """The challenge that was answered, if it was ours, for this use, in time, and for the first time."""
    challenge = passkeys.challenge_in(credential)
    if not tokens.is_good(services.signer, challenge, use) or not await tokens.take(services.storage, challenge):
        raise BadPasskey("this answers no open challenge: try again")
    return challenge


def _new_id(services: Services, challenge: str) -> str:
    """The id of an account that is not opened yet: it follows from the challenge, so nobody need remember it."""
    return services.signer.signature("account", challenge)


def _use(signed_in: Account | None) -> str:
    return _OPEN if signed_in is None else f"add to {signed_in.id}"


def _party(request: AnyRequest, services: Services) -> Party:
    origin, host = request.headers.get("origin"), request.headers.get("host")
    found = passkeys.party(origin, host, services.settings.origins)
    if found is None:
        raise HttpError(409, "no_passkeys_here", "passkeys need a named address of this house, over HTTPS")
    return found


def _signed_in(request: AnyRequest) -> Account:
    found = account(request)
    if found is None:
        raise HttpError(403, "signed_out", "sign in first")
    return found


CHANGING: Final[list[ControllerRouterHandler]] = [
    *(ask_for_passkey, add_passkey, ask_to_enter, enter, leave, rename, remove_passkey)
]
SHOWING: Final[list[ControllerRouterHandler]] = [show_me]
SELDOM: Final[list[ControllerRouterHandler]] = [export_me, forget_me]
"""What one does once in a while, and is work for the house."""
