"""Someone who plays by keys alone."""

import re
from collections.abc import Callable
from random import Random

from browser.clicking import STATE
from browser.person import Person

WORDS = "document.activeElement?.getAttribute('aria-label') || document.activeElement?.textContent.trim() || ''"
# Has one of these the focus?
FOCUSED = "(selector) => document.activeElement?.matches(selector)"
LIT = "[data-room][data-lit]"
PLAYABLE = "[data-card][aria-disabled=false]"
READY = "() => document.querySelector('#end-title') ? 'over' : document.querySelector('[data-prompt].asked') && 'asked'"
# What had the focus, every time that nothing had it while the page was drawn at a table.
WATCH_FOCUS = """
window.fallen = [];
let last = "the beginning";
function look() {
  const { activeElement: here, body } = document;
  if (here !== body) last = here.outerHTML.slice(0, 200);
  else if (document.querySelector(".play") && fallen.at(-1) !== last) fallen.push(last);
  requestAnimationFrame(look);
}
addEventListener("DOMContentLoaded", look);
"""
BY_DIGIT = 9
MOST_TABS, A_FEW = 60, 8


class KeyPlayer:
    def __init__(self, person: Person, seed: int) -> None:
        self.person = person
        self.random = Random(seed)
        self.used: set[str] = set()
        """The ways in which something was done."""

    @staticmethod
    def watch(person: Person) -> None:
        """Before the page is opened: `press` then holds that something always has the focus."""
        person.context.add_init_script(WATCH_FOCUS)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.person.page.keyboard.press(key)
            fallen = self.person.page.evaluate("window.fallen ?? []")
            assert not fallen, f"after {key} nothing has the focus, which was on {fallen}"

    def tab_to(self, words: str) -> None:
        """Tab, until something with these words has the focus."""
        for _ in range(MOST_TABS):
            self.press("Tab")
            if str(self.person.page.evaluate(WORDS)).startswith(words):
                return
        raise AssertionError(f"the Tab key does not come to {words}")

    def play(self, most: int = 400, *, before_each: Callable[[], None] = lambda: None) -> bool:
        """To the end of the game; something may be done before each decision."""
        for _ in range(most):
            if self.person.page.wait_for_function(READY).json_value() == "over":
                return True
            before_each()
            before = self.person.page.evaluate(STATE)
            usual = ["board", "hand", "choices", "choices"]
            # A game may be short: what was not used yet comes first, where it is possible.
            untried = [way for way in usual if way not in self.used]
            way = self.random.choice(usual + 4 * untried)
            if getattr(self, f"_{way}")():
                self.used.add(way)
                self.person.page.wait_for_function(f"(before) => ({STATE})() !== before", arg=before)
        return False

    def _board(self) -> bool:
        """To the board, and from room to room until one is lit."""
        self.press("b")
        return self._enter_first(LIT, "Tab")

    def _hand(self) -> bool:
        self.press("h")
        return self._enter_first(PLAYABLE, "ArrowRight")

    def _enter_first(self, wanted: str, onward: str) -> bool:
        """From where the focus is to the first of those wanted."""
        for _ in range(A_FEW):
            if self.person.page.evaluate(FOCUSED, wanted):
                self.press("Enter")
                return self._answer()
            self.press(onward)
        return False

    def _choices(self) -> bool:
        self.press("1")
        return self._answer()

    def _answer(self) -> bool:
        """If it is asked how: the best that one can think of, by its number."""
        # All at once: what is asked may be gone a moment later.
        shown = self.person("dialog[open] [data-action]")
        actions: list[str] = shown.evaluate_all("(ways) => ways.map((way) => way.dataset.action)")
        if not actions:
            return True
        promising = [at for at, action in enumerate(actions) if re.match("attempt|lay|draw|play", action)]
        chosen = self.random.choice(promising or range(len(actions)))
        if chosen < BY_DIGIT:
            self.press(str(chosen + 1))
        else:
            self.press(*["Tab"] * chosen, "Enter")
        return True
