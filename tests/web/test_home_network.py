"""A server on the home network, in browsers: what its own machine shows, and a phone that scans the code."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.async_api import expect

from hatch_build import build
from ludotheque.server.runtime.local_network import find_local_address
from tests.server.client import FRIEND, ME
from tests.server.running import Running
from tests.web.browser_guest import PHONE
from tests.web.conftest import OpenBrowser

pytestmark = pytest.mark.skipif(find_local_address() is None, reason="this machine has no network")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    build()
    running = Running(tmp_path_factory.mktemp("server") / "ludotheque.db", "--lan").start()
    yield running
    running.stop()


@pytest.fixture
def network_address(server: Running) -> str:
    """The address of the server on the network."""
    return f"http://{find_local_address()}:{server.address.rsplit(':', 1)[1]}"


async def test_home_page_of_the_servers_machine_shows_the_address_for_phones(
    open_browser: OpenBrowser, network_address: str
) -> None:
    anne = await open_browser()
    await anne.goto()
    card = anne.page.get_by_role("region", name="Sur le téléphone de chacun")
    await expect(card).to_contain_text(network_address)
    await expect(card).to_contain_text("Ouvert à tous les appareils de votre réseau, et à eux seuls.")
    await expect(card.get_by_role("img", name="Code QR de cette adresse")).to_be_visible()
    await anne.check_page("home-network")
    phone = await open_browser(PHONE, network_address)
    await phone.goto()
    await expect(phone.page.get_by_role("link", name="Ouvrir la boîte : Stratego")).to_be_visible()
    await expect(phone.page.get_by_text("Sur le téléphone de chacun")).to_have_count(0)


async def test_invitation_is_scanned_and_a_name_and_one_tap_lead_to_a_seat(
    open_browser: OpenBrowser, network_address: str
) -> None:
    anne = await open_browser()
    table = await anne.open_table(ME, FRIEND)
    await expect(anne.page.get_by_label("Le lien de la table")).to_have_value(f"{network_address}/t/{table}")
    await expect(anne.page.get_by_role("img", name="Code QR de l’invitation")).to_be_visible()
    await expect(anne.page.get_by_text("Ce lien ne marche que sur cette machine.")).to_have_count(0)
    await anne.check_page("invite-network")
    bruno = await open_browser(PHONE, network_address)
    await bruno.goto(f"/t/{table}")
    await bruno.take_seat("Bruno")
    await expect(anne.page.get_by_role("list", name="Autour de la table")).to_contain_text("Bruno")
    await expect(bruno.page.get_by_role("region", name="Le plateau")).to_be_visible()
    await bruno.check_page("seated-by-scanning")
