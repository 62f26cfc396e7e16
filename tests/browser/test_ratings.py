"""Ratings by clicks: a rated game of two people, what everyone is told of it beforehand, and the board of the best."""

import asyncio
import re
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from browser.clicking import Clicker, take_turns
from browser.person import Person
from browser.sitting import begin, choose, invitation, sit_down
from browser.test_two_browsers import resign
from drlucky.server.ratings.standings import BOT, Standing
from drlucky.server.ratings.store import RATINGS, STANDINGS
from drlucky.server.rows.base import Put
from drlucky.server.rows.sqlite import SqliteRows
from server.blackbox.house import House

EDITION = "kill-2016"
A_FEW = 8


def open_rated(host: Person, name: str, players: int, bots: int = 0) -> None:
    host.page.request.put("/api/me", data={"name": name})
    host.go(f"/new?edition={EDITION}")
    choose(host, "Players", str(players))
    choose(host, "How many are bots", str(bots))
    host.page.get_by_label("Rated").check()
    host.button("Open the table" if bots < players - 1 else "Start the game").click()
    host.page.wait_for_url("**/t/*")


def seat(person: Person, number: int) -> Locator:
    return person(f"[data-seat='{number}']")


def test_a_rated_game_of_two_people(arrive: Callable[..., Person]) -> None:
    ann, bob, eve = arrive(), arrive(width=360), arrive()
    open_rated(ann, "Ann", players=2)
    expect(ann("section[aria-labelledby=terms]")).to_contain_text("rated")
    expect(seat(ann, 0)).to_contain_text("1500 ± 350")
    expect(seat(ann, 1).get_by_role("button", name="Someone here")).to_have_count(0)
    eve.go("/")
    expect(eve.page.get_by_role("listitem").filter(has_text="Ann").filter(has_text="rated")).to_be_visible()
    # By a link, and known by name already: Bob is told all the same before he sits down.
    bob.page.request.put("/api/me", data={"name": "Bob"})
    bob.go(invitation(ann, seat=1))
    expect(bob.page.get_by_text("This table is rated.")).to_be_visible()
    bob.assert_accessible()
    bob.assert_fits()
    sit_down(bob, "Bob")
    expect(seat(bob, 1)).to_contain_text("1500 ± 350")
    begin(ann, bob)
    expect(ann("[data-seat='0'] .rating")).to_contain_text("1500 ± 350")
    expect(ann.button("Hint")).to_have_count(0)
    ann.page.keyboard.press("i")
    take_turns([Clicker(each, peaceful=True) for each in (ann, bob)], A_FEW)
    resign(bob)
    # It is settled with that, and Ann need not play on.
    resign(ann)
    for person in (ann, bob):
        expect(person("#end-title")).to_be_visible()
        table = person.page.get_by_role("table", name="Ratings after this game")
        expect(table.get_by_role("row").filter(has_text="Ann")).to_contain_text(re.compile(r"provisional\s*\+\d+"))
        expect(table.get_by_role("row").filter(has_text="Bob")).to_contain_text(re.compile(r"provisional\s*\u2212\d+"))
        person.assert_fits()
    bob.assert_accessible()
    bob.link("The best of this edition").click()
    own = bob.page.get_by_role("region", name="Your rating")
    expect(own).to_contain_text("provisional")
    expect(own).to_contain_text("1 rated game")
    expect(own).to_contain_text("10 more games with bots")
    bob.assert_accessible()


def filled(folder: Path, person: str) -> None:
    """The board of a server that has been there for a while."""
    now = time.time()
    store = SqliteRows(RATINGS, folder / "ratings.db")
    names = ("Augustine", "Bartholomäus von der Hohen Warte zu Finsterwald", "Cleo", "Dmitri", "Eve", "Fay", "小明")
    rows = [
        Standing(f"person {at}", EDITION, name, 1.6 - at / 3, 0.09 + at / 40, 120 - 13 * at, 99, "a b c", now)
        for at, name in enumerate(names)
    ]
    rows += [
        Standing(person, EDITION, "Ann", 0.5, 0.1, 31, 31, "a b c", now),
        Standing("robot 1", EDITION, "Deep Lucky", 2.1, 0.09, 400, 99, "a b c", now),
        Standing(BOT + "hard", EDITION, "", 2.0, 0.05, 77, 77, "", now),
    ]
    store._commit([Put(STANDINGS, one.row) for one in rows])
    # The browser's own loop runs in this thread.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, store.close()).result()


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("locale", ["en-GB", "de"])
def test_the_board_of_the_best(
    arrive: Callable[..., Person], own_house: Callable[..., House], width: int, locale: str
) -> None:
    with own_house() as house:
        ann = arrive(house, width=width, locale=locale)
        ann.page.request.put("/api/me", data={"name": "Ann"})
        open_rated_game = ann.page.request.post("/api/tables", data={"settings": {"edition": EDITION}, "seats": 2})
        assert open_rated_game.ok
        house.kill()
        with sqlite3.connect(house.folder / "games.db") as games:
            (person,) = games.execute("SELECT person FROM people").fetchone()
        filled(house.folder, person)
        house.start()
        ann.go(f"/ratings?edition={EDITION}")
        table = ann.page.get_by_role("table")
        expect(table.get_by_role("row")).to_have_count(1 + 7 + 1 + 1 + 4)
        mine = table.get_by_role("row").filter(has_text="Ann")
        expect(mine).to_contain_text("1587 ± 55")
        expect(table.get_by_role("row").filter(has_text="Deep Lucky")).to_contain_text(
            "a program" if locale == "en-GB" else "ein Programm"
        )
        region = ann.page.get_by_role("region", name="Your rating" if locale == "en-GB" else "Deine Wertung")
        expect(region).to_contain_text("1587 ± 55")
        ann.assert_accessible()
        ann.assert_fits()
        ann.page.get_by_role("radio").first.check()
        expect(table.get_by_role("row")).to_have_count(1 + 4)
        expect(region.get_by_role("link")).to_be_visible()
        ann.assert_accessible()
        ann.assert_fits()
