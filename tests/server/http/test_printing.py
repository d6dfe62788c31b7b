"""Printed boxes over HTTP: the PDF, its cache, and what is refused."""

from __future__ import annotations

import asyncio

import pytest

from ludotheque.server.printing import service
from ludotheque.server.printing.service import NotPrinted, Printer, PrinterBusy
from tests.server.client import Guest
from tests.server.running import Running


async def test_box_is_a_pdf_to_download(server: Running) -> None:
    guest = Guest(server, "Anne")
    answer = await guest.http.get("/api/games/stratego/print?lang=en&paper=letter")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="stratego-en-letter.pdf"'
    assert answer.content.startswith(b"%PDF-")
    again = await guest.http.get(
        "/api/games/stratego/print?lang=en&paper=letter", headers={"If-None-Match": answer.headers["ETag"]}
    )
    assert (again.status_code, again.content) == (304, b"")


async def test_unknown_games_languages_and_papers_are_refused(server: Running) -> None:
    guest = Guest(server, "Anne")
    for address, status in {"chess/print": 404, "stratego/print?lang=de": 400, "stratego/print?paper=a3": 400}.items():
        assert (await guest.http.get(f"/api/games/{address}")).status_code == status, address


async def test_requests_for_the_same_box_are_served_from_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    printer = Printer()
    runs = []

    async def typeset(*key: str) -> bytes:
        runs.append(key)
        await asyncio.sleep(0)
        return b"%PDF-"

    monkeypatch.setattr(printer, "_typeset", typeset)
    monkeypatch.setattr(service, "_CACHE_SIZE", 2)
    found = await asyncio.gather(*(printer.print_box("stratego", "fr", "a4") for _ in range(5)))
    assert (len(set(found)), len(runs)) == (1, 1)
    for game in ("koalition", "politico", "stratego"):
        await printer.print_box(game, "fr", "a4")
    assert len(runs) == 4, "the first was dropped from the cache, and made anew"


async def test_printer_refuses_more_than_may_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    printer = Printer()
    monkeypatch.setattr(service, "QUEUE_LIMIT", 0)
    with pytest.raises(PrinterBusy):
        await printer.print_box("stratego", "fr", "a4")


async def test_box_that_cannot_be_typeset_is_an_error_of_the_printer() -> None:
    printer = Printer()
    try:
        with pytest.raises(NotPrinted):
            await printer.print_box("stratego", "xx", "a4")
    finally:
        await printer.close()
