"""The page is small, can be installed, and says so itself when there is no server."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.person import INSTALLED, Person, tools
from patience import wait_until
from server.blackbox.house import House

KB = 1024
FIRST_LOAD = 70 * KB


@pytest.mark.parametrize("locale", ["en", "de"])
def test_the_first_load_is_small(arrive: Callable[..., Person], locale: str) -> None:
    ann = arrive(locale=locale)
    browser = tools(ann)
    sizes: list[float] = []
    browser.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    browser.send("Network.enable")
    ann.go()
    ann.page.wait_for_load_state("networkidle")
    print(f"{sum(sizes) / KB:.0f} KB")
    assert 0 < sum(sizes) < FIRST_LOAD


def test_the_start_page_needs_no_words_but_those_that_come_with_it(
    arrive: Callable[..., Person], own_house: Callable[..., House]
) -> None:
    with own_house() as house:
        ann = arrive(house, locale="de").go()
        lobby = ann.page.get_by_text("Gerade wartet niemand auf Mitspieler.")
        expect(lobby).to_be_visible()
        ann.page.wait_for_load_state("networkidle")
        before = ann("body").inner_text()
        ann.page.get_by_role("link", name="Regeln").first.click()
        expect(lobby).to_be_hidden()
        ann.page.wait_for_load_state("networkidle")
        ann.page.go_back()
        wait_until(lambda: ann("body").inner_text() == before)


def test_it_has_what_it_takes_to_be_installed(arrive: Callable[..., Person]) -> None:
    ann = arrive().go()
    link = ann("link[rel=manifest]").get_attribute("href")
    manifest = ann.page.request.get(str(link)).json()
    assert manifest["name"]
    assert manifest["start_url"] == "/"
    assert manifest["display"] == "standalone"
    sizes = set()
    for icon in manifest["icons"]:
        answer = ann.page.request.get(icon["src"])
        assert answer.ok
        assert answer.headers["content-type"].startswith(icon["type"])
        sizes.add(icon["sizes"])
    assert sizes >= {"192x192", "512x512"}


def test_without_a_server_it_opens_all_the_same(arrive: Callable[..., Person], own_house: Callable[..., House]) -> None:
    with own_house() as house:
        ann = arrive(house, **INSTALLED).go()
        ann.page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.state)")
        ann.wait_for("caches.keys().then((names) => names.length > 0)")
        ann.wait_for("navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')")
        house.kill()
        ann.go("/join")
        expect(ann.page.get_by_text("No connection to the server").first).to_be_visible()
        expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
        house.start()
        ann.page.reload()
        expect(ann.page.get_by_text("No connection to the server")).to_have_count(0)
