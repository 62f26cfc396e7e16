"""Your turn finds you, in a browser: switching it on and off, what is shown, and what a click on it does.

The push service is our own, and decrypts. A headless Chromium has neither a push service nor a place for notices: it is
given the keys of a subscription and notes what would be shown; the page and its worker are real."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import CDPSession, expect

from browser.person import INSTALLED, Person, tools
from browser.test_devices import ask_to_be_let_in, begin_to_link
from patience import wait_until
from server.blackbox.house import House
from server.receiving import PushedBrowser, Receiver, receiver

SUBSCRIBING = """
const given = SUBSCRIPTION;
const answers = { permission: { get: () => "granted" }, requestPermission: { value: async () => "granted" } };
Object.defineProperties(Notification, answers);
PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
  window.askedFor = { applicationServerKey, userVisibleOnly };
  return { toJSON: () => given, unsubscribe: async () => true };
};
"""
NOTING = """() => {
  self.shown = [];
  self.opened = [];
  registration.showNotification = async (title, options) => void self.shown.push({ title, ...options });
  clients.openWindow = async (address) => void self.opened.push(address);
}"""
CLICK = """async ({ action, data }) => {
  const event = new ExtendableEvent("notificationclick");
  event.notification = { data, close() {} };
  event.action = action;
  dispatchEvent(event);
}"""
AT_HOME = {"notice_networks": ["127.0.0.0/8"], "notice_after": 0.0}


@pytest.fixture
def service() -> Iterator[Receiver]:
    """A push service and webhook receiver in a thread of its own."""
    made: list[Receiver] = []
    ready, done = threading.Event(), threading.Event()

    async def serve() -> None:
        async with receiver() as it:
            made.append(it)
            ready.set()
            await asyncio.to_thread(done.wait)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    ready.wait()
    yield made[0]
    done.set()
    thread.join()


def with_push(person: Person, service: Receiver) -> PushedBrowser:
    browser = PushedBrowser(service.address)
    person.context.add_init_script(SUBSCRIBING.replace("SUBSCRIPTION", json.dumps(browser.subscription)))
    return browser


def switch_on(person: Person) -> None:
    person.go("/me")
    person.button("Tell me in this browser").click()
    expect(person.page.get_by_text("This browser tells you.")).to_be_visible()


class Worker:
    """The page's service worker, which is told of pushes as the browser would tell it."""

    def __init__(self, person: Person) -> None:
        self._person = person
        person.wait_for("navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')")
        self._tools: CDPSession = tools(person)
        registered: list[Any] = []
        self._tools.on("ServiceWorker.workerRegistrationUpdated", lambda told: registered.extend(told["registrations"]))
        self._tools.send("ServiceWorker.enable")
        while not registered:
            person.page.wait_for_timeout(10)
        self._id = registered[0]["registrationId"]
        (self._worker,) = person.context.service_workers
        self._worker.evaluate(NOTING)

    def push(self, said: dict[str, Any]) -> None:
        how = {"origin": self._person.address, "registrationId": self._id, "data": json.dumps(said)}
        self._tools.send("ServiceWorker.deliverPushMessage", how)

    def click(self, shown: dict[str, Any], action: str) -> None:
        self._worker.evaluate(CLICK, {"action": action, "data": shown["data"]})

    def noted(self, what: str, many: int) -> list[Any]:
        """Waits until so many have been noted."""
        while len(found := self._worker.evaluate(f"self.{what}")) < many:
            self._person.page.wait_for_timeout(10)
        return list(found)


def test_a_notice_is_switched_on_comes_and_is_switched_off(
    arrive: Callable[..., Person], own_house: Callable[..., House], service: Receiver
) -> None:
    with own_house(**AT_HOME) as house:
        ann = arrive(house, width=360, **INSTALLED)
        browser = with_push(ann, service)
        ann.page.request.put("/api/me", data={"name": "Ann"})
        switch_on(ann)
        notices = ann.page.request.get("/api/me/notices").json()
        assert ann.page.evaluate("askedFor") == {"applicationServerKey": notices["key"], "userVisibleOnly": True}
        ann.assert_accessible()
        ann.assert_fits()
        worker = Worker(ann)
        ann.button("Try it").click()
        wait_until(lambda: len(service.received) == 1)
        said = browser.read(service.received[0])
        worker.push(said)
        (shown,) = worker.noted("shown", 1)
        assert (shown["title"], shown["body"]) == ("Notices work", "This is how you will be told that it's your turn.")
        assert [each["action"] for each in shown["actions"]] == ["open", "off"]
        # Of a table nothing is shown to who looks at the page, and a click opens it.
        worker.push(said | {"tag": "a table", "title": "It's your turn", "path": "/t/K7QXMB"})
        ann.page.goto("about:blank")
        worker.push(said | {"tag": "another", "title": "It's your turn", "path": "/t/K7QXMB"})
        shown = worker.noted("shown", 2)
        assert [each["tag"] for each in shown] == ["hello", "another"]
        worker.click(shown[1], "open")
        assert worker.noted("opened", 1) == [f"{house.address}/t/K7QXMB"]
        worker.click(shown[1] | {"data": {"path": "https://evil.example/", "id": ""}}, "open")
        worker.click(shown[1], "off")
        wait_until(lambda: ann.page.request.get("/api/me/notices").json()["subscriptions"] == [])
        assert len(worker.noted("opened", 1)) == 1, "no notice leads anywhere else"
        switch_on(ann)
        ann.button("Stop").click()
        expect(ann.button("Tell me in this browser")).to_be_visible()
        assert ann.page.request.get("/api/me/notices").json()["subscriptions"] == []


