"""Watching: from whose place one likes, with the narrator, sound, keys and a screen reader, and on in the replay from
where one was. Nothing of it tells more than every spectator is told."""

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import WebSocket, expect

from browser.actors import Actors, act
from browser.listening import LISTEN
from browser.person import Person
from browser.test_show import NAMES, events_of, game, hears_of, is_shown, kinds, lines, standing
from browser.test_sounds import LISTEN as HEAR
from browser.test_sounds import WANTED
from browser.watched import let_pass, sights, watch
from patience import wait_until
from server.blackbox.house import House

Arrive = Callable[..., Person]
SEATS = """() => [...document.querySelectorAll(".seats [data-seat]")].map((each) => each.dataset.seat)"""


def overhear(person: Person) -> list[str]:
    """What the server tells this browser of the table, but for the time."""
    heard: list[str] = []

    def note(frame: str | bytes) -> None:
        told: dict[str, Any] = json.loads(frame)
        if told["type"] == "table":
            told["sheet"].pop("now")
            heard.append(json.dumps(told))

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", note)

    person.page.on("websocket", listen)
    return heard


def place(person: Person) -> Any:
    return person.page.get_by_label("Whose place you watch from")


def test_spectators_sit_at_the_place_of_whom_they_like(arrive: Arrive, house: House) -> None:
    """One does, one does not, and both are told the same to the byte."""
    seed, found = game("kill-2016", lambda all: len(all) > 30)
    ready = standing(house, "kill-2016", seed, found[:4])
    eve, fay = arrive(), arrive()
    told, others = overhear(eve), overhear(fay)
    for each in (eve, fay):
        each.go(f"/t/{ready.code}")
        each("[data-prompt]").wait_for()
    expect(place(eve)).to_have_value("")
    assert eve.page.evaluate(SEATS) == ["0", "1", "2"]
    place(eve).select_option(label="From Bob's place")
    wait_until(lambda: eve.page.evaluate(SEATS) == ["1", "2", "0"])
    expect(eve("[data-seat='1'].watched")).to_contain_text("your place")
    facts = eve.page.get_by_role("list", name="What everyone can know of Bob")
    held = found[3].view.hand_sizes
    expect(facts).to_contain_text(re.compile(r"\d+ cards"))
    expect(facts).to_contain_text("seen by")
    expect(eve("[data-pawn='1'] .ring")).to_be_visible()
    expect(eve("[data-pawn='0'] .ring")).to_have_count(0)
    assert held
    eve.assert_accessible()
    eve.assert_fits()

    # Rooms are spoken of as they are for Bob, and so are the answers of the table.
    eve.page.keyboard.press("b")
    expect(eve("[data-room]:focus")).to_have_attribute("aria-label", re.compile("would see Bob here"))
    eve.page.keyboard.press("s")
    expect(eve("[data-answer], .above")).to_contain_text(re.compile("Bob is here: .* can see Bob|Nobody can see Bob"))
    eve.page.keyboard.press("n")
    expect(eve(".above")).to_contain_text(re.compile(r"Cards in hand: Bob: \d+, Cleo: \d+, Ann: \d+"))
    eve.page.keyboard.press("w")
    expect(eve(".above")).to_contain_text("Doctor Lucky is here")
    # V goes round the table, and from the last place away from it.
    eve.page.keyboard.press("v")
    expect(place(eve)).to_have_value("2")
    expect(eve(".above")).to_contain_text("From Cleo's place.")
    eve.page.keyboard.press("v")
    expect(place(eve)).to_have_value("")
    eve.page.keyboard.press("v")
    expect(place(eve)).to_have_value("0")

    act(house, ready, lines(found[4:8]))
    for each in (eve, fay):
        hears_of(each, events_of(found[:8]))
        expect(each("[data-card]")).to_have_count(0)
    for each in (eve, fay):
        each.page.reload()
        each("[data-prompt]").wait_for()
    wait_until(lambda: told[-1] == others[-1])
    assert told[0] == others[0]
    assert '"hand": null' in told[-1]


