"""Signatures: cookies of guests and accounts, claim links, invitations, and codes in notifications.

Every code is an HMAC-SHA256 over a purpose and its values, by the server's key, cut to 18 bytes. The standard library
does that in two lines. itsdangerous was considered: it signs other text (the value, with its own salt and
timestamp format) and does not verify cut signatures, so every cookie and link in use would become invalid; making it
produce the same codes takes as much code of our own as it would replace.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

from ludotheque.engine.rules import Seat


def guest_id(token: str) -> str:
    """The id of a guest: the hash of the token in their cookie, from which the token cannot be found."""
    return hashlib.sha256(token.encode()).hexdigest()


class Signer:
    """Signs and verifies with the server's key, which is kept in its database."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def new_guest_cookie(self) -> tuple[str, str]:
        """A cookie for a new guest, and the guest's id."""
        token = secrets.token_urlsafe(16)
        return f"{token}.{self._sign('guest', token)}", guest_id(token)

    def read_guest_cookie(self, cookie: str) -> str | None:
        """The id of the guest that a cookie belongs to; None if its signature is invalid."""
        token, _, signature = cookie.partition(".")
        return guest_id(token) if self.is_same_code(signature, self._sign("guest", token)) else None

    def account_cookie(self, id: str, generation: int) -> str:
        """A cookie that signs in to an account, until the account's generation is increased."""
        return f"{id}.{generation}.{self._sign('account', id, str(generation))}"

    def read_account_cookie(self, cookie: str) -> tuple[str, int] | None:
        """The account and the generation in a cookie; None if its signature is invalid."""
        id, _, rest = cookie.partition(".")
        generation, _, signature = rest.partition(".")
        if not self.is_same_code(signature, self._sign("account", id, generation)):
            return None
        return id, int(generation)

    def claim_code(self, table: str, seat: Seat, renewed: int = 0) -> str:
        """The code of a seat's claim link; another one each time it was ``renewed``."""
        values = (table, str(seat), str(renewed)) if renewed else (table, str(seat))
        return self._sign("claim", *values)

    def speaker_id(self, table: str, guest: str) -> str:
        """The id of a guest in the chat of one table: two tables cannot be linked by it."""
        return self._sign("speaker", table, guest)[:8]

    def push_topic(self, table: str, guest: str) -> str:
        """The topic of push messages about a table to a guest: a push service must not learn the table's id."""
        return self._sign("topic", table, guest)

    def player_handle(self, guest: str) -> str:
        """The public id of a player: the address of their page, which gives no access to anything of theirs."""
        return self._sign("player", guest)[:12]

    def club_invitation(self, club: str) -> str:
        """The code of a link that lets a guest join a club."""
        return self._sign("club", club)[:12]

    def channel_code(self, action: str, id: str) -> str:
        """The code of a link in an e-mail or webhook that confirms (``confirm``) or ends (``end``) a channel."""
        return self._sign("way", action, id)

    def notification_code(self, channel: str, table: str) -> str:
        """The code that stands for a table in a notification; it is valid as long as the channel is."""
        return self._sign("called", channel, table)

    def signature(self, *values: str) -> str:
        """The signature of values that are given out and come back; the first one names the purpose."""
        return self._sign("stamp", *values)

    def is_same_code(self, given: str, code: str) -> bool:
        """Compare two codes in constant time."""
        return hmac.compare_digest(given.encode(), code.encode())

    def _sign(self, purpose: str, *values: str) -> str:
        digest = hmac.digest(self._key, "\0".join((purpose, *values)).encode(), "sha256")
        return base64.urlsafe_b64encode(digest[:18]).decode()
