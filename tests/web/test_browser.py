"""The browser itself: that it starts and shows a page, and that a missing one is explained."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.web import browser

PAGE = "<!doctype html><html lang=fr><title>Ludothèque</title><body style='background: wheat'><h1>Bonjour"


async def hello(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nConnection: close\r\n\r\n")
    writer.write(PAGE.encode())
    await writer.drain()
    writer.close()


async def test_chromium_shows_a_local_page(chromium: Browser, tmp_path: Path) -> None:
    async with await asyncio.start_server(hello, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        page = await chromium.new_page(viewport={"width": 360, "height": 640})
        await page.goto(f"http://127.0.0.1:{port}/")
        assert await page.title() == "Ludothèque"
        picture = await page.screenshot(path=tmp_path / "page.png")
        assert picture.startswith(b"\x89PNG")
        await page.close()


def test_configured_browser_that_does_not_start_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUDOTHEQUE_CHROMIUM", str(tmp_path / "nothing"))
    with pytest.raises(browser.NoBrowser, match="does not start"):
        browser.find_chromium()


def test_missing_browser_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUDOTHEQUE_CHROMIUM", raising=False)
    monkeypatch.setattr(browser, "candidates", lambda: iter([Path("/nowhere/chromium")]))
    with pytest.raises(browser.NoBrowser, match="apt install chromium"):
        browser.find_chromium()


def test_configured_browser_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    named = tmp_path / "mine"
    named.write_text("#!/bin/sh\n")
    named.chmod(0o755)
    monkeypatch.setenv("LUDOTHEQUE_CHROMIUM", str(named))
    assert browser.find_chromium() == named
