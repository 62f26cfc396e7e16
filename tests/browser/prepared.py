"""A person at a table that stands where a test wants it to."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from playwright.sync_api import Locator

from browser.person import Person
from browser.positions import Players, Prepared, Until, prepare
from server.blackbox.house import House

TWO: Players = (("Ann", "person"), ("Bob", "bot easy"))
THREE: Players = (*TWO, ("Cleo", "bot easy"))
TOGETHER: Players = (("Ann", "person"), ("Bob", "person"))


class Here(NamedTuple):
    """Ann, who is at the table, and how it was prepared."""

    ann: Person
    ready: Prepared

    def do(self, action: str | None = None) -> None:
        """An action by its name, by default the one that leads to the moment, chosen from all that are possible; again,
        if it takes two presses."""
        for _ in range(2):
            self.ann("[data-choices]").click()
            self.ann.page.get_by_role("dialog").locator(f'[data-action="{action or self.ready.action}"]').click()
            if not self.ann("[data-prompt].armed").count():
                return

    def event(self, kind: str) -> Locator:
        """The last line of the log that tells of such an event."""
        return self.ann(f'[data-event="{kind}"]').last


def at_table(
    arrive: Callable[..., Person],
    house: House,
    edition: str,
    players: Players = THREE,
    options: dict[str, Any] | None = None,
    *,
    until: Until | None = None,
    stand: Literal["before", "after"] = "before",
    seed: int | None = None,
    who: str = "Ann",
    query: str = "",
    before: Callable[[Person], None] = lambda _: None,
    **how: Any,
) -> Here:
    """Tables are written into the folder of a server that runs, which finds them when they are asked for. `before` is
    done to the browser before it opens the page."""
    ready = prepare(house.folder, edition, players, options, until=until, stand=stand, seed=seed)
    ann = arrive(house, cookie=ready.cookies[who], **how)
    before(ann)
    ann.go(f"/t/{ready.code}{query}")
    ann("[data-prompt], #end-title").first.wait_for()
    return Here(ann, ready)


def room_of(person: Person, pawn: str) -> str:
    return person(f"[data-pawn='{pawn}']").get_attribute("data-in") or ""
