"""The table on screens of all sizes: nothing lies over rooms, and pawns and cards can be read."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from browser.person import Person
from browser.positions import Moment, Players, can, happens
from browser.prepared import THREE, TWO, at_table
from server.blackbox.house import House

Arrive = Callable[..., Person]
SIZES: dict[str, ViewportSize] = {"laptop": {"width": 1280, "height": 800}, "phone": {"width": 360, "height": 740}}
LANDSCAPE: ViewportSize = {"width": 740, "height": 360}
LONG_NAMES: Players = (("Ann", "person"), ("W" * 40, "bot easy"), ("M" * 40, "bot easy"))
STICKING_OUT = "(which) => { const all = document.querySelector(which); return all.scrollWidth > all.clientWidth; }"
TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "mansion with pets": ("kill-2016", {"pets": "both", "closed": "none"}),
    "estate": ("kill-1996", {}),
    "ship": ("save-2000", {}),
}
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
EIGHT: Players = tuple((name, "person" if name == "Ann" else "bot easy") for name in NAMES)
CARDS = 13
# Of the usual size, which is 17 on a board on which a picture of a pawn is drawn at 20.
SMALLEST_PAWN = 0.6 * 17 / 20
# The page has its new size, and what follows from that.
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
# Rooms of which something else is met at their middle, or that are lit and have a button over any part of them.
COVERED = """() => {
  document.querySelector(".floorplan").scrollIntoView({ block: "end" });
  const frame = document.querySelector(".floorplan > .frame").getBoundingClientRect();
  const isSeen = (x, y) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  const isShown = ([x, y]) =>
    x > frame.left + 1 && x < frame.right - 1 && y > frame.top + 1 && y < frame.bottom - 1 && isSeen(x, y);
  const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
  return [...document.querySelectorAll("[data-room]")].flatMap((room) => {
    const { left, top, width, height } = room.querySelector(".hit").getBoundingClientRect();
    const at = (x, y) => [left + width * x, top + height * y];
    const met = (point) => document.elementFromPoint(...point);
    const over = parts.flatMap((x) => parts.map((y) => at(x, y))).filter(isShown).map(met);
    const isLit = room.hasAttribute("data-lit");
    const middle = at(0.5, 0.5);
    const isHidden = isShown(middle) && !met(middle)?.closest(".frame");
    return isHidden || (isLit && over.some((each) => each?.closest("button, .strip"))) ? [room.dataset.room] : [];
  });
}"""
# What of each card's name is hidden by another card, or by the edge of what it is printed on.
HIDDEN_NAMES = """() => [...document.querySelectorAll("button[data-card]")].flatMap((button) => {
  button.scrollIntoView({ block: "nearest", inline: "nearest" });
  const range = document.createRange();
  range.selectNodeContents(button.querySelector(".name"));
  const isSeen = ({ left, right, top, bottom }) =>
    [left + 1, right - 1].every((x) => button.contains(document.elementFromPoint(x, (top + bottom) / 2)));
  return [...range.getClientRects()].every(isSeen) ? [] : [button.dataset.card];
})"""
SCALES = """() => [...document.querySelectorAll("[data-pawn]")].map(
  (pawn) => new DOMMatrix(getComputedStyle(pawn).transform).a)"""


def own_turn(moment: Moment) -> bool:
    return moment.view.turn > 5 and moment.view.steps > 0


def out_of_steps(moment: Moment) -> bool:
    return moment.view.steps == 0 and {"draw", "end"} <= set(moment.view.legal)


def crowd_in_a_small_room(moment: Moment) -> bool:
    return (*moment.view.rooms, moment.view.doctor).count("Foyer") >= 2


def large_hand(moment: Moment) -> bool:
    return own_turn(moment) and len(moment.view.hand or ()) >= CARDS


@pytest.mark.parametrize("board", TABLES)
def test_nothing_lies_over_the_rooms(arrive: Arrive, house: House, board: str) -> None:
    edition, options = TABLES[board]
    ann = at_table(arrive, house, edition, THREE, options, until=own_turn).ann
    expect(ann("[data-room][data-lit]").first).to_be_visible()
    for size in SIZES.values():
        ann.page.set_viewport_size(size)
        ann.wait_for(TWO_FRAMES)
        assert ann.page.evaluate(COVERED) == []
        ann.assert_fits()


def test_pawns_in_a_small_room_can_be_read(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-2016", EIGHT, until=crowd_in_a_small_room).ann
    expect(ann("[data-pawn='0']")).to_be_visible()
    assert min(ann.page.evaluate(SCALES)) >= SMALLEST_PAWN


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_every_card_of_a_large_hand_can_be_read(arrive: Arrive, house: House, locale: str) -> None:
    ann = at_table(arrive, house, "kill-de", TWO, until=large_hand, locale=locale).ann
    cards = ann("button[data-card]")
    expect(cards.nth(CARDS - 1)).to_be_visible()
    for size in SIZES.values():
        ann.page.set_viewport_size(size)
        ann.wait_for(TWO_FRAMES)
        assert ann.page.evaluate(HIDDEN_NAMES) == []
        ann.assert_fits()


def test_the_card_that_is_looked_at_is_shown_in_full(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-de", TWO, until=large_hand).ann
    cards = ann("button[data-card]")
    cards.nth(5).hover()
    expect(cards.nth(5).locator(".full .card")).to_be_visible()
    cards.nth(2).focus()
    expect(cards.nth(2).locator(".full .card")).to_be_visible()
    cards.nth(2).press("ArrowRight")
    expect(cards.nth(3).locator(".full .card")).to_be_visible()
    expect(ann(".full .card")).to_have_count(1)


def test_a_tap_counts_for_the_room_that_is_seen_while_the_board_glides(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-2016", THREE, until=own_turn, motion="no-preference", **SIZES["phone"]).ann
    room = ann("[data-room][data-lit]").last
    name = room.get_attribute("data-room")
    expect(room).to_be_visible()
    # The board sets out for elsewhere, and the room is tapped in the same frame, where it still is.
    ann.page.evaluate(
        """(name) => {
          document.querySelector('[aria-label="Whole board"]').click();
          return new Promise(requestAnimationFrame).then(() => {
            const hit = document.querySelector(`[data-room="${name}"] .hit`);
            const { left, top, width, height } = hit.getBoundingClientRect();
            const at = { clientX: left + width / 2, clientY: top + height / 2, detail: 1, bubbles: true };
            const finger = { ...at, pointerId: 7, pointerType: "touch", isPrimary: true };
            for (const kind of ["pointerdown", "pointerup", "click"]) hit.dispatchEvent(new PointerEvent(kind, finger));
          });
        }""",
        name,
    )
    expect(ann("[data-pawn='0']")).to_have_attribute("data-in", name or "")


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_what_is_asked_is_never_cut_off_on_a_phone(arrive: Arrive, house: House, locale: str) -> None:
    """Where there is least room for it: beside whom to move, with nothing left but to end the turn."""
    ann = at_table(arrive, house, "kill-1996", until=out_of_steps, locale=locale, **SIZES["phone"]).ann
    high, shown = ann("[data-prompt]").evaluate("({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight]")
    assert high <= shown


@pytest.mark.parametrize("size", [SIZES["phone"], LANDSCAPE], ids=["phone", "phone on its side"])
def test_the_longest_names_stay_inside(arrive: Arrive, house: House, size: ViewportSize) -> None:
    """Of as many letters as a name may have, without a gap."""
    ann = at_table(arrive, house, "kill-2016", LONG_NAMES, until=can("play"), **size).ann
    ann(".attempt").wait_for()
    ann.assert_fits()
    assert not ann.page.evaluate(STICKING_OUT, ".attempt")
    ann.button("Table").click()
    assert not ann.page.evaluate(STICKING_OUT, "dialog[open]")


def test_on_its_side_a_phone_shows_all_of_it(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-2016", until=can("play"), **LANDSCAPE).ann
    high, shown = ann("[data-prompt]").evaluate("({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight]")
    assert high <= shown, "what is asked"
    ann.button("Menu").click()
    ann("#menu").get_by_text("DE", exact=True).click()
    expect(ann("html")).to_have_attribute("lang", "de")


def test_on_its_side_a_phone_shows_who_has_won(arrive: Arrive, house: House) -> None:
    over = at_table(arrive, house, "kill-1996", until=happens("over", how="success"), stand="after", **LANDSCAPE).ann
    expect(over("#end-title")).to_be_in_viewport(ratio=1)
    assert over(".end").first.evaluate("({ clientWidth }) => clientWidth === innerWidth")
