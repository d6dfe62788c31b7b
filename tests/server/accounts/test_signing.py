"""Signatures and tokens: codes that earlier versions gave out stay valid after an upgrade."""

from __future__ import annotations

import pytest

from ludotheque.server.accounts import tokens
from ludotheque.server.accounts.signing import Signer, guest_id

SIGNER = Signer(bytes(range(32)))
OTHER = Signer(bytes(32))
GUEST = "g" * 64
TOKEN = "dG9rZW4tb2YtYS1ndWVzdA"
GUEST_COOKIE = f"{TOKEN}.R7xsE_AMPxXSSRL3AxkvH7En"
ACCOUNT_COOKIE = "account-id.3.GiCy3J3b0cK-jOvKrueGhPNn"
CHALLENGE = "c2luZ2xlLXVzZS10b2tlbg.4102444800000.0cKiJwHfsMxPHNz5WAND-uw1"
"""For the use "enter", until the year 2100."""


def test_guest_id_of_a_token_is_unchanged() -> None:
    assert guest_id(TOKEN) == "8d96141a3e067b34729127efc9899ab0c9a7e03e251eae57a56b96d3caa0303b"


def test_guest_cookie_of_an_earlier_version_is_valid() -> None:
    assert SIGNER.read_guest_cookie(GUEST_COOKIE) == guest_id(TOKEN)
    assert OTHER.read_guest_cookie(GUEST_COOKIE) is None


def test_account_cookie_of_an_earlier_version_is_valid() -> None:
    assert SIGNER.account_cookie("account-id", 3) == ACCOUNT_COOKIE
    assert SIGNER.read_account_cookie(ACCOUNT_COOKIE) == ("account-id", 3)
    assert OTHER.read_account_cookie(ACCOUNT_COOKIE) is None


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (SIGNER.claim_code("kalimba7", 2), "TijhwgvNFSu0IheMJ_9Xk7rO"),
        (SIGNER.claim_code("kalimba7", 2, 1), "1a0rBSe8OWtYYJQTtCR9FLj-"),
        (SIGNER.speaker_id("kalimba7", GUEST), "e439iy4g"),
        (SIGNER.push_topic("kalimba7", GUEST), "vsEGLH9OwqMUaxGxfE5ucngw"),
        (SIGNER.player_handle(GUEST), "ZfZtorib4lRJ"),
        (SIGNER.club_invitation("club-7"), "GJ5PO7cpJ6Dp"),
        (SIGNER.signature("enter", "n", "1"), "v6iekO7YYYfzGxO12eDWn7dR"),
        (SIGNER.channel_code("confirm", "way-1"), "mcrOcbW3sfX0gJGQkRXEpdPq"),
        (SIGNER.notification_code("way-1", "kalimba7"), "I_8JOijB4Mr4Tw-Z7TIcpqaN"),
    ],
    ids=[
        "claim link",
        "renewed claim link",
        "speaker",
        "push topic",
        "player handle",
        "club invitation",
        "signature",
        "channel code",
        "notification code",
    ],
)
def test_codes_are_those_of_earlier_versions(code: str, expected: str) -> None:
    assert code == expected


def test_token_of_an_earlier_version_is_valid() -> None:
    assert tokens.is_valid(SIGNER, CHALLENGE, "enter")
    assert not tokens.is_valid(SIGNER, CHALLENGE, "open an account")
    assert not tokens.is_valid(OTHER, CHALLENGE, "enter")


def test_moderator_invitation_of_an_earlier_version_is_valid() -> None:
    token = "bW9kZXJhdG9y.4102444800000.jSdObpynK_PhjnzE-wvyatc3"
    assert tokens.is_valid(SIGNER, token, "moderator Zoé")
    assert not tokens.is_valid(SIGNER, token, "moderator Zoe")
