"""My games: a game that was played to its end is found again, with all that there is to see of it; so is where one can
go on."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

import drlucky
from browser.person import Person
from browser.positions import happens
from browser.prepared import Here, at_table
from server.blackbox.house import House

Arrive = Callable[..., Person]


SHORT_GAMES = {"kill-1996": 64}
"""By edition, a deal from which the game is over after ten decisions: it is analysed in a moment."""


def played_to_its_end(arrive: Arrive, house: House, edition: str = "kill-1996") -> Here:
    """By the last click."""
    here = at_table(arrive, house, edition, until=happens("over", how="success"), seed=SHORT_GAMES.get(edition))
    here.do()
    expect(here.ann("#end-title")).to_be_visible()
    return here


def entries(person: Person) -> Locator:
    return person("main li.panel")


def my_games(person: Person) -> Locator:
    """By clicks, from the start page. What has just ended is there in a moment."""
    person.go()
    person.link("My games").click()
    for _ in range(50):
        entries(person).or_(person("main .none")).first.wait_for()
        if entries(person).count():
            break
        person.page.reload()
    return entries(person).first


def test_a_game_played_to_its_end_is_found_with_everything_of_it(arrive: Arrive, house: House, tmp_path: Path) -> None:
    here = played_to_its_end(arrive, house)
    ann = here.ann
    ann.go()
    expect(ann.page.get_by_role("heading", name="How to play")).to_be_visible()
    expect(ann.link("Continue")).to_have_count(0)
    entry = my_games(ann)
    expect(entry).to_contain_text(re.compile("You won|You lost"))
    expect(entry).to_contain_text("Ann, Bob, Cleo")
    ann.assert_accessible()
    ann.assert_fits()
    with ann.page.expect_download() as download:
        entry.get_by_role("link", name="Record").click()
    record = tmp_path / "record.txt"
    download.value.save_as(record)
    assert drlucky.load(record.read_text()).outcome is not None
    entry.get_by_role("button", name="Check the deal").click()
    ann.button("Verify the deal").click()
    expect(ann.page.get_by_text("The deal was fair.")).to_be_visible()
    entry.get_by_role("button", name="Chances").click()
    expect(ann.page.get_by_role("slider", name="Chance to win, decision by decision")).to_be_visible()
    ann.assert_accessible()
    entry.get_by_role("link", name="Replay").click()
    slider = ann.page.get_by_role("slider", name="Moment")
    expect(slider).to_have_attribute("max", str(len(here.ready.actions) + 1))
    expect(ann("[data-seat] .cards")).to_have_count(3)
    # Nobody else finds it among theirs.
    eve = arrive().go("/me/games")
    expect(eve.page.get_by_text("You haven't finished a game yet.")).to_be_visible()
    eve.assert_accessible()


def test_what_one_saw_of_a_game_that_is_held_back_can_be_replayed(arrive: Arrive, house: House) -> None:
    """Nobody has to decline the Escape for it."""
    ann = played_to_its_end(arrive, house, "kill-2016").ann
    ann.link("Replay what you saw").click()
    expect(ann.page.get_by_role("note")).to_contain_text("This is what you saw yourself.")
    expect(ann("[data-seat] .cards")).to_have_count(1)
    expect(ann("[data-seat='0'] .cards")).to_be_visible()
    eyes = ann.page.get_by_label("Seen by")
    expect(eyes.locator("option")).to_have_text(["a spectator: no cards", "Ann: what they knew"])
    eyes.select_option(label="a spectator: no cards")
    expect(ann("[data-seat] .cards")).to_have_count(0)
    expect(eyes.locator("option")).to_have_count(2)
    for hidden in (ann.link("Record"), ann.button("Verify the deal")):
        expect(hidden).to_have_count(0)
    ann.assert_accessible()
    entry = my_games(ann)
    expect(entry).to_contain_text("Hands and record stay hidden until then")
    expect(entry.get_by_role("link")).to_have_text(["Replay what you saw"])
    ann.assert_accessible()
    entry.get_by_role("link").click()
    expect(ann.page.get_by_role("slider", name="Moment")).to_be_visible()


@pytest.mark.parametrize(("width", "locale", "scheme"), [(360, "de", "dark"), (1280, "en-GB", "light")])
def test_statistics_are_pictures_that_can_be_read(
    arrive: Arrive, house: House, width: int, locale: str, scheme: str
) -> None:
    ann = played_to_its_end(arrive, house).ann
    (cookie,) = [each["value"] for each in ann.context.cookies() if each["name"] == "drlucky"]
    my_games(ann)
    other = arrive(cookie=cookie, width=width, locale=locale, color_scheme=scheme).go("/me/games")
    is_german = locale == "de"
    other.button("Statistik deiner Partien" if is_german else "Statistics over your games").click()
    heading = other.page.get_by_role("heading", name="Siege nach Regelbuch" if is_german else "Wins by rule book")
    expect(heading).to_be_visible()
    table = other.page.get_by_role("table", name="Siege nach Gegnern" if is_german else "Wins by opponents")
    expect(table.locator("tbody tr")).to_have_count(1)
    expect(table).to_contain_text(re.compile(r"[01] / 1"))
    other.page.get_by_text("Als Tabelle" if is_german else "As a table").click()
    other.assert_accessible()
    other.assert_fits()


def test_where_one_can_go_on_can_be_tidied(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-1996").ann
    ann.go()
    row = ann("li").filter(has=ann.link("Continue"))
    expect(row).to_have_count(1)
    expect(row).to_contain_text(re.compile("Your turn|'s turn"))
    expect(row).to_contain_text(re.compile("minute|hour|day"))
    ann.assert_accessible()
    row.get_by_role("button", name="Leave out of this list").click()
    expect(row).to_have_count(0)
    ann.button("Bring back what you left out").click()
    expect(row).to_have_count(1)
    row.get_by_role("button", name="Leave out of this list").click()
    expect(row).to_have_count(0)
    ann.page.reload()
    expect(ann.page.get_by_role("heading", name="How to play")).to_be_visible()
