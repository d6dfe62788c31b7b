"""Tournaments with a date: planning, the calendar file, and cancelling."""

from __future__ import annotations

import re
import time

import pytest

from ludotheque.server.tournaments.calendar import escape, fold
from tests.server.client import Guest
from tests.server.running import Running
from tests.server.tournaments.club import begin_round, new_tournament

TOMORROW = (int(time.time()) + 86_400) * 1000


async def test_calendar_file_has_the_date_and_escaped_texts(server: Running) -> None:
    guests, id = await new_tournament(server, 1, title="Jeux; dés, et\\cartes", starts_at=2_000_000_000_000)
    assert (await guests[0].get(f"/api/evenings/{id}"))["plan"]["starts_at"] == 2_000_000_000_000
    answer = await guests[0].http.get(f"/api/evenings/{id}/calendar.ics")
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert ".ics" in answer.headers["Content-Disposition"]
    lines = answer.text.replace("\r\n ", "").split("\r\n")
    assert lines[:2] == ["BEGIN:VCALENDAR", "VERSION:2.0"]
    assert lines[-2:] == ["END:VCALENDAR", ""]
    assert f"UID:{id}@ludotheque" in lines
    assert "DTSTART:20330518T033320Z" in lines
    assert "SUMMARY:Jeux\\; dés\\, et\\\\cartes – Les Jeudis" in lines
    assert f"URL:{server.address}/e/{id}" in lines
    assert any(re.fullmatch(r"DTSTAMP:\d{8}T\d{6}Z", line) for line in lines)
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))


@pytest.mark.parametrize(("text", "written"), [("a\r\nb", "a\\nb"), ("a;b,c\\", "a\\;b\\,c\\\\"), ("a\x00\x07b", "ab")])
def test_calendar_text_is_escaped(text: str, written: str) -> None:
    assert escape(text) == written


def test_long_calendar_line_is_folded_between_characters() -> None:
    folded = fold("SUMMARY:" + "é" * 100)
    assert all(len(line) <= 75 for line in folded.split(b"\r\n"))
    assert folded.decode().replace("\r\n ", "") == "SUMMARY:" + "é" * 100 + "\r\n"


async def test_tournament_without_a_date_has_no_calendar_file(server: Running) -> None:
    guests, id = await new_tournament(server, 1)
    assert (await guests[0].get(f"/api/evenings/{id}/calendar.ics", 404))["code"] == "no_date"
    assert (await guests[0].get("/api/evenings/nowhere/calendar.ics", 404))["code"] == "no_evening"


async def test_date_in_the_past_is_refused(server: Running) -> None:
    guests, id = await new_tournament(server, 1)
    club = (await guests[0].get(f"/api/evenings/{id}"))["club"]
    plan = {"title": "Hier", "games": [{"game": "stratego"}], "format": "swiss", "starts_at": 1_000}
    assert (await guests[0].post(f"/api/clubs/{club}/evenings", plan, 409))["code"] == "past_date"
    assert len((await guests[0].get(f"/api/clubs/{club}"))["evenings"]) == 1


async def test_organiser_cancels_with_a_sentence(server: Running) -> None:
    (anne, bruno), id = await new_tournament(server, 2, starts_at=TOMORROW)
    assert (await bruno.post(f"/api/evenings/{id}/cancel", {"why": "non"}, 403))["code"] == "not_organiser"
    card = await anne.post(f"/api/evenings/{id}/cancel", {"why": " Anne est\nmalade. "})
    assert (card["state"], card["cancelled"]) == ("over", "Anne est malade.")
    assert (await anne.post(f"/api/evenings/{id}/cancel", {"why": "encore"}))["cancelled"] == "Anne est malade."
    assert (await bruno.get(f"/api/evenings/{id}"))["cancelled"] == "Anne est malade."
    calendar = (await bruno.http.get(f"/api/evenings/{id}/calendar.ics")).text
    assert "STATUS:CANCELLED" in calendar
    assert "SEQUENCE:1" in calendar
    chloe = Guest(server, "Chloé")
    assert (await chloe.post(f"/api/evenings/{id}/join", {"name": "Chloé"}, 409))["code"] == "evening_over"
    assert (await anne.post(f"/api/evenings/{id}/rounds", {"round": 1}, 409))["code"] == "evening_over"
    club = await anne.get(f"/api/clubs/{card['club']}")
    assert [(line["cancelled"], line["starts_at"], line["winners"]) for line in club["evenings"]] == [
        (True, TOMORROW, [])
    ]


async def test_tournament_with_entrants_is_cancelled_but_not_removed(server: Running) -> None:
    (anne, bruno), id = await new_tournament(server, 2)
    assert (await anne.post(f"/api/evenings/{id}/end", {}, 409))["code"] == "evening_entered"
    assert (await bruno.get(f"/api/evenings/{id}"))["state"] == "gathering"
    await anne.post(f"/api/evenings/{id}/cancel", {"why": "Anne est malade."})
    await anne.post(f"/api/evenings/{id}/end", {})
    assert (await bruno.get(f"/api/evenings/{id}"))["cancelled"] == "Anne est malade."


async def test_tournament_without_entrants_is_removed(server: Running) -> None:
    (anne,), id = await new_tournament(server, 1)
    await anne.post(f"/api/evenings/{id}/entrants/1", {"change": "drop"})
    assert (await anne.post(f"/api/evenings/{id}/end", {}))["evenings"] == []
    assert (await anne.get(f"/api/evenings/{id}", 404))["code"] == "no_evening"


async def test_tournament_that_has_begun_is_not_cancelled(server: Running) -> None:
    (anne, _), id = await new_tournament(server, 2)
    await begin_round(anne, id, 1)
    assert (await anne.post(f"/api/evenings/{id}/cancel", {}, 409))["code"] == "evening_begun"
    card = await anne.get(f"/api/evenings/{id}")
    assert (card["state"], card["cancelled"]) == ("playing", None)
