"""Played by keys alone: every key does something or says why not, questions are answered, and the focus never falls to
the body of the page (in test_screen_reader.py: not in a whole game either)."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from browser.listening import Listener, faults
from browser.person import Person
from browser.positions import Moment, can, happens, prepare
from browser.prepared import THREE, TOGETHER, at_table, room_of
from browser.typing_player import WORDS, KeyPlayer
from patience import wait_until
from server.blackbox.house import House

Arrive = Callable[..., Person]


def answer(person: Person) -> Locator:
    """What the table has said last to somebody who pressed a key."""
    return person(".explained.shown > span")


def heard(person: Person) -> Locator:
    return person("#why-not")


def cannot_draw(moment: Moment) -> bool:
    """Somebody is in the way of it, and the first round is over, in which the doctor may call nobody up."""
    view = moment.view
    is_fresh = view.phase == "turn" and view.cards_played == 0 and view.steps > 0
    return is_fresh and view.turn > len(view.players) and "draw" not in view.legal


def bob_decides(moment: Moment) -> bool:
    return moment.view.phase == "turn" and moment.view.players[moment.seat] == "Bob"


def press(person: Person, *keys: str) -> None:
    for key in keys:
        person.page.keyboard.press(key)


@pytest.mark.parametrize("edition", ["kill-2016", "save-2000"])
def test_b_leads_to_the_board_also_with_closed_wings(arrive: Arrive, house: House, edition: str) -> None:
    ann = at_table(arrive, house, edition, until=can("step")).ann
    ann("[data-room][tabindex]").first.wait_for()
    assert (ann("[data-room][data-closed]").count() > 0) == (edition == "kill-2016")
    press(ann, "b")
    expect(ann(f'[data-room="{room_of(ann, "0")}"]')).to_be_focused()
    # From there on to the rooms that she can go to, one after the other, and round again.
    lit = ann("[data-room][data-lit]").count()
    visited = []
    for _ in range(lit + 1):
        press(ann, "b")
        expect(ann("[data-room][data-lit]:focus")).to_have_count(1)
        visited.append(ann("[data-room]:focus").get_attribute("data-room"))
    assert len(set(visited)) == lit
    assert visited[0] == visited[-1]


def test_a_key_that_can_do_nothing_says_why(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-2016", until=cannot_draw).ann
    press(ann, "d")
    expect(answer(ann)).to_have_text(re.compile("You can't draw a card.*: .*(see|hallway)"))
    expect(heard(ann)).to_have_text(answer(ann).inner_text())
    ann.assert_accessible()
    # Asked again, it is told again: what was there is replaced, and not only left as it is.
    ann.page.evaluate("window.first = document.querySelector('#why-not span')")
    press(ann, "d")
    ann.wait_for("!window.first.isConnected")
    press(ann, "Escape")
    expect(ann(".explained.shown")).to_have_count(0)
    expect(heard(ann)).to_have_text("")


def test_keys_say_whose_turn_it_is(arrive: Arrive, house: House) -> None:
    """Of another person, who takes their time."""
    here = at_table(arrive, house, "kill-2016", TOGETHER, until=bob_decides)
    for key in ("d", "e", "i", "1"):
        press(here.ann, key)
        expect(answer(here.ann)).to_contain_text("it's up to Bob now")
        press(here.ann, "Escape")
        expect(answer(here.ann)).to_have_count(0)


def test_questions_are_answered_in_words(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-2016", THREE, until=cannot_draw).ann
    doctor, own = room_of(ann, "doctor"), room_of(ann, "0")
    for key, words in (
        ("p", r"Your turn\. You have \d steps?\. Next: .+\. \d+ choices: press 1\."),
        ("s", rf"You are here: {own}\. .* can see you\."),
        ("w", rf"Doctor Lucky is here: {doctor}\. Next: .+\. After that: .+; .+; .+\. He would call you up here: .+\."),
        ("a", rf"{own}\. Here: .*you.* One step from here: .+\."),
        ("n", r"Cards in hand: You: \d+, Bob: \d+, Cleo: \d+\. \d+ cards left to draw\."),
        ("t", r".+\."),
    ):
        press(ann, key)
        expect(answer(ann)).to_have_text(re.compile(words, re.DOTALL))
        expect(heard(ann)).to_have_text(answer(ann).inner_text())
    last = ann("[data-event]").last.inner_text()
    expect(answer(ann)).to_have_text(last)
    # Of the room that has the focus, if one has it.
    ann(f'[data-room="{doctor}"]').focus()
    press(ann, "a")
    expect(answer(ann)).to_have_text(re.compile(rf"{doctor}\. Here: .*Doctor Lucky"))


def test_questions_can_be_asked_without_keys(arrive: Arrive, house: House) -> None:
    """By whoever has switched them off, or has none."""
    ann = at_table(arrive, house, "kill-de", until=can("step"), locale="de-DE").ann
    ann("[data-choices] ~ button").click()
    ann.page.get_by_label("Tasten mit einem einzelnen Buchstaben", exact=False).uncheck()
    ann.button("Tasten").click()
    ann("dialog[open] li button", has_text="Wie viele Karten").click()
    expect(ann("dialog[open]")).to_have_count(0)
    expect(answer(ann)).to_have_text(re.compile("Handkarten: Du: ", re.IGNORECASE))
    press(ann, "Escape")
    expect(answer(ann)).to_have_count(0)
    for key in ("n", "d", "b", "1", "?", "l"):
        press(ann, key)
    expect(ann("dialog[open], .explained.shown")).to_have_count(0)
    ann.page.reload()
    ann("[data-prompt]").wait_for()
    press(ann, "n")
    expect(answer(ann)).to_have_count(0)


def focused(person: Person) -> str:
    return str(person.page.evaluate(WORDS))


def test_what_is_closed_gives_the_focus_back(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-2016", until=can("draw"), before=KeyPlayer.watch).ann
    keys = KeyPlayer(ann, 1)
    ann("[data-room][tabindex]").first.wait_for()
    # A hint is closed by its button, and by Esc.
    for close in ("Enter", "Escape"):
        keys.press("b")
        room = focused(ann)
        keys.press("i")
        ann.button("Close the hint").focus()
        keys.press(close)
        expect(ann(".hint")).to_have_count(0)
        assert focused(ann) == room
    # So is an answer.
    keys.press("n")
    ann.button("Close the answer").focus()
    keys.press("Enter")
    expect(answer(ann)).to_have_count(0)
    assert focused(ann) == room
    # A window that is opened from a key gives it back to where it was.
    for key in ("r", "?", "1"):
        keys.press(key)
        expect(ann("dialog[open]")).to_have_count(1)
        keys.press("Escape")
        expect(ann("dialog[open]")).to_have_count(0)
        assert focused(ann) == room


def test_a_card_that_is_sorted_elsewhere_keeps_the_focus(arrive: Arrive, house: House) -> None:
    """Whatever has it when the hand is put into another order."""
    ann = at_table(arrive, house, "kill-2016", until=can("draw"), before=KeyPlayer.watch).ann
    keys = KeyPlayer(ann, 1)
    ann("button[data-card]").first.wait_for()
    keys.press("h")
    card = focused(ann)
    ann.page.evaluate("document.activeElement.closest('ul').append(document.activeElement.closest('li'))")
    keys.press("n")
    assert focused(ann) == card


def test_the_end_can_be_put_aside_by_keys(arrive: Arrive, house: House) -> None:
    here = at_table(arrive, house, "kill-de", until=happens("over"), stand="after", before=KeyPlayer.watch)
    keys, title, back = KeyPlayer(here.ann, 1), here.ann("#end-title"), here.ann(".end .bar button")
    expect(title).to_be_focused()
    keys.tab_to("See the board")
    keys.press("Enter")
    expect(title).to_have_count(0)
    expect(back).to_be_focused()
    keys.press("b")
    expect(here.ann("[data-room]:focus")).to_have_count(1)
    # What is asked is answered here too, though there is no hand to answer it beside.
    keys.press("t")
    here.ann.was_told(here.ann("[data-event] .entry").last.inner_text())
    keys.tab_to(back.inner_text())
    keys.press("Enter")
    expect(title).to_be_focused()


def test_a_replay_is_gone_through_by_keys(arrive: Arrive, house: House) -> None:
    over = prepare(house.folder, "kill-1996", THREE, until=happens("over", how="success"), stand="after")
    ann = arrive()
    Listener.begin(ann)
    ann.go(f"/games/{over.code}/1")
    moment, listener = ann.page.get_by_role("slider", name="Moment"), Listener(ann)
    following = ann.button("Next decision")
    following.focus()
    press(ann, "Enter")
    expect(moment).to_have_value("1")
    valuetext = moment.get_attribute("aria-valuetext") or ""
    wait_until(lambda: any(each in valuetext for each in listener.heard("polite")))
    # A button that leads no further keeps the focus, and says so.
    beginning = ann.button("To the beginning")
    beginning.focus()
    press(ann, "Enter")
    expect(moment).to_have_value("0")
    expect(beginning).to_be_focused()
    expect(beginning).to_have_attribute("aria-disabled", "true")
    # The slider says where it is by itself: it is not said twice.
    moment.focus()
    before = len(listener.heard("polite"))
    press(ann, "ArrowRight", "ArrowRight", "ArrowRight")
    expect(moment).to_have_value("3")
    assert moment.get_attribute("aria-valuetext")
    assert len(listener.heard("polite")) == before
    eyes = ann.page.get_by_label("Seen by")
    eyes.focus()
    press(ann, "ArrowDown")
    expect(ann("[data-seat] .cards")).to_have_count(0)
    expect(eyes).to_be_focused()
    assert not faults(listener.tree())


def test_the_grids_of_the_puzzle_say_what_a_cell_has_become(arrive: Arrive) -> None:
    ann = arrive()
    Listener.begin(ann)
    ann.go("/puzzle")
    listener = Listener(ann)
    cells = ann("[role=grid]").first.locator("button")
    cells.first.focus()
    press(ann, "ArrowRight", "End", "Home", "ArrowDown")
    expect(cells.locator(":scope:focus")).to_have_attribute("data-place", "1,0")
    press(ann, "Enter", "Enter", "Enter", "Enter", "ArrowRight", "Enter")
    wait_until(lambda: listener.heard("polite")[-5:] == ["no", "yes", "open", "no", "no"])
    clear = ann.button("Clear all grids")
    clear.focus()
    press(ann, "Enter")
    ann.button("Clear them").press("Enter")
    expect(clear).to_have_attribute("aria-disabled", "true")
    expect(clear).to_be_focused()
    assert not faults(listener.tree())
