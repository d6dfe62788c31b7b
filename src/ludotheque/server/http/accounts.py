"""HTTP resource of one's account: signing in and out, passkeys, export and erasure of personal data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT
from litestar.types import ControllerRouterHandler

from ludotheque.protocol import accounts as messages
from ludotheque.server.accounts import passkeys, tokens
from ludotheque.server.accounts.accounts import MOST_PASSKEYS
from ludotheque.server.accounts.names import tidy_name
from ludotheque.server.accounts.passkeys import InvalidPasskey, RelyingParty
from ludotheque.server.accounts.signing import Signer
from ludotheque.server.http.errors import HttpError
from ludotheque.server.http.openapi import CHANGE_ERRORS, error_responses
from ludotheque.server.http.session import (
    account_cookie,
    current_account,
    current_guest,
    delete_account_cookie,
    delete_guest_cookie,
    guest_of_cookie,
)
from ludotheque.server.runtime.services import Services
from ludotheque.server.storage import Storage
from ludotheque.server.storage.accounts import Account, Passkey

AnyRequest = Request[Any, Any, Any]

_CHALLENGE_MINUTES: Final = 5
"""Minutes for which a challenge is valid."""
_SIGN_IN: Final = "enter"
_CREATE: Final = "open an account"
_CONFIRMATIONS: Final = ("effacer", "delete")


@get("/me", responses=error_responses())
async def show_me(request: AnyRequest, services: NamedDependency[Services]) -> messages.Me:
    """Who you are: your account, and whether you are a moderator."""
    return await _me(request, services, current_account(request))


@post(
    "/account/passkey/options",
    operation_id="ApiAccountPasskeyOptionsAskForPasskey",
    status_code=HTTP_200_OK,
    responses=error_responses(*CHANGE_ERRORS, "no_passkeys_here", "many_passkeys"),
)
async def show_registration_options(
    request: AnyRequest, data: JSONBody[messages.Rename], services: NamedDependency[Services]
) -> messages.PasskeyChallenge:
    """The options with which the browser makes a passkey, for your account or for a new one."""
    party, signed_in = _relying_party(request, services.settings.origins), current_account(request)
    known = [] if signed_in is None else [card.id for card in await services.accounts.passkeys(signed_in.id)]
    if len(known) >= MOST_PASSKEYS:
        raise HttpError(409, "many_passkeys", f"an account has {MOST_PASSKEYS} passkeys at most")
    challenge = tokens.issue(services.signer, _purpose(signed_in), _CHALLENGE_MINUTES)
    id = _new_account_id(services.signer, challenge) if signed_in is None else signed_in.id
    name = tidy_name(data.name) if signed_in is None else signed_in.name
    return messages.PasskeyChallenge(passkeys.registration_options(party, challenge, id, name, known))


@post(
    "/account/passkey",
    status_code=HTTP_200_OK,
    responses=error_responses(*CHANGE_ERRORS, "bad_passkey", "known_passkey", "no_passkeys_here"),
)
async def add_passkey(
    request: AnyRequest, data: JSONBody[messages.NewPasskey], services: NamedDependency[Services]
) -> Response[messages.Me]:
    """Add a passkey. Without an account this creates one, into which this browser's guest is merged."""
    party, signed_in = _relying_party(request, services.settings.origins), current_account(request)
    challenge = await _spend_challenge(services.storage, services.signer, data.credential, _purpose(signed_in))
    made = passkeys.verify_registration(data.credential, party, challenge)
    if await services.accounts.find_passkey(made.id) is not None:
        raise HttpError(409, "known_passkey", "this passkey is in use already")
    id = _new_account_id(services.signer, challenge) if signed_in is None else signed_in.id
    passkey = Passkey(made.id, id, party.id, made.public_key, made.uses)
    if signed_in is None:
        opened = await services.accounts.create(id, tidy_name(data.name), passkey, tidy_name(data.key_name))
        return await _merge_and_sign_in(request, services, opened)
    await services.accounts.add_passkey(passkey, tidy_name(data.key_name))
    return Response(await _me(request, services, signed_in))


