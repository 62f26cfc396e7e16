"""Sharing: links that friends can open, the ending as a picture, and reactions in the chat."""

import struct
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Locator, expect

from browser.person import Person
from browser.positions import Prepared, happens, prepare
from browser.prepared import THREE
from browser.sitting import open_table, sit_down
from browser.test_table_talk import PLAYERS, chat, close, is_anns, said, together
from drlucky.server.addresses import machine_addresses
from drlucky.server.http.lobby import qr
from drlucky.server.limits.client_address import is_this_machine
from server.blackbox.house import House

Arrive = Callable[..., Person]
COMMAND = "drlucky serve --host 0.0.0.0"
EDITIONS = ("kill-1996", "kill-2016", "kill-de", "save-2000", "save-paizo")
SIZE = (1200, 1500)


def link(person: Person) -> str:
    return person.page.get_by_label("Link", exact=True).input_value()


def code_shown(person: Person) -> str:
    """The picture for cameras, as it is drawn."""
    source = person.page.get_by_role("img", name="The link as a QR code").get_attribute("src")
    assert source
    return unquote(source.removeprefix("data:image/svg+xml,"))


def test_link_and_code_lead_friends_to_this_machine(arrive: Arrive, own_house: Callable[..., House]) -> None:
    """Though the page is open by an address of this machine alone."""
    if not machine_addresses():
        pytest.skip("this machine is in no network")
    with own_house(host="0.0.0.0") as house:
        ann = arrive(house)
        open_table(ann, "Ann", players=3)
        assert is_this_machine(urlsplit(ann.page.url).hostname or "")
        shared = link(ann)
        assert urlsplit(shared).hostname == machine_addresses()[0].strip("[]")
        assert not is_this_machine(urlsplit(shared).hostname or "")
        assert code_shown(ann) == qr(shared)
        expect(ann.page.get_by_text("Friends in the same network can open this link.")).to_be_visible()
        expect(ann.page.get_by_text(COMMAND)).to_have_count(0)
        bob = arrive(house).go(shared)
        sit_down(bob, "Bob")
        expect(ann("[data-seat='1']").first).to_contain_text("Bob")
        # Browsers remark on every page that comes without https from elsewhere.
        bob.expect_trouble("Cross-Origin-Opener-Policy")
        ann.assert_accessible()


def test_one_address_of_several_can_be_chosen(arrive: Arrive, house: House) -> None:
    ann = arrive()
    addresses = ("http://192.168.77.5:8000/t/ABCDEF", "http://10.9.8.7:8000/t/ABCDEF")
    ways = [{"link": each, "qr": qr(each)} for each in addresses]
    ann.page.route("**/ways*", lambda route: route.fulfill(json={"reach": "network", "ways": ways}))
    open_table(ann, "Ann", players=3)
    assert (link(ann), code_shown(ann)) == (addresses[0], qr(addresses[0]))
    ann.page.get_by_label("Address of this computer").select_option("10.9.8.7:8000")
    expect(ann.page.get_by_label("Link", exact=True)).to_have_value(addresses[1])
    assert code_shown(ann) == qr(addresses[1])
    ann.assert_accessible()


@pytest.mark.parametrize(("locale", "words"), [("en", "listens to nobody else"), ("de", "hört auf niemanden sonst")])
@pytest.mark.parametrize("width", [360, 1280])
def test_a_server_for_this_machine_only_says_how_to_change_that(
    arrive: Arrive, width: int, locale: str, words: str
) -> None:
    ann = arrive(width=width, locale=locale, cookie=None)
    ann.go("/")
    code = ann.page.evaluate(
        """async () => {
          const ask = (method, path, body) => fetch(`/api${path}`, { method, body: JSON.stringify(body),
            headers: { "content-type": "application/json" } }).then((answer) => answer.json());
          await ask("PUT", "/me", { name: "Ann" });
          return (await ask("POST", "/tables", { settings: { edition: "kill-2016" }, seats: 3 })).code;
        }"""
    )
    ann.go(f"/t/{code}")
    expect(ann.page.get_by_text(words)).to_be_visible()
    expect(ann.page.get_by_text(COMMAND, exact=True)).to_be_visible()
    ann.assert_fits()
    ann.assert_accessible()


