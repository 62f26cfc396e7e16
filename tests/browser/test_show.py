"""The show: everything that happens is shown one after the other, nothing overtakes, and nothing is told before it is
shown. The page's clock is the test's: how fast the machine is does not matter."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

import pytest
from playwright.sync_api import expect

import drlucky
from browser.actors import Actors, Line, act
from browser.person import Person
from browser.positions import Moment, Players, Prepared, moments, prepare
from browser.prepared import TOGETHER, at_table
from browser.watched import let_pass, sights, verdicts, watch
from drlucky.game.events import Event
from drlucky.table.pace import Tempo, pace, shown
from patience import wait_until
from server.blackbox.house import House

Arrive = Callable[..., Person]
ALL: Players = (("Ann", "person"), ("Bob", "person"), ("Cleo", "person"))
NAMES = [name for name, _ in ALL]
WORD = 0.25
"""Nobody reads a word faster."""
MOST = 200
SHORT = range(40, 90)
"""Decisions of a game that has something of everything, and does not take long."""
IS_ASKED = "document.querySelector('[data-prompt].asked') !== null"
# Is the middle of a room on the part of the board that is in sight?
IN_SIGHT = """(room) => {
  const frame = document.querySelector(".floorplan > .frame").getBoundingClientRect();
  const there = document.querySelector(`[data-room="${CSS.escape(room)}"]`);
  const { left, right, top, bottom } = there.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= frame.left && x <= frame.right && y >= frame.top && y <= frame.bottom;
}"""
LOOK_AWAY = """() => {
  const [nearer] = [...document.querySelectorAll(".strip button")].filter((each) => each.ariaLabel?.includes("oom in"));
  for (let times = 0; times < 6; times++) nearer.click();
}"""


def game(edition: str, wanted: Callable[[Sequence[Moment]], bool]) -> tuple[int, list[Moment]]:
    """The first game that is wanted, decision by decision, and its seed."""
    for seed in range(MOST):
        found = [moment for moment, _ in moments(edition, ALL, {}, seed)]
        if wanted(found):
            return seed, found
    raise LookupError(edition)


def kinds(moment: Moment) -> list[str]:
    return [event.kind for event in moment.events]


def lines(found: Sequence[Moment]) -> list[Line]:
    return [(NAMES[moment.seat], moment.action) for moment in found]


def standing(house: House, edition: str, seed: int, played: Sequence[Moment], tempo: Tempo = "normal") -> Prepared:
    actions = [moment.action for moment in played]
    return prepare(house.folder, edition, ALL, seed=seed, actions=actions, settings={"tempo": tempo})


def hears_of(person: Person, told: int) -> None:
    """Waits until so many events have reached the page, whatever it shows of them."""
    # Nothing in the page that waits for its clock may be asked to wait.
    happened = "Number(document.querySelector('.play')?.dataset.happened ?? 0)"
    wait_until(lambda: int(person.page.evaluate(happened)) >= told, look_every=0.05)


def events_of(found: Sequence[Moment]) -> int:
    return sum(len(moment.events) for moment in found)


def next_strike(found: Sequence[Moment], at: int) -> int:
    return next(place for place in range(at + 1, len(found)) if "attempt" in kinds(found[place]))


def test_a_verdict_can_be_read_though_the_next_attempt_has_begun(arrive: Arrive, house: House) -> None:
    seed, found = game("kill-2016", lambda all: sum("foiled" in kinds(each) for each in all) > 2)
    foiled = next(at for at, each in enumerate(found) if "foiled" in kinds(each))
    strike = max(at for at in range(foiled) if "attempt" in kinds(found[at]))
    again = next_strike(found, foiled)
    ready = standing(house, "kill-2016", seed, found[:strike])
    eve = arrive(house, motion="no-preference")
    watch(eve, f"/t/{ready.code}")
    act(house, ready, lines(found[strike : again + 2]))
    hears_of(eve, events_of(found[: again + 2]))
    let_pass(eve, 60)
    seen = verdicts(sights(eve))
    assert seen, sights(eve)
    verdict, since, until = seen[0]
    assert verdict.startswith("Foiled!")
    assert (until - since) / 1000 >= WORD * len(verdict.split())


def test_nothing_says_that_the_game_is_over_before_the_attempt_has_been_seen(arrive: Arrive, house: House) -> None:
    seed, found = game("kill-2016", lambda all: bool(all[-1].events) and all[-1].events[-1].how == "success")
    strike = max(at for at in range(len(found)) if "attempt" in kinds(found[at]))
    ready = standing(house, "kill-2016", seed, found[:strike])
    eve = arrive(house, motion="no-preference")
    watch(eve, f"/t/{ready.code}")
    act(house, ready, lines(found[strike:]))
    hears_of(eve, events_of(found))
    let_pass(eve, 60)
    seen = sights(eve)
    succeeded = next(each.at for each in seen if each.verdict.startswith("It succeeds!"))
    for each in seen:
        if each.last == "over" or each.prompt == "The game is over" or each.end:
            assert each.at >= succeeded, each
    assert seen[-1].end == "Doctor Lucky is dead"


# What a person can do about it.


# Opens all choices unless they are open, and does the one that is wanted once it is there.
CHOOSE = """(action) => {
  const dialog = document.querySelector("dialog[open]");
  if (!dialog) document.querySelector("[data-choices]").click();
  const choice = dialog?.querySelector(`[data-action="${CSS.escape(action)}"]`);
  choice?.click();
  return choice != null;
}"""


def play_here(person: Person, action: str) -> None:
    """By clicks of the browser itself: nothing in the page may wait for its clock."""
    wait_until(partial(person.page.evaluate, CHOOSE, action), look_every=0.02)
    if person.page.evaluate("document.querySelector('[data-prompt].armed') !== null"):  # it takes two presses
        wait_until(partial(person.page.evaluate, CHOOSE, action), look_every=0.02)


def is_shown(person: Person) -> bool:
    return bool(
        person.page.evaluate("(({ shown, happened }) => shown === happened)(document.querySelector('.play').dataset)")
    )


def rooms_after(events: Sequence[Event]) -> list[str]:
    """Where the doctor stands after so many events."""
    found = [""]
    for event in events:
        found.append(event.room or "" if event.pawn == "doctor" and event.room else found[-1])
    return found


@pytest.mark.parametrize(
    ("edition", "tempo"),
    [("kill-2016", "normal"), ("save-2000", "normal"), ("kill-2016", "fast"), ("kill-2016", "at once")],
)
def test_a_whole_game_is_shown_in_order_and_nobody_waits(
    arrive: Arrive, house: House, edition: str, tempo: Tempo
) -> None:
    """The others decide at the pace of bots, by the page's clock, at every tempo of a table."""
    seed, found = game(edition, lambda all: len(all) in SHORT and sum("foiled" in kinds(each) for each in all) > 1)
    begun = list(drlucky.new(edition, NAMES, seed=seed).events)
    events = begun + [event for moment in found for event in moment.events]
    asked_at = {len(begun) + events_of(found[:at]) for at, moment in enumerate(found) if NAMES[moment.seat] == "Ann"}
    ready = standing(house, edition, seed, (), tempo)
    ann = arrive(house, cookie=ready.cookies["Ann"], motion="no-preference")
    acted: list[float] = []
    with Actors(house, ready) as actors:
        watch(ann, f"/t/{ready.code}")
        for at, moment in enumerate(found):
            hears_of(ann, len(begun) + events_of(found[:at]))
            if NAMES[moment.seat] == "Ann":
                # No time passes: whoever is asked can act at once.
                wait_until(lambda: ann.page.evaluate(IS_ASKED), look_every=0.01)
                acted.append(float(ann.page.evaluate("performance.now()")))
                play_here(ann, moment.action)
                continue
            told = shown(found[at - 1].events, tuple(NAMES), edition, tempo) if at else 0.0
            let_pass(ann, pace(moment.view.phase, 0.0, told, tempo))
            actors.play(lines([moment]))
        hears_of(ann, len(events))
        let_pass(ann, 20)
    seen = [each for each in sights(ann) if each.shown >= 0]

    logged = [event.kind != "turn over" for event in events]
    doctor = rooms_after(events)
    for each in seen:
        # Log and board tell what has been shown, and the same.
        if not each.end:
            assert each.told == sum(logged[: each.shown]), each
            assert each.doctor in ("", doctor[each.shown]), each
        if each.asked:
            assert each.shown == each.happened, each
        if each.end:
            assert each.shown == len(events)
            assert not each.verdict
    assert [each.shown for each in seen] == sorted(each.shown for each in seen)
    for before, each in pairwise(seen):
        if each.happened > before.happened:
            assert each.shown >= before.happened, "the show is behind by more than a decision"
    for happened in asked_at:
        those = [each for each in seen if each.happened == happened]
        assert those
        assert any(each.asked and each.at == those[0].at for each in those), "someone had to wait for their choices"
    read = verdicts(seen)
    assert len(read) >= sum("foiled" in kinds(each) for each in found)
    for verdict, since, until in read:
        is_skipped = any(since <= when <= until for when in acted)
        assert is_skipped or (until - since) / 1000 >= WORD * len(verdict.split()), verdict
    assert seen[-1].end


