"""HTTP messages about one's own account, passkeys and personal data."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ludotheque.protocol.messages import Name, Received

Confirmation = Annotated[str, Meta(max_length=40)]


class PasskeyCard(msgspec.Struct, frozen=True):
    """A passkey of yours. Times are in milliseconds since 1970."""

    id: str
    name: str
    created: int
    used: int


class AccountCard(msgspec.Struct, frozen=True):
    """Your account."""

    name: str
    created: int
    passkeys: list[PasskeyCard]


class Me(msgspec.Struct, frozen=True):
    """Who you are: a guest with or without an account, a moderator or not."""

    account: AccountCard | None
    """None while you are a guest without one."""
    moderator: bool
    """Whether you are a moderator."""
    passkeys: bool
    """Whether passkeys work at this address: they need a domain name, and HTTPS unless it is this machine."""


class PasskeyChallenge(msgspec.Struct, frozen=True):
    """WebAuthn's options for making a passkey, or for signing in by one, as JSON."""

    options: Any


class NewPasskey(Received, frozen=True):
    """A passkey that the browser just made. Without an account this creates one."""

    credential: dict[str, Any]
    name: Name
    """The name of the account, if one is created."""
    key_name: Name
    """The name of the passkey, such as the device it is on."""


class SignIn(Received, frozen=True):
    """Sign in: the credential that the browser answers the challenge with."""

    credential: dict[str, Any]


class SignOut(Received, frozen=True):
    """Sign out, here or everywhere."""

    everywhere: bool = False


class Rename(Received, frozen=True):
    """Change the name of your account. Tables at which you have a seat keep the name that you took it with."""

    name: Name


class RemovePasskey(Received, frozen=True):
    """Remove a passkey; not the last one."""

    id: Annotated[str, Meta(max_length=1400)]


class EraseAccount(Received, frozen=True):
    """Erase your personal data. ``sure`` is a word that confirms it: “effacer” or “delete”."""

    sure: Confirmation
