"""What people do at a table besides playing: talking and being kept from it, coming and going, handing seats on,
pausing, giving up, and playing once more."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.person import Person
from browser.positions import Moment, Players, happens, prepare
from browser.sitting import begin, open_table, sit_down
from drlucky.table import Clock
from server.blackbox.house import House, QuickHouse

Arrive = Callable[..., Person]
PLAYERS: Players = (("Ann", "person"), ("Bob", "person"), ("Cleo", "bot easy"))
LONG = 600.0
"""Seconds that nobody here waits for."""
NEARLY = LONG - 0.3
GONE = 0.2
"""Seconds after which someone is taken to be away, in tests about that."""


@pytest.fixture(scope="module")
def slow_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Where bots think for so long that there is time to come back."""
    with QuickHouse(tmp_path_factory.mktemp("slow"), pace=100) as house:
        yield house


def together(arrive: Arrive, house: House, edition: str = "kill-1996", **how: Any) -> tuple[Person, Person, str]:
    """Ann, who is the host and has to decide, and Bob are at a table; and its code."""
    ready = prepare(house.folder, edition, PLAYERS, **({"until": is_anns} | how))
    ann, bob = (arrive(house, cookie=ready.cookies[name]).go(f"/t/{ready.code}") for name in ("Ann", "Bob"))
    for person in (ann, bob):
        person("[data-prompt], #end-title").first.wait_for()
    return ann, bob, ready.code


def is_anns(moment: Moment) -> bool:
    return moment.seat == 0 and moment.view.phase == "turn"


def menu(person: Person) -> Locator:
    """The window with everything about the table, open."""
    person.button("Table").click()
    return person.page.get_by_role("dialog", name=re.compile("^Table "))


def close(person: Person) -> None:
    person.page.keyboard.press("Escape")
    expect(person("dialog[open]")).to_have_count(0)


def say(person: Person, words: str) -> None:
    box = person.page.get_by_label("Say something")
    box.fill(words)
    box.press("Enter")
    expect(box).to_have_value("")


def said(person: Person) -> Locator:
    return person.page.get_by_role("log", name="What was said")


def chat(*people: Person) -> None:
    for person in people:
        person.page.get_by_role("tab", name="Chat").click()


def link_from(person: Person) -> str:
    return person.page.get_by_role("dialog").get_by_label("Link", exact=True).input_value()


def test_the_host_mutes_someone_and_lets_them_talk_again(arrive: Arrive, house: House) -> None:
    ann, bob, _ = together(arrive, house)
    chat(ann, bob)
    say(bob, "Good evening")
    expect(said(ann)).to_contain_text("Good evening")
    menu(ann).get_by_role("button", name="Mute Bob").click()
    expect(bob.page.get_by_text("The host has asked you to be quiet.")).to_be_visible()
    expect(bob.page.get_by_label("Say something")).to_have_count(0)
    ann.button("Let Bob talk again").click()
    say(bob, "Thank you")
    close(ann)
    expect(said(ann)).to_contain_text("Thank you")


def test_on_a_phone_the_chat_says_how_much_of_it_was_not_read(arrive: Arrive, house: House) -> None:
    ready = prepare(house.folder, "kill-1996", PLAYERS, until=is_anns)
    ann = arrive(house, cookie=ready.cookies["Ann"]).go(f"/t/{ready.code}")
    bob = arrive(house, cookie=ready.cookies["Bob"], width=360, height=640).go(f"/t/{ready.code}")
    chat(ann)
    unread = bob.button("Chat", exact=False)
    expect(unread).to_have_accessible_name("Chat")
    say(ann, "Good evening")
    expect(unread).to_have_accessible_name("Chat 1 unread")
    say(ann, "Are you there?")
    expect(unread).to_have_accessible_name("Chat 2 unread")
    unread.click()
    expect(said(bob)).to_contain_text("Are you there?")
    close(bob)
    expect(unread).to_have_accessible_name("Chat")


def test_another_becomes_the_host(arrive: Arrive, house: House) -> None:
    ann, bob, _ = together(arrive, house)
    expect(menu(bob).get_by_role("group", name="People")).to_have_count(0)
    menu(ann).get_by_role("button", name="Make Bob the host").click()
    expect(ann.button("Make Bob the host")).to_have_count(0)
    expect(bob.button("Make Ann the host")).to_be_visible()
    bob.was_told("You are the host now.")


