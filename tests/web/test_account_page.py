"""Account page in the browser: passkeys, games in another browser, export and erasure of personal data."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.server.client import ME, bot
from tests.server.running import Running
from tests.web.browser_guest import DESKTOP, PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.stratego_page import StrategoPage
from tests.web.variants import one_size
from tests.web.virtual_authenticator import VirtualAuthenticator

sizes = one_size(DESKTOP, PHONE)


@pytest.fixture
def domain_address(server: Running) -> str:
    """The address that the server prints: it has a name, since passkeys do not work with an IP address."""
    return server.printed_address


async def create_account(guest: BrowserGuest, name: str) -> None:
    await guest.page.get_by_label("Comment on vous appelle").fill(name)
    await guest.button("Retenir ce nom").click()
    await guest.expect_text("C’est noté.")
    await guest.button("Faire ma carte").click()
    await guest.expect_text("Membre depuis le")


@sizes
async def test_game_continues_in_another_browser_after_signing_in(
    open_browser: OpenBrowser, domain_address: str, size: tuple[int, int]
) -> None:
    anne = await open_browser(size, domain_address)
    authenticator = await VirtualAuthenticator.of(anne)
    await anne.goto()
    await anne.page.get_by_role("link", name="Moi : ma carte").click()
    await anne.expect_text("Visiteur, sans carte")
    await anne.check_page("me-guest")
    table = await anne.open_table(ME, bot("random"), name="Anne-Charlotte", army="training")
    await anne.goto("/me")
    await create_account(anne, "Anne-Charlotte")
    await anne.check_page("me-member")
    (key,) = await authenticator.keys()
    assert key["isResidentCredential"]

    await anne.button(
        "Me déconnecter",
    ).first.click()
    await anne.expect_text("Vous êtes déconnecté")
    await anne.check_layout("me-signed-out")
    await anne.goto()
    await expect(anne.page.locator("#my-tables")).to_have_count(0)

    elsewhere = await open_browser(size, domain_address)
    other_authenticator = await VirtualAuthenticator.of(elsewhere)
    await other_authenticator.add_credentials([key])
    await elsewhere.goto("/me")
    await elsewhere.button("J’ai déjà une clé").click()
    await elsewhere.expect_text("Membre depuis le")
    await expect(elsewhere.page.get_by_text("Anne-Charlotte").first).to_be_visible()
    await elsewhere.goto()
    await elsewhere.page.locator(f'a[href="/t/{table}"]').click()
    mat = StrategoPage(elsewhere.page)
    await elsewhere.button("Au hasard").click()
    await mat.ready.click()
    await mat.my_turn()


async def test_passkeys_are_added_and_removed_and_signed_out_everywhere(
    open_browser: OpenBrowser, domain_address: str
) -> None:
    anne = await open_browser(DESKTOP, domain_address)
    authenticator = await VirtualAuthenticator.of(anne)
    await anne.goto("/me")
    await create_account(anne, "Anne")
    first = await authenticator.keys()
    await anne.button("Ajouter une clé").click()
    await anne.expect_text("Cette clé est déjà connue")  # this device has one
    await authenticator.clear()  # another device
    await anne.button("Ajouter une clé").click()
    await expect(anne.button("Retirer la clé")).to_have_count(2)
    await anne.check_page("me-keys")
    await anne.page.reload()
    await anne.button("Retirer la clé").first.click()
    await anne.expect_text("C’est votre seule clé")
    await expect(anne.button("Retirer la clé")).to_have_count(0)

    elsewhere = await open_browser(DESKTOP, domain_address)
    other = await VirtualAuthenticator.of(elsewhere)
    await other.add_credentials(first)
    await elsewhere.goto("/me")
    await elsewhere.button("J’ai déjà une clé").click()
    await elsewhere.expect_text("Cette clé n’ouvre aucune carte ici.")
    await other.clear()
    await elsewhere.button("J’ai déjà une clé").click()
    await elsewhere.expect_text("Aucune clé n’a été donnée.")
    await elsewhere.check_layout("me-no-key")
    await other.add_credentials(await authenticator.keys())
    await elsewhere.button("J’ai déjà une clé").click()
    await elsewhere.expect_text("Membre depuis le")
    await anne.button("Me déconnecter partout").click()
    await anne.expect_text("Vous êtes déconnecté")
    await elsewhere.page.reload()
    await elsewhere.expect_text("Visiteur, sans carte")
    elsewhere.ignore_error("403")


@sizes
async def test_personal_data_is_exported_and_erased(
    open_browser: OpenBrowser, domain_address: str, server: Running, size: tuple[int, int]
) -> None:
    anne = await open_browser(size, domain_address)
    await VirtualAuthenticator.of(anne)
    name = f"Zoé{size[0]}"
    table = await anne.open_table(ME, bot("random"), name=name)
    await anne.goto("/me")
    await create_account(anne, name)
    async with anne.page.expect_download() as downloading:
        await anne.page.get_by_role("link", name="Tout emporter").click()
    path = await (await downloading.value).path()
    me = json.loads(zipfile.ZipFile(io.BytesIO(Path(path).read_bytes())).read("me.json"))
    assert (me["account"]["name"], [line["table"] for line in me["tables"]]) == (name, [table])

    await anne.button("Tout effacer…").click()
    go = anne.page.get_by_role("button", name="Tout effacer", exact=True)
    await expect(go).to_be_disabled()
    await anne.page.get_by_label("Écrivez « effacer »").fill("Effacer")
    await anne.page.get_by_label("Écrivez « effacer »").scroll_into_view_if_needed()
    await anne.check_page("me-forget")
    await go.click()
    await anne.expect_text("La maison ne sait plus rien de vous.")
    await anne.check_page("me-gone")
    assert (
        await anne.page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('ludotheque.name'))") == []
    )
    assert name.encode() not in b"".join(file.read_bytes() for file in server.data.parent.glob(f"{server.data.name}*"))
    await anne.goto(f"/t/{table}")
    await anne.expect_text("Anonyme")


async def test_page_says_where_passkeys_do_not_work(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    await anne.goto("/me")
    await anne.expect_text("À cette adresse, les clés d’accès ne marchent pas")
    await expect(anne.button("Faire ma carte")).to_have_count(0)
    await anne.page.get_by_role("button", name="English").click()
    await anne.expect_text("What the house knows of you")
    await anne.check_page("me-english")
