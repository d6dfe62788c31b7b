"""The shared screen in a real browser of 1920 × 1080: all games, text sizes, scenes, restarts, and no secrets."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.async_api import Page, WebSocket, expect

from hatch_build import build
from ludotheque.games import find, shelf
from tests.patience import PATIENCE
from tests.server.client import FRIEND, ME, Guest, Json, TableSocket, any_move, bot, deployed, two_at_a_table
from tests.server.running import Running
from tests.web.browser_guest import PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.politico_guests import play_until, seat_politico_guests, sight
from tests.web.president_guests import play_until_second_round, seat_president_guests
from tests.web.qr_reader import read_qr

SCREEN = (1920, 1080)
# What matters is read from three metres, and the mat as far as its drawings allow.
READABLE, ON_MAT = 28, 20
SMALLER = {"president": 15, "stratagem": 17}
"""Smaller text on mats: on the departments of a map, and where four full programmes share the height."""
PLAYERS = {"stratego": 2, "koalition": 5, "politico": 5, "president": 4, "stratagem": 4}
NAMES = ("Anne", "Bruno", "Chloé", "Dominique", "Émile")

# Texts as they are drawn: those of an enlarged element are larger than its style says, those of a drawing by its scale.
_TEXT_SIZES = """() => [...document.querySelectorAll("main *")].flatMap((element) => {
  const text = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent).join("");
  const { width, height } = element.getBoundingClientRect();
  if (!text.trim() || width < 2 || height < 2 || !element.checkVisibility({ visibilityProperty: true })) return [];
  if (element.closest(".sr-only, .badge, .lid, .tools")) return [];
  const scale = element.ownerSVGElement ? element.getScreenCTM().a : 1;
  const drawn = parseFloat(getComputedStyle(element).fontSize) * element.currentCSSZoom * scale;
  const chart = element.closest(".chart, figure svg") !== null;
  const mat = element.closest("[inert]") !== null;
  return [{ size: Math.round(drawn * 10) / 10, text: text.trim().slice(0, 40), mat, chart }];
})"""
_FOCUSABLE = """() => [...document.querySelectorAll("a, button, input, select, summary, [tabindex]")]
  .filter((element) => !element.closest("[inert]") && element.tabIndex >= 0 && element.checkVisibility())
  .map((element) => element.outerHTML.slice(0, 80))"""
_COUNT_SOUNDS = """
window.heard = 0;
const { createGain } = AudioContext.prototype;
AudioContext.prototype.createGain = function () {
  window.heard += 1;
  return createGain.call(this);
};
"""
# As the browser's own, which it asks: requests are recorded, and locks end while the page is hidden.
_RECORD_LOCKS = """
window.locks = [];
const { request } = WakeLock.prototype;
WakeLock.prototype.request = async function (kind) {
  if (REFUSED) throw new DOMException("low battery", "NotAllowedError");
  const lock = await request.call(this, kind);
  window.locks.push(lock);
  return lock;
};
window.setVisible = (visible) => {
  Object.defineProperty(document, "visibilityState", { value: visible ? "visible" : "hidden", configurable: true });
  if (!visible) for (const lock of window.locks) void lock.release();
  document.dispatchEvent(new Event("visibilitychange"));
};
"""
_HELD = "window.locks.filter((lock) => !lock.released).length"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    build()
    running = Running(tmp_path_factory.mktemp("server") / "ludotheque.db").start()
    yield running
    running.stop()


@pytest.fixture
def address(server: Running) -> str:
    """Another name of the server's machine: links that name it lead elsewhere, so they are offered to phones."""
    return f"http://a.test:{server.address.rsplit(':', 1)[1]}"


@pytest.fixture
async def screen(open_browser: OpenBrowser, address: str) -> BrowserGuest:
    """A browser for a screen."""
    return await open_browser(SCREEN, address)


async def show(screen: BrowserGuest, table: str) -> None:
    """Open a table on a screen."""
    await screen.goto(f"/t/{table}/screen")
    await expect(screen.page.locator("main.screen")).to_be_visible()