@post(
    "/account/enter/options",
    operation_id="ApiAccountEnterOptionsAskToEnter",
    status_code=HTTP_200_OK,
    responses=error_responses(*CHANGE_ERRORS, "no_passkeys_here"),
)
async def show_sign_in_options(request: AnyRequest, services: NamedDependency[Services]) -> messages.PasskeyChallenge:
    """The options with which the browser signs in by one of its passkeys."""
    challenge = tokens.issue(services.signer, _SIGN_IN, _CHALLENGE_MINUTES)
    return messages.PasskeyChallenge(
        passkeys.authentication_options(_relying_party(request, services.settings.origins), challenge)
    )


@post(
    "/account/enter",
    operation_id="ApiAccountEnterEnter",
    status_code=HTTP_200_OK,
    responses=error_responses(*CHANGE_ERRORS, "bad_passkey", "unknown_passkey", "no_passkeys_here"),
)
async def sign_in(
    request: AnyRequest, data: JSONBody[messages.SignIn], services: NamedDependency[Services]
) -> Response[messages.Me]:
    """Sign in by a passkey; this browser's guest is merged into the account's."""
    party = _relying_party(request, services.settings.origins)
    challenge = await _spend_challenge(services.storage, services.signer, data.credential, _SIGN_IN)
    passkey = await services.accounts.find_passkey(passkeys.read_passkey_id(data.credential))
    found = None if passkey is None else await services.accounts.find(passkey.account)
    if passkey is None or found is None or passkey.party != party.id:
        raise HttpError(403, "unknown_passkey", "this passkey belongs to no account here")
    uses = passkeys.verify_authentication(data.credential, party, challenge, passkey.public_key, passkey.uses)
    await services.accounts.record_passkey_use(passkey.id, uses)
    return await _merge_and_sign_in(request, services, found)


@post(
    "/account/leave",
    operation_id="ApiAccountLeaveLeave",
    status_code=HTTP_204_NO_CONTENT,
    responses=error_responses(*CHANGE_ERRORS),
)
async def sign_out(
    request: AnyRequest, data: JSONBody[messages.SignOut], services: NamedDependency[Services]
) -> Response[None]:
    """Sign out: here, or everywhere at once."""
    signed_in = current_account(request)
    if signed_in is not None and data.everywhere:
        await services.accounts.sign_out_everywhere(signed_in.id)
        services.tables.sign_out_guest(signed_in.guest)
    return Response(None, status_code=HTTP_204_NO_CONTENT, cookies=[delete_account_cookie(request)])


@post("/account/name", status_code=HTTP_200_OK, responses=error_responses(*CHANGE_ERRORS, "signed_out"))
async def rename(
    request: AnyRequest, data: JSONBody[messages.Rename], services: NamedDependency[Services]
) -> messages.Me:
    """Change the name of your account."""
    signed_in = _signed_in(request)
    await services.accounts.rename(signed_in.id, tidy_name(data.name))
    return await _me(request, services, await services.accounts.find(signed_in.id))


@post(
    "/account/passkey/remove",
    status_code=HTTP_200_OK,
    responses=error_responses(*CHANGE_ERRORS, "signed_out", "last_passkey"),
)
async def remove_passkey(
    request: AnyRequest, data: JSONBody[messages.RemovePasskey], services: NamedDependency[Services]
) -> messages.Me:
    """Remove a passkey; not the last one."""
    signed_in = _signed_in(request)
    if not await services.accounts.remove_passkey(signed_in.id, data.id):
        raise HttpError(409, "last_passkey", "an account keeps one passkey at least")
    return await _me(request, services, signed_in)


@get("/me/export", responses=error_responses("nothing_known", "too_fast"))
async def export_me(request: AnyRequest, services: NamedDependency[Services]) -> Response[bytes]:
    """All that is stored about you, in one file, with the record of every finished game in which you had a seat."""
    who = current_guest(request)
    if who is None:
        raise HttpError(404, "nothing_known", "nothing is stored about you")
    data = await services.personal_data.export(who, current_account(request))
    headers = {"Content-Disposition": 'attachment; filename="ludotheque.zip"', "Cache-Control": "no-store"}
    return Response(data, media_type="application/zip", headers=headers)


