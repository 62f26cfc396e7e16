"""For everyone: by keyboard alone, with a screen reader, on a phone, in German, in the dark and in the light."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from playwright.sync_api import Browser, expect

from browser.every_page import PAGES
from browser.person import Person
from browser.positions import can
from browser.prepared import at_table, room_of
from browser.typing_player import KeyPlayer
from drlucky.phrases.extract import said_by_the_page
from server.blackbox.house import House

Arrive = Callable[..., Person]
ROOT = Path(__file__).parents[2]
PO = ROOT / "src/drlucky/phrases/locale/de/LC_MESSAGES/drlucky.po"
NAME = "Doctor Lucky"
"""What the page is called is the same everywhere."""
every_page = pytest.mark.parametrize("page", PAGES.values(), ids=PAGES.keys())
# Whatever can be touched, and is smaller than it should be. Links within a sentence are as high as that is, and what
# nobody sees is touched by what stands for it.
SMALL_TARGETS = """() => [...document.querySelectorAll("a, button, input, select, summary")]
  .filter((each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .filter((each) => !(each.matches("a") && getComputedStyle(each).display === "inline"))
  .map((each) => {
    const label = each.matches("[type=radio], [type=checkbox], [type=file]") && each.closest("label");
    const { width, height } = (label || each).getBoundingClientRect();
    return { width, height, what: each.outerHTML.slice(0, 150) };
  })
  .filter(({ width, height }) => width > 1 && height > 1 && (width < 43.5 || height < 43.5))
  .map(({ width, height, what }) => `${Math.round(width)} x ${Math.round(height)}: ${what}`)"""
# Everything that is read or heard on the page; the title of a book is said as a whole, in however many letterings.
WORDS = """() => {
  const said = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (!walker.currentNode.parentElement.closest("noscript, [data-lettering]")) said.add(walker.currentNode.data);
  for (const title of document.querySelectorAll("[data-lettering]")) said.add(title.textContent);
  for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"])
    for (const each of document.querySelectorAll(`[${name}]`)) said.add(each.getAttribute(name));
  said.add(document.title);
  return [...said].map((text) => text.replace(/\\s+/g, " ").trim()).filter(Boolean);
}"""


@cache
def english() -> list[re.Pattern[str]]:
    """The messages of the page that are said differently in German, as patterns: their places may hold anything."""
    with PO.open("rb") as file:
        catalogue = read_po(file)
    found = []
    for how, first, second in said_by_the_page(ROOT / "web/src"):
        message = catalogue.get(second, first) if how == "pick" else catalogue.get(first)
        said = {"say": (first,), "count": (first, second), "pick": (second,)}[how]
        german: Any = message.string if message else ""
        if german not in (first, second) and re.search(r"[a-zA-Z]{2}", re.sub(r"\{\w+\}", "", first)):
            found += [re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(each))) for each in said]
    return found


def test_keys_alone_play_a_whole_game(arrive: Arrive) -> None:
    ann = arrive().go()
    keys = KeyPlayer(ann, seed=7)
    keys.tab_to("Play now")
    keys.press("Enter")
    keys.tab_to("Kill Doctor Lucky")
    keys.press("Enter")
    assert keys.play()
    assert keys.used >= {"board", "hand", "choices"}
    expect(ann("#end-title")).to_be_focused()


@pytest.fixture(scope="module", params=PAGES.values(), ids=list(PAGES))
def on_a_phone(request: pytest.FixtureRequest, chromium: Browser, house: House) -> Iterator[Person]:
    """Each page on a phone, and in German, which is longer."""
    with ExitStack() as leaving:

        def arrive(**how: Any) -> Person:
            return leaving.enter_context(Person(chromium, house.address, **how))

        yield request.param(arrive, house, locale="de-DE", width=360, height=740, has_touch=True, is_mobile=True)


def test_every_page_is_fit_for_a_phone(on_a_phone: Person) -> None:
    on_a_phone.assert_fits()
    assert on_a_phone.page.evaluate(SMALL_TARGETS) == []


def test_nothing_jumps_about_while_a_page_loads(on_a_phone: Person) -> None:
    on_a_phone.assert_still()


def test_every_page_is_german_to_germans(on_a_phone: Person) -> None:
    words = on_a_phone.page.evaluate(WORDS)
    assert len(words) > 10
    patterns = english()
    assert not sorted({text for text in words for pattern in patterns if pattern.fullmatch(text)} - {NAME})
    assert on_a_phone("html").get_attribute("lang") == "de"


def test_the_language_can_be_changed_in_the_middle_of_a_game(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-2016", until=can("draw")).ann
    log, prompt, room = ann("[data-event]").last, ann("[data-prompt]"), ann("[data-room='Kitchen']")
    words = (log.inner_text(), prompt.inner_text(), str(room.get_attribute("aria-label")))
    ann.button("Menu").click()
    ann.button("Deutsch", exact=False).click()
    expect(prompt).to_contain_text("Du bist dran")
    expect(log).not_to_have_text(words[0])
    expect(room).to_have_attribute("aria-label", re.compile("^Küche"))
    ann.button("English", exact=False).click()
    expect(prompt).to_contain_text("Your turn")
    expect(log).to_have_text(words[0])
    expect(room).to_have_attribute("aria-label", words[2])


@every_page
def test_every_page_is_accessible_in_dark_and_light(arrive: Arrive, house: House, page: Callable[..., Person]) -> None:
    ann = page(arrive, house, color_scheme="dark")
    ann.assert_still()
    ann.assert_accessible()
    ann.page.emulate_media(color_scheme="light")
    expect(ann("html")).to_have_attribute("data-theme", "light")
    # Nothing but the colours is another.
    ann.assert_accessible("color-contrast")


@pytest.mark.parametrize("size", [(360, 740), (3840, 2160)])
def test_a_table_fits_any_screen(arrive: Arrive, house: House, size: tuple[int, int]) -> None:
    ann = at_table(arrive, house, "kill-2016", until=can("draw"), width=size[0], height=size[1]).ann
    ann.assert_fits()
    board = ann(".board").first.bounding_box()
    assert board is not None
    assert board["width"] * board["height"] > 0.3 * size[0] * size[1]
    expect(ann("[data-prompt]")).to_be_in_viewport()


def test_rooms_say_who_is_there_and_who_sees(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-2016", until=can("draw")).ann
    own, doctor = (ann(f'[data-room="{room_of(ann, pawn)}"]') for pawn in ("0", "doctor"))
    expect(own).to_have_attribute("aria-label", re.compile(r"Here: .*you.*would see you here", re.DOTALL))
    expect(doctor).to_have_attribute("aria-label", re.compile(r"Here: .*Doctor Lucky"))
    lit = ann("[data-room][data-lit]").first
    expect(lit).to_have_attribute("aria-label", re.compile(r"You can: "))
    for room in ann("[data-room][role=button]").all():
        expect(room).to_have_attribute("aria-label", re.compile(r"^\w.*(ould see|water)", re.DOTALL))


def test_whoever_wants_to_is_forgotten(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-2016", until=can("draw")).ann
    ann.button("Menu").click()
    ann.button("Forget me").click()
    ann.button("Stay").click()
    ann.page.goto(f"{house.address}/rules")
    ann.button("Menu").click()
    ann.button("Forget me").click()
    (before,) = ann.context.cookies()
    ann.button("Forget me for good").click()
    expect(ann("#main")).to_contain_text("Play now")
    assert not ann.context.cookies()
    ann.context.add_cookies([{"name": before["name"], "value": before["value"], "url": house.address}])
    me = ann.page.evaluate("fetch('/api/me').then((answer) => answer.json())")
    assert me["known"] is False, "a copy is worth nothing"
