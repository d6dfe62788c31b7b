"""Notification channels in the browser: the dialog in which they are added, and the pages behind e-mail links."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator

import pytest
from playwright.async_api import Locator, expect

from hatch_build import build
from tests.server.client import FRIEND, ME
from tests.server.notifications.channel_requests import CHANNELS
from tests.server.notifications.mailbox import Mailbox
from tests.server.notifications.push_service import PushService
from tests.server.running import Running
from tests.web.browser_guest import DESKTOP, PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.test_turn_alerts import start_game
from tests.web.variants import one_size

OTHERWISE = "Être appelé autrement"


@pytest.fixture(scope="module")
async def mailbox() -> AsyncIterator[Mailbox]:
    async with Mailbox() as mailbox:
        yield mailbox


@pytest.fixture
async def webhook() -> AsyncIterator[PushService]:
    async with PushService() as webhook:
        webhook.answer = "204 No Content"
        yield webhook


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, mailbox: Mailbox) -> Iterator[Running]:
    """A server with e-mail and webhooks, and a short delay."""
    build()
    sender = ["--mail-server", mailbox.address, "--mail-from", "games@games.example"]
    running = Running(tmp_path_factory.mktemp("server") / "ludotheque.db", *CHANNELS, *sender).start()
    yield running
    running.stop()


async def sheet(guest: BrowserGuest) -> Locator:
    await guest.button(OTHERWISE).click()
    return guest.page.get_by_role("dialog", name="Comment vous appeler")


@one_size(PHONE, DESKTOP)
async def test_email_channel_is_added_confirmed_used_and_removed(
    open_browser: OpenBrowser, server: Running, mailbox: Mailbox, size: tuple[int, int]
) -> None:
    anne = await open_browser(size)
    table, socket, mat = await start_game(anne, server)
    dialog = await sheet(anne)
    await anne.check_page("ways")
    address = f"anne.{size[0]}@example.org"
    await dialog.get_by_label("Votre adresse").fill(address)
    await dialog.get_by_role("button", name="M’appeler là").click()
    await expect(dialog.get_by_text("Une lettre est partie")).to_be_visible()
    await expect(dialog.get_by_role("listitem")).to_contain_text("an…@example.org")
    await expect(dialog.get_by_role("listitem")).to_contain_text("Suivez le lien de la lettre")
    await anne.check_page("ways-asked")
    await dialog.get_by_label("Votre adresse").fill(address)
    await dialog.get_by_role("button", name="M’appeler là").click()
    await expect(dialog.get_by_role("alert")).to_contain_text("cherchez-la")
    anne.ignore_error("429")

    phone = await open_browser(size)
    letter = await mailbox.next()
    assert letter.to == [address]
    await phone.goto(letter.link("confirm"))
    await phone.check_page("letter-confirm")
    await phone.button("Oui, c’est moi").click()
    await phone.expect_text("C’est noté")
    await phone.check_page("letter-confirmed")

    await dialog.get_by_role("button", name="Fermer").click()
    await mat.play("a4", "a5")
    await anne.goto()
    await socket.until(lambda: not socket.card["seats"][0]["here"])
    await socket.until(lambda: socket.to_move)
    assert socket.now is not None
    await socket.play(socket.now["legal"][0])
    message = await mailbox.next()
    assert "Stratego : à vous de jouer." in message.text
    await phone.goto(message.link("to"))
    await phone.button("Prendre ma chaise").click()
    await expect(phone.page).to_have_url(f"{phone.address}/t/{table}")
    await anne.goto(message.link("to"))
    await expect(anne.page).to_have_url(f"{anne.address}/t/{table}")

    await phone.goto(message.link("end"))
    await phone.check_page("letter-end")
    await phone.button("Ne plus m’écrire").click()
    await phone.expect_text("C’est fait")
    await phone.goto(message.link("to"))
    await phone.expect_text("Un appel pour quelqu’un d’autre")
    await phone.check_page("letter-elsewhere")
    await phone.goto(letter.link("confirm"))
    await phone.button("Oui, c’est moi").click()
    await phone.expect_text("Ce lien ne vaut plus rien")
    phone.ignore_error("404")


@one_size(PHONE, DESKTOP)
async def test_webhook_is_added_and_removed_on_the_shelf(
    open_browser: OpenBrowser, webhook: PushService, size: tuple[int, int]
) -> None:
    anne = await open_browser(size)
    await anne.open_table(ME, FRIEND)
    await anne.goto()
    await expect(anne.button(OTHERWISE)).to_be_visible()
    await anne.button(OTHERWISE).scroll_into_view_if_needed()
    await anne.check_page("shelf-ways")
    dialog = await sheet(anne)
    await dialog.get_by_text("Par un salon (Discord…)").click()
    await anne.check_page("ways-hook")
    await dialog.get_by_label("L’adresse du webhook").fill("https://127.0.0.1:1/nobody")
    await dialog.get_by_role("button", name="M’appeler là").click()
    await expect(dialog.get_by_role("alert")).to_contain_text("n’a pas pris notre message")
    anne.ignore_error("400")
    await dialog.get_by_label("L’adresse du webhook").fill(f"{webhook.address}/anne")
    await dialog.get_by_label("Pas plus souvent que").select_option(label="Une fois par jour")
    await dialog.get_by_role("button", name="M’appeler là").click()
    secret = dialog.get_by_label("Le secret de ses messages")
    await expect(secret).to_be_visible()
    assert len(await secret.input_value()) == 32
    assert json.loads((await webhook.next())[2])["event"] == "hello"
    await anne.check_page("ways-secret")
    await expect(dialog.get_by_role("listitem")).to_contain_text("Une fois par jour")
    await dialog.get_by_role("button", name="Ne plus m’appeler ici").click()
    await expect(dialog.get_by_role("listitem")).to_have_count(0)


@one_size(PHONE, DESKTOP)
async def test_only_the_opener_adds_a_channel_to_a_table(
    open_browser: OpenBrowser, webhook: PushService, size: tuple[int, int]
) -> None:
    anne = await open_browser(size)
    table = await anne.open_table(ME, FRIEND)
    await anne.page.locator(".tools").get_by_role("button", name="La table").click()
    dialog = anne.page.get_by_role("dialog", name="La table")
    await dialog.get_by_role("button", name="Ouvrir ce salon").click()
    await dialog.get_by_label("L’adresse du webhook").fill(f"{webhook.address}/table")
    await dialog.get_by_label("Ce que comprend ce salon").select_option(label="Discord")
    await anne.check_page("salon-form")
    await dialog.get_by_role("button", name="Ouvrir ce salon").click()
    await expect(dialog.get_by_text("Un mot y est arrivé")).to_be_visible()
    assert "notre table de Stratego" in json.loads((await webhook.next())[2])["content"]
    await anne.check_page("salon")

    bruno = await open_browser(size)
    await bruno.goto(f"/t/{table}")
    await bruno.take_seat("Bruno")
    await bruno.page.locator(".tools").get_by_role("button", name="La table").click()
    await expect(bruno.page.get_by_role("dialog", name="La table")).to_be_visible()
    await expect(bruno.button("Ouvrir ce salon")).to_have_count(0)