async def seat_guests(server: Running, game: str) -> list[TableSocket]:
    """Guests at one table, all connected, the game begun; in Stratego the armies stand."""
    if game == "stratego":
        return list(await deployed(server))
    guests = [Guest(server, name) for name in NAMES[: PLAYERS[game]]]
    table = (await guests[0].open(ME, *[FRIEND] * (len(guests) - 1), game=game))["id"]
    for guest in guests[1:]:
        await guest.join(table)
    return [await guest.sit(table) for guest in guests]


async def play_some(sockets: list[TableSocket], moves: int) -> None:
    """Have guests play so many moves."""
    count = itertools.count()
    await play_until(sockets, lambda _: next(count) >= moves, wanted=())


def received_frames(page: Page) -> list[str]:
    """The frames that sockets of a page are sent, from its next visit on."""
    frames: list[str] = []

    def record(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(str(frame)))

    page.on("websocket", record)
    return frames


async def rest(screen: BrowserGuest) -> None:
    """Wait until the tools of a screen have gone, and nothing is shown over its mat."""
    await expect(screen.page.locator(".tools")).to_have_count(0)
    await expect(screen.page.locator("[data-moment]")).to_have_count(0)
    await screen.wait_for_animations()


async def check_sizes(page: Page, on_mat: float) -> None:
    """Check that every text is large enough, once the page has its final layout."""
    small: list[Any] = []
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                texts = await page.evaluate(_TEXT_SIZES)
                small = [text for text in texts if text["size"] < _least(text, on_mat) - 0.1]
                if len(texts) > 5 and not small:
                    return
                await asyncio.sleep(0.1)
    except TimeoutError:
        raise AssertionError(f"too small: {small}") from None


def _least(text: dict[str, Any], on_mat: float) -> float:
    return on_mat if text["mat"] or text["chart"] else READABLE


@pytest.mark.parametrize("game", sorted(PLAYERS))
async def test_every_game_is_shown_large_and_without_controls(server: Running, screen: BrowserGuest, game: str) -> None:
    assert set(PLAYERS) == set(shelf()), "a new game needs a screen"
    sockets = await seat_guests(server, game)
    await screen.shorten_timeouts()
    await show(screen, sockets[0].table)
    await play_some(sockets, 40)
    seats = screen.page.get_by_role("list", name="Autour de la table")
    for name in NAMES[: PLAYERS[game]]:
        await expect(seats).to_contain_text(name)
    await rest(screen)
    await expect(seats.locator('[aria-current="true"]').first).to_be_visible()
    await expect(screen.page.locator(".status [role=status]")).not_to_contain_text(re.compile("[Vv]ous|^$"))
    await expect(screen.page.get_by_role("region", name="Le dernier tour").get_by_role("listitem").last).to_be_visible()
    await check_sizes(screen.page, SMALLER.get(game, ON_MAT))
    assert await screen.page.evaluate(_FOCUSABLE) == []
    await screen.page.keyboard.press("Tab")
    assert await screen.page.evaluate("document.activeElement === document.body || !document.activeElement.tabIndex")
    await screen.check_page(f"screen-{game}")


async def test_result_is_a_scene_and_stays_beside_the_mat(server: Running, screen: BrowserGuest) -> None:
    anne, bruno = await deployed(server)
    await show(screen, anne.table)
    assert (await anne.play({"do": "resign"}))["t"] == "ack"
    scene = screen.page.locator(".scene")
    await expect(scene.get_by_role("heading", name="Bruno a gagné")).to_be_visible()
    await check_sizes(screen.page, ON_MAT)
    await screen.page.reload()
    await expect(scene.get_by_role("heading", name="Bruno a gagné")).to_be_visible()
    await expect(screen.page.get_by_role("complementary")).to_contain_text("Bruno a gagné")
    await bruno.close()


