"""Sizes: large screens, large letters, phones on their side; the board keeps its size, and buttons their places."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from browser.actors import act
from browser.person import Person
from browser.positions import Players, moments, prepare
from browser.prepared import THREE, TWO, at_table
from browser.test_table_fits import COVERED, HIDDEN_NAMES, TABLES, TWO_FRAMES, own_turn
from patience import wait_until
from server.blackbox.house import House

Arrive = Callable[..., Person]
PEOPLE: Players = (("Ann", "person"), ("Bob", "person"), ("Cleo", "person"))
PHONE: ViewportSize = {"width": 390, "height": 844}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
# With letters of the usual size, and of twice that: set for the page, or the whole page zoomed.
SMALL: dict[str, tuple[ViewportSize, int]] = {
    "phone on its side": ({"width": 844, "height": 390}, 100),
    "small phone on its side": ({"width": 667, "height": 375}, 100),
    "laptop, large letters": (LAPTOP, 200),
    "laptop, zoomed": ({"width": 640, "height": 400}, 100),
    "phone, large letters": (PHONE, 200),
    "phone on its side, large letters": ({"width": 844, "height": 390}, 200),
}
ROOMS = """(names) => names.map((name) => {
  const { left, right, top, bottom } = document.querySelector(`[data-room="${name}"] .hit`).getBoundingClientRect();
  return { left, right, top, bottom };
})"""
UPSTAIRS, DOWNSTAIRS = ["Rose Suite", "White Room", "Master Suite"], ["Kitchen", "Parlor", "Foyer"]
# Every height that the board has from now on, and then those of what is around it.
HEIGHTS = """() => {
  const frame = document.querySelector(".floorplan > .frame");
  const parts = [".around", ".strip", ".head", ".reach", ".acts", ".hand"];
  const high = (part) => document.querySelector(part)?.clientHeight ?? 0;
  window.heights = new Map();
  const note = () => heights.set(frame.clientHeight, parts.map((part) => `${part} ${high(part)}`).join(", "));
  note();
  new ResizeObserver(note).observe(frame);
  const last = document.querySelector(".dock [role=toolbar] button:last-child");
  window.lefts = new Set();
  new MutationObserver(() => lefts.add(Math.round(last.getBoundingClientRect().left))).observe(document.body, {
    subtree: true, childList: true, attributes: true,
  });
}"""
# Where each button of the dock is, by its place among them, whenever anything in the dock changes.
PLACES = """() => {
  const dock = document.querySelector(".dock [role=toolbar]");
  const note = () => {
    const places = [...dock.querySelectorAll("button")].map((button) => {
      const { left, width } = button.getBoundingClientRect();
      return [Math.round(left), Math.round(width)];
    });
    window.places.add(JSON.stringify(places));
  };
  window.places = new Set();
  window.labels = new Set();
  note();
  new MutationObserver(() => { note(); labels.add(dock.textContent); }).observe(dock, {
    subtree: true, childList: true, characterData: true, attributes: true,
  });
}"""
LETTERS = """(selector) => Object.fromEntries([...document.querySelectorAll(selector)].map((each) =>
  [each.dataset.pawn ?? each.dataset.seat, each.querySelector("svg text, text")?.textContent.trim() ?? ""]))"""


def happened(person: Person) -> int:
    """How many events the page knows of, whatever it shows of them."""
    return int(person.page.evaluate("Number(document.querySelector('.play')?.dataset.happened ?? 0)"))


def hears_more(person: Person, than: int) -> None:
    wait_until(lambda: happened(person) > than, look_every=0.01)


@pytest.mark.parametrize("size", [(1920, 1080), (3840, 2160)], ids=["television", "large television"])
def test_two_floors_stand_side_by_side(arrive: Arrive, house: House, size: tuple[int, int]) -> None:
    options = {"board": "bed-and-breakfast", "layout": "whole"}
    width, height = size
    ann = at_table(arrive, house, "kill-2016", THREE, options, until=own_turn, width=width, height=height).ann
    ann("[data-pawn='0']").wait_for()
    up, down = (ann.page.evaluate(ROOMS, rooms) for rooms in (UPSTAIRS, DOWNSTAIRS))
    first, second = sorted((up, down), key=lambda rooms: min(room["left"] for room in rooms))
    assert max(room["right"] for room in first) < min(room["left"] for room in second)
    everything = first + second
    assert min(room["top"] for room in everything) >= 0
    assert max(room["right"] for room in everything) <= width


@pytest.mark.parametrize("board", TABLES)
def test_nothing_lies_over_rooms_and_cards(arrive: Arrive, house: House, board: str) -> None:
    edition, options = TABLES[board]
    ann = at_table(arrive, house, edition, THREE, options, until=own_turn).ann
    ann("button[data-card]").first.wait_for()
    wrong: dict[str, Any] = {}
    for name, (size, letters) in SMALL.items():
        ann.page.set_viewport_size(size)
        ann.page.evaluate("(percent) => { document.documentElement.style.fontSize = `${percent}%`; }", letters)
        ann.wait_for(TWO_FRAMES)
        found = (ann.page.evaluate(COVERED), ann.page.evaluate(HIDDEN_NAMES))
        seen = ann("[data-pawn='0']").evaluate(
            "(pawn) => { const { top, bottom } = pawn.closest('.frame').getBoundingClientRect(); return bottom - top; }"
        )
        if any(found) or seen < size["height"] / 4:
            wrong[name] = (*found, seen)
        ann.assert_fits()
    assert not wrong


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("board", TABLES)
def test_the_board_keeps_its_height_while_all_play(
    arrive: Arrive, house: House, board: str, size: ViewportSize
) -> None:
    """Over three rounds: steps, cards, attempts, answers, and others who decide."""
    edition, options = TABLES[board]
    found = [moment for moment, _ in moments(edition, PEOPLE, options, 2)][:-1][:45]
    assert {moment.seat for moment in found} == {0, 1, 2}
    ready = prepare(house.folder, edition, PEOPLE, options, seed=2)
    ann = arrive(house, cookie=ready.cookies["Ann"], **size).go(f"/t/{ready.code}")
    ann("button[data-card]").first.wait_for()
    ann("[data-pawn]").first.wait_for()
    ann.page.evaluate(HEIGHTS)
    for moment in found:
        before = happened(ann)
        act(house, ready, [(PEOPLE[moment.seat][0], moment.action)])
        hears_more(ann, before)
    ann.wait_for(TWO_FRAMES)
    heights = ann.page.evaluate("[...heights]")
    assert len(heights) == 1, heights
    lefts = ann.page.evaluate("[...lefts]")
    assert len(lefts) == 1, f"buttons have moved: {lefts}"


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_buttons_stay_where_they_are_while_a_hint_is_thought_of(arrive: Arrive, house: House, locale: str) -> None:
    ann = at_table(arrive, house, "kill-2016", THREE, until=own_turn, locale=locale, **PHONE).ann
    ann("[data-room][data-lit]").first.wait_for()
    ann.page.evaluate(PLACES)
    ann("[role=toolbar] [aria-keyshortcuts=i]").click()
    expect(ann("[data-hint], .hint").first).to_be_visible()
    assert len(ann.page.evaluate("[...labels]")) > 1, "it said that it thinks"
    assert len(ann.page.evaluate("[...places]")) == 1


def test_strangers_have_one_letter_each(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-2016", TWO, {"strangers": True}, until=own_turn).ann
    ann("[data-pawn='0']").wait_for()
    board = ann.page.evaluate(LETTERS, "[data-pawn]")
    seats = ann.page.evaluate(LETTERS, "[data-seat]")
    numbers = [seat for seat in seats if seat.isdigit()]
    assert len(numbers) == len({seats[seat] for seat in numbers}) == 4
    assert {seat: board[seat] for seat in numbers} == {seat: seats[seat] for seat in numbers}


@pytest.mark.parametrize(
    ("edition", "word", "other"), [("save-2000", "failures", "luck"), ("kill-2016", "luck", "failures")]
)
def test_what_is_played_against_an_attempt_is_called_by_its_name(
    arrive: Arrive, house: House, edition: str, word: str, other: str
) -> None:
    ann = at_table(arrive, house, edition, THREE, until=lambda moment: moment.view.phase == "answer").ann
    tug = ann(".attempt .tug")
    expect(tug).to_contain_text(word)
    expect(tug).not_to_contain_text(other)
    assert word in (tug.get_attribute("aria-label") or "")
    hand = " ".join(ann("button[data-card]").all_text_contents())
    assert word in hand
    assert other not in hand
