"""What only the house can sign: the cookies of its guests, the claim links of their seats, tickets for one use."""

from __future__ import annotations

import base64
import hmac
import secrets

from ludotheque.engine.rules import Seat
from ludotheque.server.tables.events import guest_id


class Signer:
    """Signs and checks, by the house's own key, which is kept in its database."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def new_guest_cookie(self) -> tuple[str, str]:
        """A cookie for somebody we have not met, and the guest they become."""
        token = secrets.token_urlsafe(16)
        return f"{token}.{self._sign('guest', token)}", guest_id(token)

    def read_guest_cookie(self, cookie: str) -> str | None:
        """The guest a cookie belongs to, as the log knows them; None if we never gave it out."""
        token, _, signature = cookie.partition(".")
        if not hmac.compare_digest(signature.encode(), self._sign("guest", token).encode()):
            return None
        return guest_id(token)

    def claim_code(self, table: str, seat: Seat, renewed: int = 0) -> str:
        """The code that proves that a seat is one's own; another one each time it was ``renewed``."""
        words = ("claim", table, str(seat), str(renewed)) if renewed else ("claim", table, str(seat))
        return self._sign(*words)

    def speaker_id(self, table: str, guest: str) -> str:
        """A short name for a guest that is good at one table only, so that nobody is followed from table to table."""
        return self._sign("speaker", table, guest)[:8]

    def push_topic(self, table: str, guest: str) -> str:
        """What a push service may know a table by, for one guest: never its id, which is the key to it."""
        return self._sign("topic", table, guest)

    def player_handle(self, guest: str) -> str:
        """What a guest is known by to other players: it leads to their page, and to nothing of theirs."""
        return self._sign("player", guest)[:12]

    def club_invitation(self, club: str) -> str:
        """The code that lets its bearer become a member of a club."""
        return self._sign("club", club)[:12]

    def account_cookie(self, id: str, generation: int) -> str:
        """A cookie that says who its bearer is; good until the account counts another generation."""
        return f"{id}.{generation}.{self._sign('account', id, str(generation))}"

    def read_account_cookie(self, cookie: str) -> tuple[str, int] | None:
        """The account a cookie is for and the generation it was given out in; None if we never gave it out."""
        id, _, rest = cookie.partition(".")
        generation, _, signature = rest.partition(".")
        if not self.is_same_code(signature, self._sign("account", id, generation)):
            return None
        return id, int(generation)

    def signature(self, *words: str) -> str:
        """A mark that only we can make, under something that we give out and get back."""
        return self._sign("stamp", *words)

    def channel_code(self, deed: str, id: str) -> str:
        """The code in a letter that lets whoever reads it confirm or end being called there."""
        return self._sign("way", deed, id)

    def notification_code(self, way: str, table: str) -> str:
        """What stands for a table in a message: good for whoever is called that way, and as long as they are."""
        return self._sign("called", way, table)

    def is_same_code(self, given: str, code: str) -> bool:
        """Whether two codes are the same, told in the same time either way."""
        return hmac.compare_digest(given.encode(), code.encode())

    def _sign(self, *words: str) -> str:
        digest = hmac.digest(self._key, "\0".join(words).encode(), "sha256")
        return base64.urlsafe_b64encode(digest[:18]).decode()
