"""Invitations of moderators: the code of a link that the host gives out, valid once and for three days."""

from __future__ import annotations

import base64
from typing import Final

from ludotheque.server.accounts import tokens
from ludotheque.server.accounts.signing import Signer
from ludotheque.server.storage import Storage

_VALID_FOR: Final = 3 * 24 * 60
"""Minutes for which an invitation is valid."""


def new_invitation(signer: Signer, name: str) -> str:
    """The code of a new invitation for a moderator of this name."""
    encoded = base64.urlsafe_b64encode(name.encode()).decode().rstrip("=")
    return f"{encoded}~{tokens.issue(signer, _purpose(name), _VALID_FOR)}"


async def accept_invitation(storage: Storage, signer: Signer, code: str) -> str | None:
    """Use up an invitation: the name it is for; None if it is invalid, has expired or was used before."""
    encoded, _, token = code.partition("~")
    try:
        name = base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4)).decode()
    except ValueError:
        return None
    if not tokens.is_valid(signer, token, _purpose(name)) or not await tokens.spend(storage, token):
        return None
    return name


def _purpose(name: str) -> str:
    return f"moderator {name}"
