"""A tournament of a club in the browser: an organiser, two friends, one on a phone, and a bot, to the last round."""

from __future__ import annotations

from playwright.async_api import expect

from tests.server.running import Running
from tests.web.browser_guest import PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser


async def found_club(organiser: BrowserGuest) -> None:
    """By the form, from the shelf."""
    await organiser.goto("/")
    await organiser.page.get_by_role("link", name="Fonder un club").click()
    await organiser.page.get_by_label("Le nom du club").fill("Les Jeudis de la rue Haute")
    await organiser.page.get_by_label("Deux mots sur le club").fill("Le jeudi, chez Anne, dès vingt heures.")
    await organiser.page.get_by_label("Votre nom").fill("Anne")
    await organiser.check_page("clubs")
    await organiser.button("Fonder le club").click()
    await organiser.page.wait_for_url("**/c/*")


async def plan_tournament(organiser: BrowserGuest) -> str:
    """Plan a round robin of short games of Stratego; its path."""
    await organiser.button("Annoncer une soirée").click()
    await organiser.page.get_by_label("Le nom de la soirée").fill("Stratego du jeudi")
    await organiser.page.get_by_label("Le jour et l’heure").fill("2999-01-03T20:00")
    await organiser.page.get_by_text("Règles de la table").click()
    await organiser.page.get_by_label("Armée").select_option("training")
    await organiser.check_page("tournament-form")
    await organiser.button("Afficher au mur").click()
    await organiser.page.wait_for_url("**/e/*")
    return organiser.page.url.removeprefix(organiser.address)


async def join_tournament(guest: BrowserGuest, path: str, name: str) -> None:
    await guest.goto(path)
    await guest.page.get_by_label("Votre nom").fill(name)
    await guest.button("Je suis de la soirée").click()
    await expect(guest.page.locator("li.you")).to_have_text(name)


async def resign(guest: BrowserGuest) -> None:
    """At the table that awaits them; then back to the wall."""
    await guest.page.get_by_role("link", name="Aller à ma table").first.click()
    await guest.page.wait_for_url("**/t/*")
    await guest.button("Abandonner").click()
    await guest.button("Oui, je le veux").click()
    await guest.page.get_by_role("link", name="Retour au mur de la soirée").click()
    await guest.page.wait_for_url("**/e/*")


async def test_round_robin_of_a_club_is_played_to_the_final_standings(
    open_browser: OpenBrowser, server: Running
) -> None:
    anne, bruno, chloe = await open_browser(), await open_browser(PHONE), await open_browser()
    for guest in (anne, bruno, chloe):
        await guest.shorten_timeouts()
    await found_club(anne)
    invitation = await anne.page.get_by_label("Le lien d’invitation").input_value()
    await anne.check_page("club")
    path = await plan_tournament(anne)

    # Bruno is invited into the club; Chloé only has the link of the tournament.
    await bruno.goto(invitation.removeprefix(server.address))
    await bruno.page.get_by_label("Votre nom").fill("Bruno")
    await bruno.check_page("club-door")
    await bruno.button("Entrer au club").click()
    await bruno.page.get_by_role("link", name="Stratego du jeudi").click()
    await expect(bruno.page.get_by_role("time")).to_contain_text("jeudi 3 janvier 2999")
    await expect(bruno.page.get_by_role("link", name="Mettre à l’agenda")).to_be_visible()
    await bruno.check_page("tournament-join")
    await expect(anne.button("Lancer la première ronde")).to_be_disabled()
    await anne.expect_text("Il faut deux inscrits au moins pour lancer une ronde.")
    for guest, name in ((anne, "Anne"), (bruno, "Bruno"), (chloe, "Chloé")):
        await join_tournament(guest, path, name)
    await anne.button("Inviter un robot débutant").click()
    await expect(anne.page.locator("ol.who li")).to_have_count(4)
    await anne.check_page("tournament-gathering")

    people = {1: anne, 2: bruno, 3: chloe}
    for number in (1, 2, 3):
        await anne.button("Lancer la première ronde" if number == 1 else f"Lancer la ronde {number}").click()
        for guest in people.values():
            await guest.expect_text(f"Ronde {number} sur 3")
            await guest.expect_text("Votre table vous attend")
        await anne.check_page(f"tournament-round-{number}")
        await bruno.check_page(f"tournament-round-{number}")
        card = await (await anne.page.request.get(f"{server.address}/api/evenings{path[2:]}")).json()
        # The higher number always resigns, so that the standings are in the order of entry; the bot need not win.
        for board in card["rounds"][-1]["boards"]:
            await resign(people[max(seat for seat in board["seats"] if seat in people)])
        await expect(anne.page.get_by_text("En cours")).to_have_count(0)

    await anne.expect_text("Les 3 rondes prévues sont jouées.")
    await anne.button("Clore la soirée").click()
    await anne.button("Oui, je le veux").click()
    for guest in people.values():
        await expect(guest.page.get_by_role("heading", name="l’emporte")).to_contain_text("Ferrite l’emporte")
        rows = guest.page.get_by_role("region", name="Classement final").locator("table").first.locator("tbody tr")
        await expect(rows).to_have_count(4)
        for row, (name, points) in zip(
            await rows.all(), (("Ferrite", "18"), ("Anne", "12"), ("Bruno", "6"), ("Chloé", "0")), strict=True
        ):
            await expect(row).to_contain_text(name)
            await expect(row.locator(".total")).to_have_text(points)
    await anne.check_page("tournament-over")
    await bruno.check_page("tournament-over")

    # The strengths have followed: Anne has a page, and a row on the ladder between the others and the bot.
    await anne.page.get_by_role("link", name="Anne", exact=True).first.click()
    await anne.expect_text("3 parties comptées")
    await anne.check_page("player")
    await anne.page.get_by_role("link", name="Classement (Stratego)").click()
    await expect(anne.page.locator("tr.you")).to_contain_text("Anne")
    await expect(anne.page.locator("tbody tr")).to_have_count(3)
    await anne.check_page("ladder")
    await bruno.goto("/ladder/stratego")
    await bruno.expect_text("Pour se mesurer")
    await bruno.check_page("ladder")
    await bruno.goto("/player")
    await bruno.expect_text("Les autres voient cette page.")
    await bruno.check_page("player")
    await bruno.button("La garder pour moi").click()
    await bruno.expect_text("Vous seul voyez cette page.")
    await anne.page.reload()
    await expect(anne.page.locator("tbody tr")).to_have_count(2)
    await bruno.goto("/clubs")
    await bruno.expect_text("Les Jeudis de la rue Haute")
    await bruno.check_page("clubs")
    await bruno.page.get_by_role("link", name="Les Jeudis").click()
    await bruno.expect_text("Au programme")
    await bruno.check_page("club")


