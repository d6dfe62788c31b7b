"""Le Jeu du Président in a browser: a whole game from the shelf to election night, keys alone, fingers on a phone."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from ludotheque import games
from ludotheque.engine import record
from tests.patience import PATIENCE
from tests.server.client import ME, bot
from tests.server.running import Running
from tests.web.browser_guest import DESKTOP, PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.lesson_page import LessonPage
from tests.web.politico_guests import GameOver, sight, sit_in_browser, take_seat_of
from tests.web.president_guests import (
    play_until_asked,
    play_until_few_are_free,
    play_until_second_round,
    seat_president_guests,
)
from tests.web.president_page import PresidentPage
from tests.web.variants import one_size


@pytest.mark.slow  # long games; every run watches one from end to end below
@pytest.mark.parametrize("players", [2, 4])
async def test_game_is_played_from_the_shelf_to_the_election(
    open_browser: OpenBrowser, tmp_path: Path, players: int
) -> None:
    anne = await open_browser(moving=True)
    await anne.goto()
    await anne.page.get_by_role("link", name="Ouvrir la boîte : Le Jeu du Président").click()
    await anne.page.get_by_label("Votre nom").fill("Anne")
    await anne.page.get_by_label("Combien de joueurs").fill(str(players))
    if players == 2:
        await anne.page.get_by_text("Robot débutant").first.click()
    else:
        for seat in range(2, players + 1):
            await anne.page.get_by_label(f"Chaise {seat}").select_option("beginner")
    await anne.button("Ouvrir la table").click()
    mat = PresidentPage(anne.page)
    await expect(mat.story).to_contain_text("lance les dés")
    while (question := await mat.asked()) != "over":
        await mat.answer(question)
    assert mat.done["choose"] > 20, "a majority takes many departments"

    await expect(mat.night.get_by_role("img", name="La course en")).to_be_visible()
    await expect(mat.night).to_contain_text(re.compile("La majorité absolue|Victoire|Égalité"))
    card = anne.page.get_by_role("dialog")
    await expect(card.get_by_role("heading", level=2)).to_have_text(re.compile("gagné|nulle"))
    async with anne.page.expect_download() as downloading:
        await card.get_by_role("link", name="Télécharger la partie").click()
    await (await downloading.value).save_as(tmp_path / "game.jsonl")
    verdict = record.verify(games.find("president"), record.read((tmp_path / "game.jsonl").read_bytes()))
    assert verdict.sealed
    assert verdict.outcome is not None
    scores = [int(re.sub(r"\D", "", score)) for score in await card.locator(".ranking strong").all_inner_texts()]
    assert sorted(scores) == sorted(verdict.outcome.scores or ())
    await card.get_by_role("button", name="Revoir le plateau").click()
    await anne.button("Revoir la carte").click()
    await expect(mat.map).to_be_visible()
    await anne.button("La soirée électorale").click()
    await anne.check_page(f"president-end-{players}")


async def open_president(anne: BrowserGuest, *seats: dict[str, str]) -> PresidentPage:
    await anne.goto(f"/t/{await ordered(anne, *seats)}")
    return PresidentPage(anne.page)


async def ordered(anne: BrowserGuest, *seats: dict[str, str]) -> str:
    """Open a table by HTTP, as the page does; its id."""
    wish = {"game": "president", "name": "Anne-Charlotte", "chairs": list(seats), "options": {}}
    answer = await anne.page.request.post(f"{anne.address}/api/tables", data=wish)
    assert answer.status == 201, await answer.text()
    table: str = (await answer.json())["id"]
    return table


def bots(count: int) -> list[dict[str, str]]:
    return [bot("random")] * count


async def test_four_bots_play_two_rounds(open_browser: OpenBrowser) -> None:
    """Whoever comes when it is over sees two candidates with their allies, and how the race went."""
    anne = await open_browser()
    table = await ordered(anne, *bots(4))
    async with asyncio.timeout(PATIENCE):
        while not (await (await anne.page.request.get(f"{anne.address}/api/tables/{table}")).json())["over"]:
            await asyncio.sleep(0.5)
    await anne.goto(f"/t/{table}")
    mat = PresidentPage(anne.page)
    await expect(mat.night).to_contain_text(re.compile("Victoire|Égalité"))
    await expect(mat.race.get_by_role("listitem")).to_have_count(2)
    await expect(mat.race).to_contain_text("+")
    await expect(mat.night.get_by_text("Second tour", exact=True)).to_be_visible()
    await anne.page.get_by_role("dialog").get_by_role("button", name="Revoir le plateau").click()
    for width, height in (DESKTOP, PHONE):
        await anne.page.set_viewport_size({"width": width, "height": height})
        await anne.check_page("president-second-round")
        await anne.button("Revoir la carte").click()
        await anne.check_page("president-full-map")
        await mat.race.get_by_role("button").first.click()
        await expect(anne.page.get_by_role("dialog")).to_contain_text("Départements :")
        await anne.check_page("president-candidate")
        await anne.page.keyboard.press("Escape")
        await anne.button("La soirée électorale").click()


@one_size(PHONE, DESKTOP)
async def test_every_scene_fits_and_is_accessible(
    open_browser: OpenBrowser, server: Running, size: tuple[int, int]
) -> None:
    """Two guests play over sockets up to each scene, at as many tables as it takes; one looks at it in a browser."""
    sockets = await seat_president_guests(server, 2)
    anne = await sit_in_browser(open_browser, sockets[0], size)
    await anne.shorten_timeouts()
    await anne.page.reload()
    mat = PresidentPage(anne.page)
    await expect(mat.prompt.get_by_role("img", name="Les dés :")).to_be_visible()
    for question, stages in SCENES.items():
        while True:
            try:
                await play_until_asked(sockets, stages)
                break
            except GameOver:
                sockets = await seat_president_guests(server, 2)
                await take_seat_of(anne, sockets[0])
        await mat.asked_for(question)
        await anne.check_page(f"president-{question}")
    while (question := await mat.asked()) != "end of the duel":
        await mat.answer(question)
    await anne.check_page("president-end-of-the-duel")


SCENES = {"choose": ("take",), "rest": ("rest",), "amount": ("gain", "lose", "pay"), "defend": ("defend",)}
"""What the page asks, and the stages of the game at which it does."""


async def test_game_is_playable_by_keyboard_alone(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    mat = await open_president(anne, ME, *bots(1))
    keys = anne.page.keyboard
    for _ in range(4):
        while (question := await mat.asked()) != "choose":
            assert question != "over"
            if question == "amount":
                await ticks_by_keys(anne, mat)
            else:
                await anne.tab_to(anne.page.locator("[data-duel] button, [data-prompt] button").first)
                await keys.press("Enter")
            await mat.settled()
        await anne.tab_to(mat.map.locator('path[tabindex="0"]'))
        codes = await mat.open.evaluate_all("paths => paths.map(path => path.dataset.code)")
        codes.sort(key=int)
        await keys.press("Home")
        await expect(mat.place(codes[0])).to_be_focused()
        await keys.press("ArrowRight")
        await expect(mat.place(codes[1 % len(codes)])).to_be_focused()
        async with asyncio.timeout(PATIENCE):
            while not await mat.place("59").evaluate("place => place === document.activeElement"):
                await keys.type("59")  # a busy machine may type too slowly to count as one number
        await keys.press("Home")
        await expect(mat.place(codes[0])).to_be_focused()
        label = await mat.place(codes[0]).get_attribute("aria-label") or ""
        assert re.match(r"\d\d+ .+, [\d\s]+ voix, .+", label), label
        await keys.press("Enter")
        await mat.settled()
    await expect(mat.story).to_contain_text("Anne-Charlotte prend")


async def ticks_by_keys(anne: BrowserGuest, mat: PresidentPage) -> None:
    """Make an amount with the keyboard alone: the first department that can be ticked, again and again."""
    while not await mat.confirm.is_enabled():
        await anne.tab_to(mat.map.locator('path[tabindex="0"]'))
        unticked = mat.map.locator("path.open:not([aria-pressed=true])")
        codes = sorted(await unticked.evaluate_all("paths => paths.map(path => path.dataset.code)"), key=int)
        await anne.page.keyboard.type(codes[0])
        await expect(mat.place(codes[0])).to_be_focused()
        await anne.page.keyboard.press(" ")
        await expect(mat.place(codes[0])).to_have_attribute("aria-pressed", "true")
    await anne.tab_to(mat.confirm)
    await anne.page.keyboard.press("Enter")


@one_size(DESKTOP, PHONE)
async def test_departments_for_an_amount_are_ticked_and_confirmed_once(
    open_browser: OpenBrowser, server: Running, size: tuple[int, int]
) -> None:
    """Ticking sends nothing and can be undone; confirming sends one message, whatever the number of departments."""
    sockets = await seat_president_guests(server, 2)
    await play_until_asked(sockets, SCENES["amount"])
    anne = await sit_in_browser(open_browser, sockets[0], size)
    sent: list[str] = []
    anne.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    await anne.page.reload()
    mat = PresidentPage(anne.page)
    await mat.asked_for("amount")
    plays = sum('"play"' in frame for frame in sent)
    ticked = mat.list.locator('button.row[aria-pressed="true"]')
    await expect(mat.confirm).to_be_disabled()
    await mat.rows.first.click()
    await expect(ticked).not_to_have_count(0)
    await mat.picks.get_by_role("button", name="Tout décocher").click()
    await expect(ticked).to_have_count(0)
    while not await mat.confirm.is_enabled():
        await mat.choose(":not([aria-pressed=true])")
        await expect(mat.picks.get_by_role("status")).to_contain_text(re.compile("cochées|Le compte y est"))
    await anne.check_page("president-ticked")
    assert sum('"play"' in frame for frame in sent) == plays
    await mat.confirm.click()
    await mat.settled()
    assert sum('"play"' in frame for frame in sent) == plays + 1
    await expect(ticked).to_have_count(0)


async def test_challengers_cards_are_revealed_one_by_one(open_browser: OpenBrowser) -> None:
    """They arrive together; the page shows each for a while, and the result when all have been seen."""
    anne = await open_browser(moving=True)
    await anne.shorten_timeouts()
    mat = await open_president(anne, ME, *bots(1))
    await anne.page.evaluate("""() => {
        window.seen = [];
        new MutationObserver(() => {
          const duel = document.querySelector("[data-duel]");
          if (!duel) return;
          const [, theirs] = duel.querySelectorAll(".hand ol");
          window.seen.push([theirs.children.length, duel.querySelector(".done") !== null]);
        }).observe(document.body, { childList: true, subtree: true });
    }""")
    while not await anne.page.evaluate("() => window.seen.some(([cards, done]) => cards > 2 && done)"):
        await mat.answer(await mat.asked())
    seen = [tuple(one) for one in await anne.page.evaluate("() => window.seen")]
    end = next(at for at, (cards, done) in enumerate(seen) if cards > 2 and done)
    most = seen[end][0]
    start = max(at for at in range(end) if seen[at][0] == 0)
    assert [count for count in range(1, most + 1) if (count, False) in seen[start:end]] == list(range(1, most + 1))


async def test_map_works_by_touch_on_a_phone(open_browser: OpenBrowser) -> None:
    """A tap shows what it is, a button chooses it; two taps, or plus, bring the map nearer; the list finds names."""
    anne = await open_browser(PHONE)
    mat = await open_president(anne, ME, *bots(1))
    assert await mat.asked() == "choose"
    # A single free department is taken without a question: there may be one before.
    taken = mat.story.get_by_text("Anne-Charlotte prend")
    before_the_tap = await taken.count()
    touch = anne.page.touchscreen
    code = await mat.open.first.get_attribute("data-code") or ""
    await touch.tap(*await mat.spot(code))
    choosing = anne.page.locator(".map .confirm")
    await expect(choosing).to_contain_text(f"Prendre {code}")
    await expect(taken).to_have_count(before_the_tap)
    await choosing.tap()
    await expect(taken).not_to_have_count(before_the_tap)

    before = await mat.map.get_attribute("viewBox")
    x, y = await mat.spot("63")
    async with asyncio.timeout(PATIENCE):
        while await mat.map.get_attribute("viewBox") == before:  # a busy machine may tap too slowly to count as twice
            await asyncio.gather(touch.tap(x, y), touch.tap(x, y))
    await anne.button("Voir toute la France").tap()
    await expect(mat.map).to_have_attribute("viewBox", before or "")
    await anne.button("Agrandir la carte").tap()
    await expect(mat.map).not_to_have_attribute("viewBox", before or "")
    await anne.check_width()

    await mat.list.get_by_role("button", name="Tous").tap()
    await mat.list.get_by_role("searchbox").fill("drom")
    await expect(mat.list.get_by_role("listitem")).to_have_count(1)
    await expect(mat.list.get_by_role("listitem")).to_contain_text("26")
    await expect(mat.list.get_by_role("listitem")).to_contain_text("Drôme")


async def test_lesson_of_the_challenge_is_played_by_touch_alone(open_browser: OpenBrowser) -> None:
    """The middle of a mark chooses what it marks; a result is told from one's own side; no tick is silent."""
    anne = await open_browser(PHONE)
    page, mat, touch = LessonPage(anne, games.find("president")), PresidentPage(anne.page), anne.page.touchscreen
    await anne.goto("/learn/president/challenge")
    await page.check_callout(("code=92",), "challenge, step 1")
    choosing = anne.page.locator(".map .confirm")
    x, y, width, height = await page.ring_box()
    await touch.tap(x + width / 2, y + height / 2)
    await expect(choosing).to_contain_text("Défier pour 92")
    await page.check_ring(".map .confirm")
    await choosing.tap()
    await expect(page.text).to_contain_text("On joue au 21")
    await expect(anne.button("Continuer")).to_have_count(1)
    await page.next.tap()
    await mat.hit.tap()
    await expect(page.text).to_contain_text("« Je reste »")
    await mat.stand.tap()
    await expect(mat.duel.get_by_role("status")).to_contain_text("Défi repoussé : vous gardez le Pas-de-Calais")
    await page.check_callout(("duel-rail",), "challenge, step 5")
    await mat.go_on.tap()
    flag = anne.page.locator(".map .flag")
    await expect(flag).to_have_count(0)  # of the department that was tapped before
    await touch.tap(*await mat.spot("76"))
    await expect(flag).to_contain_text("76 Seine-Maritime")
    picked = mat.picks.get_by_role("status")
    await expect(picked).to_contain_text(re.compile(r"\.\sCoché aussi, faute d’autre choix\s: 10 Aube"))
    await expect(anne.button("Valider")).to_have_count(1)
    await expect(flag).to_have_count(0)  # others lie behind it
    await page.check_ring('[data-point="picked"]')
    await mat.confirm.tap()
    await expect(page.ended).to_be_visible()


