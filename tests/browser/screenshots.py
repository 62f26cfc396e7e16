"""Pictures of every page and every board, in both themes and three sizes:

    python -m browser.screenshots FOLDER [WORD ...]

With words, only of scenes whose names have one of them in it. The one word "readme" makes those that the
README shows, whose folder is docs/pictures."""

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from playwright.sync_api import Browser, sync_playwright

import drlucky
from browser.conftest import ARGUMENTS, executable
from browser.person import Person
from browser.positions import Moment, Players, Prepared, Until, can, happens, must_answer, prepare
from browser.sitting import begin, invitation, open_table, seat_another
from drlucky.game.events import Event
from server.blackbox.house import House, QuickHouse

"""Milliseconds within which any game is."""
SIZES = {"phone": (360, 740), "laptop": (1280, 800), "television": (1920, 1080)}
THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
TWO: Players = (("Ann", "person"), ("Bob", "bot easy"))
FOUR: Players = (*TWO, ("Cleo", "bot easy"), ("Dan", "bot easy"))
PATHS = {
    "home": "/",
    "new": "/new",
    "new-save": "/new?edition=save-2000",
    "join": "/join",
    "games": "/games",
    "replay-a-record": "/replay",
    "rules": "/rules/kill-2016",
    "learn-kill": "/learn/kill",
    "learn-save": "/learn/save",
    "almanac-classic": "/almanac/classic",
    "almanac-modern": "/almanac/modern",
    "almanac-save": "/almanac/save",
    "almanac-cast": "/almanac/cast",
    "not-found": "/nowhere",
    "no-such-table": "/t/AAAAAA",
}
BOARDS: dict[str, tuple[str, dict[str, Any]]] = {
    "estate": ("kill-1996", {}),
    "mansion": ("kill-2016", {"closed": "none"}),
    "mansion-west-closed": ("kill-2016", {"closed": "west"}),
    "mansion-both-closed": ("kill-de", {"closed": "both", "pets": "both"}),
    "bed-and-breakfast": ("kill-2016", {"board": "bed-and-breakfast", "layout": "whole"}),
    "bed-and-breakfast-upstairs": ("kill-2016", {"board": "bed-and-breakfast", "layout": "upstairs"}),
    "bed-and-breakfast-downstairs": ("kill-de", {"board": "bed-and-breakfast", "layout": "downstairs"}),
    "ship": ("save-2000", {}),
}
MOMENTS: dict[str, tuple[str, Players, dict[str, Any], Until, Literal["before", "after"]]] = {
    "lights-out": ("kill-2016", FOUR, {}, happens("lights out"), "after"),
    "deck-sunk": ("save-2000", FOUR, {}, happens("deck sank", how="D"), "after"),
    "decks-sunk": ("save-paizo", FOUR, {}, happens("deck sank", how="C"), "after"),
    "attempt": ("kill-2016", FOUR, {}, can("play"), "before"),
    "attempt-to-save": ("save-paizo", FOUR, {}, can("play"), "before"),
    "forced": ("save-2000", FOUR, {}, must_answer, "before"),
    "chance": ("kill-de", FOUR, {}, can("attempt"), "before"),
    "strangers": ("kill-2016", TWO, {}, happens("turned up"), "before"),
    "pets": ("kill-2016", FOUR, {"pets": "both"}, happens("stepped", pawn="cat"), "before"),
    "escape": ("kill-de", FOUR, {"escape": True}, can("attack"), "before"),
    "end-dead": ("kill-2016", FOUR, {}, happens("over", how="success"), "after"),
    "end-saved": ("save-2000", FOUR, {}, happens("over", how="success"), "after"),
    "end-sunk": ("save-paizo", FOUR, {}, happens("over", how="sunk"), "after"),
}
# Boards are drawn and words and pictures have come when nothing has changed for a while.
AT_REST = """() => new Promise((resolve) => {
  const done = () => (observer.disconnect(), resolve());
  let timer = setTimeout(done, 500);
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(done, 500);
  });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  setTimeout(done, 5000);
}).then(() => Promise.all([...document.images].map((each) => each.decode().catch(() => undefined))))"""
HEIGHT = "document.querySelector('dialog[open]') ? innerHeight : document.documentElement.scrollHeight"

README = {"mansion": "board-mansion", "ship": "table-decks-sunk", "home": "home", "replay": "replay-kill"}
"""Pictures for the README, and the scenes that they show."""
GOOD = 88
"""Of 100: what is left of a picture that is packed."""

Scene = Callable[[], Person]


def own_turn(moment: Moment) -> bool:
    return moment.view.turn > 5 and moment.view.steps > 0 and "end" in moment.view.legal


def late_success(moment: Moment) -> bool:
    """A game that somebody wins after it has gone on for a while, and not for ever."""
    return 20 < moment.view.turn < 60 and happens("over", how="success")(moment)


def last_foiled(edition: str, players: Players, ready: Prepared) -> int:
    """The number of the decision by which an attempt failed for the last time."""
    game = drlucky.new(edition, [name for name, _ in players], seed=ready.seed)
    foiled = [number for number, action in enumerate(ready.actions, 1) if "foiled" in kinds(game.play(action))]
    return foiled[-1] if foiled else len(ready.actions)


def kinds(events: Sequence[Event]) -> set[str]:
    return {event.kind for event in events}


