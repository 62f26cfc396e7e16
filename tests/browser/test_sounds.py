"""Sounds: ours, made on the spot, off until they are switched on, and never before anyone has touched the page."""

from collections.abc import Callable

from playwright.sync_api import Request, expect

from browser.person import Person
from browser.prepared import at_table
from server.blackbox.house import House

Arrive = Callable[..., Person]
# Every tone that the page lets sound, and the state of what it sounds through. A browser may take a touch before the
# reload, or a script that looks at the page, for a touch of the page; here it always does.
LISTEN = """
Object.defineProperty(UserActivation.prototype, "hasBeenActive", { get: () => true });
window.tones = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  tones.push({ frequency: this.frequency.value, context: this.context });
  return start.apply(this, when);
};
"""


def tones(person: Person) -> int:
    return int(person.page.evaluate("tones.length"))


def switch(person: Person) -> None:
    person.button("Table").click()
    person.page.get_by_role("checkbox", name="Sounds").click()
    person.page.keyboard.press("Escape")


def step(person: Person) -> None:
    """And waits until it is told."""
    told = person("[data-event='stepped']").count()
    person("[data-room][data-lit]").first.press("Enter")
    expect(person("[data-event='stepped']")).not_to_have_count(told)


def undo(person: Person) -> None:
    told = person("[data-event]").count()
    person.button("Undo").click()
    expect(person("[data-event]")).not_to_have_count(told)


def test_sounds_are_switched_on_and_off(arrive: Arrive, house: House) -> None:
    here = at_table(arrive, house, "kill-1996", until=lambda moment: moment.action.startswith("step"))
    ann = here.ann
    fetched: list[str] = []

    def note(request: Request) -> None:
        fetched.append(request.resource_type)

    ann.page.on("request", note)
    ann.context.add_init_script(LISTEN)
    ann.page.reload()
    ann("[data-prompt].asked").wait_for()
    step(ann)
    assert tones(ann) == 0, "nobody has asked for sounds"

    undo(ann)
    switch(ann)
    heard = tones(ann)
    assert heard, "whoever switches them on hears one"
    step(ann)
    ann.wait_for(f"tones.length > {heard}")
    assert ann.page.evaluate("tones.every(({ frequency, context }) => frequency > 0 && context.state === 'running')")

    # What was chosen is kept, but a page that nobody has touched is quiet although it has a question to ask.
    ann.page.reload()
    ann("[data-prompt].asked").wait_for()
    ann("[data-room][data-lit]").first.wait_for()
    assert tones(ann) == 0
    undo(ann)
    step(ann)
    ann.wait_for("tones.length > 0")

    switch(ann)
    heard = tones(ann)
    undo(ann)
    step(ann)
    assert tones(ann) == heard
    assert "media" not in fetched, "they come from nowhere else"
