"""Cards worth holding: they can be looked at closely by key, by resting on them and by a long press, and lead to the
almanac, where each has its drawing and its line."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.person import Person, tools
from browser.positions import Moment, can, prepare
from browser.prepared import THREE, at_table
from server.blackbox.house import House

Arrive = Callable[..., Person]
PHONE: dict[str, Any] = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
TABS = ("[role=tab][aria-selected=true]", "[role=tab][aria-selected=false]")
# What the server must not have been told: that a card was played.
UNPLAYED = re.compile("Your turn")


def test_a_key_shows_a_card_in_large(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-2016", until=can("step")).ann
    card = ann("button[data-card]").first
    name = card.locator(".name").inner_text()
    card.focus()
    card.press("z")
    window = ann.page.get_by_role("dialog", name=name.replace("\u00ad", ""))
    expect(window.locator(".big")).to_be_visible()
    expect(window.locator(".picture svg")).to_be_visible()
    ann.assert_accessible()
    ann.page.emulate_media(color_scheme="light")
    ann.assert_accessible("color-contrast")
    ann.page.keyboard.press("Escape")
    expect(window).to_have_count(0)
    expect(card).to_be_focused()
    expect(ann("[data-prompt]")).to_have_text(UNPLAYED)


def test_resting_on_a_card_shows_it_in_large_until_one_goes_on(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "save-2000", until=can("step")).ann
    large = ann("[popover].hint .big")
    ann("button[data-card]").first.hover()
    expect(large).to_be_visible()
    box = ann("[popover].hint").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["y"] >= 0
    ann.page.mouse.move(5, 5)
    expect(large).to_have_count(0)
    ann("button[data-card]").first.hover()
    expect(large).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(large).to_have_count(0)


def test_a_long_press_shows_a_card_in_large_and_plays_nothing(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-2016", until=can("step"), **PHONE).ann
    card = ann("button[data-card]:not([aria-disabled='true'])").first
    card.scroll_into_view_if_needed()
    box = card.bounding_box()
    assert box
    finger = tools(ann)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(ann("[popover].hint .big")).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(ann("dialog[open] .big")).to_be_visible()
    ann.assert_fits()
    ann.page.keyboard.press("Escape")
    expect(ann("dialog[open]")).to_have_count(0)
    expect(ann("[data-prompt]")).to_have_text(UNPLAYED)


def test_from_a_card_one_comes_to_it_in_the_almanac(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-1996", until=can("step")).ann
    card = ann("button[data-card]").first
    name = card.get_attribute("data-card")
    card.focus()
    card.press("z")
    ann.link("All cards of this deck").click()
    expect(ann.page).to_have_url(re.compile(r"/almanac/classic#"))
    there = ann(f'li[data-card="{name}"]').first
    expect(there).to_be_in_viewport()


def test_the_almanac_is_found_on_the_start_page(arrive: Arrive) -> None:
    ann = arrive().go("/")
    ann.link("Look at the cards").click()
    expect(ann("h1")).to_have_text("Almanac")
    expect(ann("li[data-card]").first).to_be_visible()


@pytest.mark.parametrize("deck", ["classic", "modern", "save"])
def test_every_card_of_the_almanac_is_drawn(arrive: Arrive, deck: str) -> None:
    """Failures wait for theirs as long as they have no faces."""
    ann = arrive().go(f"/almanac/{deck}")
    expect(ann("li[data-card] svg").first).to_be_visible()
    expect(ann("li[data-card]:has(em) .picture .none")).to_have_count(0)
    lines = ann("li[data-card] em")
    assert lines.count() >= 43
    ann.assert_fits()


def test_what_matters_is_told_apart_in_forced_colours(arrive: Arrive, house: House) -> None:
    """Lights and shadows are not to be seen there: cards that can be played have a border of their own, whose turn it
    is and the chosen tab a frame."""
    ann = at_table(arrive, house, "kill-2016", until=can("jump"), forced_colors="active").ann
    border = "(card) => getComputedStyle(card).borderTopWidth"
    assert ann("button .card.playable").first.evaluate(border) == "3px"
    assert ann("button .card:not(.playable)").first.evaluate(border) == "1px"
    framed = "(each) => getComputedStyle(each).outlineStyle === 'solid'"
    for chosen, other in (("[data-seat][aria-current]", "[data-seat]:not([aria-current])"), TABS):
        assert ann(chosen).first.evaluate(framed)
        assert not ann(other).first.evaluate(framed)
    ann.assert_accessible()


def test_cards_that_lie_open_can_be_looked_at_too(arrive: Arrive, house: House) -> None:
    """Those of an attempt, and those that everyone has seen."""
    ann = at_table(arrive, house, "kill-2016", until=weapon_against_me).ann
    laid = ann(".attempt button:has(.card)").first
    laid.click()
    window = ann("dialog[open]:has(.big)")
    expect(window.locator("em")).not_to_be_empty()
    ann.page.keyboard.press("Escape")
    expect(window).to_have_count(0)
    ann.button("seen by all", exact=False).click()
    ann("dialog[open] button:has(.card)").first.click()
    expect(window).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(window).to_have_count(0)
    expect(ann("dialog[open]")).to_have_count(1)


def weapon_against_me(moment: Moment) -> bool:
    """Ann is asked to stop an attempt for which a card was laid down, and some have been seen before."""
    view = moment.view
    return view.phase == "answer" and bool(view.attempt and view.attempt.cards and view.discards)


def test_a_table_loads_the_drawings_of_its_own_deck(arrive: Arrive, house: House) -> None:
    asked: list[str] = []
    ann = arrive(house)
    ann.page.on("request", lambda request: asked.append(request.url))
    ready = prepare(house.folder, "save-2000", THREE, until=can("step"))
    ann.context.add_cookies([{"name": "drlucky", "value": ready.cookies["Ann"], "url": ann.address, "httpOnly": True}])
    ann.go(f"/t/{ready.code}")
    ann("button[data-card]").first.wait_for()
    ann.page.wait_for_load_state("networkidle")
    assert any("/aids-" in url for url in asked)
    assert not [url for url in asked if re.search("/(weapons|moves|failures-(classic|modern))", url)]
