"""A press without a connection says that it waits, and can be taken back until it is sent."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from browser.person import Person
from browser.positions import Moment
from browser.prepared import TOGETHER, at_table
from server.blackbox.house import House

Arrive = Callable[..., Person]
LOST = "Connection lost, but nothing else"
WAITS = re.compile("“.+” waits, and is sent when the connection is back")
SENT = re.compile("was sent, but there is no answer yet. It can't be taken back any more")

# A line on which nothing is heard while `deaf` is set, though what is said on it arrives.
DEAF = """
window.WebSocket = class extends WebSocket {
  constructor(...how) { super(...how); window.line = this; }
  set onmessage(hear) { super.onmessage = (event) => window.deaf || hear(event); }
};
"""


def ann_may_end(moment: Moment) -> bool:
    return moment.seat == 0 and "end" in moment.view.legal


def test_a_press_that_waits_can_be_taken_back(arrive: Arrive, own_house: Callable[..., House]) -> None:
    with own_house() as house:
        ann = at_table(arrive, house, "kill-1996", TOGETHER, until=ann_may_end).ann
        moves = ann("[data-event='doctor moved']")
        before, told = moves.count(), ann("[data-event]").count()
        waiting = ann("[data-waits]")

        house.kill()
        expect(ann.page.get_by_text(LOST)).to_be_visible()
        ann.page.keyboard.press("e")
        expect(waiting).to_have_text(WAITS)
        expect(ann.button("End turn")).to_have_attribute("aria-disabled", "true")
        ann.assert_accessible(has_server=False)
        ann.button("Take it back").click()
        expect(waiting).to_have_count(0)
        expect(ann.button("End turn")).to_have_attribute("aria-disabled", "false")
        house.start()
        expect(ann.page.get_by_text(LOST)).to_have_count(0)
        # Whatever waited would have been sent with the first words: this is answered after it.
        ann.button("Undo").click()
        ann.was_told("undo")
        assert ann("[data-event]").count() == told

        house.kill()
        expect(ann.page.get_by_text(LOST)).to_be_visible()
        ann.page.keyboard.press("e")
        expect(waiting).to_have_text(WAITS)
        house.start()
        expect(moves).to_have_count(before + 1)
        expect(waiting).to_have_count(0)
        expect(ann("[data-prompt]")).to_contain_text("Bob's turn")
        assert moves.count() == before + 1, "once"


def test_a_press_that_was_sent_cannot(arrive: Arrive, house: House) -> None:
    """The server has heard it, and its answer is lost with the line: it is said again with the same id."""
    ann = at_table(arrive, house, "kill-1996", TOGETHER, until=ann_may_end).ann
    ann.context.add_init_script(DEAF)
    ann.page.reload()
    ann("[data-prompt].asked").wait_for()
    moves = ann("[data-event='doctor moved']")
    before = moves.count()
    ann.page.evaluate("window.deaf = true")
    ann.button("End turn").click()
    ann.page.evaluate("window.line.close()")
    expect(ann("[data-waits='answer']")).to_have_text(SENT)
    expect(ann.button("Take it back")).to_have_count(0)
    ann.page.evaluate("window.deaf = false; window.line.close()")
    expect(ann("[data-waits]")).to_have_count(0)
    expect(moves).to_have_count(before + 1)