def test_a_game_of_days_finds_both_devices_of_who_is_away(
    arrive: Callable[..., Person], own_house: Callable[..., House], service: Receiver
) -> None:
    with own_house(**AT_HOME) as house:
        ann, laptop, phone = (
            arrive(house, **INSTALLED),
            arrive(house, **INSTALLED),
            arrive(house, width=360, **INSTALLED),
        )
        browsers = [with_push(each, service) for each in (laptop, phone)]
        for person, name in ((ann, "Ann"), (laptop, "Bob")):
            person.page.request.put("/api/me", data={"name": name})
        word = ask_to_be_let_in(phone, begin_to_link(laptop))
        expect(laptop("p.check")).to_have_text(word)
        laptop.button("Yes, let it in").click()
        expect(phone.page.get_by_text("You are Bob here.")).to_be_visible()
        code = game_of_days(ann, laptop)
        for device in (laptop, phone):
            switch_on(device)
        # Both of Bob's windows are on another page, and it comes to be his turn.
        play_until(ann, code, 1)
        wait_until(lambda: len(service.received) == 2)
        read = {each.path: each for each in service.received}
        for browser in browsers:
            said = browser.read(read[browser.endpoint.removeprefix(service.address)])
            assert said["title"] == "It's your turn"
            assert said["path"] == f"/t/{code}"
            assert code not in said["title"] + said["body"]
        # A calendar has it, too.
        phone.go("/me")
        phone.button("Calendar link").click()
        link = phone.page.get_by_label("Calendar link", exact=True).input_value()
        assert "STATUS:CONFIRMED" in phone.page.request.get(link).text()
        phone.assert_accessible()
        phone.assert_fits()


def test_a_webhook_is_ended_by_the_link_in_a_notice(
    arrive: Callable[..., Person], own_house: Callable[..., House], service: Receiver
) -> None:
    with own_house(**AT_HOME) as house:
        ann, anyone = arrive(house, locale="de", **INSTALLED), arrive(house, locale="de", **INSTALLED)
        ann.page.request.put("/api/me", data={"name": "Ann"})
        ann.go("/me")
        ann.page.get_by_text("Ein Webhook, für einen Chat oder ein Programm").click()
        field = ann.page.get_by_label("Eine Adresse, die dieser Server aufruft")
        field.fill("gopher://example.org")
        ann.button("Speichern").last.click()
        expect(ann.page.get_by_role("alert").filter(has_text="das ist keine Adresse")).to_be_visible()
        ann.expect_trouble("400")
        field.fill(f"{service.address}/hook")
        ann.button("Speichern").last.click()
        expect(ann("section[aria-labelledby=notices] code")).to_be_visible()
        ann.assert_accessible()
        ann.button("Ausprobieren").click()
        wait_until(lambda: len(service.received) == 1)
        said = json.loads(service.received[0].body)
        assert said["title"] == "Die Hinweise kommen an"
        anyone.go(said["off"].removeprefix(house.address))
        anyone.button("Keine Hinweise mehr").click()
        expect(anyone.page.get_by_text("Dorthin kommen keine Hinweise mehr.")).to_be_visible()
        anyone.assert_accessible()
        assert ann.page.request.get("/api/me/notices").json()["subscriptions"] == []


def test_the_table_leads_to_being_told(arrive: Callable[..., Person]) -> None:
    ann = arrive(**INSTALLED)
    opened = ann.page.request.put("/api/me", data={"name": "Ann"})
    assert opened.ok
    code = ann.page.request.post("/api/quick", data={"edition": "kill-2016"}).json()["code"]
    ann.go(f"/t/{code}")
    ann("[data-prompt]").wait_for()
    ann.page.get_by_role("button", name="Table", exact=False).first.click()
    ann.page.get_by_role("link", name="Tell me when it's my turn").click()
    expect(ann.page.get_by_role("heading", name="When it's your turn")).to_be_visible()


def command(person: Person, code: str, **deed: Any) -> None:
    version = person.page.request.get(f"/api/tables/{code}").json()["sheet"]["version"]
    body = {"id": f"{deed['do']} {version}", "version": version, "do": deed}
    assert person.page.request.post(f"/api/tables/{code}/commands", data=body).json()["accepted"]


def game_of_days(host: Person, guest: Person) -> str:
    settings = {"edition": "kill-1996", "clock": {"kind": "days", "seconds": 86_400}}
    code = str(host.page.request.post("/api/tables", data={"settings": settings, "seats": 2}).json()["code"])
    command(guest, code, do="join", name="Bob")
    command(guest, code, do="ready", ready=True)
    command(host, code, do="start")
    play_until(guest, code, 0)
    return code


def play_until(person: Person, code: str, seat: int) -> None:
    """They play until this seat has to decide."""
    while (sheet := person.page.request.get(f"/api/tables/{code}").json()["sheet"])["game"]["to_decide"] != seat:
        command(person, code, do="act", action=sheet["game"]["view"]["legal"][0], confirmed=True)