async def test_code_on_the_screen_leads_to_a_seat(
    server: Running, screen: BrowserGuest, open_browser: OpenBrowser, address: str
) -> None:
    anne = Guest(server, "Anne")
    table = (await anne.open(ME, FRIEND))["id"]
    await show(screen, table)
    await expect(screen.page.get_by_role("heading", name="Prenez place")).to_be_visible()
    people = screen.page.get_by_role("region", name="Autour de la table")
    await expect(people).to_contain_text("Anne")
    await expect(people).to_contain_text("Il reste une chaise.")
    link = await read_qr(screen.page.get_by_role("img", name="Code QR pour s’asseoir à la table"))
    assert link == f"{address}/t/{table}"
    await expect(screen.page.get_by_text(link.removeprefix("http://"))).to_be_visible()
    await check_sizes(screen.page, READABLE)
    await screen.check_page("screen-waiting")
    phone = await open_browser(PHONE, address)
    await phone.goto(link.removeprefix(address))
    await phone.take_seat("Bruno")
    seats = screen.page.get_by_role("list", name="Autour de la table")
    await expect(seats).to_contain_text("Bruno")
    await expect(screen.page.get_by_role("region", name="Le plateau")).to_be_attached()
    assert await read_qr(screen.page.get_by_role("img", name="Code QR de la table")) == link
    await expect(phone.page.get_by_role("region", name="Le plateau")).to_be_visible()


async def test_screen_survives_a_reload_and_a_restart_of_the_server(server: Running, screen: BrowserGuest) -> None:
    anne, bruno = await deployed(server)
    await show(screen, anne.table)
    status = screen.page.locator(".status [role=status]")
    await expect(status).to_contain_text("Anne")
    await screen.page.reload()
    await expect(status).to_contain_text("Anne")
    server.kill()
    await expect(status).to_contain_text("Ligne coupée. L’écran reprendra de lui-même au retour.")
    await expect(screen.page.locator('[aria-current="true"]')).to_have_count(0)
    server.start()
    await expect(status).to_contain_text("Anne")
    for line in (anne, bruno):
        await line.connect(line.seq)
    await anne.until(lambda: anne.to_move)
    assert (await anne.play(any_move(anne, random.Random(1))))["t"] == "ack"
    await expect(status).to_contain_text("Bruno")
    screen.ignore_error("WebSocket")
    screen.ignore_error("Failed to load resource")


async def test_screen_in_a_players_browser_knows_nothing_of_their_hand(server: Running, screen: BrowserGuest) -> None:
    """Its page is sent what a spectator is, byte for byte, and shows no name of a card in hand."""
    sockets = await seat_guests(server, "politico")
    anne = sockets[0]
    await give_cookies(screen, anne.guest)
    frames = received_frames(screen.page)
    await show(screen, anne.table)
    spectator = await Guest(server, "Zoé").sit(anne.table)
    await play_some(sockets, 60)
    mark = "la fin de ce qui est comparé"
    assert (await anne.ask("say", text=mark))["t"] == "ack"
    await spectator.until(lambda: any(line["text"] == mark for line in spectator.chat))
    while not any(mark in frame for frame in frames):
        await asyncio.sleep(0.05)
    assert told(frames) == told(spectator.received)
    page = await screen.page.content()
    assert (anne.card["claim"] or "") not in page
    assert "data-held" not in page
    names = find("politico").words("fr")["card"]
    shown = await screen.page.locator("main").inner_text()
    heard = json.dumps(spectator.story, ensure_ascii=False) + json.dumps(spectator.now, ensure_ascii=False)
    hidden = {card for line in sockets for card in sight(line)["hand"] if f'"{card}"' not in heard}
    # Other texts name the other cards, too; an attack is named by those alone who hold it or have played it.
    attacks = hidden & {"morals", "split", "ecology", "strike", "scandal", "leak", "tax", "prices", "poaching"}
    assert attacks
    assert not [card for card in attacks if names[card] in shown]


async def give_cookies(browser: BrowserGuest, guest: Guest) -> None:
    """Let a browser be that of a guest who plays over a socket."""
    cookies = guest.http.cookies.items()
    await browser.page.context.add_cookies(
        [{"name": key, "value": value, "url": browser.address} for key, value in cookies]
    )


def told(frames: list[str]) -> list[Json]:
    """The game in some frames: the sight at their end, and the story."""
    story: list[Json] = []
    seen: Json = {}
    for frame in map(json.loads, frames):
        if frame["t"] in ("welcome", "progress"):
            story += frame["story"]
            now = frame["now"]
            assert now["legal"] == now["free"] == []
            seen.update(now["sight"])
    assert seen["seat"] is None
    return [*story, seen]


