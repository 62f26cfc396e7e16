"""The same person on another device, by clicks: two people and three devices."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.person import Person
from browser.sitting import open_table
from patience import wait_until


def begin_to_link(first: Person) -> str:
    """The phrase that the first device shows."""
    first.go("/me")
    first.button("Add a device").click()
    expect(first.page.get_by_alt_text("The link as a QR code")).to_be_visible()
    return first("p.phrase").inner_text()


def ask_to_be_let_in(other: Person, phrase: str) -> str:
    """The word that the other device shows then."""
    other.go("/me")
    other.page.get_by_label("The five words").fill(phrase)
    other.button("Become the same person").click()
    return other("[role=status] p.check").inner_text()


def test_a_second_device_becomes_the_same_person_and_goes_back(arrive: Callable[..., Person]) -> None:
    laptop, tablet, bob = arrive(), arrive(width=360), arrive()
    open_table(laptop, "Ann", players=3, bots=2)
    code = laptop.code
    open_table(tablet, "Guest", players=2, bots=1)
    own = tablet.code
    bob.page.request.put("/api/me", data={"name": "Bob"})
    phrase = begin_to_link(laptop)
    laptop.assert_accessible()
    word = ask_to_be_let_in(tablet, phrase)
    expect(laptop.page.get_by_role("alert").filter(has_text="A device wants to become you")).to_contain_text(word)
    laptop.assert_accessible()
    # Whoever has read the phrase over her shoulder is too late.
    bob.go("/me")
    bob.page.get_by_label("The five words").fill(phrase)
    bob.button("Become the same person").click()
    expect(bob.page.get_by_role("alert").filter(has_text="no device shows this phrase")).to_be_visible()
    bob.expect_trouble("404")
    laptop.button("Yes, let it in").click()
    expect(tablet.page.get_by_text("You are Ann here.")).to_be_visible()
    expect(laptop("section[aria-labelledby=devices] li")).to_have_count(2)
    tablet.assert_accessible()
    tablet.assert_fits()
    tablet.go(f"/t/{code}")
    expect(tablet("[data-prompt]")).to_be_visible()
    assert [each["code"] for each in tablet.page.request.get("/api/me/tables").json()] == [code]
    # Off by a click, and the device has what it had.
    tablet.go("/me")
    tablet.button("Take this device off").click()
    expect(tablet.page.get_by_text("This device goes back to being Guest")).to_be_visible()
    tablet.button("Take it off").last.click()
    expect(tablet.page.get_by_text("You are Guest here.")).to_be_visible()
    assert [each["code"] for each in tablet.page.request.get("/api/me/tables").json()] == [own]


def test_a_link_from_the_code_has_the_words_and_nothing_happens_before_a_click(arrive: Callable[..., Person]) -> None:
    laptop, phone = arrive(), arrive(width=360, locale="de")
    laptop.page.request.put("/api/me", data={"name": "Ann"})
    phrase = begin_to_link(laptop)
    phone.go(f"/me#{phrase.replace(' ', '-')}")
    words = phone.page.get_by_label("Die fünf Wörter")
    expect(words).to_have_value(phrase)
    wait_until(lambda: "#" not in phone.page.url)
    assert laptop.page.request.get("/api/me/devices").json()["claimed"] is None
    phone.button("Dieselbe Person werden").click()
    expect(phone("[role=status] p.check")).to_be_visible()
    laptop.button("No, that's not mine").click()
    expect(phone.page.get_by_role("alert").filter(has_text="nicht oder zu spät Ja gesagt")).to_be_visible()
    phone.expect_trouble("404")
    expect(laptop.button("Add a device")).to_be_visible()
    phone.assert_fits()


@pytest.mark.parametrize("locale", ["en", "de"])
def test_the_menu_leads_there(arrive: Callable[..., Person], locale: str) -> None:
    ann = arrive(width=360, locale=locale).go()
    ann("button[popovertarget=menu]").click()
    ann("#menu a[href='/me']").click()
    expect(ann("main h1")).to_be_visible()
    ann.page.wait_for_url("**/me")
