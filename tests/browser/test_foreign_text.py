"""Names and chat are foreign text, whatever they look like: they are shown letter by letter, and do nothing."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.person import Person
from browser.positions import happens, prepare
from browser.prepared import at_table
from browser.sitting import open_table
from server.blackbox.house import House

Arrive = Callable[..., Person]
NAMES = ("<img src=x onerror=alert(1)>", "<script>alert(2)</script>", "{@html 3}{{3*3}}${3}")
LINES = (
    "<img src=x onerror=alert(4)>",
    "<script>alert(5)</script>",
    "<svg/onload=alert(6)><a href='javascript:alert(7)'>click</a>",
    "javascript:alert(8)",
    "<iframe srcdoc='<script>parent.alert(9)</script>'></iframe> &lt;b&gt;",
)
PLAYERS = ((NAMES[0], "person"), (NAMES[1], "bot easy"), (NAMES[2], "bot easy"))
# Nothing of it may have become an element of the page.
ELEMENTS = "img[src='x'], iframe, svg[onload], a[href^='javascript'], [onerror], main script"


def assert_is_text(person: Person, *texts: str) -> None:
    for text in texts:
        expect(person.page.get_by_text(text).first).to_be_attached()
    expect(person(ELEMENTS)).to_have_count(0)


def test_in_the_waiting_room(arrive: Arrive) -> None:
    ann = arrive()
    open_table(ann, NAMES[0], players=3, bots=1)
    assert_is_text(ann, NAMES[0])
    for line in LINES:
        ann.page.get_by_label("Say something").fill(line)
        ann.button("Send").click()
    assert_is_text(ann, *LINES)
    # As those see it who look for a table.
    assert_is_text(arrive().go("/join"), NAMES[0])


def test_at_the_table(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-2016", PLAYERS, seed=0, who=NAMES[0]).ann
    ann.page.get_by_role("tab", name="Chat").click()
    for line in LINES:
        ann.page.get_by_label("Say something").fill(line)
        ann.button("Send").click()
    assert_is_text(ann, *NAMES, *LINES)


@pytest.mark.parametrize("path", ["/t/{code}", "/games/{code}/1", "/games"])
def test_when_the_game_is_over(arrive: Arrive, house: House, path: str) -> None:
    ready = prepare(house.folder, "save-2000", PLAYERS, until=happens("over"), stand="after")
    ann = arrive(cookie=ready.cookies[NAMES[0]]).go(path.format(code=ready.code))
    assert_is_text(ann, *NAMES)
