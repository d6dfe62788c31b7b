"""Stratagem in a browser: a whole game from the shelf to the palace, its scenes one by one, keys alone, a phone."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

from playwright.async_api import expect

from ludotheque import games
from ludotheque.engine import record
from ludotheque.engine.question_stack import Turn
from ludotheque.games.stratagem.mats import irregular_supports
from ludotheque.games.stratagem.state import TURN, State
from tests.patience import PATIENCE
from tests.server.client import FRIEND, ME, bot
from tests.web.browser_guest import DESKTOP, PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.stratagem_page import StratagemPage
from tests.web.variants import one_size


async def open_stratagem(anne: BrowserGuest, level: str = "random", **options: bool) -> StratagemPage:
    chairs = [ME, *(bot(level) for _ in range(3))]
    wish = {"game": "stratagem", "name": "Anne-Charlotte", "chairs": chairs, "options": options}
    answer = await anne.page.request.post(f"{anne.address}/api/tables", data=wish)
    assert answer.status == 201, await answer.text()
    await anne.goto(f"/t/{(await answer.json())['id']}")
    return StratagemPage(anne.page)


async def until(mat: StratagemPage, wanted: str) -> None:
    """Play on until we are asked that."""
    for _ in range(200):
        question = await mat.asked()
        if question == wanted:
            return
        await mat.answer(question)
    raise AssertionError(f"the page never asked for “{wanted}”")


async def test_game_is_played_from_the_shelf_to_the_result(open_browser: OpenBrowser, tmp_path: Path) -> None:
    anne = await open_browser()
    await anne.shorten_timeouts()
    await anne.goto()
    await anne.page.get_by_role("link", name="Ouvrir la boîte : Stratagem").click()
    await anne.page.get_by_label("Votre nom").fill("Anne")
    for seat in (2, 3, 4):
        await anne.page.get_by_label(f"Chaise {seat}").select_option("beginner")
    await anne.button("Ouvrir la table").click()
    mat = StratagemPage(anne.page, peaceful=True)
    for _ in range(300):
        question = await mat.asked()
        if question in ("over", "out"):
            break
        if question == "vote":
            await anne.check_page("stratagem-vote")
        await mat.answer(question)
    await expect(mat.finale).to_be_visible()
    await expect(mat.finale.get_by_role("row")).to_have_count(8)
    await expect(mat.finale.locator("td").first).not_to_be_empty()
    await anne.check_page("stratagem-over")
    assert mat.done["programme"] == 5, "two of the seven themes are settled by doctrine"
    assert mat.done["turn"]
    card = anne.page.get_by_role("dialog")
    await expect(card.get_by_role("heading", level=2)).to_have_text(re.compile("gagné|nulle"))
    async with anne.page.expect_download() as downloading:
        await card.get_by_role("link", name="Télécharger la partie").click()
    await (await downloading.value).save_as(tmp_path / "game.jsonl")
    verdict = record.verify(games.find("stratagem"), record.read((tmp_path / "game.jsonl").read_bytes()))
    assert verdict.sealed
    assert verdict.outcome is not None


@one_size(PHONE, DESKTOP)
async def test_every_scene_fits_and_is_accessible(open_browser: OpenBrowser, size: tuple[int, int]) -> None:
    anne = await open_browser(size)
    mat = await open_stratagem(anne, show_irregular=True)
    for turn in range(45):
        question = await mat.asked()
        if question in ("over", "out"):
            break
        if not mat.done[question] or turn in (24, 44):
            await anne.check_page(f"stratagem-{turn:02}-{question}")
        await mat.answer(question)
    assert mat.done["shown"]


Moment = Callable[[State], bool]


async def take_seat_when(anne: BrowserGuest, moment: Moment, level: str = "random") -> StratagemPage:
    """Let bots play until one of their games has such a moment, and go on from there in the seat that is asked."""
    game, post = games.find("stratagem"), anne.page.request.post
    for _ in range(30):
        wish = {"game": "stratagem", "name": "Anne", "chairs": [bot(level)] * 4, "options": {}}
        table = (
            f"{anne.address}/api/tables/{(await (await post(f'{anne.address}/api/tables', data=wish)).json())['id']}"
        )
        async with asyncio.timeout(PATIENCE):
            while not (await (await anne.page.request.get(table)).json())["over"]:
                await asyncio.sleep(0.2)
        played = record.read(await (await anne.page.request.get(f"{table}/record")).body())
        for move, (state, seat, _) in enumerate(record.replay(game, played)):
            if seat in game.rules.asked(state) and seat >= 0 and moment(state):
                branch = {"name": "Anne-Charlotte", "move": move, "seat": seat, "level": "random"}
                answer = await post(f"{table}/branch", data=branch)
                assert answer.status == 201, await answer.text()
                await anne.goto(f"/t/{(await answer.json())['id']}")
                return StratagemPage(anne.page)
    raise AssertionError("thirty games without such a moment")


def asks(state: State, what: str) -> bool:
    top = state.stack.frames[-1]
    return isinstance(top, Turn) and top.what == what


async def test_palace_clock_advances(open_browser: OpenBrowser) -> None:
    anne, small = await open_browser(), await open_browser(PHONE)
    mat = await take_seat_when(anne, lambda state: asks(state, TURN) and state.crisis is not None, "tribune")
    await expect(mat.crisis).to_contain_text("tour")
    who = mat.crisis.get_by_role("list", name="Qui peut encore agir")
    await expect(who.get_by_role("listitem")).not_to_have_count(0)
    await anne.check_page("stratagem-crisis")
    await small.page.goto(anne.page.url)
    await expect(StratagemPage(small.page).crisis).to_be_visible()
    await small.check_page("stratagem-crisis")


async def test_eliminated_player_names_an_heir(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    mat = await open_stratagem(anne)
    await until(mat, "turn")
    await anne.button("Se retirer").click()
    await mat.sheet.locator("button.main").click()
    await expect(mat.scene).to_contain_text("Votre testament politique")
    await anne.check_page("stratagem-heir")
    heir = (await mat.heirs.first.inner_text()).strip()
    await mat.heirs.first.click()
    await expect(mat.story).to_contain_text(f"va à {heir}")


async def leave_game(anne: BrowserGuest, bruno: BrowserGuest) -> StratagemPage:
    """Play to one's turn, leave, and name an heir; the game then waits for Bruno."""
    chairs, around = [ME, FRIEND, bot("random"), bot("random")], {"game": "stratagem"}
    table = await anne.create_table(*chairs, name="Anne-Charlotte", around=around)
    joined = await bruno.page.request.post(
        f"{anne.address}/api/tables/{table}/join", data={"name": "Bruno", "nonce": "n"}
    )
    assert joined.status == 200, await joined.text()
    await asyncio.gather(anne.goto(f"/t/{table}"), bruno.goto(f"/t/{table}"))
    mat, his, leaving = StratagemPage(anne.page), StratagemPage(bruno.page), asyncio.Event()

    async def bruno_plays() -> None:
        while True:
            question = await his.asked()
            if leaving.is_set():
                return
            await his.answer(question)

    playing = asyncio.create_task(bruno_plays())
    await until(mat, "turn")
    leaving.set()
    await anne.button("Se retirer").click()
    await mat.sheet.locator("button.main").click()
    await mat.heirs.first.click()
    await playing
    return mat


