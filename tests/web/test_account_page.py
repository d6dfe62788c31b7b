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
from tests.web.conftest import Visit
from tests.web.passkeys import Thumb
from tests.web.stratego_page import StrategoPage
from tests.web.visitor import DESKTOP, PHONE, Visitor

sizes = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


@pytest.fixture
def domain_address(server: Running) -> str:
    """The address of the server with a domain name: passkeys do not work with an IP address."""
    return server.address.replace("127.0.0.1", "localhost")


async def create_account(visitor: Visitor, name: str) -> None:
    await visitor.page.get_by_label("Comment on vous appelle").fill(name)
    await visitor.button("Retenir ce nom").click()
    await visitor.sees("C’est noté.")
    await visitor.button("Faire ma carte").click()
    await visitor.sees("Membre depuis le")


@sizes
async def test_game_continues_in_another_browser_after_signing_in(
    visit: Visit, domain_address: str, size: tuple[int, int]
) -> None:
    anne = await visit(size, domain_address)
    thumb = await Thumb.of(anne)
    await anne.goto()
    await anne.page.get_by_role("link", name="Moi : ma carte").click()
    await anne.sees("Visiteur, sans carte")
    await anne.looks_good("me-visitor")
    table = await anne.opens_table(ME, bot("random"), name="Anne-Charlotte", army="training")
    await anne.goto("/me")
    await create_account(anne, "Anne-Charlotte")
    await anne.looks_good("me-member")
    (key,) = await thumb.keys()
    assert key["isResidentCredential"]

    await anne.button(
        "Me déconnecter",
    ).first.click()
    await anne.sees("Vous êtes déconnecté")
    await anne.fits("me-signed-out")
    await anne.goto()
    await expect(anne.page.locator("#my-tables")).to_have_count(0)

    elsewhere = await visit(size, domain_address)
    other_thumb = await Thumb.of(elsewhere)
    await other_thumb.learns([key])
    await elsewhere.goto("/me")
    await elsewhere.button("J’ai déjà une clé").click()
    await elsewhere.sees("Membre depuis le")
    await expect(elsewhere.page.get_by_text("Anne-Charlotte").first).to_be_visible()
    await elsewhere.goto()
    await elsewhere.page.locator(f'a[href="/t/{table}"]').click()
    mat = StrategoPage(elsewhere.page)
    await elsewhere.button("Au hasard").click()
    await mat.ready.click()
    await mat.my_turn()


async def test_passkeys_are_added_and_removed_and_signed_out_everywhere(visit: Visit, domain_address: str) -> None:
    anne = await visit(DESKTOP, domain_address)
    thumb = await Thumb.of(anne)
    await anne.goto("/me")
    await create_account(anne, "Anne")
    first = await thumb.keys()
    await anne.button("Ajouter une clé").click()
    await anne.sees("Cette clé est déjà connue")  # this device has one
    await thumb.forgets()  # another device
    await anne.button("Ajouter une clé").click()
    await expect(anne.button("Retirer la clé")).to_have_count(2)
    await anne.looks_good("me-keys")
    await anne.page.reload()
    await anne.button("Retirer la clé").first.click()
    await anne.sees("C’est votre seule clé")
    await expect(anne.button("Retirer la clé")).to_have_count(0)

    elsewhere = await visit(DESKTOP, domain_address)
    other = await Thumb.of(elsewhere)
    await other.learns(first)
    await elsewhere.goto("/me")
    await elsewhere.button("J’ai déjà une clé").click()
    await elsewhere.sees("Cette clé n’ouvre aucune carte ici.")
    await other.forgets()
    await elsewhere.button("J’ai déjà une clé").click()
    await elsewhere.sees("Aucune clé n’a été donnée.")
    await elsewhere.fits("me-no-key")
    await other.learns(await thumb.keys())
    await elsewhere.button("J’ai déjà une clé").click()
    await elsewhere.sees("Membre depuis le")
    await anne.button("Me déconnecter partout").click()
    await anne.sees("Vous êtes déconnecté")
    await elsewhere.page.reload()
    await elsewhere.sees("Visiteur, sans carte")
    elsewhere.forgive("403")


@sizes
async def test_personal_data_is_exported_and_erased(
    visit: Visit, domain_address: str, server: Running, size: tuple[int, int]
) -> None:
    anne = await visit(size, domain_address)
    await Thumb.of(anne)
    name = f"Zoé{size[0]}"
    table = await anne.opens_table(ME, bot("random"), name=name)
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
    await anne.looks_good("me-forget")
    await go.click()
    await anne.sees("La maison ne sait plus rien de vous.")
    await anne.looks_good("me-gone")
    assert (
        await anne.page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('ludotheque.name'))") == []
    )
    assert name.encode() not in b"".join(file.read_bytes() for file in server.data.parent.glob(f"{server.data.name}*"))
    await anne.goto(f"/t/{table}")
    await anne.sees("Anonyme")


async def test_page_says_where_passkeys_do_not_work(visit: Visit) -> None:
    anne = await visit()
    await anne.goto("/me")
    await anne.sees("À cette adresse, les clés d’accès ne marchent pas")
    await expect(anne.button("Faire ma carte")).to_have_count(0)
    await anne.page.get_by_role("button", name="English").click()
    await anne.sees("What the house knows of you")
    await anne.looks_good("me-english")
