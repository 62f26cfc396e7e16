"""A whole game of every edition against bots, from the first page to the last, by clicks."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import drlucky
from browser.clicking import Clicker
from browser.person import Person
from drlucky.editions import Book

BOOKS = drlucky.editions()
USED = {"room", "card", "button", "way"}


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_a_whole_game_is_played_by_clicks(arrive: Callable[..., Person], book: Book) -> None:
    ann = arrive().go()
    ann.page.get_by_role("button", name=f"Play against bots: {book.title}").click()
    clicker = Clicker(ann, seed=1)
    assert clicker.play()
    print(clicker.clicked)
    players = ann("[data-seat] .name").all_inner_texts()
    assert len(players) == 4
    expect(ann(".end .kicker")).to_have_text(
        re.compile("|".join(("You win", "Nobody wins", *(f"{name} wins" for name in players))))
    )
    assert clicker.clicked.keys() >= USED
