"""Push notifications in the browser: permission, subscription, and the notification's text and link."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator

import pytest
from playwright.async_api import CDPSession, Response, Worker, expect

from hatch_build import build
from tests.patience import PATIENCE
from tests.server.client import TableSocket
from tests.server.notifications.push_service import PushService, Subscriber
from tests.server.running import Running
from tests.web.browser_guest import PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.stratego_page import answer
from tests.web.test_turn_alerts import NOTICES, start_game, wait_for_value

pytestmark = pytest.mark.service_worker

BELL = "M’appeler quand c’est à moi"
NEAR = "On vous appelle quand c’est à vous, par un son et par un avis si la page est cachée"
FAR = "On vous appelle quand c’est à vous, par un son et par un avis, même si la page est fermée"
WHEN = "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map((one) => one.timestamp)"
SHOWN = """() => {
  self.shown = new Promise((resolve) => {
    registration.showNotification = async (...notice) => {
      await ServiceWorkerRegistration.prototype.showNotification.apply(registration, notice);
      resolve();
    };
  });
}"""
# No push service answers a browser here: what it would give out is put in its hands. All else is the browser's own.
SUBSCRIBED = """
const kept = () => JSON.parse(sessionStorage.getItem("subscription"));
const subscription = () => kept() && ({
  endpoint: kept().endpoint,
  options: { applicationServerKey: Uint8Array.from(atob(kept().key), (sign) => sign.charCodeAt(0)).buffer },
  toJSON: () => ({ endpoint: kept().endpoint, keys: { p256dh: kept().p256dh, auth: kept().auth } }),
  unsubscribe: async () => { sessionStorage.removeItem("subscription"); return true; },
});
PushManager.prototype.getSubscription = async () => subscription();
PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
  if (Notification.permission !== "granted") throw new DOMException("no leave", "NotAllowedError");
  if (!userVisibleOnly) throw new DOMException("every message is shown", "NotAllowedError");
  const key = applicationServerKey.replaceAll("-", "+").replaceAll("_", "/");
  sessionStorage.setItem("subscription", JSON.stringify({ ...GIVEN, key }));
  return subscription();
};
Object.defineProperty(Notification, "permission", { get: () => sessionStorage.getItem("leave") ?? "default" });
Notification.requestPermission = async () => {
  window.asked = (window.asked ?? 0) + 1;
  sessionStorage.setItem("leave", "LEAVE");
  return "LEAVE";
};
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that may send to a push service on this machine, after a short delay."""
    build()
    data = tmp_path_factory.mktemp("server") / "ludotheque.db"
    running = Running(data, "--push-nearby", "--push-delay", "0.3").start()
    yield running
    running.stop()


@pytest.fixture
async def service() -> AsyncIterator[PushService]:
    async with PushService() as service:
        yield service


async def subscriber(anne: BrowserGuest, service: PushService, leave: str = "granted") -> Subscriber:
    """Have Anne's browser get its subscriptions from this service, and its owner answer so when asked for leave."""
    await anne.page.context.grant_permissions(["notifications"], origin=anne.address)
    browser = Subscriber()
    given = json.dumps(browser.subscription(f"{service.address}/anne"))
    await anne.page.add_init_script(SUBSCRIBED.replace("GIVEN", given).replace("LEAVE", leave))
    return browser


async def leaves(anne: BrowserGuest, socket: TableSocket) -> None:
    await anne.goto()
    await socket.until(lambda: not socket.card["seats"][0]["here"])


async def test_notification_of_a_closed_page_leads_to_the_table(
    open_browser: OpenBrowser, server: Running, service: PushService
) -> None:
    anne = await open_browser()
    browser = await subscriber(anne, service)
    table, socket, mat = await start_game(anne, server)
    assert await anne.page.evaluate("window.asked") is None, "leave is asked for by a click, or not at all"
    await anne.button(BELL).click()
    await expect(anne.button(BELL)).to_have_attribute("title", FAR)
    assert await anne.page.evaluate("window.asked") == 1
    await anne.take_screenshot("bell-far")

    await mat.play("a4", "a5")
    await leaves(anne, socket)
    await answer(socket, "a7", "a6")
    path, _, body = await service.next()
    assert path == "/anne"
    message = browser.read(body).decode()
    await delivered(anne, message)
    await wait_for_value(anne, NOTICES, [["Stratego", "À vous de jouer."]])
    [first] = await anne.page.evaluate(WHEN)
    await delivered(anne, message)
    await wait_for_value(anne, f"({WHEN})().then((times) => times.length === 1 && times[0] > {first})", True)
    assert await touched(anne) == f"{anne.address}/t/{table}"
    await wait_for_value(anne, NOTICES, [])


