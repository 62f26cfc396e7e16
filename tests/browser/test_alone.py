"""Alone against bots: the next game at once, bots as fast as one likes, tables that leave no trace, and what this
device remembers of the last time."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from browser.clicking import Clicker
from browser.person import Person
from browser.positions import happens
from browser.prepared import TOGETHER, at_table
from browser.sitting import begin, choose, open_table, seat_another
from server.blackbox.house import House

Arrive = Callable[..., Person]


def over(arrive: Arrive, house: House) -> Person:
    """Somebody whose game against bots is over."""
    return at_table(arrive, house, "kill-1996", until=happens("over", how="success"), stand="after").ann


def test_a_rematch_against_bots_is_dealt_at_once(arrive: Arrive, house: House) -> None:
    ann = over(arrive, house)
    ann.assert_accessible()
    ann.button("Rematch").click()
    expect(ann("[data-prompt]")).to_be_visible()
    expect(ann("#end-title")).to_have_count(0)
    expect(ann(".dock button[data-card]").first).to_be_visible()
    expect(ann("[data-event='attempt']")).to_have_count(0)
    clicker = Clicker(ann, seed=2)
    for _ in range(3):
        clicker.decide()
    ann.assert_accessible()


def test_who_wants_changes_goes_to_the_lobby_first(arrive: Arrive, house: House) -> None:
    ann = over(arrive, house)
    ann.button("Rematch with changes …").click()
    expect(ann.page.get_by_role("heading", name="A rematch: the same table, a new deal.")).to_be_visible()
    ann.button("Start the game").click()
    expect(ann("[data-prompt]")).to_be_visible()


def test_where_others_play_everyone_gets_ready(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-1996", TOGETHER, until=happens("over"), stand="after").ann
    expect(ann.button("Rematch with changes …")).to_have_count(0)
    ann.button("Rematch").click()
    expect(ann.page.get_by_role("heading", name="A rematch: the same table, a new deal.")).to_be_visible()


def test_bots_are_hurried_in_the_middle_of_a_game(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-2016", seed=0).ann
    ann.button("Table").click()
    tempo = ann.page.get_by_label("Bots answer")
    expect(tempo).to_have_value("normal")
    tempo.select_option(label="at once")
    ann.assert_accessible()
    ann.page.keyboard.press("Escape")
    ann.page.reload()
    ann.button("Table").click()
    expect(tempo).to_have_value("at once")
    together = at_table(arrive, house, "kill-2016", TOGETHER, seed=0).ann
    together.button("Table").click()
    expect(together.page.get_by_label("Show others' turns")).to_be_visible()
    expect(together.page.get_by_label("Bots answer")).to_have_count(0)
    expect(together.button("Leave without a trace …")).to_have_count(0)


def test_a_table_is_left_without_a_trace(arrive: Arrive, house: House) -> None:
    here = at_table(arrive, house, "kill-2016", seed=0)
    ann, code = here.ann, here.ready.code
    eve = arrive().go(f"/t/{code}")
    eve("[data-prompt]").wait_for()
    ann.button("Table").click()
    ann.button("Leave without a trace …").click()
    # The question has the focus on the answer that changes nothing.
    question = ann.page.get_by_role("group", name="Leave without a trace")
    expect(question.get_by_role("button", name="No")).to_be_focused()
    ann.assert_accessible()
    question.get_by_role("button", name="No").click()
    expect(ann.button("Leave without a trace …")).to_be_visible()
    ann.button("Leave without a trace …").click()
    question.get_by_role("button", name="Delete it").click()
    ann.page.wait_for_url(re.compile(r"/$"))
    ann.was_told("The table is deleted. Nothing of it is left.")
    expect(eve.page.get_by_role("heading", name="This table is no more")).to_be_visible()
    eve.assert_accessible()
    ann.go(f"/t/{code}")
    expect(ann.page.get_by_role("heading", name="There is no such table")).to_be_visible()
    ann.expect_trouble("404")


def test_the_lobby_can_be_left_without_a_trace_too(arrive: Arrive) -> None:
    ann = arrive()
    open_table(ann, "Ann", players=3, bots=1)
    ann.button("Close the table").click()
    ann.button("Leave without a trace …").click()
    ann.button("Delete it").click()
    ann.page.wait_for_url(re.compile(r"/$"))


def test_a_new_table_says_what_it_remembers_and_starts_fresh_with_a_click(arrive: Arrive) -> None:
    ann = arrive()
    ann.go("/new")
    choose(ann, "Players", "4")
    expect(ann.button("Start fresh")).to_have_count(0)
    choose(ann, "Players", "3")
    choose(ann, "How many are bots", "1")
    ann.page.get_by_label("Bots answer").select_option(label="fast")
    ann.page.get_by_label("Others may watch").uncheck()
    escape = ann.page.get_by_label("Play the Escape by itself")
    escape.check()
    ann.button("Open the table").click()
    ann.page.wait_for_url("**/t/*")

    ann.go("/new")
    before = ann.page.get_by_role("group", name="As last time")
    expect(before).to_contain_text("3 players, 1 bot (normal), bots answer fast, nobody may watch")
    expect(escape).not_to_be_checked()
    expect(ann.page.get_by_role("group", name="Players").get_by_role("radio", name="3", exact=True)).to_be_checked()
    ann.assert_accessible()
    ann.button("Start fresh").click()
    expect(before).to_have_count(0)
    expect(ann.page.get_by_role("heading", name="New table")).to_be_focused()
    expect(ann.page.get_by_role("group", name="Players").get_by_role("radio", name="4", exact=True)).to_be_checked()
    expect(ann.page.get_by_label("Others may watch")).to_be_checked()
    ann.go("/new")
    expect(ann.page.get_by_label("Others may watch")).to_be_checked()
    expect(before).to_have_count(0)


def test_an_escape_that_an_earlier_page_kept_is_not_taken_up(arrive: Arrive) -> None:
    ann = arrive()
    kept = '{"edition": "kill-2016", "players": 5, "escape": true}'
    ann.context.add_init_script(f"localStorage['drlucky.table'] ??= {kept!r}")
    ann.go("/new")
    expect(ann.page.get_by_role("group", name="As last time")).to_contain_text("5 players")
    expect(ann.page.get_by_label("Play the Escape by itself")).not_to_be_checked()


def play_as(person: Person, seat: int) -> str:
    """Chooses the last of the cast who are free, and says who it is."""
    person(f"[data-seat='{seat}']").get_by_role("button", name="Character", exact=True).click()
    chosen = person("dialog [data-character]:not(.other)").last
    chosen.click()
    name = chosen.locator(".name").inner_text()
    person.button("Done").click()
    expect(person(f"[data-seat='{seat}']")).to_contain_text(name)
    return name


def test_names_and_characters_are_remembered_on_the_device(arrive: Arrive, house: House) -> None:
    ann = arrive()
    open_table(ann, "Ann", players=3)
    seat_another(ann, seat=1, name="Bob")
    edwina, fabrizio = (play_as(ann, seat) for seat in range(2))
    ann("[data-seat='2']").get_by_role("button", name="Bot").click()
    begin(ann)

    # The next table: whoever opens it is whom they were, and Bob is offered.
    open_table(ann, "Ann", players=3)
    expect(ann("[data-seat='0']")).to_contain_text(edwina)
    ann("[data-seat='1']").get_by_role("button", name="Someone here").click()
    expect(ann.page.get_by_role("dialog").get_by_label("Name")).to_have_value("Bob")
    ann.assert_accessible()
    ann.button("Done").click()
    expect(ann("[data-seat='1']")).to_contain_text(fabrizio)

    # At the table of somebody else, too, unless another is quicker.
    cleo = arrive()
    open_table(cleo, "Cleo", players=3)
    ann.go(cleo.page.url.removeprefix(cleo.address))
    expect(ann.page.get_by_text(re.compile(f"You will be {edwina}"))).to_be_visible()

    # Who is forgotten leaves nothing here.
    ann.go("/")
    ann.button("Menu").click()
    ann.button("Forget me").click()
    ann.button("Forget me for good").click()
    ann.page.wait_for_url(re.compile(r"/$"))
    ann.wait_for("!localStorage.getItem('drlucky.character') && !localStorage.getItem('drlucky.guests')")