async def announce_tournament(organiser: BrowserGuest) -> str:
    """Found a club and plan a tournament by requests; its id."""
    requests = organiser.page.request
    club = await requests.post(f"{organiser.address}/api/clubs", data={"title": "Les Jeudis", "name": "Anne"})
    plan = {"title": "Jeudi", "games": [{"game": "stratego"}], "format": "swiss", "starts_at": 32_503_680_000_000}
    path = f"{organiser.address}/api/clubs/{(await club.json())['id']}/evenings"
    id: str = (await (await requests.post(path, data=plan)).json())["id"]
    return id


async def test_organiser_cancels_and_the_entrant_reads_why(open_browser: OpenBrowser) -> None:
    anne, bruno = await open_browser(), await open_browser(PHONE)
    tournament = await announce_tournament(anne)
    # Anne's page does not poll: it still shows the tournament without entrants when she cancels.
    await anne.page.add_init_script("window.setInterval = () => 0")
    await anne.goto(f"/e/{tournament}")
    await bruno.shorten_timeouts()
    await join_tournament(bruno, f"/e/{tournament}", "Bruno")
    await anne.expect_text("Personne encore")
    await anne.button("Annuler la soirée").click()
    await anne.expect_text("Les inscrits le liront sur cette page.")
    await anne.page.get_by_label("Un mot pour les inscrits").fill("Anne est malade.")
    await anne.check_page("tournament-cancel")
    await anne.button("Oui, annuler").click()
    for guest in (anne, bruno):
        await expect(guest.page.get_by_role("region", name="La soirée est annulée")).to_contain_text("Anne est malade.")
    await bruno.check_page("tournament-cancelled")


async def test_page_of_a_removed_tournament_says_so_and_stops_polling(open_browser: OpenBrowser) -> None:
    anne, bruno = await open_browser(), await open_browser(PHONE)
    tournament = await announce_tournament(anne)
    await bruno.page.clock.install()
    await bruno.goto(f"/e/{tournament}")
    await bruno.expect_text("Personne encore")
    await anne.page.request.post(f"{anne.address}/api/evenings/{tournament}/end", data={})
    await bruno.page.clock.run_for(3_500)
    await expect(bruno.page.get_by_role("alert")).to_contain_text("Cette soirée n’est plus au programme")
    await bruno.check_page("tournament-removed")
    asked: list[str] = []
    bruno.page.on("request", lambda request: asked.append(request.url))
    await bruno.page.clock.run_for(30_000)
    assert asked == []
    bruno.ignore_error("404")
