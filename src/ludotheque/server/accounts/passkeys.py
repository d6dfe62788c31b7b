"""Passkeys: WebAuthn options for the browser, and verification of its answers, by py_webauthn.

That library adds 90 ms to the start of every process, and most never see a passkey: each function imports it.
Adding passkeys to an account and removing them, all but the last, is in :mod:`.accounts`.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import msgspec

SITE_NAME: Final = "Ludothèque"
TIMEOUT: Final = 120_000
"""Milliseconds that the browser gives its user to answer."""
_LOCAL_NAMES: Final = ("localhost",)


class InvalidPasskey(ValueError):
    """A credential does not verify; the sentence says why."""


class RelyingParty(NamedTuple):
    """The site that passkeys are made for, and the origin of the page that asks for one."""

    id: str
    origin: str


class NewCredential(NamedTuple):
    """A credential that was registered: its id, its public key and its signature counter."""

    id: str
    public_key: bytes
    uses: int


def relying_party(origin: str | None, host: str | None, origins: Sequence[str]) -> RelyingParty | None:
    """The relying party for a page at ``origin``; None if passkeys do not work there.

    ``host`` is the request's Host header. Where the host's settings name ``origins``, the page is at one of them, or
    on this machine. Browsers offer passkeys for domain names only, and only over HTTPS or on this machine.

    >>> relying_party("http://localhost:8000", "localhost:8000", [])
    RelyingParty(id='localhost', origin='http://localhost:8000')
    >>> relying_party("https://jeux.example.org", "jeux.example.org", ["https://other.example.org"]) is None
    True
    >>> relying_party("https://192.168.1.7", "192.168.1.7", []) is None
    True
    """
    if origin is None:
        return None
    parts = urlsplit(origin)
    name = parts.hostname or ""
    if name in _LOCAL_NAMES:
        is_known = parts.netloc == host or origin in origins
    else:
        is_known = parts.scheme == "https" and (origin in origins if origins else parts.netloc == host)
    return RelyingParty(name, origin) if is_known and _is_domain_name(name) else None


def _is_domain_name(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return bool(name)
    return False


def registration_options(party: RelyingParty, challenge: str, account: str, name: str, known: Sequence[str]) -> Any:
    """The options with which the browser makes a passkey; ``known`` are the ids of those the account has."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers import base64url_to_bytes, structs

    options = generate_registration_options(
        rp_id=party.id,
        rp_name=SITE_NAME,
        user_name=name,
        user_id=account.encode(),
        challenge=challenge.encode(),
        timeout=TIMEOUT,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=base64url_to_bytes(id)) for id in known],
    )
    return msgspec.Raw(options_to_json(options).encode())


def authentication_options(party: RelyingParty, challenge: str) -> Any:
    """The options with which the browser signs a challenge, by a passkey that its user chooses."""
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers.structs import UserVerificationRequirement

    options = generate_authentication_options(
        rp_id=party.id,
        challenge=challenge.encode(),
        timeout=TIMEOUT,
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return msgspec.Raw(options_to_json(options).encode())


def read_challenge(credential: dict[str, Any]) -> str:
    """The challenge that a credential answers, unverified; raises :class:`InvalidPasskey`."""
    from webauthn.helpers import base64url_to_bytes, parse_client_data_json
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        client_data = parse_client_data_json(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return client_data.challenge.decode("ascii")
    except (WebAuthnException, ValueError, LookupError, TypeError, AttributeError) as error:
        raise InvalidPasskey("this is no answer to a challenge") from error


def read_passkey_id(credential: dict[str, Any]) -> str:
    """The id of the passkey that a credential claims to be, unverified; raises :class:`InvalidPasskey`."""
    id = credential.get("id")
    if not isinstance(id, str):
        raise InvalidPasskey("this answer names no passkey")
    return id


def verify_registration(credential: dict[str, Any], party: RelyingParty, challenge: str) -> NewCredential:
    """Verify a passkey that was just made; raises :class:`InvalidPasskey`."""
    from webauthn import verify_registration_response
    from webauthn.helpers import bytes_to_base64url

    try:
        verified = verify_registration_response(
            credential=credential,
            expected_challenge=challenge.encode(),
            expected_rp_id=party.id,
            expected_origin=party.origin,
        )
    except Exception as error:  # the library parses untrusted bytes, and raises many kinds of errors
        raise InvalidPasskey("this passkey does not hold") from error
    id = bytes_to_base64url(verified.credential_id)
    return NewCredential(id, verified.credential_public_key, verified.sign_count)


def verify_authentication(
    credential: dict[str, Any], party: RelyingParty, challenge: str, public_key: bytes, uses: int
) -> int:
    """Verify the signature of a passkey: its new signature counter; raises :class:`InvalidPasskey`."""
    from webauthn import verify_authentication_response

    try:
        verified = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge.encode(),
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=public_key,
            credential_current_sign_count=uses,
        )
    except Exception as error:  # as above
        raise InvalidPasskey("this passkey's answer is not valid") from error
    return verified.new_sign_count
