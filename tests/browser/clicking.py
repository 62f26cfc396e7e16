"""Someone who plays a game by clicking what can be clicked: rooms that are lit, cards, buttons, and what these ask."""

from random import Random
from typing import Any, NamedTuple

from browser.person import Person
from patience import NEVER

# All that changes on the page when something is decided, or asked back.
STATE = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  return [
    all("[data-event]").length,
    all("[data-lit], [data-card], [data-pawn]").map(({ dataset }) => Object.values(dataset).join(" ")),
    all("[data-prompt], dialog[open], .curtain, #end-title").map((each) => each.textContent),
  ].join("/");
}"""
# To be known before a click: that it has arrived.
EXPECT = """() => {
  window.framesSince = null;
  addEventListener("pointerup", () => { window.framesSince = 0; }, { capture: true, once: true });
}"""
# What came of a click, when that can be said. It had no effect if it has arrived, nothing is on its way to the server,
# and the page has drawn many frames since: however long those take, it had its chance.
EFFECT = f"""(before) => {{
  if (({STATE})() !== before) return "changed";
  if (window.framesSince === null) return null;
  if (document.querySelector(".play[aria-busy=true]")) window.framesSince = 0;
  return ++window.framesSince > 60 ? "lost" : null;
}}"""
# All that can be clicked now, each with a point at which nothing lies over it. Null while there is nothing, unless the
# game is over.
CHANCES = """() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  if (document.querySelector("#end-title")) return [];
  // What was clicked last is still on its way: what can be seen is as it was before it.
  if (document.querySelector(".play[aria-busy=true]")) return null;

  // The middle first, then ever farther from it: rooms have corners, and something may lie over a part of them.
  const STEPS = [0.5, 0.35, 0.65, 0.2, 0.8, 0.08, 0.92];
  const places = STEPS.flatMap((x, i) => STEPS.map((y, j) => ({ x, y, far: Math.max(i, j) })));
  places.sort((one, other) => one.far - other.far);
  function found(element, kind, name) {
    const { left, top, width, height } = element.getBoundingClientRect();
    for (const place of places) {
      const [x, y] = [left + width * place.x, top + height * place.y];
      if (element.contains(document.elementFromPoint(x, y))) return { kind, name, x, y };
    }
    return null;
  }
  const can = ":not([aria-disabled=true])";
  const question = document.querySelector("dialog[open]");
  const chances = question
    ? all("[data-action]", question).map((each) => found(each, "way", each.dataset.action))
    : [
        ...all(".curtain button").map((each) => found(each, "curtain", "")),
        ...all("[data-room][data-lit]").map((each) => found(each, "room", each.dataset.room)),
        ...all(`button[data-card]${can}`).map((each) => found(each, "card", each.dataset.card)),
        ...all(`.acts button${can}`).map((each) => found(each, "button", each.textContent.trim())),
        ...all(`[data-choices]${can}`).map((each) => found(each, "choices", "")),
      ];
  const open = chances.filter(Boolean);
  return open.length ? open : null;
}"""
# What somebody sees who has nothing to click.
SEEN = """() => [...document.querySelectorAll(".play, [data-prompt], dialog[open], .curtain, #end-title")]
  .map((each) => [each.className, each.ariaBusy, each.matches(".play") ? "" : each.textContent.trim()].join(" "))"""
STRIKE = ("Kill Doctor Lucky", "Save Doctor Lucky", "Attack", "Strike now")
DRAW = ("Draw and end turn",)
PEACEFUL = ("curtain", "room", "button")
BOLD, GREEDY = 0.9, 0.6
"""How often someone strikes, or draws, who can: by chance alone games would last for ever."""
LOOK_EVERY = 20
MOST_LOST = 2


class Chance(NamedTuple):
    kind: str
    name: str
    x: float
    y: float


class Clicker:
    """Plays for a person who is at a table: chance decides, so that the board, the hand and all buttons are used."""

    def __init__(self, person: Person, seed: int = 0, *, peaceful: bool = False) -> None:
        """One who is peaceful walks and draws, so that the game goes on."""
        self.person = person
        self.peaceful = peaceful
        self.random = Random(seed)
        self.lost = 0
        """So many clicks had no effect."""
        self.clicked: dict[str, int] = {}
        """How often each kind of thing was."""

    def is_asked(self) -> bool:
        return bool(self.person.page.evaluate(CHANCES))

    def look(self) -> list[Chance]:
        """What can be clicked, when something can; nothing when the game is over."""
        found: list[dict[str, Any]] = self.person.page.wait_for_function(CHANCES).json_value()
        return [Chance(**each) for each in found]

    def choose(self, chances: list[Chance]) -> Chance:
        if self.peaceful:
            chances = [each for each in chances if each.kind in PEACEFUL and each.name not in STRIKE] or chances
        by_name = {chance.name: chance for chance in chances}
        for names, often in ((STRIKE, BOLD), (DRAW, GREEDY)):
            wanted = next((by_name[name] for name in names if name in by_name), None)
            if wanted and self.random.random() < often:
                return wanted
        kind = self.random.choice(sorted({chance.kind for chance in chances}))
        return self.random.choice([chance for chance in chances if chance.kind == kind])

    def press(self, chance: Chance) -> None:
        self.clicked[chance.kind] = self.clicked.get(chance.kind, 0) + 1
        self.person.page.mouse.click(chance.x, chance.y)

    def click(self, chance: Chance) -> bool:
        """And waits for what comes of it: nothing, where the page moved under the pointer. Then people click again."""
        before = self.person.page.evaluate(STATE)
        self.person.page.evaluate(EXPECT)
        self.press(chance)
        if self.person.page.wait_for_function(EFFECT, arg=before).json_value() == "changed":
            return True
        self.lost += 1
        assert self.lost <= MOST_LOST, f"{chance} was clicked without effect, and others before it"
        return False

    def decide(self) -> None:
        """Also what is asked back."""
        while not self.click(self.choose(self.look())):
            pass
        while self.person("dialog[open]").count():
            self.click(self.choose(self.look()))

    def play(self, most: int = 600) -> bool:
        """Until the game is over, or so many clicks were made. Is it over?"""
        for _ in range(most):
            chances = self.look()
            if not chances:
                return True
            self.click(self.choose(chances))
        return False


def take_turns(clickers: list[Clicker], decisions: int) -> None:
    """Whoever is asked decides, so often in all."""
    for _ in range(decisions):
        asked(clickers).decide()


def asked(clickers: list[Clicker]) -> Clicker:
    """The first who has something to click; with bots that answer at once somebody soon has."""
    for _ in range(int(NEVER * 1000) // LOOK_EVERY):
        found = next((each for each in clickers if each.is_asked()), None)
        if found:
            return found
        clickers[0].person.page.wait_for_timeout(LOOK_EVERY)
    raise AssertionError(f"nobody is asked anything: {[each.person.page.evaluate(SEEN) for each in clickers]}")
