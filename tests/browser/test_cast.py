"""The cast: people choose whom they play, and see it at the table."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.person import Person
from browser.positions import Moment, Players, happens
from browser.prepared import at_table
from browser.sitting import begin, open_table
from drlucky import cast, phrases
from server.blackbox.house import House

Arrive = Callable[..., Person]


def free(person: Person) -> list[str]:
    """Those whom nobody plays, in the window in which one chooses."""
    open_ones = person("[data-character]:has(input:enabled)")
    expect(person("[data-character]")).to_have_count(len(cast.people()))
    return [str(open_ones.nth(at).get_attribute("data-character")) for at in range(open_ones.count())]


@pytest.mark.parametrize(
    ("width", "scheme", "language"), [(1280, "dark", "en"), (360, "light", "de")], ids=["desk", "phone"]
)
def test_someone_chooses_whom_to_play_and_is_seen_as_that(
    arrive: Arrive, width: int, scheme: str, language: str
) -> None:
    ann = arrive()
    open_table(ann, "Ann", 3, bots=1)
    bob = arrive(width=width, color_scheme=scheme, locale=language).go(f"/t/{ann.code}")
    bob("form .part").click()
    wished = free(bob)
    assert len(wished) == len(cast.people()) - 2, "Ann and the bot play two of them"
    chosen, other = wished[3], wished[5]
    bob(f"[data-character='{chosen}'] input").focus()
    bob.page.keyboard.press("Space")
    about = phrases.character(cast.character(chosen), language)
    expect(bob(f"[data-character='{chosen}'] input")).to_be_checked()
    expect(bob(".about")).to_contain_text(about.grudge)
    bob.assert_accessible()
    bob.assert_fits()
    bob.page.keyboard.press("Escape")
    bob("form input").fill("Bob")
    bob("form [type=submit]").click()
    line = ann("li[data-seat='1']")
    expect(line).to_contain_text("Bob")
    expect(line).to_contain_text(cast.character(chosen).name)
    expect(line.locator(f"[data-portrait='{chosen}']")).to_be_visible()

    bob("li[data-seat='1'] .do button").first.click()
    bob(f"[data-character='{other}'] input").check(force=True)
    expect(line.locator(f"[data-portrait='{other}']")).to_be_visible()
    bob.assert_fits()
    bob.page.keyboard.press("Escape")
    bob.button("I'm ready" if language == "en" else "Ich bin bereit").click()
    begin(ann, bob)
    for person in (ann, bob):
        expect(person(f".seat[data-seat='1'] [data-portrait='{other}']")).to_be_visible()
        expect(person(f"[data-pawn='1'] [data-plays='{other}']")).to_be_visible()
    expect(ann(".seat").filter(has_text="Bot 1")).to_have_count(0)
    bob.assert_accessible()


def test_remarks_can_be_switched_off(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-2016", until=happens("foiled"), stand="after").ann
    said = ann(".log .remark").first.inner_text()
    assert any(line in said for each in cast.people() for line in each.lines.values())
    ann.button("Table").click()
    ann.page.get_by_role("checkbox", name="Remarks of the characters").uncheck()
    expect(ann(".log .remark")).to_have_count(0)


# What can be played with and lies under something that lets pointers through: rooms, buttons and cards.
COVERED = """(over) => {
  const { left, top, width, height } = over.getBoundingClientRect();
  const shares = [0.02, 0.25, 0.5, 0.75, 0.98];
  const points = shares.flatMap((across) => shares.map((down) => [left + across * width, top + down * height]));
  return points.some(([x, y]) => document.elementFromPoint(x, y)?.closest("[data-room], button, .card"));
}"""


def test_on_a_phone_remarks_are_within_sight_and_in_nobodys_way(arrive: Arrive, house: House) -> None:
    """They go away by themselves: on a busy machine maybe before a test has looked, so their places are looked at."""
    players: Players = (("Ann", "person"), ("Bob", "person"), ("Cleo", "person"))
    ann = at_table(
        arrive, house, "kill-2016", players, until=happens("foiled"), stand="after", width=360, height=740
    ).ann
    said = ann("[data-remark]")
    expect(said.first).to_be_attached()
    lines = {line for each in cast.people() for line in each.lines.values()} | set(cast.doctor().lines.values())
    assert all(text.strip().strip("“”") in lines for text in said.all_inner_texts())
    assert not said.first.evaluate(COVERED)


def test_in_the_escape_the_doctor_is_his_ghost(arrive: Arrive) -> None:
    ann = arrive()
    ann.page.request.put("/api/me", data={"name": "Ann"})
    for escape in (False, True):
        quick = {"edition": "kill-2016", "players": 3, "level": "easy", "options": {"escape": True} if escape else {}}
        opened = ann.page.request.post("/api/quick", data=quick).json()
        ann.go(f"/t/{opened['code']}")
        ann("[data-pawn='doctor']").wait_for()
        expect(ann("[data-pawn='doctor'] .ghostly")).to_have_count(int(escape))
        expect(ann("[data-seat='doctor'] [data-portrait='doctor'][data-side='beside']")).to_have_count(int(escape))


def test_the_card_that_one_keeps_may_be_another(arrive: Arrive, house: House) -> None:
    strikes: list[Moment] = []

    def has_struck_with_a_weapon(moment: Moment) -> bool:
        """And was foiled: then there was luck against it, which could have been kept as well."""
        if moment.seat == 0 and moment.action.startswith("attempt "):
            strikes.append(moment)
        same_game = bool(strikes) and strikes[-1].view.turn < moment.view.turn
        return same_game and moment.seat == 0 and moment.view.reasons[0] > strikes[-1].view.reasons[0]

    here = at_table(arrive, house, "kill-2016", until=has_struck_with_a_weapon)
    ann, choosing = here.ann, here.ann("[data-seat='0'] .kept button")
    shown = choosing.first.inner_text()
    choosing.first.click()
    other = ann("dialog[open] input[type=radio]:not(:checked)").first
    word = other.locator("xpath=..").inner_text()
    ann.assert_accessible()
    other.check()
    ann.page.keyboard.press("Escape")
    expect(choosing.first).to_have_text(word)
    assert word != shown