@one_size(DESKTOP, PHONE)
async def test_eliminated_player_sees_all_cards_and_cannot_chat(
    open_browser: OpenBrowser, size: tuple[int, int]
) -> None:
    anne, bruno = await open_browser(size), await open_browser()
    mat = await leave_game(anne, bruno)
    outside = anne.page.get_by_role("region", name="Vous êtes hors jeu")
    await expect(outside).to_contain_text("La partie continue sans vous")
    await expect(mat.own).to_contain_text("a renoncé", ignore_case=True)
    await anne.check_page("stratagem-out")
    await outside.get_by_role("button", name="Suivre cartes ouvertes").click()
    await expect(mat.sheet).to_contain_text("plus un mot à la table")
    await mat.sheet.locator("button.main").click()
    await expect(outside).to_contain_text("Toutes les cartes vous sont ouvertes")
    await expect(outside.locator("li")).to_have_count(3)
    await outside.get_by_text("Les programmes de chacun").click()
    await expect(outside.get_by_role("row")).to_have_count(8)
    await expect(mat.story).to_contain_text("Anne-Charlotte suit désormais la partie cartes ouvertes")
    await anne.check_page("stratagem-open-cards")


async def test_eliminated_player_may_leave_and_reads_that_notifications_do_not_work(open_browser: OpenBrowser) -> None:
    anne, bruno = await open_browser(), await open_browser()
    await leave_game(anne, bruno)
    outside = anne.page.get_by_role("region", name="Vous êtes hors jeu")
    await outside.get_by_role("button", name="Partir, et me faire appeler à la fin").click()
    await expect(outside).to_contain_text("Ce navigateur ne peut pas vous prévenir")
    await outside.get_by_role("button", name="Partir quand même").click()
    await expect(anne.page).to_have_url(f"{anne.address}/")


