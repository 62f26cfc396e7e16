"""The page of the puzzle: clues that were found or asked for, grids by mouse and keyboard, right and wrong answers."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from browser.person import Person
from browser.positions import Moment
from browser.prepared import at_table
from drlucky.puzzle import puzzle
from drlucky.puzzle.answer import right_answer
from drlucky.puzzle.model import CARD
from server.blackbox.house import House

Arrive = Callable[..., Person]
CLUES = [clue.sentence for clue in puzzle().clues]
WORDS = {thing: word for category in puzzle().categories for thing, word in category.things.items()}
HOURS, PEOPLE, *REST = puzzle().categories


def arrived(arrive: Arrive, *, seen: tuple[int, ...] = (), **how: object) -> Person:
    """Somebody whose notebook has these clues."""
    ann = arrive(**how).go("/puzzle")
    ann.page.evaluate("(seen) => localStorage.setItem('drlucky.puzzle.seen', JSON.stringify(seen))", list(seen))
    ann.page.reload()
    ann.page.get_by_role("grid").first.wait_for()
    return ann


def clues(ann: Person) -> Locator:
    return ann.page.get_by_role("region", name="Notebook").get_by_role("listitem")


def cell(ann: Person, row: str, column: str) -> Locator:
    return ann(f"button[aria-label^='{row}, {column}:']")


def mark(ann: Person, thing: str, person: str) -> None:
    for _ in ("no", "yes"):
        cell(ann, WORDS[person], WORDS[thing]).click()


def answer() -> list[tuple[str, str]]:
    """Each thing with the person to whom it belongs."""
    groups = [(next(iter(group & set(PEOPLE.things))), group) for group in right_answer()]
    return [(thing, person) for person, group in groups for thing in group - {person}]


def test_only_what_was_found_is_shown(arrive: Arrive) -> None:
    ann = arrived(arrive, seen=(2, 9))
    expect(clues(ann)).to_have_count(len(CLUES))
    expect(clues(ann).nth(1)).to_have_text(CLUES[1])
    expect(clues(ann).nth(8)).to_have_text(CLUES[8])
    expect(ann("main")).to_contain_text("2 clues of 10 found")
    shown = ann("main").inner_text()
    assert [number for number, text in enumerate(CLUES, 1) if text in shown] == [2, 9]


def holds_a_clue(moment: Moment) -> bool:
    return CARD in (moment.view.hand or ())


def test_a_clue_is_found_by_seeing_its_card_in_play(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "save-2000", until=holds_a_clue).ann
    ann("[data-card='Failure-2']").first.wait_for()
    seen = ann.page.wait_for_function("() => JSON.parse(localStorage.getItem('drlucky.puzzle.seen') ?? 'null')")
    found = seen.json_value()
    assert found
    ann.go("/puzzle")
    for number in found:
        expect(clues(ann).nth(number - 1)).to_have_text(CLUES[number - 1])
    shown = ann("main").inner_text()
    assert [number for number, text in enumerate(CLUES, 1) if text in shown] == found


def test_a_failure_of_the_house_is_no_clue(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-1996", until=holds_a_clue).ann
    ann("[data-card='Failure-2']").first.wait_for()
    ann.page.wait_for_load_state("networkidle")
    ann.go("/puzzle")
    expect(ann("main")).to_contain_text("0 clues of 10 found")


def test_the_almanac_gives_no_clue_away(arrive: Arrive) -> None:
    ann = arrived(arrive, seen=(3,))
    ann.go("/almanac/save")
    faces = ann(f"[data-card='{CARD}']")
    expect(faces).to_have_count(len(CLUES))
    for number, text in enumerate(CLUES, 1):
        expect(faces.nth(number - 1).filter(has_text=text)).to_have_count(1 if number == 3 else 0)
    expect(faces.filter(has_text="A clue of the puzzle")).to_have_count(len(CLUES) - 1)


def test_a_clue_can_be_asked_for_and_stays(arrive: Arrive) -> None:
    ann = arrived(arrive, seen=(1, 2, 3, 4, 5, 6, 7, 8))
    ask = ann.button("Show me a clue I have not found")
    ask.click()
    ann.button("I'd rather find it").click()
    expect(ann("main")).to_contain_text("8 clues of 10 found")
    ask.click()
    ann.button("Show it").click()
    expect(ann("main")).to_contain_text("9 clues of 10 found")
    ask.click()
    ann.button("Show it").click()
    expect(ask).to_have_count(0)
    ann.page.reload()
    for number, text in enumerate(CLUES):
        expect(clues(ann).nth(number)).to_contain_text(text)
    expect(ann("small", has_text="asked for")).to_have_count(2)


def test_the_grid_is_marked_by_keyboard_and_keeps_its_marks(arrive: Arrive) -> None:
    ann = arrived(arrive)
    first, second, *_ = PEOPLE.things.values()
    one, other, *_ = HOURS.things.values()
    cell(ann, first, one).focus()
    ann.page.keyboard.press("ArrowDown")
    ann.page.keyboard.press("ArrowRight")
    expect(cell(ann, second, other)).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(cell(ann, second, other)).to_have_accessible_name(f"{second}, {other}: no")
    ann.page.keyboard.press("Space")
    expect(cell(ann, second, other)).to_have_accessible_name(f"{second}, {other}: yes")
    # What is beside a yes is crossed out by itself, and only as long as it stands.
    expect(cell(ann, first, other)).to_have_accessible_name(f"{first}, {other}: no, by a yes beside it")
    expect(cell(ann, first, one)).to_have_accessible_name(f"{first}, {one}: open")
    ann.page.reload()
    expect(cell(ann, second, other)).to_have_accessible_name(f"{second}, {other}: yes")
    cell(ann, second, other).click()
    expect(cell(ann, first, other)).to_have_accessible_name(f"{first}, {other}: open")
    # One stop for the Tab key in each of the ten grids.
    assert ann("[role=grid] button[tabindex='0']").count() == 10


def test_answers_are_checked(arrive: Arrive) -> None:
    ann = arrived(arrive)
    check, told = ann.button("Check my answer"), ann("[aria-labelledby=answer] [role=status]")
    check.click()
    expect(told).to_contain_text("Not all of it is there yet")
    right = answer()
    (thing, person), (instead, nobody) = [(t, p) for t, p in right if t in REST[0].things][:2]
    wrong = [(t, {person: nobody, nobody: person}.get(p, p)) if t in (thing, instead) else (t, p) for t, p in right]
    for each in wrong:
        mark(ann, *each)
    check.click()
    expect(told).to_contain_text("Not yet")
    # Both marks are taken back, and set where they belong.
    cell(ann, WORDS[nobody], WORDS[thing]).click()
    cell(ann, WORDS[person], WORDS[instead]).click()
    expect(told).to_be_empty()
    mark(ann, thing, person)
    mark(ann, instead, nobody)
    check.click()
    expect(told).to_contain_text("Right, all of it!")
    ann.button("Clear all grids").click()
    ann.button("Clear them").click()
    expect(told).to_be_empty()
    expect(ann("[role=grid] button.yes")).to_have_count(0)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_it_fits_a_phone(arrive: Arrive, locale: str) -> None:
    ann = arrived(arrive, seen=tuple(range(1, 11)), locale=locale, width=360, height=740)
    ann.assert_fits()
    ann.assert_accessible()


def test_the_rules_of_the_ship_lead_to_it(arrive: Arrive) -> None:
    ann = arrive().go("/rules/save-2000")
    ann.link("The puzzle on the failures").click()
    expect(ann("h1")).to_have_text("Who saw the ice?")
    ann.go("/rules/kill-2016")
    expect(ann("article")).to_be_visible()
    expect(ann.link("The puzzle on the failures")).to_have_count(0)
