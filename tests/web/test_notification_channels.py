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
from tests.web.conftest import Visit
from tests.web.test_turn_alerts import begun
from tests.web.visitor import DESKTOP, PHONE, Visitor

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


async def sheet(visitor: Visitor) -> Locator:
    await visitor.button(OTHERWISE).click()
    return visitor.page.get_by_role("dialog", name="Comment vous appeler")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
async def test_email_channel_is_added_confirmed_used_and_removed(
    visit: Visit, server: Running, mailbox: Mailbox, size: tuple[int, int]
) -> None:
    anne = await visit(size)
    table, line, mat = await begun(anne, server)
    dialog = await sheet(anne)
    await anne.looks_good("ways")
    address = f"anne.{size[0]}@example.org"
    await dialog.get_by_label("Votre adresse").fill(address)
    await dialog.get_by_role("button", name="M’appeler là").click()
    await expect(dialog.get_by_text("Une lettre est partie")).to_be_visible()
    await expect(dialog.get_by_role("listitem")).to_contain_text("an…@example.org")
    await expect(dialog.get_by_role("listitem")).to_contain_text("Suivez le lien de la lettre")
    await anne.looks_good("ways-asked")
    await dialog.get_by_label("Votre adresse").fill(address)
    await dialog.get_by_role("button", name="M’appeler là").click()
    await expect(dialog.get_by_role("alert")).to_contain_text("cherchez-la")
    anne.forgive("429")

    phone = await visit(size)
    letter = await mailbox.next()
    assert letter.to == [address]
    await phone.goto(letter.link("confirm"))
    await phone.looks_good("letter-confirm")
    await phone.button("Oui, c’est moi").click()
    await phone.sees("C’est noté")
    await phone.looks_good("letter-confirmed")

    await dialog.get_by_role("button", name="Fermer").click()
    await mat.play("a4", "a5")
    await anne.goto()
    await line.until(lambda: not line.card["seats"][0]["here"])
    await line.until(lambda: line.to_move)
    assert line.now is not None
    await line.play(line.now["legal"][0])
    told = await mailbox.next()
    assert "Stratego : à vous de jouer." in told.text
    await phone.goto(told.link("to"))
    await phone.button("Prendre ma chaise").click()
    await expect(phone.page).to_have_url(f"{phone.address}/t/{table}")
    await anne.goto(told.link("to"))
    await expect(anne.page).to_have_url(f"{anne.address}/t/{table}")

    await phone.goto(told.link("end"))
    await phone.looks_good("letter-end")
    await phone.button("Ne plus m’écrire").click()
    await phone.sees("C’est fait")
    await phone.goto(told.link("to"))
    await phone.sees("Un appel pour quelqu’un d’autre")
    await phone.looks_good("letter-elsewhere")
    await phone.goto(letter.link("confirm"))
    await phone.button("Oui, c’est moi").click()
    await phone.sees("Ce lien ne vaut plus rien")
    phone.forgive("404")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
async def test_webhook_is_added_and_removed_on_the_shelf(
    visit: Visit, webhook: PushService, size: tuple[int, int]
) -> None:
    anne = await visit(size)
    await anne.opens_table(ME, FRIEND)
    await anne.goto()
    await expect(anne.button(OTHERWISE)).to_be_visible()
    await anne.button(OTHERWISE).scroll_into_view_if_needed()
    await anne.looks_good("shelf-ways")
    dialog = await sheet(anne)
    await dialog.get_by_text("Par un salon (Discord…)").click()
    await anne.looks_good("ways-hook")
    await dialog.get_by_label("L’adresse du webhook").fill("https://127.0.0.1:1/nobody")
    await dialog.get_by_role("button", name="M’appeler là").click()
    await expect(dialog.get_by_role("alert")).to_contain_text("n’a pas pris notre message")
    anne.forgive("400")
    await dialog.get_by_label("L’adresse du webhook").fill(f"{webhook.address}/anne")
    await dialog.get_by_label("Pas plus souvent que").select_option(label="Une fois par jour")
    await dialog.get_by_role("button", name="M’appeler là").click()
    secret = dialog.get_by_label("Le secret de ses messages")
    await expect(secret).to_be_visible()
    assert len(await secret.input_value()) == 32
    assert json.loads((await webhook.next())[2])["event"] == "hello"
    await anne.looks_good("ways-secret")
    await expect(dialog.get_by_role("listitem")).to_contain_text("Une fois par jour")
    await dialog.get_by_role("button", name="Ne plus m’appeler ici").click()
    await expect(dialog.get_by_role("listitem")).to_have_count(0)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
async def test_only_the_opener_adds_a_channel_to_a_table(
    visit: Visit, webhook: PushService, size: tuple[int, int]
) -> None:
    anne = await visit(size)
    table = await anne.opens_table(ME, FRIEND)
    await anne.page.locator(".tools").get_by_role("button", name="La table").click()
    dialog = anne.page.get_by_role("dialog", name="La table")
    await dialog.get_by_role("button", name="Ouvrir ce salon").click()
    await dialog.get_by_label("L’adresse du webhook").fill(f"{webhook.address}/table")
    await dialog.get_by_label("Ce que comprend ce salon").select_option(label="Discord")
    await anne.looks_good("salon-form")
    await dialog.get_by_role("button", name="Ouvrir ce salon").click()
    await expect(dialog.get_by_text("Un mot y est arrivé")).to_be_visible()
    assert "notre table de Stratego" in json.loads((await webhook.next())[2])["content"]
    await anne.looks_good("salon")

    bruno = await visit(size)
    await bruno.goto(f"/t/{table}")
    await bruno.sits_down("Bruno")
    await bruno.page.locator(".tools").get_by_role("button", name="La table").click()
    await expect(bruno.page.get_by_role("dialog", name="La table")).to_be_visible()
    await expect(bruno.button("Ouvrir ce salon")).to_have_count(0)
