"""Passkeys: what a browser is asked for, and whether its answer holds. The cryptography is py_webauthn's.

That library is large, and many a house never sees a passkey: it is read in by whatever first needs it.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import msgspec

HOUSE: Final = "Ludothèque"
TIMEOUT: Final = 120_000
_HERE: Final = ("localhost",)


class BadPasskey(ValueError):
    """An answer that proves nothing; the sentence says why."""


class Party(NamedTuple):
    """The site that passkeys are for, and the page that asks."""

    id: str
    origin: str


class Made(NamedTuple):
    """What a new passkey has told us."""

    id: str
    public_key: bytes
    uses: int


def party(origin: str | None, host: str | None, origins: Sequence[str]) -> Party | None:
    """The site that a page at ``origin`` belongs to, if passkeys work there.

    ``host`` is where the request was sent. Where the host of the house has named its addresses (``origins``), the page
    is at one of them, or on this very machine. Browsers have passkeys for names only, and only over HTTPS or on this
    machine.

    >>> party("http://localhost:8000", "localhost:8000", [])
    Party(id='localhost', origin='http://localhost:8000')
    >>> party("https://jeux.example.org", "jeux.example.org", ["https://other.example.org"]) is None
    True
    >>> party("https://192.168.1.7", "192.168.1.7", []) is None
    True
    """
    if origin is None:
        return None
    parts = urlsplit(origin)
    name = parts.hostname or ""
    if name in _HERE:
        known = parts.netloc == host or origin in origins
    else:
        known = parts.scheme == "https" and (origin in origins if origins else parts.netloc == host)
    return Party(name, origin) if known and not _is_number(name) else None


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return not name
    return True


def ask_for_new(party: Party, challenge: str, account: str, name: str, others: Sequence[str]) -> Any:
    """What the browser makes a passkey with; ``others`` are the ids of those the account has."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers import structs as terms

    options = generate_registration_options(
        rp_id=party.id,
        rp_name=HOUSE,
        user_name=name,
        user_id=account.encode(),
        challenge=challenge.encode(),
        timeout=TIMEOUT,
        authenticator_selection=terms.AuthenticatorSelectionCriteria(
            resident_key=terms.ResidentKeyRequirement.REQUIRED,
            user_verification=terms.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[terms.PublicKeyCredentialDescriptor(id=base64url_to_bytes(id)) for id in others],
    )
    return msgspec.Raw(options_to_json(options).encode())


def ask_for_any(party: Party, challenge: str) -> Any:
    """What the browser shows one of its passkeys with, whichever its owner chooses."""
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers.structs import UserVerificationRequirement

    options = generate_authentication_options(
        rp_id=party.id,
        challenge=challenge.encode(),
        timeout=TIMEOUT,
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return msgspec.Raw(options_to_json(options).encode())


def challenge_in(credential: dict[str, Any]) -> str:
    """The challenge that an answer answers; raises :class:`BadPasskey`."""
    from webauthn.helpers import base64url_to_bytes, parse_client_data_json
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        told = parse_client_data_json(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return told.challenge.decode("ascii")
    except (WebAuthnException, ValueError, LookupError, TypeError, AttributeError) as error:
        raise BadPasskey("this is no answer to a challenge") from error


def id_in(credential: dict[str, Any]) -> str:
    """The passkey that an answer says it is of; raises :class:`BadPasskey`."""
    id = credential.get("id")
    if not isinstance(id, str):
        raise BadPasskey("this answer names no passkey")
    return id


def check_new(credential: dict[str, Any], party: Party, challenge: str) -> Made:
    """A passkey that was just made; raises :class:`BadPasskey`."""
    from webauthn import verify_registration_response
    from webauthn.helpers import bytes_to_base64url

    try:
        made = verify_registration_response(
            credential=credential,
            expected_challenge=challenge.encode(),
            expected_rp_id=party.id,
            expected_origin=party.origin,
        )
    except Exception as error:  # the library reads bytes of anybody's making, and raises whatever they lead to
        raise BadPasskey("this passkey does not hold") from error
    return Made(bytes_to_base64url(made.credential_id), made.credential_public_key, made.sign_count)


def check_answer(credential: dict[str, Any], party: Party, challenge: str, public_key: bytes, uses: int) -> int:
    """How often a passkey says it was used, if its answer holds; raises :class:`BadPasskey`."""
    from webauthn import verify_authentication_response

    try:
        shown = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge.encode(),
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=public_key,
            credential_current_sign_count=uses,
        )
    except Exception as error:  # as above
        raise BadPasskey("this passkey's answer does not hold") from error
    return shown.new_sign_count