def test_someone_is_sent_away_and_nobody_else_takes_the_seat(arrive: Arrive, house: House) -> None:
    """During a game a seat goes back to the one who was sent away, by invitation, and to nobody else."""
    ann, bob, _ = together(arrive, house)
    eve = arrive(house)
    menu(ann).get_by_role("button", name="Send Bob away").click()
    ann.button("Yes, send away").click()
    close(ann)
    expect(bob.page.get_by_role("heading", name="You are no longer at this table")).to_be_visible()
    expect(ann("[data-seat='1']")).to_contain_text("sent away: a bot plays on")
    bob.button("Just watch").click()
    expect(bob("[data-prompt]")).to_be_visible()
    expect(bob("[data-card]")).to_have_count(0)

    ann.button("Invite Bob back").click()
    link = link_from(ann)
    close(ann)
    eve.go(link)
    eve.page.get_by_label("What should we call you?").fill("Eve")
    eve.button("Sit down").click()
    expect(eve.page.get_by_text("only the person who was sent away").first).to_be_visible()
    expect(eve("button[data-card]")).to_have_count(0)
    bob.go(link)
    expect(bob("button[data-card]").first).to_be_visible()
    expect(ann.button("Invite Bob back")).to_have_count(0)
    expect(ann("[data-seat='1']")).not_to_contain_text("sent away")


def test_before_a_game_someone_is_sent_away_and_comes_back_by_invitation(arrive: Arrive) -> None:
    ann, bob = arrive(), arrive()
    open_table(ann, "Ann", players=2)
    bob.go(f"/t/{ann.code}")
    sit_down(bob, "Bob")
    ann.button("Send Bob away").click()
    ann.button("Yes, send away").click()
    expect(bob.page.get_by_role("heading", name="You are no longer at this table")).to_be_visible()
    # Whoever just opens the table again is told so too.
    bob.page.reload()
    bob.button("Sit down").click()
    expect(bob.page.get_by_role("alert")).to_contain_text("The host has asked you to leave this table.")

    ann("[data-seat='1']").get_by_role("button", name="Invite").click()
    bob.go(link_from(ann))
    close(ann)
    bob.button("I'm ready").click()
    begin(ann, bob)


def test_anyone_who_plays_pauses_and_goes_on(arrive: Arrive, house: House) -> None:
    ann, bob, code = together(arrive, house)
    eve = arrive(house).go(f"/t/{code}")
    menu(bob).get_by_role("button", name="Pause the game").click()
    close(bob)
    for person in (ann, eve):
        expect(person("[data-prompt]")).to_contain_text("The game is paused")
        expect(person("[data-prompt]")).to_contain_text("by Bob")
    expect(ann("[data-lit]")).to_have_count(0)
    expect(eve.button("Continue")).to_have_count(0)
    ann.button("Continue").click()
    expect(ann("[data-prompt].asked")).to_be_visible()
    expect(ann("[data-lit]").first).to_be_visible()
    bob.was_told("Ann resumes the game.")


def test_whoever_resigns_is_played_for_to_the_end(arrive: Arrive, slow_house: House) -> None:
    ann, bob, _ = together(arrive, slow_house)
    menu(ann).get_by_role("button", name="Resign …").click()
    expect(ann.page.get_by_text("A bot plays your seat to the end. This can't be undone.")).to_be_visible()
    ann.button("Resign").click()
    expect(ann.page.get_by_text("You have resigned. A bot plays your seat to the end.")).to_be_visible()
    expect(ann("[data-lit]")).to_have_count(0)
    expect(bob("[data-seat='0']")).to_contain_text("resigned: a bot plays on")
    bob.was_told("Ann: resigned: a bot plays on")
    # The last one who gives up ends the game, and is told so before.
    menu(bob).get_by_role("button", name="Resign …").click()
    expect(bob.page.get_by_text("Nobody else is playing, so this ends the game.")).to_be_visible()
    bob.button("Resign").click()
    for person in (ann, bob):
        expect(person("#end-title")).to_be_visible()


def test_a_clock_that_runs_out_hands_the_seat_to_a_bot_and_back(arrive: Arrive, slow_house: House) -> None:
    clock = {"clock": Clock("decision", LONG)}
    ann, bob, _ = together(arrive, slow_house, settings=clock, paused_after=NEARLY)
    bob.button("Continue").click()
    expect(ann.page.get_by_text("A bot plays for you.")).to_be_visible()
    expect(bob("[data-seat='0']")).to_contain_text("out of time: a bot stands in")
    ann.button("Take over").click()
    expect(ann.page.get_by_text("A bot plays for you.")).to_have_count(0)
    expect(ann("[data-prompt].asked")).to_be_visible()
    expect(bob("[data-seat='0']")).not_to_contain_text("out of time")
    bob.was_told("Ann is back.")