def test_a_key_goes_on_a_key_skips_and_coming_back_to_the_tab_catches_up(arrive: Arrive, house: House) -> None:
    seed, found = game("kill-2016", lambda all: "attempt" in kinds(all[10]) or len(all) > 30)
    ready = standing(house, "kill-2016", seed, found[:4])
    eve = arrive(house, motion="no-preference")
    watch(eve, f"/t/{ready.code}")
    with Actors(house, ready) as actors:
        actors.play(lines(found[4:9]))
        hears_of(eve, events_of(found[:9]))
        first = sights(eve)[-1].shown
        eve.page.keyboard.press("f")
        assert sights(eve)[-1].shown > first
        assert not is_shown(eve)
        eve.page.keyboard.press("x")
        assert is_shown(eve)
        actors.play(lines(found[9:12]))
        hears_of(eve, events_of(found[:12]))
        assert not is_shown(eve)
        eve.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        assert is_shown(eve)


def test_step_by_step_everything_waits_for_the_next_button(arrive: Arrive, house: House) -> None:
    seed, found = game("kill-2016", lambda all: len(all) > 30)
    ready = standing(house, "kill-2016", seed, found[:2])
    eve = arrive(house, motion="no-preference")
    eve.context.add_init_script("localStorage.setItem('drlucky.play', JSON.stringify({ speed: 'step' }))")
    watch(eve, f"/t/{ready.code}")
    assert "Steps" in eve.page.evaluate("document.querySelector('.narrator').textContent")
    act(house, ready, lines(found[2:8]))
    hears_of(eve, events_of(found[:8]))
    following = "[...document.querySelectorAll('.narrator button')].find((each) => each.textContent.trim() === 'Next')"
    for _ in range(3):
        let_pass(eve, 30)
        before = sights(eve)[-1].shown
        let_pass(eve, 30)
        assert sights(eve)[-1].shown == before
        eve.page.evaluate(f"{following}.click()")
        assert sights(eve)[-1].shown > before


