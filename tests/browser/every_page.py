"""Every page there is, for tests of what goes for all of them."""

from collections.abc import Callable
from typing import Any

from browser.person import Person
from browser.positions import can, happens, prepare
from browser.prepared import THREE
from browser.sitting import open_table
from server.blackbox.house import House

PATHS = (
    *("/", "/new", "/join", "/games", "/replay", "/rules/kill-2016", "/learn/kill", "/learn/save"),
    *("/almanac", "/almanac/classic", "/almanac/modern", "/almanac/save", "/almanac/cast", "/puzzle"),
    *("/me", "/me/games", "/ratings"),
)


def visit(path: str) -> Callable[..., Person]:
    def go(arrive: Callable[..., Person], house: House, **how: Any) -> Person:
        person = arrive(**how).go(path)
        person("main h1").first.wait_for()
        person.page.wait_for_load_state("networkidle")
        return person

    return go


def nowhere(arrive: Callable[..., Person], house: House, **how: Any) -> Person:
    person = visit("/nowhere")(arrive, house, **how)
    person.expect_trouble("404")
    return person


def gathering(arrive: Callable[..., Person], house: House, **how: Any) -> Person:
    ann = arrive(**how | {"locale": "en-GB"})
    open_table(ann, "Ann", players=4, bots=1)
    ann.page.evaluate("(language) => localStorage.setItem('drlucky.language', language)", how.get("locale", "en")[:2])
    ann.page.reload()
    ann("[data-seat]").first.wait_for()
    return ann


def table(edition: str, *, until: Any = None, stand: Any = "before", path: str = "/t/{code}") -> Callable[..., Person]:
    def go(arrive: Callable[..., Person], house: House, **how: Any) -> Person:
        ready = prepare(house.folder, edition, THREE, until=until, stand=stand)
        ann = arrive(cookie=ready.cookies["Ann"], **how).go(path.format(code=ready.code))
        ann("[data-pawn='doctor'], #end-title").first.wait_for()
        ann.page.wait_for_load_state("networkidle")
        return ann

    return go


PAGES: dict[str, Callable[..., Person]] = {path: visit(path) for path in PATHS} | {
    "nowhere": nowhere,
    "gathering": gathering,
    "table of a Kill": table("kill-2016", until=can("draw")),
    "table of a Save": table("save-2000", until=can("play")),
    "end": table("kill-de", until=happens("over", how="success"), stand="after"),
    "replay": table("save-paizo", until=happens("over"), stand="after", path="/games/{code}/1#20"),
}