async def delivered(anne: BrowserGuest, message: str) -> None:
    """What the push service hands to the browser, which has opened it; until the notice is shown."""
    worker = await worker_of(anne)
    await worker.evaluate(SHOWN)
    session: CDPSession = await anne.page.context.new_cdp_session(anne.page)
    registered: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def learn(event: dict[str, list[dict[str, str]]]) -> None:
        for one in event["registrations"]:
            if one["scopeURL"] == f"{anne.address}/" and not registered.done():
                registered.set_result(one["registrationId"])

    session.on("ServiceWorker.workerRegistrationUpdated", learn)
    await session.send("ServiceWorker.enable")
    async with asyncio.timeout(PATIENCE):
        where = {"origin": anne.address, "registrationId": await registered}
        await session.send("ServiceWorker.deliverPushMessage", {**where, "data": message})
        await worker.evaluate("shown")
    await session.detach()


async def worker_of(anne: BrowserGuest) -> Worker:
    """The service worker of Anne's browser, which runs without an open page."""
    await wait_for_value(anne, "navigator.serviceWorker.ready.then(({ active }) => active.state)", "activated")
    async with asyncio.timeout(PATIENCE):
        while not (found := [one for one in anne.page.context.service_workers if one.url.endswith("/sw.js")]):
            await asyncio.sleep(0.05)
    [worker] = found
    return worker


async def touched(anne: BrowserGuest) -> str:
    """Touch the notice; the window that opens. (Headless browsers show no notices, and open no window for one.)"""
    worker = await worker_of(anne)
    opened: str = await worker.evaluate(
        """async () => {
          const [notification] = await registration.getNotifications();
          const opened = new Promise((resolve) => (clients.openWindow = async (address) => resolve(address)));
          dispatchEvent(new NotificationEvent("notificationclick", { notification }));
          return opened;
        }"""
    )
    return opened


async def test_player_who_turns_alerts_off_gets_no_message(
    open_browser: OpenBrowser, server: Running, service: PushService
) -> None:
    anne = await open_browser(PHONE)
    await subscriber(anne, service)
    _, socket, mat = await start_game(anne, server)
    await anne.button(BELL).click()
    await expect(anne.button(BELL)).to_have_attribute("title", FAR)
    async with anne.page.expect_response("**/api/calls/end"):
        await anne.button(BELL).click()
    await expect(anne.button(BELL)).to_have_attribute("aria-pressed", "false")
    await mat.play("a4", "a5")
    await leaves(anne, socket)
    await answer(socket, "a7", "a6")
    assert await service.is_quiet(1)


def subscribed(response: Response) -> bool:
    """The server has kept a subscription. (The same address also gives out its key.)"""
    return response.url.endswith("/api/calls") and response.request.method == "POST"


async def test_message_is_in_the_language_that_was_chosen_last(
    open_browser: OpenBrowser, server: Running, service: PushService
) -> None:
    anne = await open_browser()
    browser = await subscriber(anne, service)
    _, socket, mat = await start_game(anne, server)
    async with anne.page.expect_response(subscribed):
        await anne.button(BELL).click()
    async with anne.page.expect_response(subscribed):
        await anne.button("English").click()
    await mat.play("a4", "a5")
    await leaves(anne, socket)
    await answer(socket, "a7", "a6")
    assert json.loads(browser.read((await service.next())[2]))["text"] == "Your turn."


async def test_subscription_with_another_server_key_is_renewed(
    open_browser: OpenBrowser, server: Running, service: PushService
) -> None:
    anne = await open_browser()
    await subscriber(anne, service)
    await start_game(anne, server)
    old = {"endpoint": "https://push.example/old", "key": "AAAA", "p256dh": "", "auth": ""}
    await anne.page.evaluate("old => sessionStorage.setItem('subscription', JSON.stringify(old))", old)
    await anne.button(BELL).click()
    await expect(anne.button(BELL)).to_have_attribute("title", FAR)
    assert service.address in await anne.page.evaluate("sessionStorage.getItem('subscription')")


async def test_player_without_permission_still_gets_the_sound(
    open_browser: OpenBrowser, server: Running, service: PushService
) -> None:
    anne = await open_browser()
    await subscriber(anne, service, leave="denied")
    await start_game(anne, server)
    await anne.button(BELL).click()
    await expect(anne.button(BELL)).to_have_attribute("aria-pressed", "true")
    await expect(anne.button(BELL)).to_have_attribute("title", NEAR)


async def test_browser_without_a_push_service_only_plays_the_sound(open_browser: OpenBrowser, server: Running) -> None:
    """This one, as it is."""
    anne = await open_browser()
    await anne.page.context.grant_permissions(["notifications"], origin=anne.address)
    await start_game(anne, server)
    await anne.button(BELL).click()
    await expect(anne.button(BELL)).to_have_attribute("aria-pressed", "true")
    await expect(anne.button(BELL)).to_have_attribute("title", NEAR)


async def test_unreadable_message_leads_to_the_shelf(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    await anne.page.context.grant_permissions(["notifications"], origin=anne.address)
    await anne.goto("/rules/stratego")
    for message in ("", "not a word of ours", "null"):
        await delivered(anne, message)
        await wait_for_value(anne, NOTICES, [["Ludothèque", ""]])
        assert await touched(anne) == f"{anne.address}/"
        await wait_for_value(anne, NOTICES, [])