async def test_hidden_pieces_are_hidden_on_the_screen(server: Running, screen: BrowserGuest) -> None:
    anne, bruno = await deployed(server)
    await show(screen, anne.table)
    squares = screen.page.locator("[data-square][aria-label]")
    labels = await squares.evaluate_all("all => all.map((square) => square.getAttribute('aria-label'))")
    assert len(labels) == 100
    pieces = find("stratego").words("fr")["piece"]
    assert not [
        label for label in labels for letter, name in pieces.items() if letter in "BCDEFGHIJKLM" and name in label
    ]
    await bruno.close()


async def play_to_a_fight(sockets: tuple[TableSocket, TableSocket]) -> Json:
    """Have both march on until two pieces meet; that event."""
    for mover in itertools.cycle(sockets):
        await mover.until(lambda mover=mover: mover.to_move)  # type: ignore[misc]
        fought = [event for entry in mover.story for event in entry["events"] if event["did"] == "fought"]
        if fought:
            event: Json = fought[0]
            return event
        assert mover.now is not None
        forward = 1 if mover.seat == 0 else -1
        steps = [move for move in mover.now["legal"] if move["do"] == "step"]
        furthest = max(steps, key=lambda move: forward * (row(move["to"]) - row(move["from"])))
        assert (await mover.play(furthest))["t"] == "ack"
    raise AssertionError


async def test_fight_is_a_scene_with_both_pieces(server: Running, screen: BrowserGuest) -> None:
    sockets = await deployed(server)
    await show(screen, sockets[0].table)
    fought = await play_to_a_fight(sockets)
    names = find("stratego").words("fr")["piece"]
    for letter in (fought["attacker"], fought["defender"]):
        await screen.expect_scene("[data-moment]", re.compile(re.escape(names[letter]), re.IGNORECASE))


async def test_scene_is_in_the_middle_and_nothing_covers_it(server: Running, screen: BrowserGuest) -> None:
    sockets = await deployed(server)
    await show(screen, sockets[0].table)
    await expect(screen.page.locator(".tools")).to_be_visible()
    await screen.stop_long_timers()
    await play_to_a_fight(sockets)
    fight = screen.page.locator("[data-moment] .fight")
    await expect(fight).to_be_visible()
    await expect(screen.page.locator(".tools")).to_have_count(0)
    box = await fight.bounding_box()
    assert box is not None
    assert abs(box["x"] + box["width"] / 2 - SCREEN[0] / 2) <= 2
    await screen.check_layout("screen-fight")


def row(square: str) -> int:
    return int(square[1:])


async def test_vote_and_government_are_scenes(server: Running, screen: BrowserGuest) -> None:
    sockets = await seat_politico_guests(server, 3)
    await show(screen, sockets[0].table)
    await play_until(sockets, lambda socket: sight(socket)["government"] is not None)
    await screen.expect_scene("[data-moment]", "Investiture accordée")
    await screen.expect_scene("[data-moment]", "Le gouvernement est formé")


async def test_second_round_is_a_scene(server: Running, screen: BrowserGuest) -> None:
    sockets = await seat_president_guests(server, 3)
    await show(screen, sockets[0].table)
    await play_until_second_round(sockets)
    await screen.expect_scene("[data-moment]", "Second tour !")


@pytest.mark.parametrize(
    ("game", "scene"), [("koalition", "On a voté"), ("stratagem", re.compile("Premier vote|Coup|Putsch|vote"))]
)
async def test_count_is_a_scene(server: Running, screen: BrowserGuest, game: str, scene: str | re.Pattern[str]) -> None:
    """One guest among bots plays anything that is allowed, until the country has voted."""
    anne = Guest(server, "Anne")
    bots = [bot("random")] * (PLAYERS[game] - 1)
    socket = await anne.sit((await anne.open(ME, *bots, game=game, pace="at_once"))["id"])
    await show(screen, socket.table)
    playing = asyncio.create_task(play_on(socket))
    await screen.expect_scene("[data-moment]", scene)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)


async def play_on(socket: TableSocket) -> None:
    luck = random.Random(6)
    while True:
        await socket.until(lambda: socket.to_move or socket.card["over"])
        if socket.card["over"]:
            return
        await socket.play(any_move(socket, luck))


