"""An evening of a club in the browser: an organiser and two friends, one on a phone, and a bot, to the last round."""

from __future__ import annotations

from playwright.async_api import expect

from tests.server.running import Running
from tests.web.conftest import Visit
from tests.web.visitor import PHONE, Visitor


async def founds_a_club(organiser: Visitor) -> None:
    """By the form, from the shelf."""
    await organiser.goto("/")
    await organiser.page.get_by_role("link", name="Fonder un club").click()
    await organiser.page.get_by_label("Le nom du club").fill("Les Jeudis de la rue Haute")
    await organiser.page.get_by_label("Deux mots sur le club").fill("Le jeudi, chez Anne, dès vingt heures.")
    await organiser.page.get_by_label("Votre nom").fill("Anne")
    await organiser.looks_good("clubs")
    await organiser.button("Fonder le club").click()
    await organiser.page.wait_for_url("**/c/*")


async def announces(organiser: Visitor) -> str:
    """An evening of short games of Stratego, all against all; its address."""
    await organiser.button("Annoncer une soirée").click()
    await organiser.page.get_by_label("Le nom de la soirée").fill("Stratego du jeudi")
    await organiser.page.get_by_text("Règles de la table").click()
    await organiser.page.get_by_label("Armée").select_option("training")
    await organiser.looks_good("evening-form")
    await organiser.button("Afficher au mur").click()
    await organiser.page.wait_for_url("**/e/*")
    return organiser.page.url.removeprefix(organiser.address)


async def takes_part(visitor: Visitor, path: str, name: str) -> None:
    await visitor.goto(path)
    await visitor.page.get_by_label("Votre nom").fill(name)
    await visitor.button("Je suis de la soirée").click()
    await expect(visitor.page.locator("li.you")).to_have_text(name)


async def gives_up(visitor: Visitor) -> None:
    """At the table that awaits them; then back to the wall."""
    await visitor.page.get_by_role("link", name="Aller à ma table").first.click()
    await visitor.page.wait_for_url("**/t/*")
    await visitor.button("Abandonner").click()
    await visitor.button("Oui, je le veux").click()
    await visitor.page.get_by_role("link", name="Retour au mur de la soirée").click()
    await visitor.page.wait_for_url("**/e/*")


async def test_a_club_plays_all_against_all_to_the_final_ranking(visit: Visit, server: Running) -> None:
    anne, bruno, chloe = await visit(), await visit(PHONE), await visit()
    for visitor in (anne, bruno, chloe):
        await visitor.hurries()
    await founds_a_club(anne)
    invitation = await anne.page.get_by_label("Le lien d’invitation").input_value()
    await anne.looks_good("club")
    path = await announces(anne)

    # Bruno is invited into the club; Chloé only has the link of the evening.
    await bruno.goto(invitation.removeprefix(server.address))
    await bruno.page.get_by_label("Votre nom").fill("Bruno")
    await bruno.looks_good("club-door")
    await bruno.button("Entrer au club").click()
    await bruno.page.get_by_role("link", name="Stratego du jeudi").click()
    await bruno.looks_good("evening-join")
    for visitor, name in ((anne, "Anne"), (bruno, "Bruno"), (chloe, "Chloé")):
        await takes_part(visitor, path, name)
    await anne.button("Inviter un robot débutant").click()
    await expect(anne.page.locator("ol.who li")).to_have_count(4)
    await anne.looks_good("evening-gathering")

    people = {1: anne, 2: bruno, 3: chloe}
    for number in (1, 2, 3):
        await anne.button("Lancer la première ronde" if number == 1 else f"Lancer la ronde {number}").click()
        for visitor in people.values():
            await visitor.sees(f"Ronde {number} sur 3")
            await visitor.sees("Votre table vous attend")
        await anne.looks_good(f"evening-round-{number}")
        await bruno.looks_good(f"evening-round-{number}")
        card = await (await anne.page.request.get(f"{server.address}/api/evenings{path[2:]}")).json()
        # The higher number always gives up, so that in the end everybody stands where they came in; nobody waits for
        # the bot to win.
        for board in card["rounds"][-1]["boards"]:
            await gives_up(people[max(seat for seat in board["seats"] if seat in people)])
        await expect(anne.page.get_by_text("En cours")).to_have_count(0)

    await anne.sees("Les 3 rondes prévues sont jouées.")
    await anne.button("Clore la soirée").click()
    await anne.button("Oui, je le veux").click()
    for visitor in people.values():
        await expect(visitor.page.get_by_role("heading", name="l’emporte")).to_contain_text("Fusible l’emporte")
        rows = visitor.page.get_by_role("region", name="Classement final").locator("table").first.locator("tbody tr")
        await expect(rows).to_have_count(4)
        for row, (name, points) in zip(
            await rows.all(), (("Fusible", "18"), ("Anne", "12"), ("Bruno", "6"), ("Chloé", "0")), strict=True
        ):
            await expect(row).to_contain_text(name)
            await expect(row.locator(".total")).to_have_text(points)
    await anne.looks_good("evening-over")
    await bruno.looks_good("evening-over")

    # The strengths have followed: Anne has a page, and a line on the ladder between the others and the bot.
    await anne.page.get_by_role("link", name="Anne", exact=True).first.click()
    await anne.sees("3 parties comptées")
    await anne.looks_good("player")
    await anne.page.get_by_role("link", name="Classement (Stratego)").click()
    await expect(anne.page.locator("tr.you")).to_contain_text("Anne")
    await expect(anne.page.locator("tbody tr")).to_have_count(3)
    await anne.looks_good("ladder")
    await bruno.goto("/ladder/stratego")
    await bruno.sees("Pour se mesurer")
    await bruno.looks_good("ladder")
    await bruno.goto("/player")
    await bruno.sees("Les autres voient cette page.")
    await bruno.looks_good("player")
    await bruno.button("La garder pour moi").click()
    await bruno.sees("Vous seul voyez cette page.")
    await anne.page.reload()
    await expect(anne.page.locator("tbody tr")).to_have_count(2)
    await bruno.goto("/clubs")
    await bruno.sees("Les Jeudis de la rue Haute")
    await bruno.looks_good("clubs")
    await bruno.page.get_by_role("link", name="Les Jeudis").click()
    await bruno.sees("Au programme")
    await bruno.looks_good("club")