def test_what_is_taken_back_is_taken_back_from_the_show(arrive: Arrive, house: House) -> None:
    here = at_table(arrive, house, "kill-2016", until=lambda moment: moment.action.startswith("step"))
    ann = here.ann
    told = ann("[data-event]").count()
    here.do()
    expect(ann("[data-event]")).to_have_count(told + 1)
    ann.button("Undo").click()
    expect(ann("[data-event]")).to_have_count(told)
    assert is_shown(ann)


# The narrator.


def test_whom_the_doctor_walks_in_on_is_told_with_a_flourish(arrive: Arrive, house: House) -> None:
    seed, found = game("kill-2016", lambda all: any("called up" in kinds(each) for each in all[3:40]))
    at = next(at for at in range(3, 40) if "called up" in kinds(found[at]))
    called = next(event for event in found[at].events if event.kind == "called up")
    doctor = next(event.room for event in found[at].events if event.kind == "doctor moved")
    ready = standing(house, "kill-2016", seed, found[:at])
    assert called.seat is not None
    name = NAMES[called.seat]
    eve = arrive(house, motion="no-preference", width=390, height=844)
    watch(eve, f"/t/{ready.code}")
    act(house, ready, lines(found[at : at + 1]))
    hears_of(eve, events_of(found[: at + 1]))
    let_pass(eve, 10)
    assert f"The doctor walks in on {name}: {name}'s turn!" in {each.narrator for each in sights(eve)}
    assert eve.page.evaluate("document.querySelector('[data-flourish]').dataset.flourish") == doctor
    # Those whose turn it is are told over the board, in the moment in which they can act.
    prepared = standing(house, "kill-2016", seed, found[:at])
    own = arrive(house, cookie=prepared.cookies[name], motion="no-preference", width=390, height=844)
    watch(own, f"/t/{prepared.code}")
    act(house, prepared, lines(found[at : at + 1]))
    hears_of(own, events_of(found[: at + 1]))
    wait_until(lambda: own.page.evaluate(IS_ASKED), look_every=0.01)
    assert sights(own)[-1].caption == "The doctor walks in on you: it's your turn!"