async def test_sounds_are_heard_after_one_click(server: Running, screen: BrowserGuest) -> None:
    anne, bruno = await deployed(server)
    await screen.page.add_init_script(_COUNT_SOUNDS)
    await show(screen, anne.table)
    await expect(screen.page.get_by_text("Touchez l’écran une fois, pour le son et le plein écran.")).to_be_visible()
    await screen.page.mouse.click(900, 600)
    await expect(screen.page.get_by_text("Touchez l’écran une fois")).to_have_count(0)
    await expect(screen.button("Plein écran")).to_be_visible()
    await rest(screen)
    assert (await anne.play(any_move(anne, random.Random(1))))["t"] == "ack"
    await screen.page.wait_for_function("() => window.heard > 0")
    await screen.page.mouse.move(800, 500)
    await screen.button("Couper le son").click()
    await screen.page.reload()
    await screen.page.mouse.click(900, 600)
    await expect(screen.button("Remettre le son")).to_be_visible()
    await bruno.close()


async def test_every_player_opens_a_screen_with_one_button(
    server: Running, open_browser: OpenBrowser, address: str
) -> None:
    opener = Guest(server, "Anne")
    table = (await opener.open(ME, FRIEND))["id"]
    anne = await open_browser(address=address)
    await give_cookies(anne, opener)
    await anne.goto(f"/t/{table}")
    async with anne.page.context.expect_page() as opening:
        await anne.page.get_by_role("link", name="Sur grand écran").click()
    tab = await opening.value
    await expect(tab.get_by_role("heading", name="Prenez place")).to_be_visible()
    assert tab.url == f"{address}/t/{table}/screen"
    phone = await open_browser(PHONE, address)
    await phone.goto(f"/t/{table}")
    await phone.take_seat("Bruno")
    await phone.page.get_by_role("button", name="La table", exact=True).click()
    sheet = phone.page.get_by_role("dialog")
    await expect(sheet.get_by_text("Un grand écran est ouvert.")).to_be_visible()
    await expect(sheet.get_by_label("L’adresse du grand écran")).to_have_value(f"{address}/t/{table}/screen")
    code = await read_qr(sheet.get_by_role("img", name="Code QR du grand écran"))
    assert code == f"{address}/t/{table}/screen"
    await phone.check_page("screen-sheet")
    await tab.close()
    await expect(sheet.get_by_text("Un grand écran est ouvert.")).to_have_count(0)


@pytest.mark.parametrize(
    ("public", "text"),
    [
        (False, "Table privée : l’écran montre la partie sans retard."),
        (True, "Table publique : l’écran montre la partie avec 2 coups de retard."),
    ],
    ids=["private", "public"],
)
async def test_screen_says_whether_it_is_late(server: Running, screen: BrowserGuest, public: bool, text: str) -> None:
    anne, bruno = await two_at_a_table(server, public=public, watch_delay=2)
    await show(screen, anne.table)
    await expect(screen.page.get_by_role("complementary")).to_contain_text(re.compile(text.replace(" ", r"\s")))
    await bruno.close()


@pytest.mark.parametrize("size", [(1280, 720), PHONE], ids=["small-screen", "phone"])
async def test_smaller_screens_show_the_same_in_english(
    server: Running, open_browser: OpenBrowser, address: str, size: tuple[int, int]
) -> None:
    anne, bruno = await deployed(server)
    small = await open_browser(size, address, locale="en-GB")
    await show(small, anne.table)
    await expect(small.page.get_by_role("heading", name="The last turn")).to_be_visible()
    await small.check_page("screen-english")
    await bruno.close()


async def test_screen_follows_its_players_to_the_rematch(server: Running, screen: BrowserGuest) -> None:
    anne, bruno = await deployed(server)
    await show(screen, anne.table)
    await screen.page.mouse.click(900, 600)
    assert (await anne.play({"do": "resign"}))["t"] == "ack"
    await expect(screen.page.locator(".scene")).to_be_visible()
    again = await bruno.guest.post(f"/api/tables/{bruno.table}/rematch", {})
    await expect(screen.page).to_have_url(re.compile(f"/t/{again['id']}/screen$"))
    await expect(screen.page.get_by_role("heading", name="Prenez place")).to_be_visible()
    await expect(screen.page.get_by_text("Touchez l’écran une fois")).to_have_count(0)
    for line in (anne, bruno):
        kept = await line.guest.post(f"/api/tables/{line.table}/rematch", {})
        await line.guest.join(kept["id"])
    await expect(screen.page.get_by_role("region", name="Le plateau")).to_be_attached()
    await screen.page.reload()
    await expect(screen.page.get_by_role("region", name="Le plateau")).to_be_attached()
    # The screen may ask for the new table a moment before it is open.
    screen.ignore_error("Failed to load resource")