async def test_department_that_cannot_be_taken_says_why_with_its_clause(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    mat = await open_president(anne, ME, *bots(1))
    while await mat.asked() != "choose":
        await mat.answer(await mat.asked())
    allowed = await mat.open.evaluate_all("paths => paths.map(path => path.dataset.code)")
    await mat.point_at("63" if "63" not in allowed else "48")
    await expect(mat.refusal).to_contain_text(re.compile("Les dés disent|quelqu’un y est déjà"))
    await expect(anne.page.get_by_role("alert")).to_have_count(0)
    await anne.check_page("president-refused")
    await anne.button("Voir la règle").click()
    await expect(anne.page.get_by_role("dialog")).to_contain_text("dés")


@one_size(PHONE, DESKTOP)
async def test_second_round_opens_with_a_scene_and_leaves_a_mark(
    open_browser: OpenBrowser, server: Running, size: tuple[int, int]
) -> None:
    """Four guests fill the map over sockets; one of them sees in a browser how the second round begins."""
    sockets = await seat_president_guests(server, 4)
    await play_until_few_are_free(sockets, 12)
    anne = await sit_in_browser(open_browser, sockets[0], size)
    await anne.stop_long_timers()
    mat = PresidentPage(anne.page)
    await expect(mat.race.get_by_role("listitem")).to_have_count(4)
    await play_until_second_round(sockets)
    await expect(mat.second_round).to_be_visible()
    await sockets[0].until(lambda: sight(sockets[0])["round"] > 1)
    sides = sight(sockets[0])["sides"]
    await expect(mat.second_round.get_by_role("listitem")).to_have_count(2)
    candidate = sockets[sides[0]].guest.name
    await expect(mat.second_round.get_by_role("status")).to_contain_text(
        "Vous êtes en lice" if sides[0] == 0 else f"vous jouez pour {candidate}"
    )
    await anne.check_page("president-second-round-begins")
    await mat.second_round.get_by_role("button", name="Voir la carte").click()
    await expect(mat.second_round).to_have_count(0)
    await expect(mat.race).to_contain_text(re.compile("Vous jouez ici|C’est vous"))
    await anne.check_page("president-second-round-mark")


async def test_text_view_describes_the_game(open_browser: OpenBrowser) -> None:
    anne = await open_browser(PHONE)
    mat = await open_president(anne, ME, *bots(2))
    await mat.asked()
    await anne.button("En mots").click()
    text = anne.page.get_by_role("region", name="La partie en mots")
    await expect(text).to_contain_text("Départements libres (")
    await expect(text).to_contain_text("Territoire de Belfort")
    await anne.check_width()
