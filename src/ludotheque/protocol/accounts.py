"""What is asked for and answered about oneself: accounts, passkeys, what the house knows."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ludotheque.protocol.messages import Name, Received

Sure = Annotated[str, Meta(max_length=40)]


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
    """Who you are to the house."""

    account: AccountCard | None
    """None while you are a guest without one."""
    moderator: bool
    """Whether you see to good manners in the house."""
    passkeys: bool
    """Whether passkeys work at the address you came by: it needs a name, and HTTPS unless it is this machine."""


class PasskeyChallenge(msgspec.Struct, frozen=True):
    """What the browser makes or shows a passkey with: WebAuthn's options, as JSON."""

    options: Any


class NewPasskey(Received, frozen=True):
    """A passkey that was just made, as the browser gives it out. Without an account this opens one."""

    credential: dict[str, Any]
    name: Name
    """What the account is called, if it is opened with this."""
    key_name: Name
    """What the passkey is called, such as the device it is on."""


class Enter(Received, frozen=True):
    """Sign in: a passkey's answer, as the browser gives it out."""

    credential: dict[str, Any]


class SignOut(Received, frozen=True):
    """Sign out, here or everywhere."""

    everywhere: bool = False


class Rename(Received, frozen=True):
    """Be called otherwise. Tables you sit at already keep the name you sat down with."""

    name: Name


class RemovePasskey(Received, frozen=True):
    """Take a passkey away; not the last one."""

    id: Annotated[str, Meta(max_length=1400)]


class Forget(Received, frozen=True):
    """Delete all that the house knows of you. ``sure`` is the word that says you mean it: “effacer” or “delete”."""

    sure: Sure
