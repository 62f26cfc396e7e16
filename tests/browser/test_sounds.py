"""Sound at the table: ours, made on the spot, offered once, off until someone wants it, never before anyone has touched
the page, and never in a tab that is hidden or has been left."""

from collections.abc import Callable

from playwright.sync_api import Request, expect

from browser.actors import act
from browser.person import Person
from browser.positions import Players, moments, prepare
from browser.prepared import Here, at_table
from browser.watched import let_pass, sights, watch
from patience import wait_until
from server.blackbox.house import House

Arrive = Callable[..., Person]
# Everything that the page lets sound, and what it sounds through. A browser may take a touch before the reload, or a
# script that looks at the page, for a touch of the page; here it always does.
LISTEN = """
Object.defineProperty(UserActivation.prototype, "hasBeenActive", { get: () => true });
window.tones = [];
window.devices = [];
for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
  const start = kind.prototype.start;
  kind.prototype.start = function (...when) {
    const frequency = this.frequency?.value;
    tones.push({ context: this.context, loops: this.loop === true, frequency, at: performance.now() });
    return start.apply(this, when);
  };
}
window.AudioContext = class extends AudioContext {
  constructor(...how) { super(...how); devices.push(this); }
};
"""
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
ENGINE = "/assets/engine-"
WANTED = """localStorage.setItem("drlucky.sound", JSON.stringify({ on: true, effects: 1, ambience: 1 }))"""
ALL: Players = (("Ann", "person"), ("Bob", "person"), ("Cleo", "person"))
# Hertz of a tone by which each is known: the heart that is heard while the breath is held, and who has failed.
HEART, FAILED = 46 * 1.7, 466


def listening(arrive: Arrive, house: House) -> tuple[Here, list[str]]:
    """Ann before a step, with what is fetched and sounds written down from now on."""
    here = at_table(arrive, house, "kill-1996", until=lambda moment: moment.action.startswith("step"))
    fetched: list[str] = []

    def note(request: Request) -> None:
        fetched.append(f"{request.resource_type} {request.url}")

    here.ann.page.on("request", note)
    here.ann.context.add_init_script(LISTEN)
    reload(here.ann)
    return here, fetched


def reload(person: Person) -> None:
    person.page.reload()
    person("[data-prompt].asked").wait_for()
    person("[data-room][data-lit]").first.wait_for()


def tones(person: Person) -> int:
    return int(person.page.evaluate("tones.length"))


def step(person: Person) -> None:
    """And waits until it is told."""
    told = person("[data-event='stepped']").count()
    person("[data-room][data-lit]").first.press("Enter")
    expect(person("[data-event='stepped']")).not_to_have_count(told)


def undo(person: Person) -> None:
    told = person("[data-event]").count()
    person.button("Undo").click()
    expect(person("[data-event]")).not_to_have_count(told)


def test_sound_is_offered_once_and_no_is_remembered(arrive: Arrive, house: House) -> None:
    here, fetched = listening(arrive, house)
    ann = here.ann
    offer = ann.page.get_by_role("group", name="Sound")
    expect(offer).to_contain_text("Sound on?")
    ann.assert_accessible()
    step(ann)
    undo(ann)
    offer.get_by_role("button", name="No").click()
    expect(offer).to_have_count(0)
    step(ann)
    reload(ann)
    expect(offer).to_have_count(0)
    undo(ann)
    step(ann)
    assert tones(ann) == 0
    assert ann.page.evaluate("devices.length") == 0
    assert not any(ENGINE in each for each in fetched), "what makes sounds is not even loaded"