def picture_from(person: Person, opener: Locator, saving: str, folder: Path) -> bytes:
    opener.click()
    expect(person("[data-ending]")).to_be_visible()
    person.assert_accessible()
    person.assert_fits()
    with person.page.expect_download() as download:
        person.button(saving).click()
    path = folder / download.value.suggested_filename
    assert path.name.startswith("doctor-lucky-")
    assert path.suffix == ".png"
    download.value.save_as(path)
    return path.read_bytes()


def assert_png(picture: bytes) -> None:
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", picture[16:24]) == SIZE
    assert len(picture) > 40_000, "there is something on it"


@pytest.fixture(scope="module")
def over(house: House) -> Prepared:
    return prepare(house.folder, "kill-1996", THREE, until=happens("over", how="success"), stand="after")


def test_the_ending_is_a_picture_to_be_saved(arrive: Arrive, over: Prepared, tmp_path: Path) -> None:
    ann = arrive(cookie=over.cookies["Ann"]).go(f"/t/{over.code}")
    ann("#end-title").wait_for()
    first = picture_from(ann, ann.button("Picture"), "Save the picture", tmp_path)
    assert_png(first)
    words = ann("[data-ending]").get_attribute("aria-label")
    assert words
    assert "Here lies Doctor Lucky" in words
    assert "Witnesses: none" in words
    close(ann)
    bob = arrive(locale="de", width=360, height=780).go(f"/games/{over.code}/1?moment=3")
    second = picture_from(bob, bob.button("Bild"), "Bild speichern", tmp_path)
    assert_png(second)
    assert second != first, "in another language it has other words"
    told = bob("[data-ending]").get_attribute("aria-label")
    assert told
    assert "Hier ruht Doktor Lucky" in told


def test_the_picture_is_handed_to_the_system_where_that_takes_files(arrive: Arrive, over: Prepared) -> None:
    ann = arrive(cookie=over.cookies["Ann"])
    ann.page.add_init_script(
        """navigator.canShare = ({ files }) => files?.[0]?.type === "image/png";
        navigator.share = async ({ files }) => { window.shared = [files[0].name, files[0].type, files[0].size]; };"""
    )
    ann.go(f"/t/{over.code}")
    ann.button("Picture").click()
    ann("dialog[open]").get_by_role("button", name="Share").click()
    ann.wait_for("window.shared")
    name, kind, size = ann.page.evaluate("window.shared")
    assert (name, kind) == (f"doctor-lucky-{over.code}-1.png", "image/png")
    assert size > 40_000


def test_two_people_react_without_a_word(arrive: Arrive, house: House) -> None:
    ann, bob, _ = together(arrive, house)
    chat(ann, bob)
    opener = bob.button("React without a word")
    opener.click()
    bob.assert_accessible()
    bob.page.get_by_role("group", name="React without a word").get_by_role("button", name="raises an eyebrow").click()
    expect(opener).to_be_focused()
    for person in (ann, bob):
        expect(said(person)).to_contain_text("Bob raises an eyebrow")
        expect(said(person).locator("[data-reaction='eyebrow']")).to_be_visible()
    # By keyboard: the tray opens, is left by Escape, and opens again.
    ann.button("React without a word").press("Enter")
    tray = ann.page.get_by_role("group", name="React without a word")
    expect(tray.get_by_role("button")).to_have_count(10)
    ann.page.keyboard.press("Escape")
    expect(tray).to_have_count(0)
    ann.button("React without a word").press("Enter")
    tray.get_by_role("button", name="suspects the butler").press("Enter")
    expect(said(bob)).to_contain_text("Ann suspects the butler")


def test_reactions_are_read_in_ones_own_language(arrive: Arrive, house: House) -> None:
    ready = prepare(house.folder, "kill-1996", PLAYERS, until=is_anns)
    ann = arrive(cookie=ready.cookies["Ann"]).go(f"/t/{ready.code}")
    bob = arrive(cookie=ready.cookies["Bob"], locale="de", width=360, height=780).go(f"/t/{ready.code}")
    chat(ann)
    ann.button("React without a word").click()
    ann.page.get_by_role("button", name="faints onto").click()
    bob.button("Chat", exact=False).click()
    expect(bob.page.get_by_text("sinkt ohnmächtig aufs nächste Sofa")).to_be_visible()
    bob.button("Ohne Worte reagieren").click()
    bob.assert_fits()
    bob.assert_accessible()
