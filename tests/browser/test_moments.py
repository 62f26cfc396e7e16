"""The special moments of the books, each right before it comes, and how the page shows it."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from browser.person import Person
from browser.positions import can, happens, must_answer
from browser.prepared import TWO, at_table, room_of
from server.blackbox.house import House

Arrive = Callable[..., Person]


def dark_rooms(person: Person) -> set[str]:
    return set(
        person.page.evaluate(
            "[...document.querySelectorAll('[data-room]:has(.shade.dark)')].map(({ dataset }) => dataset.room)"
        )
    )


def rooms(person: Person) -> set[str]:
    return set(person.page.evaluate("[...document.querySelectorAll('[data-room]')].map(({ dataset }) => dataset.room)"))


def test_when_the_lights_go_out_one_sees_ones_own_room(arrive: Arrive, house: House) -> None:
    here = at_table(arrive, house, "kill-2016", until=happens("lights out"))
    ann = here.ann
    assert not dark_rooms(ann)
    here.do()
    expect(here.event("lights out")).to_be_attached()
    expect(ann.page.get_by_text("The lights are out")).to_be_visible()
    expect(ann(".shade.dark").first).to_be_attached()
    assert rooms(ann) - dark_rooms(ann) == {room_of(ann, "0")}


def test_a_deck_that_sinks_is_flooded(arrive: Arrive, house: House) -> None:
    here = at_table(arrive, house, "save-2000", until=happens("deck sank", how="D"))
    ann = here.ann
    water = ann(".sea.over .water")
    before = water.evaluate("(each) => each.style.transform")
    here.do()
    expect(here.event("deck sank")).to_be_attached()
    expect(ann.page.get_by_text("Sunk: D")).to_be_visible()
    ann.page.wait_for_function(
        "(before) => document.querySelector('.sea.over .water').style.transform !== before", arg=before
    )
    flooded = ann('[data-room][aria-label*="Under water."]')
    assert flooded.count() > 0
    assert not any(
        room_of(ann, str(pawn)) in flooded.evaluate_all("(all) => all.map(({ dataset }) => dataset.room)")
        for pawn in (0, 1, 2, "doctor")
    )


def test_the_ship_goes_down_with_everyone(arrive: Arrive, house: House) -> None:
    here = at_table(arrive, house, "save-paizo", until=happens("over", how="sunk"))
    here.do()
    expect(here.ann("#end-title")).to_have_text("The ship has gone down")
    expect(here.ann(".end .kicker")).to_have_text("Nobody wins")


def test_the_right_hand_neighbour_is_told_why_they_must_stop_it(arrive: Arrive, house: House) -> None:
    here = at_table(arrive, house, "save-2000", until=must_answer)
    ann = here.ann
    expect(ann(".attempt .forced")).to_have_text(re.compile(r"right.*must"))
    expect(ann("[data-prompt]")).to_contain_text("You have to stop it")
    expect(ann("[data-action=pass]")).to_have_attribute("aria-disabled", "true")
    # Whoever looks on is told that she is bound, and not whether she can.
    eve = arrive(house).go(f"/t/{here.ready.code}")
    expect(eve(".attempt .forced")).to_contain_text("Ann sits to the rescuer's right")
    told = ann("[data-event='played']").count()
    here.do()
    expect(ann("[data-event='played']")).to_have_count(told + 1)


def test_two_strangers_come_too(arrive: Arrive, house: House) -> None:
    here = at_table(arrive, house, "kill-2016", TWO, until=happens("turned up"))
    ann = here.ann
    expect(ann("[data-seat]", has_text="plays by itself")).to_have_count(2)
    expect(ann(".board [data-pawn]")).to_have_count(5)
    told = ann("[data-event='turned up']").count()
    here.do()
    expect(ann("[data-event='turned up']").nth(told)).to_be_attached()


def test_the_cat_is_moved_by_those_who_want_to(arrive: Arrive, house: House) -> None:
    here = at_table(arrive, house, "kill-2016", options={"pets": "both"}, until=happens("stepped", pawn="cat"))
    ann = here.ann
    assert here.ready.action is not None
    target = here.ready.action.removeprefix("step cat ")
    ann.page.get_by_role("radio", name="cat").click()
    ann(f'[data-room="{target}"][data-lit]').click()
    expect(ann("[data-pawn='cat']")).to_have_attribute("data-in", target)
    expect(here.event("stepped")).to_contain_text("cat")


def test_in_the_escape_players_attack_each_other(arrive: Arrive, house: House) -> None:
    here = at_table(arrive, house, "kill-de", options={"escape": True}, until=can("attack"))
    ann = here.ann
    ann.button("Attack").click()
    ways = ann.page.get_by_role("dialog").locator("[data-action^='attack']")
    strike = ann.button("Strike now")
    expect(strike.or_(ways).first).to_be_visible()
    if ways.count():
        ways.first.click()
    strike.click()
    expect(ann("[data-event='attacked']", has_text="Ann attacks").last).to_be_attached()


def test_after_a_murder_comes_the_escape(arrive: Arrive, house: House) -> None:
    here = at_table(arrive, house, "kill-2016", until=happens("over", how="success"), stand="after")
    ann = here.ann
    expect(ann("#end-title")).to_have_text("Doctor Lucky is dead")
    ann.button("Escape now").click()
    # Against bots alone it is dealt at once, and the doctor is after whom he finds.
    expect(ann("[data-prompt]")).to_be_visible()
    expect(ann('[data-room][aria-label*="Doctor Lucky attacks you"]').first).to_be_attached()
    expect(ann("#end-title")).to_have_count(0)
    # To attack somebody, or first to defend herself: the others may come before her.
    ann("[data-prompt].asked").wait_for()
