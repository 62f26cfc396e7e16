"""Two people against each other, each at a browser of their own, whatever happens to page, line or server meanwhile."""

from collections.abc import Callable

from playwright.sync_api import expect

from browser.clicking import Clicker, asked, take_turns
from browser.person import Person
from browser.sitting import begin, invitation, open_table, sit_down
from server.blackbox.house import House

A_FEW = 6
LOST = "Connection lost, but nothing else"


def told(person: Person) -> list[str]:
    return person("[data-event]").all_inner_texts()


def hand(person: Person) -> list[str | None]:
    return [each.get_attribute("data-card") for each in person("button[data-card]").all()]


def catch_up(one: Person, other: Person) -> None:
    """What one has been told the other hears soon: both logs are as long, though each says what one may know."""
    expect(other("[data-event]")).to_have_count(len(told(one)))


def resign(person: Person) -> None:
    person.button("Table").click()
    person.button("Resign …").click()
    person.button("Resign").click()


def test_by_link_with_a_reload_and_a_lost_line(arrive: Callable[..., Person]) -> None:
    ann, bob = arrive(), arrive()
    # Two whom no Stranger joins: one of theirs might end the game meanwhile.
    open_table(ann, "Ann", players=2, edition="kill-1996")
    bob.go(invitation(ann, seat=1))
    sit_down(bob, "Bob")
    begin(ann, bob)
    assert "#" not in bob.page.url, "an invitation that was used is in nobody's way"
    players = [Clicker(each, peaceful=True) for each in (ann, bob)]
    take_turns(players, A_FEW)

    catch_up(ann, bob)
    before, cards = told(bob), hand(bob)
    bob.page.reload()
    bob("[data-prompt]").wait_for()
    expect(bob("[data-event]")).to_have_count(len(before))
    expect(bob("button[data-card]")).to_have_count(len(cards))
    assert hand(bob) == cards
    take_turns(players, A_FEW)

    # Bob's line is cut: he is told so, and has missed nothing when it is back.
    before = told(bob)
    bob.context.set_offline(True)
    expect(bob.page.get_by_text(LOST)).to_be_visible()
    bob.context.set_offline(False)
    expect(bob.page.get_by_text(LOST)).to_have_count(0)
    take_turns(players, A_FEW)
    assert told(bob)[: len(before)] == before
    catch_up(bob, ann)


def test_by_code_with_a_server_that_dies(arrive: Callable[..., Person], own_house: Callable[..., House]) -> None:
    with own_house() as house:
        ann, bob = arrive(house), arrive(house)
        open_table(ann, "Ann", players=2, edition="save-2000")
        bob.go("/join")
        bob.page.get_by_label("Code or link").fill(ann.code.lower())
        bob("main").get_by_role("button", name="Join").click()
        sit_down(bob, "Bob")
        begin(ann, bob)
        players = [Clicker(each, peaceful=True) for each in (ann, bob)]
        take_turns(players, A_FEW)
        # What was pressed last has been answered, or it would wait for the server, and nobody could press anything.
        for person in (ann, bob):
            expect(person(".play[aria-busy=true]")).to_have_count(0)

        before = told(ann)
        house.kill()
        for person in (ann, bob):
            expect(person.page.get_by_text(LOST)).to_be_visible()
        # What is decided now is done once, when the server is back.
        clicker = asked(players)
        chances = clicker.look()
        room = next((each for each in chances if each.kind == "room"), clicker.choose(chances))
        clicker.press(room)
        house.start()
        for person in (ann, bob):
            expect(person.page.get_by_text(LOST)).to_have_count(0)
        assert told(ann)[: len(before)] == before
        take_turns(players, A_FEW)
        catch_up(bob, ann)

        resign(bob)
        expect(ann("[data-seat='1']")).to_contain_text("resigned")
        resign(ann)
        for person in (ann, bob):
            expect(person("#end-title")).to_be_visible()
        ann.button("Rematch").click()
        bob.button("I'm ready").click()
        begin(ann, bob)
        for person in (ann, bob):
            expect(person("#end-title")).to_have_count(0)
        take_turns(players, 1)
