"""After a game: gone through again move by move, with whose eyes one likes, downloaded, and proven fair."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

import drlucky
from browser.person import Person, tools
from browser.positions import Moment, Prepared, happens, prepare
from browser.prepared import THREE, at_table
from server.blackbox.house import House

Arrive = Callable[..., Person]
RECORDS = Path(__file__).parents[1] / "records"


def soon_over(moment: Moment) -> bool:
    """A short game is analysed in a short time."""
    return moment.view.turn < 12 and happens("over", how="success")(moment)


@pytest.fixture(scope="module")
def over(house: House) -> Prepared:
    """A game that somebody has won, by a book in which nothing can follow it."""
    return prepare(house.folder, "kill-1996", THREE, until=happens("over", how="success"), stand="after")


def test_a_game_is_gone_through_again(arrive: Arrive, over: Prepared) -> None:
    ann = arrive().go(f"/games/{over.code}/1")
    moment = ann.page.get_by_role("slider", name="Moment")
    last = len(over.actions)
    expect(moment).to_have_attribute("max", str(last))
    moment.fill("5")
    expect(ann("output")).to_have_text(f"5 / {last}")
    ann.page.wait_for_url("**?moment=5")
    told = moment.get_attribute("aria-valuetext")
    assert told
    ann("h1").click()
    for key, at in (("ArrowRight", 6), ("ArrowLeft", 5), ("End", last), ("Home", 0)):
        ann.page.keyboard.press(key)
        expect(moment).to_have_value(str(at))
    ann.page.keyboard.press(" ")
    expect(ann.button("Pause")).to_be_visible()
    expect(moment).not_to_have_value("0")
    ann.button("Pause").click()

    # A link to a moment leads there, one from before moments had an address that the server sees too.
    for moment_of in ("?moment=5", "#5"):
        other = arrive().go(f"/games/{over.code}/1{moment_of}")
        expect(other.page.get_by_role("slider", name="Moment")).to_have_attribute("aria-valuetext", told)


def test_one_looks_with_the_eyes_of_whom_one_likes(arrive: Arrive, over: Prepared) -> None:
    ann = arrive().go(f"/games/{over.code}/1")
    eyes = ann.page.get_by_label("Seen by")
    hands = ann("[data-seat] .cards")
    expect(hands).to_have_count(3)
    eyes.select_option(label="a spectator: no cards")
    expect(hands).to_have_count(0)
    eyes.select_option(label="Bob: what they knew")
    expect(hands).to_have_count(1)
    expect(ann("[data-seat='1'] .cards")).to_be_visible()


def test_cards_in_a_line_can_be_looked_at_too(arrive: Arrive, over: Prepared) -> None:
    ann = arrive(has_touch=True).go(f"/games/{over.code}/1")
    chip = ann("[data-seat] .cards button").first
    large = ann("[popover].hint .big")
    chip.hover()
    expect(large).to_be_visible()
    ann.page.mouse.move(5, 5)
    expect(large).to_have_count(0)
    chip.press("z")
    window = ann("dialog[open]:has(.big)")
    expect(window.locator("em")).not_to_be_empty()
    ann.page.keyboard.press("Escape")
    expect(window).to_have_count(0)
    expect(chip).to_be_focused()
    box = chip.bounding_box()
    assert box
    finger = tools(ann)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(large).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(window).to_be_visible()
    ann.assert_accessible()


def test_the_record_can_be_had_and_shown(arrive: Arrive, over: Prepared, tmp_path: Path) -> None:
    ann = arrive().go(f"/games/{over.code}/1")
    with ann.page.expect_download() as download:
        ann.link("Record").click()
    record = tmp_path / download.value.suggested_filename
    download.value.save_as(record)
    assert drlucky.load(record.read_text()).outcome is not None
    ann.go("/replay")
    ann("input[type=file]").set_input_files(record)
    expect(ann.page.get_by_role("slider", name="Moment")).to_have_attribute("max", str(len(over.actions)))
    expect(ann.page.get_by_text("Everything about this deal adds up.")).to_be_visible()
    # A record has everyone's chances, though the server does not know the game.
    expect(ann("path.line").first).to_be_attached()

    record.write_text("this is no record")
    ann("input[type=file]").set_input_files(record)
    expect(ann.page.get_by_role("alert")).to_contain_text("This record can't be replayed")
    expect(ann.page.get_by_role("slider", name="Moment")).to_have_attribute("max", str(len(over.actions)))
    ann.expect_trouble("400")


def test_one_record_is_shown_after_another(arrive: Arrive) -> None:
    """The same once more, and another one with all cards known, whoever's eyes were chosen for the first."""
    ann = arrive().go("/replay")
    moment = ann.page.get_by_role("slider", name="Moment")
    eyes = ann.page.get_by_label("Seen by")
    one, another = (RECORDS / f"kill-2016-{name}.txt" for name in ("then-escape", "strangers-then-escape"))
    for _ in range(2):
        ann("input[type=file]").set_input_files(one)
        expect(moment).to_have_value("0")
        moment.fill("3")
        expect(moment).to_have_value("3")
    last = moment.get_attribute("max")
    eyes.select_option(label="Cleo: what they knew")
    expect(ann("[data-seat='2'] .cards")).to_be_visible()
    ann("input[type=file]").set_input_files(another)
    expect(moment).not_to_have_attribute("max", last or "")
    expect(eyes).to_have_value("open")
    expect(ann.page.get_by_role("alert")).to_have_text("")
    expect(ann.page.get_by_text("Everything about this deal adds up.")).to_be_visible()