def test_players_have_a_place_of_their_own(arrive: Arrive, house: House) -> None:
    seed, found = game("kill-2016", lambda all: len(all) > 30)
    ready = standing(house, "kill-2016", seed, found[:4])
    ann = arrive(cookie=ready.cookies["Ann"]).go(f"/t/{ready.code}")
    ann("[data-prompt]").wait_for()
    expect(place(ann)).to_have_count(0)
    ann.page.keyboard.press("v")
    expect(ann(".above")).to_contain_text("You sit at your own place.")


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (360, "dark"), (1280, "light"), (1280, "dark")])
def test_a_place_fits_on_every_screen(arrive: Arrive, house: House, width: int, scheme: str) -> None:
    seed, found = game("save-2000", lambda all: len(all) > 30)
    ready = standing(house, "save-2000", seed, found[:9])
    for locale in ("en-GB", "de-DE"):
        eve = arrive(width=width, height=740, locale=locale, color_scheme=scheme).go(f"/t/{ready.code}")
        eve("[data-prompt]").wait_for()
        eve("[data-place]").select_option(index=2)
        eve("[data-facts]").wait_for()
        eve.assert_fits()
        eve.assert_accessible()


def test_spectators_follow_the_narrator_with_voice_sound_and_speed(arrive: Arrive, house: House) -> None:
    seed, found = game("kill-2016", lambda all: any("foiled" in kinds(each) for each in all[6:40]))
    foiled = next(at for at in range(6, 40) if "foiled" in kinds(found[at]))
    strike = max(at for at in range(foiled) if "attempt" in kinds(found[at]))
    ready = standing(house, "kill-2016", seed, found[:strike])
    eve = arrive(house, motion="no-preference")
    eve.context.add_init_script(HEAR)
    eve.context.add_init_script(WANTED)
    eve.context.add_init_script(LISTEN)
    watch(eve, f"/t/{ready.code}")
    eve.page.evaluate("document.querySelector('[data-place]').value = '1'")
    eve.page.evaluate("document.querySelector('[data-place]').dispatchEvent(new Event('change', { bubbles: true }))")
    act(house, ready, lines(found[strike : foiled + 1]))
    hears_of(eve, events_of(found[: foiled + 1]))
    assert not is_shown(eve)
    # A speed of one's own, by the button beside the narrator.
    speed = "[...document.querySelectorAll('.narrator button')].at(-1)"
    assert "Normal" in eve.page.evaluate(f"{speed}.textContent")
    eve.page.evaluate(f"{speed}.click()")
    assert "Fast" in eve.page.evaluate(f"{speed}.textContent")
    before = sights(eve)[-1].shown
    eve.page.keyboard.press("f")
    assert sights(eve)[-1].shown > before
    let_pass(eve, 40)
    assert is_shown(eve)
    seen = sights(eve)
    assert any(each.verdict.startswith("Foiled!") for each in seen)
    assert len({each.narrator for each in seen}) > 2
    spoken = eve.page.evaluate(
        "window.heard.filter(({ how }) => how === 'announcer').map(({ text }) => text).join(' ')"
    )
    assert NAMES[found[strike].seat] in spoken
    assert eve.page.evaluate("window.tones.length") > 0


def test_a_replay_goes_on_from_where_one_watched(arrive: Arrive, house: House) -> None:
    """Who left in the middle comes back to that moment, and the next time to the beginning."""
    seed, found = game("kill-1996", lambda all: len(all) in range(30, 60))
    ready = standing(house, "kill-1996", seed, found[:5])
    eve, fay = arrive(), arrive()
    for each in (eve, fay):
        each.go(f"/t/{ready.code}")
        each("[data-prompt]").wait_for()
    with Actors(house, ready) as actors:
        actors.play(lines(found[5:12]))
        for each in (eve, fay):
            hears_of(each, events_of(found[:12]))
            wait_until(partial(is_shown, each))
        eve.go("/")  # she has seen 12 decisions, and leaves
        actors.play(lines(found[12:]))
    last = str(len(found))

    # The table itself is over by now, and has not been watched to its end.
    eve.go(f"/t/{ready.code}")
    eve("#end-title").wait_for()
    eve.link("Replay").click()
    moment = eve.page.get_by_role("slider", name="Moment")
    expect(moment).to_have_value("12")
    eve.was_told("The replay begins where you stopped watching.")
    eve.page.wait_for_url("**?moment=12")
    eve.assert_accessible()
    eve.go("/").go(f"/games/{ready.code}/1")
    expect(moment).to_have_value("0")

    # Who has watched to the end is at the end.
    fay("#end-title").wait_for()
    fay.link("Replay").click()
    expect(fay.page.get_by_role("slider", name="Moment")).to_have_value(last)

    # A link to a moment leads there, wherever one was.
    gus = arrive()
    gus.go(f"/games/{ready.code}/1#3")
    expect(gus.page.get_by_role("slider", name="Moment")).to_have_value("3")
