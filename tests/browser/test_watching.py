"""Who may see what: spectators see no hand as long as the game lasts, and who shares a device only their own."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import WebSocket, expect

from browser.clicking import Clicker
from browser.person import Person
from browser.positions import happens
from browser.prepared import at_table
from browser.sitting import begin, open_table, seat_another
from server.blackbox.house import House

Arrive = Callable[..., Person]
SECRET = ("hand", "hands", "seed", "record", "laid_open", "pile")


def overhear(person: Person) -> list[dict[str, Any]]:
    """Everything that the server will say to this browser over its sockets."""
    heard: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(json.loads(frame)))

    person.page.on("websocket", listen)
    return heard


def fields(told: Any) -> Iterator[tuple[str, Any]]:
    """Every field of a message, however deep."""
    if isinstance(told, dict):
        for name, value in told.items():
            yield name, value
            yield from fields(value)
    elif isinstance(told, list):
        for value in told:
            yield from fields(value)


def secrets(heard: list[dict[str, Any]]) -> list[tuple[str, Any]]:
    """What only someone with a seat may know."""
    found = [(name, value) for name, value in fields(heard) if name in SECRET and value]
    games = [value for name, value in fields(heard) if name == "game" and value]
    drawn = [event for game in games for event in game["events"] if event["kind"] == "drew" and event.get("card")]
    return found + [("drew", event) for event in drawn]


def test_a_spectator_sees_no_hand_until_the_end(arrive: Arrive, house: House) -> None:
    here = at_table(arrive, house, "save-2000", until=happens("over"))
    ann = here.ann
    eve = arrive()
    heard = overhear(eve)
    eve.go(f"/t/{here.ready.code}")
    eve("[data-prompt]").wait_for()
    held = [each.get_attribute("data-card") for each in ann("button[data-card]").all()]
    assert held
    assert heard
    assert not secrets(heard)
    expect(eve("[data-card]")).to_have_count(0)
    expect(eve("[data-lit]")).to_have_count(0)
    expect(eve("[data-action]")).to_have_count(0)

    here.do()
    expect(eve("#end-title")).to_be_visible()
    expect(eve.page.get_by_role("heading", name="What everyone still held")).to_be_visible()
    assert secrets(heard)
    expect(eve.link("Replay")).to_be_visible()
    expect(eve.button("Rematch")).to_have_count(0)


def test_what_is_played_before_a_spectators_eyes_gives_nothing_away(arrive: Arrive, house: House) -> None:
    here = at_table(arrive, house, "kill-2016", seed=0)
    eve = arrive()
    heard = overhear(eve)
    eve.go(f"/t/{here.ready.code}")
    clicker = Clicker(here.ann, seed=5)
    for _ in range(6):
        clicker.decide()
    # Ann is asked again: nothing happens until she has decided.
    clicker.look()
    expect(eve("[data-event]")).to_have_count(here.ann("[data-event]").count())
    assert len(heard) > 3
    assert not secrets(heard)
    expect(eve("[data-card]")).to_have_count(0)


def test_two_people_share_a_device(arrive: Arrive) -> None:
    ann = arrive()
    open_table(ann, "Ann", players=3, bots=1)
    seat_another(ann, seat=1, name="Bob")
    begin(ann)
    clicker = Clicker(ann, seed=6)
    asked: set[str] = set()

    def step() -> None:
        chances = clicker.look()
        if ann(".curtain").count():
            # Nobody has said yet that they are the one: neither cards nor what could be done with them are shown.
            assert {chance.kind for chance in chances} == {"curtain"}
            expect(ann("[data-card], [data-lit]")).to_have_count(0)
            asked.add(ann(".curtain b").inner_text())
        clicker.click(clicker.choose(chances))

    ann.until(lambda: len(asked) == 2, step, most=60)
    assert asked == {"Pass the device to Ann", "Pass the device to Bob"}
    expect(ann("button[data-card]").first).to_be_visible()
