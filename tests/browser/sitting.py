"""Coming to a table together, by clicks."""

from playwright.sync_api import expect

from browser.person import Person


def choose(person: Person, group: str, words: str) -> None:
    """One of a row of chips."""
    person.page.get_by_role("group", name=group).get_by_role("radio", name=words, exact=True).check()


def open_table(host: Person, name: str, players: int, bots: int = 0, edition: str = "kill-2016") -> None:
    """Somebody with this name opens a table for so many, bots among them, and waits for the others."""
    host.page.request.put("/api/me", data={"name": name})
    host.go(f"/new?edition={edition}")
    choose(host, "Players", str(players))
    choose(host, "How many are bots", str(bots))
    host.button("Open the table" if bots < players - 1 else "Start the game").click()
    host.page.wait_for_url("**/t/*")


def invitation(host: Person, seat: int) -> str:
    """The link to a seat."""
    host(f"[data-seat='{seat}']").get_by_role("button", name="Invite").click()
    link = host.page.get_by_role("dialog").get_by_label("Link", exact=True)
    given = link.input_value()
    host.page.keyboard.press("Escape")
    expect(link).to_have_count(0)
    return given


def sit_down(guest: Person, name: str) -> None:
    """Before the form of a newcomer: gives a name, sits down and is ready."""
    guest.page.get_by_label("What should we call you?").fill(name)
    guest.button("Sit down").click()
    guest.button("I'm ready").click()
    expect(guest.button("You're ready")).to_be_visible()


def seat_another(host: Person, seat: int, name: str) -> None:
    """Somebody else who shares the host's device."""
    host(f"[data-seat='{seat}']").get_by_role("button", name="Someone here").click()
    host.page.get_by_role("dialog").get_by_label("Name").fill(name)
    host.button("Done").click()


def begin(host: Person, *guests: Person) -> None:
    start = host.button("Start the game")
    expect(start).not_to_have_attribute("aria-disabled", "true")
    start.click()
    for person in (host, *guests):
        person("[data-prompt]").wait_for()