def test_sound_is_heard_by_who_wants_it(arrive: Arrive, house: House) -> None:
    here, fetched = listening(arrive, house)
    ann = here.ann
    ann.page.get_by_role("group", name="Sound").get_by_role("button", name="Yes").click()
    ann.wait_for("tones.some(({ loops }) => loops)")
    assert any(ENGINE in each for each in fetched)
    heard = tones(ann)
    step(ann)
    ann.wait_for(f"tones.length > {heard}")
    ann.wait_for("tones.every(({ context }) => context.state === 'running')")
    assert ann.page.evaluate("devices.length") == 1

    # What was chosen is kept, but a page that nobody has touched is quiet although it has a question to ask.
    reload(ann)
    expect(ann.page.get_by_role("group", name="Sound")).to_have_count(0)
    assert tones(ann) == 0
    undo(ann)
    step(ann)
    ann.wait_for("tones.length > 0")

    # Quiet at once with a click, and with no device left that could sound.
    button = ann.button("Sound")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    ann.wait_for("devices.every(({ state }) => state === 'closed')")
    heard = tones(ann)
    undo(ann)
    step(ann)
    assert tones(ann) == heard
    assert not any(each.startswith("media") for each in fetched), "they come from nowhere else"


def test_effects_and_ambience_have_volumes_of_their_own(arrive: Arrive, house: House) -> None:
    here, _ = listening(arrive, house)
    ann = here.ann
    ann.button("Table").click()
    ann.page.get_by_role("checkbox", name="Sound").click()
    ann.wait_for("tones.some(({ loops }) => loops)")
    effects, ambience = (ann.page.get_by_role("slider", name=name) for name in ("Effects", "Ambience"))
    ambience.fill("0")
    expect(ambience).to_have_attribute("aria-valuetext", "off")
    ann.assert_accessible()
    effects.fill("50")
    ann.page.keyboard.press("Escape")
    reload(ann)
    heard = tones(ann)
    assert heard == 0
    step(ann)
    ann.wait_for("tones.length > 0")
    ann.button("Table").click()
    expect(effects).to_have_value("50")
    expect(ambience).to_have_value("0")
    effects.fill("0")
    ann.page.keyboard.press("Escape")
    heard = tones(ann)
    undo(ann)
    step(ann)
    assert tones(ann) == heard, "neither is heard"


def test_a_hidden_tab_and_a_table_that_was_left_are_silent(arrive: Arrive, house: House) -> None:
    here, _ = listening(arrive, house)
    ann = here.ann
    ann.button("Sound").click()
    ann.wait_for("devices.some(({ state }) => state === 'running')")
    ann.page.evaluate(HIDE, True)
    ann.wait_for("devices[0].state === 'suspended'")
    ann.page.evaluate(HIDE, False)
    ann.wait_for("devices[0].state === 'running'")
    ann.link("Doctor Lucky, home").click()
    ann.wait_for("devices[0].state === 'closed'")


def test_the_breath_is_held_before_the_verdict_and_the_verdict_not_heard_before_it_is_seen(
    arrive: Arrive, house: House
) -> None:
    seed = 3
    found = [moment for moment, _ in moments("kill-2016", ALL, {}, seed)]
    kinds = [[event.kind for event in moment.events] for moment in found]
    foiled = next(at for at, each in enumerate(kinds) if "foiled" in each)
    strike = max(at for at in range(foiled) if "attempt" in kinds[at])
    actions = [moment.action for moment in found]
    ready = prepare(house.folder, "kill-2016", ALL, seed=seed, actions=actions[:strike])
    eve = arrive(house, motion="no-preference")
    eve.context.add_init_script(WANTED)
    eve.context.add_init_script(LISTEN)
    watch(eve, f"/t/{ready.code}")
    eve.page.mouse.click(600, 20)
    wait_until(lambda: tones(eve) > 0, look_every=0.05)
    act(house, ready, [(ALL[each.seat][0], each.action) for each in found[strike : foiled + 1]])
    happened = "Number(document.querySelector('.play')?.dataset.happened ?? 0)"
    told = sum(len(each.events) for each in found[: foiled + 1])
    wait_until(lambda: int(eve.page.evaluate(happened)) >= told, look_every=0.05)
    let_pass(eve, 30)
    heard = "(hertz) => tones.filter(({ frequency }) => Math.abs(frequency - hertz) < 0.5).map(({ at }) => at)"
    hearts, failed = (eve.page.evaluate(heard, hertz) for hertz in (HEART, FAILED))
    seen = next(each.at for each in sights(eve) if each.verdict)
    assert hearts
    assert failed
    assert max(hearts) < seen <= min(failed)
