"""What appeared on a page, and when: by the page's own clock, which stands still unless a test moves it."""

from typing import Any, NamedTuple

from browser.person import Person
from patience import wait_until

CHUNK = 2.0
"""Seconds that pass at once: the page takes a server for gone that is silent for 12 of them."""
# How many pings of the page are not answered yet.
UNANSWERED = """
window.unanswered = new Set();
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  const { type, id } = JSON.parse(text);
  if (type === "ping") {
    window.unanswered.add(id);
    this.addEventListener("message", ({ data }) => {
      if (JSON.parse(data).id === id) window.unanswered.delete(id);
    });
    this.addEventListener("close", () => window.unanswered.delete(id));
  }
  return send.call(this, text);
};
"""
# What can be read and done at the table, noted whenever it has changed.
WATCH = """
window.seen = [];
const text = (selector) => document.querySelector(selector)?.textContent.trim() ?? "";
const note = () => {
  const log = [...document.querySelectorAll(".log [data-event]")];
  const now = {
    attempt: text(".attempt h2"),
    answers: document.querySelectorAll(".attempt .slot.done").length,
    verdict: text(".attempt .outcome"),
    told: log.length,
    last: log.at(-1)?.dataset.event ?? "",
    prompt: text("[data-prompt]"),
    narrator: text(".narrator p"),
    caption: text("[data-caption]"),
    spoken: text("[data-announcer]"),
    asked: document.querySelector("[data-action]:not([aria-disabled=true])") !== null,
    end: text("#end-title"),
    doctor: document.querySelector("[data-pawn=doctor]")?.dataset.in ?? "",
    beat: document.querySelector(".play")?.dataset.beat ?? "",
    shown: Number(document.querySelector(".play")?.dataset.shown ?? -1),
    happened: Number(document.querySelector(".play")?.dataset.happened ?? -1),
  };
  const before = window.seen.at(-1);
  if (!before || Object.keys(now).some((key) => now[key] !== before[key]))
    window.seen.push({ at: performance.now(), ...now });
};
new MutationObserver(note).observe(document, {
  childList: true, subtree: true, characterData: true, attributes: true,
});
"""


class Sight(NamedTuple):
    """What was there from some time on, in milliseconds."""

    at: float
    attempt: str
    answers: int
    verdict: str
    told: int
    last: str
    """The kind of the last event in the log."""
    prompt: str
    narrator: str
    caption: str
    spoken: str
    asked: bool
    end: str
    doctor: str
    beat: str
    shown: int
    happened: int


def watch(person: Person, path: str) -> None:
    """Goes there, and stops the page's clock when the table is shown."""
    person.page.clock.install(time=0)
    person.context.add_init_script(UNANSWERED)
    person.context.add_init_script(WATCH)
    person.go(path)
    person("[data-prompt], #end-title").first.wait_for()
    person("[data-pawn]").first.wait_for()
    person.page.clock.pause_at(person.page.evaluate("Date.now()") / 1000 + 1)


def let_pass(person: Person, seconds: float) -> None:
    """The page's clock goes on by so many seconds, however long that takes. Nothing that waits for this clock may be
    asked to wait meanwhile, such as a locator of Playwright."""
    while seconds > 0:
        person.page.clock.run_for(round(min(seconds, CHUNK) * 1000))
        seconds -= CHUNK
        wait_until(lambda: person.page.evaluate("window.unanswered.size") == 0, look_every=0.01)


def sights(person: Person) -> list[Sight]:
    found: list[dict[str, Any]] = person.page.evaluate("window.seen")
    return [Sight(**each) for each in found]


def verdicts(seen: list[Sight]) -> list[tuple[str, float, float]]:
    """The outcome of each attempt that could be read, and from when to when."""
    found: list[tuple[str, float, float]] = []
    since: float | None = None
    for each, following in zip(seen, [*seen[1:], None], strict=True):
        if not each.verdict:
            continue
        since = each.at if since is None else since
        if following is None or following.verdict != each.verdict:
            found.append((each.verdict, since, (following or each).at))
            since = None
    return found