async def test_irregular_player_is_denounced(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    places: list[int] = []

    def somebody_is(state: State) -> bool:
        places[:] = [i for i in range(3) if irregular_supports(state, (state.seat + 1 + i) % 4)]
        return asks(state, TURN) and bool(places)

    mat = await take_seat_when(anne, somebody_is)
    await mat.mat_of(places[0]).get_by_role("button", name=re.compile("^Dénoncer")).click()
    await mat.sheet.get_by_role("button", name=re.compile("^Oui, dénoncer")).click()
    await anne.expect_scene(".verdict", "Pas en règle")
    await anne.check_page("stratagem-irregular")
    await expect(mat.story).to_contain_text("preuves en main")


@one_size(PHONE, DESKTOP)
async def test_adversary_is_inspected_and_denounced(open_browser: OpenBrowser, size: tuple[int, int]) -> None:
    anne = await open_browser(size)
    mat = await open_stratagem(anne)
    await until(mat, "turn")
    name = await mat.mat_of(0).locator("header button").inner_text()
    await mat.mat_of(0).get_by_role("button", name=f"Regarder le tapis de {name}").click()
    await expect(mat.sheet).to_contain_text("Options montrées")
    await anne.check_page("stratagem-inspected")
    await anne.page.keyboard.press("Escape")
    await mat.mat_of(0).get_by_role("button", name=f"Dénoncer {name}").click()
    await anne.check_page("stratagem-denounce")
    await mat.sheet.get_by_role("button", name=f"Oui, dénoncer {name}").click()
    await anne.expect_scene(".verdict", "En règle")
    await anne.take_screenshot("stratagem-denounced")
    await expect(mat.story).to_contain_text(f"Anne-Charlotte dénonce {name}")
    await expect(mat.mat_of(0).get_by_role("button", name="Dénoncer")).to_have_count(0)
    await mat.hand.locator(".actions button").first.click()
    await expect(mat.sheet).to_contain_text("Pas maintenant")
    await anne.check_page("stratagem-action")
    await anne.page.keyboard.press("Escape")
    await mat.spaces.nth(6).click()
    await anne.check_page("stratagem-theme")
    await mat.sheet.get_by_role("button", name=re.compile("^Montrer")).last.click()
    await expect(anne.page.locator(".verdict")).to_have_count(0)


async def test_game_is_playable_by_keyboard_alone(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    mat = await open_stratagem(anne)
    keys = anne.page.keyboard
    if await mat.asked() == "party":
        await anne.tab_to(mat.posters.nth(1))
        await keys.press("Enter")
    await until(mat, "programme")
    await anne.tab_to(mat.pair.first)
    for made in range(5):
        await keys.press("Tab" if made % 2 else "Shift")
        await keys.press("Enter")
        await mat.settled()
    await until(mat, "turn")
    space = mat.spaces.nth(6)
    await anne.tab_to(space, most=90)
    await keys.press("Enter")
    await anne.tab_to(mat.sheet.get_by_role("button", name=re.compile("^Montrer")).first)
    await keys.press("Enter")
    await expect(mat.story).to_contain_text("Anne-Charlotte monte à la tribune")
    await expect(space).to_have_class(re.compile("full"))