def test_a_bot_stands_in_for_someone_who_is_away_until_they_are_back(arrive: Arrive, slow_house: House) -> None:
    ann, bob, code = together(arrive, slow_house, settings={"away": GONE})
    ann.go("/rules/kill-2016")
    expect(bob("[data-seat='0']")).to_contain_text("away: a bot stands in")
    ann.go(f"/t/{code}")
    expect(ann("[data-prompt].asked")).to_be_visible()
    expect(ann.page.get_by_text("A bot plays for you.")).to_have_count(0)
    expect(bob("[data-seat='0']")).not_to_contain_text("away")


def test_two_windows_of_one_person_show_the_same(arrive: Arrive, slow_house: House) -> None:
    """What is done in one is seen in the other, leaving too."""
    ann, bob, code = together(arrive, slow_house)
    room = ann("[data-lit]").first.get_attribute("data-room")
    other = ann.context.new_page()
    other.goto(f"/t/{code}")
    other.locator(f"[data-room='{room}'][data-lit]").focus()
    other.keyboard.press("Enter")
    expect(ann(f"[data-pawn='0'][data-in='{room}']")).to_be_visible()

    other.get_by_role("button", name="Table", exact=True).click()
    other.get_by_role("button", name="Leave the table …").click()
    expect(other.get_by_text("A bot stands in for you until you come back to this table.")).to_be_visible()
    other.get_by_role("button", name="Leave", exact=True).click()
    other.wait_for_url("**/")
    expect(bob("[data-seat='0']")).to_contain_text("left: a bot stands in")
    ann.button("Take over").click()
    expect(bob("[data-seat='0']")).not_to_contain_text("left")
    expect(ann("[data-prompt].asked")).to_be_visible()


def test_a_seat_goes_on_at_another_device(arrive: Arrive, house: House) -> None:
    ann, bob, _ = together(arrive, house)
    ann("button[data-card]").first.wait_for()
    held = [each.get_attribute("data-card") for each in ann("button[data-card]").all()]
    menu(ann).get_by_role("button", name="Hand Ann's seat to another device …").click()
    telephone = arrive(house, width=360, height=740).go(link_from(ann))
    telephone.button("Sit down").click()
    expect(telephone("[data-prompt].asked")).to_be_visible()
    expect(telephone("button[data-card]")).to_have_count(len(held))
    assert [each.get_attribute("data-card") for each in telephone("button[data-card]").all()] == held
    expect(ann("button[data-card]")).to_have_count(0)
    ann.was_told("Someone used the link and now plays in your seat.")
    expect(bob("[data-seat='0']")).to_contain_text("Ann")
    # The link is used up: it takes the seat from nobody.
    assert "#" not in telephone.page.url


def test_talk_of_murder_is_counted_where_the_doctor_is_to_be_saved(arrive: Arrive, house: House) -> None:
    ann, bob, _ = together(arrive, house, "save-2000")
    chat(ann, bob)
    say(bob, "Let us save him")
    expect(said(ann)).to_contain_text("Let us save him")
    expect(ann(".tally")).to_have_count(0)
    say(bob, "I will kill him")
    for person in (ann, bob):
        expect(person(".penalty")).to_have_text("1 penalty")
        expect(person(".tally")).to_contain_text("Penalties: Bob 1")
        expect(person("[data-seat='1']")).to_contain_text("1 penalty")
    expect(ann("[data-seat='0']")).not_to_contain_text("penalty")


def test_a_rematch_gathers_everyone_and_the_winner_deals(arrive: Arrive, house: House) -> None:
    won_by_ann = happens("over", winner=0)
    ann, bob, _ = together(arrive, house, until=won_by_ann, stand="after")
    bob.button("Rematch").click()
    for person in (ann, bob):
        expect(person.page.get_by_role("heading", name="A rematch: the same table, a new deal.")).to_be_visible()
    expect(ann.button("Start the game")).to_have_attribute("aria-disabled", "true")
    expect(ann.page.get_by_text("Waiting for Bob to be ready.")).to_be_visible()
    bob.button("I'm ready").click()
    begin(ann, bob)
    for person in (ann, bob):
        expect(person("#end-title")).to_have_count(0)
        # Cards are dealt face up from the dealer's left on, until there is a room to begin in.
        expect(person("[data-event]").first).to_contain_text("Bob is dealt")


def test_after_a_game_the_host_closes_the_table(arrive: Arrive, house: House) -> None:
    ann, bob, _ = together(arrive, house, until=happens("over"), stand="after")
    expect(menu(bob).get_by_role("button", name="Close the table …")).to_have_count(0)
    close(bob)
    menu(ann).get_by_role("button", name="Close the table …").click()
    ann.button("Close the table").click()
    for person in (ann, bob):
        expect(person.page.get_by_role("heading", name="This table is closed")).to_be_visible()
    expect(bob.link("See its last game")).to_be_visible()