@post(
    "/me/forget",
    operation_id="ApiMeForgetForgetMe",
    status_code=HTTP_204_NO_CONTENT,
    responses=error_responses(*CHANGE_ERRORS, "not_sure"),
)
async def erase_me(
    request: AnyRequest, data: JSONBody[messages.EraseAccount], services: NamedDependency[Services]
) -> Response[None]:
    """Erase your personal data for good: account, passkeys, seats, and your name and chat lines in every game."""
    if data.sure.strip().lower() not in _CONFIRMATIONS:
        raise HttpError(400, "not_sure", "write “effacer” or “delete” to confirm")
    signed_in = current_account(request)
    if signed_in is not None:
        await services.guest_eraser.erase(signed_in.guest, signed_in)
        services.tables.sign_out_guest(signed_in.guest)
    own = guest_of_cookie(request)
    if own is not None:
        await services.guest_eraser.erase(own)
        services.tables.sign_out_guest(own)
    return Response(
        None, status_code=HTTP_204_NO_CONTENT, cookies=[delete_account_cookie(request), delete_guest_cookie(request)]
    )


async def _me(request: AnyRequest, services: Services, signed_in: Account | None) -> messages.Me:
    card = None
    if signed_in is not None:
        card = messages.AccountCard(signed_in.name, signed_in.created, await services.accounts.passkeys(signed_in.id))
    who = current_guest(request) if signed_in is None else signed_in.guest
    origin = request.headers.get("origin") or f"{request.url.scheme}://{request.headers.get('host')}"
    works = passkeys.relying_party(origin, request.headers.get("host"), services.settings.origins) is not None
    return messages.Me(card, await services.sanctions.moderator_name(who) is not None, works)


async def _merge_and_sign_in(request: AnyRequest, services: Services, found: Account) -> Response[messages.Me]:
    own = current_guest(request)
    if own is not None:
        await services.guest_merger.merge(own, found.guest)
    return Response(await _me(request, services, found), cookies=[account_cookie(request, found)])


async def _spend_challenge(storage: Storage, signer: Signer, credential: dict[str, Any], purpose: str) -> str:
    """Use up the challenge that a credential answers; raises :class:`InvalidPasskey` if it is invalid or was used."""
    challenge = passkeys.read_challenge(credential)
    if not tokens.is_valid(signer, challenge, purpose) or not await tokens.spend(storage, challenge):
        raise InvalidPasskey("this answers no open challenge: try again")
    return challenge


def _new_account_id(signer: Signer, challenge: str) -> str:
    """The id of an account that is not created yet: it follows from the challenge, so nothing has to be stored."""
    return signer.signature("account", challenge)


def _purpose(signed_in: Account | None) -> str:
    return _CREATE if signed_in is None else f"add to {signed_in.id}"


def _relying_party(request: AnyRequest, origins: Sequence[str]) -> RelyingParty:
    origin, host = request.headers.get("origin"), request.headers.get("host")
    found = passkeys.relying_party(origin, host, origins)
    if found is None:
        raise HttpError(409, "no_passkeys_here", "passkeys need a domain name and HTTPS")
    return found


def _signed_in(request: AnyRequest) -> Account:
    found = current_account(request)
    if found is None:
        raise HttpError(403, "signed_out", "sign in first")
    return found


CHANGING: Final[list[ControllerRouterHandler]] = [
    *(show_registration_options, add_passkey, show_sign_in_options, sign_in, sign_out, rename, remove_passkey)
]
READING: Final[list[ControllerRouterHandler]] = [show_me]
COSTLY: Final[list[ControllerRouterHandler]] = [export_me, erase_me]
"""Handlers that are costly and seldom used, with a stricter rate limit."""