def test_someone_who_does_nothing_is_mentioned(arrive: Arrive, house: House) -> None:
    """And the turn goes on to whoever is next, which is said too."""
    idle = next(
        (seed, at, found)
        for seed in range(MOST)
        for found in [[moment for moment, _ in moments("kill-2016", ALL, {}, seed)]]
        for at in range(2, len(found))
        if kinds(found[at - 1])[-1] in ("turn", "called up") and "end" in found[at].view.legal
    )
    seed, at, found = idle
    ready = standing(house, "kill-2016", seed, found[:at])
    eve = arrive(house, motion="no-preference")
    watch(eve, f"/t/{ready.code}")
    name = NAMES[found[at].seat]
    act(house, ready, [(name, "end")])
    wait_until(lambda: not is_shown(eve), look_every=0.01)
    let_pass(eve, 10)
    told = [each.narrator for each in sights(eve)]
    assert f"{name} ends the turn without doing anything." in told


def test_on_a_phone_the_narrator_stands_where_the_buttons_are(arrive: Arrive, house: House) -> None:
    """And the board does not move for it."""

    def ann_draws(moment: Moment) -> bool:
        is_ann = moment.view.players[moment.seat] == "Ann"
        return is_ann and moment.action == "draw" and moment.events[-1].seat != moment.seat

    here = at_table(arrive, house, "kill-2016", TOGETHER, until=ann_draws, width=390, height=844)
    ann = here.ann
    board = ann(".floorplan > .frame").bounding_box()
    ann("[data-action='draw']").click()
    expect(ann(".narrator")).to_be_visible()
    expect(ann(".acts")).to_have_count(0)
    assert ann(".floorplan > .frame").bounding_box() == board
    ann.assert_accessible()
    ann.assert_fits()


def test_on_a_small_screen_whoever_moves_is_followed_or_pointed_at(arrive: Arrive, house: House) -> None:
    seed, found = game("kill-2016", lambda all: len(all) > 40)
    ready = standing(house, "kill-2016", seed, found[:6])
    eve = arrive(house, motion="no-preference", width=390, height=844)
    watch(eve, f"/t/{ready.code}")
    with Actors(house, ready) as actors:
        for at in range(6, 24):
            actors.play(lines(found[at : at + 1]))
            hears_of(eve, events_of(found[: at + 1]))
            room = next((event.room for event in found[at].events if event.kind in ("stepped", "jumped")), None)
            if room:
                # The camera glides there.
                wait_until(partial(eve.page.evaluate, IN_SIGHT, room), look_every=0.05)
            let_pass(eve, 12)
        # Someone who looks elsewhere, as near as can be, is shown the way.
        eve.page.evaluate(LOOK_AWAY)
        arrows = set()
        for at in range(24, 40):
            actors.play(lines(found[at : at + 1]))
            hears_of(eve, events_of(found[: at + 1]))
            arrows.add(eve.page.evaluate("document.querySelector('[data-arrow]')?.dataset.arrow ?? ''"))
            let_pass(eve, 12)
    assert arrows - {""}