async def test_full_screen_by_the_first_click_and_by_its_button(server: Running, screen: BrowserGuest) -> None:
    anne, bruno = await deployed(server)
    await show(screen, anne.table)
    await screen.page.mouse.click(900, 600)
    await screen.page.wait_for_function("() => document.fullscreenElement === document.documentElement")
    await screen.button("Plein écran").click()
    await screen.page.wait_for_function("() => document.fullscreenElement === null")
    await screen.page.mouse.click(900, 600)
    await screen.button("Plein écran").click()
    await screen.page.wait_for_function("() => document.fullscreenElement === document.documentElement")
    await screen.check_layout("screen-full")
    await bruno.close()


async def test_refused_full_screen_does_no_harm(server: Running, screen: BrowserGuest) -> None:
    anne, bruno = await deployed(server)
    await screen.page.add_init_script(
        "Element.prototype.requestFullscreen = () => { window.refused = true; return Promise.reject(new TypeError()); }"
    )
    await show(screen, anne.table)
    await screen.page.mouse.click(900, 600)
    await screen.page.wait_for_function("() => window.refused")
    await expect(screen.page.get_by_text("Touchez l’écran une fois")).to_have_count(0)
    await expect(screen.button("Plein écran")).to_be_visible()
    await bruno.close()


async def test_screen_stays_awake_while_it_is_visible(server: Running, open_browser: OpenBrowser) -> None:
    anne, bruno = await deployed(server)
    screen = await open_browser(SCREEN)  # by the address of this machine, which browsers trust as they do HTTPS
    await screen.page.add_init_script(_RECORD_LOCKS.replace("REFUSED", "false"))
    await show(screen, anne.table)
    await screen.page.wait_for_function(f"() => window.locks.length === 1 && {_HELD} === 1")
    await screen.page.evaluate("setVisible(false)")
    await screen.page.wait_for_function(f"() => {_HELD} === 0")
    assert await screen.page.evaluate("window.locks.length") == 1
    await screen.page.evaluate("setVisible(true)")
    await screen.page.wait_for_function(f"() => window.locks.length === 2 && {_HELD} === 1")
    await screen.page.evaluate("history.pushState(null, '', '/'); dispatchEvent(new PopStateEvent('popstate'))")
    await expect(screen.page.locator("main.screen")).to_have_count(0)
    await screen.page.wait_for_function(f"() => {_HELD} === 0")
    await bruno.close()


async def test_refused_wake_lock_does_no_harm(server: Running, open_browser: OpenBrowser) -> None:
    anne, bruno = await deployed(server)
    screen = await open_browser(SCREEN)
    await screen.page.add_init_script(_RECORD_LOCKS.replace("REFUSED", "(window.refused = true)"))
    await show(screen, anne.table)
    await screen.page.wait_for_function("() => window.refused")
    assert (await anne.play(any_move(anne, random.Random(1))))["t"] == "ack"
    await expect(screen.page.locator(".status [role=status]")).to_contain_text("Bruno")
    await bruno.close()


async def test_tools_leave_the_newest_sentence_free(server: Running, screen: BrowserGuest) -> None:
    sockets = await seat_guests(server, "politico")
    await show(screen, sockets[0].table)
    await play_some(sockets, 12)
    await screen.page.mouse.move(800, 500)
    await expect(screen.button("Plein écran")).to_be_visible()
    newest = screen.page.get_by_role("region", name="Le dernier tour").get_by_role("listitem").last
    tools = screen.page.locator(".tools")
    line, over = await newest.bounding_box(), await tools.bounding_box()
    assert line is not None
    assert over is not None
    assert line["y"] + line["height"] <= over["y"] + 1