class Studio:
    """A server with tables that stand where they should, and a browser to look at them."""

    def __init__(self, browser: Browser, house: House) -> None:
        self.browser = browser
        self.house = house

    def visit(self, path: str, cookie: str | None = None, **how: Any) -> Person:
        return Person(self.browser, self.house.address, cookie=cookie, **how).go(path)

    def prepared(self, edition: str, players: Players = FOUR, **how: Any) -> Prepared:
        return prepare(self.house.folder, edition, players, **how)

    def table(
        self, edition: str, players: Players = FOUR, query: str = "", locale: str = "en-GB", **how: Any
    ) -> Person:
        ready = self.prepared(edition, players, **how)
        ann = self.visit(f"/t/{ready.code}{query}", ready.cookies["Ann"], locale=locale)
        ann("[data-prompt], #end-title").first.wait_for()
        return ann

    def scenes(self) -> Iterator[tuple[str, Scene]]:
        yield from self._pages()
        yield from self._boards()
        yield from self._gatherings()
        yield from self._tables()
        yield from self._afterwards()

    def _pages(self) -> Iterator[tuple[str, Scene]]:
        for name, path in PATHS.items():
            yield name, partial(self.visit, path)
        yield "home-german", partial(self.visit, "/", locale="de-DE")

        def play_now() -> Person:
            ann = self.visit("/")
            ann.button("Play now").click()
            return ann

        yield "play-now", play_now

    def _boards(self) -> Iterator[tuple[str, Scene]]:
        for name, (edition, options) in BOARDS.items():
            yield f"board-{name}", partial(self.table, edition, options=options, until=own_turn)

    def _gatherings(self) -> Iterator[tuple[str, Scene]]:
        def gathering() -> Person:
            ann = self.visit("/")
            open_table(ann, "Ann", players=4, bots=1)
            return ann

        def inviting() -> Person:
            ann = gathering()
            ann("[data-seat='1']").get_by_role("button", name="Invite").click()
            return ann

        def sitting_down() -> Person:
            with gathering() as ann:
                link = invitation(ann, seat=1)
            return self.visit(link)

        yield "gathering", gathering
        yield "gathering-invitation", inviting
        yield "sitting-down", sitting_down

    def _tables(self) -> Iterator[tuple[str, Scene]]:
        for name, (edition, players, options, until, stand) in MOMENTS.items():
            yield f"table-{name}", partial(self.table, edition, players, options=options, until=until, stand=stand)

        def looking() -> Person:
            ann = self.table("kill-2016", until=own_turn)
            ann("[data-room]:not([data-lit]):not([data-closed])").first.hover()
            return ann

        def asking() -> Person:
            ann = self.table("kill-1996", until=own_turn)
            ann("[data-choices]").click()
            return ann

        def hinted() -> Person:
            ann = self.table("kill-2016", until=own_turn)
            ann.button("Hint").click()
            ann(".hint").wait_for()
            return ann

        def rules() -> Person:
            ann = self.table("save-2000", until=own_turn)
            ann.page.keyboard.press("r")
            return ann

        def menu() -> Person:
            ann = self.table("save-2000", until=own_turn)
            ann.button("Table").click()
            return ann

        def waiting() -> Person:
            ready = self.prepared("kill-2016", (*TWO, ("Cleo", "person")), seed=0)
            return self.visit(f"/t/{ready.code}", ready.cookies["Ann"])

        def curtain() -> Person:
            ann = self.visit("/")
            open_table(ann, "Ann", players=2)
            seat_another(ann, seat=1, name="Bob")
            begin(ann)
            return ann

        yield "table-room-looked-at", looking
        yield "table-choices", asking
        yield "table-hint", hinted
        yield "table-rules", rules
        yield "table-menu", menu
        yield "table-german", partial(self.table, "kill-de", until=own_turn, locale="de-DE")
        yield "table-waiting-for-others", waiting
        yield "table-curtain", curtain
        yield "guide-kill", partial(self.table, "kill-2016", FOUR[:3], query="?guide=kill", until=can("step"))
        yield "guide-save", partial(self.table, "save-2000", FOUR[:3], query="?guide=save", until=can("step"))

    def _afterwards(self) -> Iterator[tuple[str, Scene]]:
        def replay(edition: str, players: Players = FOUR) -> Person:
            """Right after the attempt before the last one, when everyone's chances are known."""
            ready = self.prepared(edition, players, until=late_success, stand="after")
            person = self.visit(f"/games/{ready.code}/1#{last_foiled(edition, players, ready)}")
            person.page.get_by_role("heading", name="What turned the game").wait_for()
            return person

        yield "replay-kill", partial(replay, "kill-1996")
        yield "replay-save", partial(replay, "save-2000")


def take(name: str, scene: Scene, folder: Path) -> None:
    person = scene()
    for size, (width, height) in SIZES.items():
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.evaluate(AT_REST)
        # In a window as high as the page, what stays at its bottom is at the bottom.
        person.page.set_viewport_size({"width": width, "height": person.page.evaluate(HEIGHT)})
        for theme in THEMES:
            person.page.emulate_media(color_scheme=theme)
            person.page.evaluate(AT_REST)
            person.page.screenshot(path=folder / f"{name}.{size}.{theme}.png")
    person.context.close()


def show_off(scenes: dict[str, Scene], folder: Path) -> None:
    width, height = SIZES["laptop"]
    for picture, name in README.items():
        person = scenes[name]()
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.emulate_media(color_scheme="dark")
        person.page.evaluate(AT_REST)
        person.page.screenshot(path=folder / f"{picture}.jpg", quality=GOOD, type="jpeg")
        person.context.close()


def main(folder: Path, *words: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory() as data,
        QuickHouse(Path(data), pace=0) as house,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS) as browser,
    ):
        if words == ("readme",):
            show_off(dict(Studio(browser, house).scenes()), folder)
            return
        for name, scene in Studio(browser, house).scenes():
            if not words or any(word in name for word in words):
                take(name, scene, folder)
                print(name)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
