"""A whole game of every edition against bots, from the first page to the last, by clicks."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import drlucky
from browser.clicking import Clicker
from browser.person import Person
from drlucky.editions import Book

BOOKS = drlucky.editions()
USED = {"room", "card", "button", "way"}
MOST_GAMES = 5


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_a_whole_game_is_played_by_clicks(arrive: Callable[..., Person], book: Book) -> None:
    clicker = Clicker(arrive(), seed=1)
    ann = clicker.person
    # Somebody may be lucky at once: then there is another one.
    for _ in range(MOST_GAMES):
        ann.go()
        ann.page.get_by_role("button", name=f"Play against bots: {book.title}").click()
        assert clicker.play()
        if clicker.clicked.keys() >= USED:
            break
    assert clicker.clicked.keys() >= USED
    view = ann.page.request.get(f"/api/tables/{ann.code}").json()["sheet"]["game"]["view"]
    winner = view["outcome"]["winner"]
    name = None if winner is None else view["players"][winner]
    expect(ann(".end .kicker")).to_have_text("You win" if winner == 0 else f"{name or 'Nobody'} wins")