def test_leaving_a_replay_asks_for_nothing_more(arrive: Arrive, over: Prepared) -> None:
    ann = arrive().go(f"/games/{over.code}/1")
    ann.page.get_by_role("slider", name="Moment").wait_for()
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    ann.button("Menu").click()
    ann.link("Rules").click()
    assert not [url for url in asked if "/games/" in url and f"/games/{over.code}/1/" not in url]
    asked.clear()
    ann.page.get_by_role("heading", name="Setting up").wait_for()
    assert not [url for url in asked if "/games/" in url]


def test_whoever_was_there_can_prove_that_the_deal_was_fair(arrive: Arrive, house: House) -> None:
    """Where an Escape may follow, not before that is out of the question."""
    here = at_table(arrive, house, "kill-2016", until=happens("over", how="success"))
    here.do()
    ann = here.ann
    ann.button("Show everything now, without an Escape").click()
    ann.button("Verify the deal").click()
    expect(ann.page.get_by_text("The deal was fair.")).to_be_visible()
    assert ann(".verify li").count() >= 4
    expect(ann(".verify li.bad")).to_have_count(0)
    # Others have only the server's word for what it had promised.
    eve = arrive().go(f"/games/{here.ready.code}/1")
    eve.button("Verify the deal").click()
    expect(eve.page.get_by_text("Everything about this deal adds up.")).to_be_visible()


def test_a_deal_that_was_not_fair_is_found_out(arrive: Arrive, over: Prepared) -> None:
    """The browser deals again by itself: it does not take the server's word for it."""
    ann = arrive()

    def cheat(route: Route) -> None:
        answer = route.fetch()
        proof = answer.json()
        order = next(each["order"] for each in proof["parts"][0]["chances"] if "order" in each)
        order[0], order[1] = order[1], order[0]
        route.fulfill(response=answer, body=json.dumps(proof))

    ann.page.route("**/verify*", cheat)
    ann.go(f"/games/{over.code}/1")
    ann.button("Verify the deal").click()
    expect(ann.page.get_by_text("Something about this deal doesn't add up.")).to_be_visible()
    expect(ann(".verify li.bad").first).to_be_visible()


def test_the_end_says_who_and_how(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "save-2000", until=soon_over, stand="after").ann
    expect(ann("#end-title")).to_have_text("Doctor Lucky is saved")
    expect(ann(".end .kicker")).to_have_text(re.compile("You win|(Bob|Cleo) wins"))
    for heading in ("What everyone still held", "Chance to win", "The game in figures", "Was the deal fair?"):
        expect(ann.page.get_by_role("heading", name=heading)).to_be_visible()
    graph = ann.page.get_by_role("slider", name="Chance to win, decision by decision")
    expect(graph).to_be_visible()
    ann.button("See the board").click()
    expect(ann("#end-title")).to_have_count(0)
    expect(ann("[data-pawn='doctor']")).to_be_visible()
