"""A newcomer at a table with a guide, who does what the guide says by clicking what it points at."""

import json
import re
from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import Locator

from browser.person import Person

MOST_STEPS = 80
"""Lessons and decisions of a first game, with a good deal to spare."""

# What the guide's card must never lie over: the attempt that goes on, whom it is about, and the end.
SACRED = ".stage .attempt, [data-pawn='0'], [data-pawn='doctor'], #end-title, .end > *, [data-ring]"
OVERLAPS = """(selectors) => {
  const card = document.querySelector("aside.card")?.getBoundingClientRect();
  if (!card) return [];
  const over = (box) => box.width && box.height && box.left < card.right - 0.5 && card.left < box.right - 0.5
    && box.top < card.bottom - 0.5 && card.top < box.bottom - 0.5;
  const onBoard = (each) => {
    // A pawn that the camera leaves out, or most of it, is not on the screen.
    const board = document.querySelector('[data-guide="board"]')?.getBoundingClientRect();
    const box = each.getBoundingClientRect();
    if (!each.matches("[data-pawn]") || !board) return box;
    const [left, right] = [Math.max(box.left, board.left), Math.min(box.right, board.right)];
    const [top, bottom] = [Math.max(box.top, board.top), Math.min(box.bottom, board.bottom)];
    const [width, height] = [Math.max(0, right - left), Math.max(0, bottom - top)];
    return width * height < (box.width * box.height) / 2 ? new DOMRect() : { left, right, top, bottom, width, height };
  };
  return [...document.querySelectorAll(selectors)].filter((each) => over(onBoard(each)))
    .map((each) => each.outerHTML.slice(0, 120));
}"""

SAID = """() => {
  const card = document.querySelector("aside.card");
  if (!card) return null;
  return { title: card.querySelector("h2").textContent, does: card.querySelector("[data-does]")?.dataset.does ?? "" };
}"""
CLOSE = """(title) => {
  const card = document.querySelector("aside.card");
  if (card?.querySelector("h2").textContent !== title) return;
  [...card.querySelectorAll("button")].find((each) => (each.ariaLabel ?? each.textContent).includes("Got it")).click();
}"""


class Said(NamedTuple):
    title: str
    does: str
    """The action that it asks for, if it does."""

    @property
    def text(self) -> str:
        """As the page would write it."""
        return json.dumps(self._asdict(), separators=(",", ":"), ensure_ascii=False)


class Newcomer:
    def __init__(self, person: Person) -> None:
        self.person = person
        self.guide = person.page.locator("aside.card")

    @property
    def is_over(self) -> bool:
        return self.person("#end-title").count() > 0

    def wait(self) -> None:
        """Until the guide says something, or it is over."""
        self.person.wait_for("document.querySelector('aside.card h2, #end-title')")

    def lies_well(self) -> None:
        """The card finds its place a few times a second: until then it may be on its way."""
        self.person.page.wait_for_function(
            f"(selectors) => !document.querySelector('aside.card') || ({OVERLAPS})(selectors).length === 0", arg=SACRED
        )

    def said(self) -> Said | None:
        """What the guide says now. While others play, that comes and goes."""
        found = self.person.page.evaluate(SAID)
        return Said(**found) if found else None

    def step(self, said: Said) -> None:
        """Does what the guide asks for, or goes on to what it says next."""
        if said.does:
            self.do(said.does)
        else:
            self.close(said.title)
        self.person.page.wait_for_function(f"(before) => JSON.stringify(({SAID})()) !== before", arg=said.text)

    def close(self, title: str) -> None:
        """What is said while others play may be gone before it is clicked away."""
        self.person.page.evaluate(CLOSE, title)

    def do(self, action: str) -> None:
        if action.startswith("step "):
            # How an attempt came out can still be read for a while, on a small screen over the rooms.
            self.person.wait_for("!document.querySelector('.stage .attempt')")
        self.spot(action).click()
        choice = self.person.page.locator(f'dialog[open] [data-action="{action}"]')
        if re.match("jump|walk|attempt$", action):
            # A card that can do several things asks which; one that can do but one does it.
            self.person.page.wait_for_function(
                "(action) => document.querySelector('dialog[open]')"
                " || document.querySelector('aside.card [data-does]')?.dataset.does !== action",
                arg=action,
            )
        if choice.count():
            choice.click()
        # Out of the way: what is pointed at shows a note.
        self.person.page.mouse.move(1, 1)

    def spot(self, action: str) -> Locator:
        verb, _, what = action.partition(" ")
        if verb == "step":
            return self.person(f'[data-room="{what}"]')
        card = what.removeprefix("doctor ")
        if card:
            return self.person(f'button[data-card="{card}"]').first
        return self.person(".acts .primary" if verb == "attempt" else f'.acts [data-action="{verb}"]')

    def play(self, look: Callable[[str], None] = lambda name: None) -> list[str]:
        """To the end; `look` is called at every step with a name for it. What the guide said, by its headings."""
        told: list[str] = []
        for _ in range(MOST_STEPS):
            self.wait()
            if self.is_over:
                return told
            self.lies_well()
            said = self.said()
            if said is None:
                continue
            told.append(said.title)
            look(said.title)
            self.step(said)
        raise AssertionError(f"it does not come to an end: {told}")
