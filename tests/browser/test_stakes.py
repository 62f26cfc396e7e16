"""What hangs on a decision is said before it is made: at the prompt, on the cards, on the seats and on the board."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import drlucky
from browser.person import Person
from browser.positions import Moment, can, must_answer
from browser.prepared import THREE, TWO, Here, at_table
from server.blackbox.house import House

Arrive = Callable[..., Person]
PASS = "[data-action=pass]"
SMALL = {"width": 390, "height": 844}

# How many cards have flown from the pile, and all that was said aloud.
WATCH = """() => {
  window.heard = [];
  const voice = document.querySelector("[data-announcer]");
  new MutationObserver(() => window.heard.push(voice.textContent)).observe(voice, { childList: true, subtree: true });
  window.flights = 0;
  new MutationObserver((all) => {
    for (const { addedNodes } of all)
      for (const node of addedNodes) window.flights += Number(node.matches?.(".card-back.flying") ?? false);
  }).observe(document.body, { childList: true });
}"""


def asked(moment: Moment) -> bool:
    """There is a choice between passing and playing."""
    legal = moment.view.legal
    return moment.view.phase == "answer" and "pass" in legal and len(legal) > 1


def overpaying(moment: Moment) -> bool:
    """One is needed, and both a card that is worth just that and one that is worth four are at hand."""
    attempt = moment.view.attempt
    worth = {card.name: card.luck for card in drlucky.new("kill-2016", 3, seed=0).setting.deck.cards}
    hand = {worth[action.removeprefix("play ")] for action in moment.view.legal if action.startswith("play ")}
    return asked(moment) and attempt is not None and attempt.strength == attempt.luck + 1 and {1, 4} <= hand


def calls_itself(moment: Moment) -> bool:
    """Whoever ends the turn here is called up again."""
    return moment.action in ("end", "draw") and any(
        event.kind == "called up" and event.seat == moment.seat for event in moment.events
    )


def events(person: Person) -> int:
    return person("[data-event]").count()


# The last one who is asked.


def last_one(arrive: Arrive, house: House, **how: Any) -> Here:
    """Ann, whom nobody comes after: of two players everyone is the last."""
    return at_table(arrive, house, "kill-1996", TWO, until=asked, **how)


@pytest.mark.parametrize("how", ["button", "key"])
def test_passing_that_loses_takes_two_presses(arrive: Arrive, house: House, how: str) -> None:
    ann = last_one(arrive, house).ann

    def press() -> None:
        if how == "key":
            ann.page.keyboard.press("e")
        else:
            ann(".acts button").click()

    prompt = ann("[data-prompt]")
    expect(prompt).to_contain_text("You are the last")
    expect(prompt).to_contain_text("Then Bob wins.")
    expect(ann.button("Pass Then Bob wins.")).to_be_visible()
    before = events(ann)
    press()
    expect(prompt).to_contain_text("Press again. Then Bob wins.")
    expect(ann.button("Pass all the same", exact=False)).to_be_visible()
    assert events(ann) == before
    ann.assert_accessible()
    press()
    expect(ann("#end-title")).to_be_visible()


def test_who_knows_presses_twice_at_once(arrive: Arrive, house: House) -> None:
    ann = last_one(arrive, house).ann
    ann(PASS).dblclick()
    expect(ann("#end-title")).to_be_visible()


def test_something_else_that_is_done_takes_the_first_press_back(arrive: Arrive, house: House) -> None:
    ann = last_one(arrive, house).ann
    ann(PASS).click()
    expect(ann.button("Pass all the same", exact=False)).to_be_visible()
    before = events(ann)
    ann("button[data-card]:not([aria-disabled=true])").first.click()
    expect(ann("[data-event]").nth(before)).to_be_attached()
    expect(ann.button("Pass all the same", exact=False)).to_have_count(0)


def test_nobody_is_asked_twice(arrive: Arrive, house: House) -> None:
    """Who wants to be asked before what cannot be taken back has been asked by the second press."""
    ann = last_one(arrive, house).ann
    ann.button("Table").click()
    ann.page.get_by_label("Ask before anything that can't be undone").check()
    ann.page.keyboard.press("Escape")
    ann(PASS).click()
    ann.button("Pass all the same", exact=False).click()
    expect(ann("#end-title")).to_be_visible()


def test_in_the_escape_passing_is_dying(arrive: Arrive, house: House) -> None:

    def with_all_alive(moment: Moment) -> bool:
        return asked(moment) and None not in moment.view.rooms

    ann = at_table(arrive, house, "kill-2016", THREE, {"escape": True}, until=with_all_alive).ann
    prompt = ann("[data-prompt]")
    expect(prompt).to_contain_text("attacks you")
    expect(prompt).to_contain_text("Then you are out of the game.")
    before = events(ann)
    ann.page.keyboard.press("e")
    expect(prompt).to_contain_text("Press again")
    assert events(ann) == before
    ann.page.keyboard.press("e")
    expect(ann("[data-event='died']").last).to_be_attached()


def test_passing_that_decides_nothing_takes_one(arrive: Arrive, house: House) -> None:
    """Cleo strikes, and Bob is asked after Ann: how many cards he holds is said."""

    def first(moment: Moment) -> bool:
        attempt = moment.view.attempt
        return asked(moment) and attempt is not None and attempt.attacker == 2 and moment.view.hand_sizes[1] > 1

    ann = at_table(arrive, house, "kill-1996", THREE, until=first).ann
    cards = ann("[data-seat='1'] .hand [aria-hidden]").last.inner_text()
    expect(ann("[data-prompt]")).to_contain_text(f"After you: Bob with {cards} cards.")
    expect(ann(PASS)).to_contain_text(f"After you: Bob with {cards} cards.")
    ann(PASS).click()
    expect(ann("[data-event='passed']").last).to_contain_text("pass")


def test_who_has_to_stop_it_is_told_so(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "save-2000", THREE, until=must_answer).ann
    expect(ann("[data-prompt]")).to_contain_text("You have to stop it")
    expect(ann(PASS)).to_contain_text("You sit to the rescuer's right")


# Too much.


def test_a_card_that_is_too_much_says_so_before_it_is_played(arrive: Arrive, house: House) -> None:
    here = at_table(arrive, house, "kill-2016", THREE, until=overpaying)
    ann = here.ann
    warned = ann("li:has(.warned)").filter(has_text="4 where 1 will do").first
    expect(warned).to_be_visible()
    expect(warned.get_by_role("button", name=re.compile("4 where 1 will do: .* would be enough"))).to_be_visible()
    before = events(ann)
    warned.get_by_role("button").click()
    expect(ann("[data-event='played']").last).to_be_attached()  # it is a word of warning, and in nobody's way
    assert events(ann) > before


# Drawing.


@pytest.mark.parametrize("size", [{}, SMALL], ids=["wide", "phone"])
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_drawn_card_is_marked_until_something_is_decided(
    arrive: Arrive, house: House, size: dict[str, Any], motion: str
) -> None:
    ann = at_table(arrive, house, "kill-2016", THREE, until=can("draw"), motion=motion, **size).ann
    expect(ann("[data-drawn]")).to_have_count(0)
    ann.page.evaluate(WATCH)
    expect(ann("button[data-card]").first).to_be_visible()
    before = ann("button[data-card]").count()
    ann.button("Draw and end turn").click()
    expect(ann("button[data-card]")).to_have_count(before + 1)
    drawn = ann("[data-drawn]")
    expect(drawn).to_have_count(1)
    expect(drawn).to_contain_text("new")
    expect(drawn).to_contain_text("Just drawn")
    expect(ann(".card-back")).to_have_count(0)  # it has arrived
    expect(drawn).to_be_in_viewport()
    card = drawn.locator("button").get_attribute("data-card")
    ann.wait_for(f"window.heard.some((words) => words.includes({json.dumps(card)}))")
    # Others play meanwhile, and it stays marked when it is for Ann to decide.
    expect(ann("[data-prompt].asked")).to_be_visible()
    expect(drawn).to_have_count(1)
    assert ann.page.evaluate("window.flights") == (motion == "no-preference"), "it flies where motion is wanted"
    ann("button:not([aria-disabled=true])").filter(has_text=re.compile("End turn|Pass")).first.click()
    expect(drawn).to_have_count(0)


def test_where_drawing_does_not_end_the_turn_the_button_does_not_say_so(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-2016", THREE, {"escape": True}, until=can("end")).ann
    expect(ann.button("Draw a card")).to_have_attribute("aria-disabled", "true")
    expect(ann.button("Draw and end turn")).to_have_count(0)


# Who is next.


@pytest.mark.parametrize("edition", ["kill-2016", "save-2000"])
def test_the_doctor_calls_whom_the_forecast_names(arrive: Arrive, house: House, edition: str) -> None:
    ann = at_table(arrive, house, edition, THREE, until=calls_itself).ann
    mine = ann("[data-seat='0']")
    expect(mine.locator("[data-next='called']")).to_be_visible()
    expect(mine).to_contain_text("if Doctor Lucky walks on")
    expect(ann("[data-prompt]")).to_contain_text("Next: you, by the doctor.")
    expect(ann("[data-fate='called']")).to_have_count(1)
    room = ann("[data-lantern]:has([data-fate])").get_attribute("data-lantern")
    place = ann(f'[data-room="{room}"]')
    expect(place).to_have_attribute("aria-label", re.compile("Be here when this turn ends, and you are next"))
    calls = ann("[data-event='called up']").count()
    ann.button("End turn").click()
    expect(ann("[data-event='called up']").nth(calls)).to_contain_text("you", ignore_case=True)
    expect(ann("[data-prompt].asked")).to_be_visible()


def test_someone_is_next_in_any_case(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-1996", THREE, until=can("end")).ann
    expect(ann("[data-next]")).to_have_count(1)
