"""Texts of notifications: durations, lists of turns, and names of players."""

from __future__ import annotations

from typing import Any

from ludotheque.server.notifications import texts, webhooks


def test_durations_are_written_in_words() -> None:
    hour = 3600 * 1000
    assert texts.format_duration(50 * hour, "fr") == "2 j 2 h"
    assert texts.format_duration(5 * hour + 1, "en") == "5 h"
    assert texts.format_duration(hour - 1, "fr") == "59 min"
    assert texts.format_duration(0, "fr") == "1 min"


def test_most_urgent_turns_are_listed_and_the_others_counted() -> None:
    turns = [
        texts.listed_turn("fr", "stratego", f"https://games.example/{due}", due, 0, False, ())
        for due in range(9, 9 + 14)
    ]
    turns.append(texts.listed_turn("fr", "politico", "https://games.example/x", None, 0, False, ()))
    notification = texts.turn_notification("id", "fr", list(reversed(turns)))
    assert notification.text == "15 parties attendent votre coup"
    assert [turn.due for turn in notification.turns] == list(range(9, 9 + texts.MAX_TURNS))
    assert notification.more == 5


def test_names_cannot_contain_mentions_links_or_markup() -> None:
    odd = "@everyone *x* <b> https://e.example"
    turn = texts.listed_turn("fr", "stratego", "https://games.example/t/x", None, 0, False, [odd])
    notification = texts.turn_notification("id", "fr", [turn], of_table=True)
    for shape in ("discord", "slack"):
        channel: Any = type("Channel", (), {"shape": shape})
        body = webhooks.webhook_request(channel, notification, 0)[1].decode()
        assert "@everyone" not in body
        assert "https://e.example" not in body
        assert "<b>" not in body.replace("\\\\<b\\\\>", "")
