"""What playing feels like: one click does the obvious, what is not possible says why, and much can be taken back."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from browser.person import Person
from browser.positions import Moment, can
from browser.prepared import THREE, at_table
from server.blackbox.house import House

Arrive = Callable[..., Person]


def own_turn(moment: Moment) -> bool:
    """All is still open: a free step, and no way to strike."""
    return {"end"} < set(moment.view.legal) and moment.view.steps > 0 and not can("attempt")(moment)


def can_draw_and_step(moment: Moment) -> bool:
    return can("draw")(moment) and can("step")(moment)


def several_ways(moment: Moment) -> bool:
    return card_with_several_ways(moment.view.legal) is not None


def card_with_several_ways(legal: tuple[str, ...]) -> str | None:
    cards = [action.partition(" ")[2] for action in legal if action.startswith(("walk ", "jump "))]
    return next((card for card in cards if cards.count(card) > 1), None)


def lit_rooms(person: Person) -> list[str]:
    return [str(each.get_attribute("data-room")) for each in person("[data-room][data-lit]").all()]


def unlit_room(person: Person) -> str:
    rooms = person("[data-room]:not([data-lit]):not([data-closed])")
    return str(rooms.first.get_attribute("data-room"))


def test_a_step_can_be_taken_back_and_a_draw_cannot(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-2016", until=can_draw_and_step).ann
    pawn = ann("[data-pawn='0']")
    before = pawn.get_attribute("data-in") or ""
    target = lit_rooms(ann)[0]
    ann(f'[data-room="{target}"]').click()
    expect(pawn).to_have_attribute("data-in", target)
    ann.button("Undo").click()
    expect(pawn).to_have_attribute("data-in", before)

    drawn = ann("[data-event='drew']")
    before_it = drawn.count()
    ann.button("Draw and end turn").click()
    expect(drawn.nth(before_it)).to_be_attached()
    expect(ann("[data-prompt].asked")).to_be_visible()
    ann.button("Undo").click()
    expect(ann.page.get_by_text("undone: a card was revealed").last).to_be_visible()


def test_whoever_wants_to_be_asked_is_asked(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-2016", until=can("draw")).ann
    ann.button("Table").click()
    ann.page.get_by_label("Ask before anything that can't be undone").check()
    ann.page.keyboard.press("Escape")
    told = ann("[data-event]").count()
    ann.button("Draw and end turn").click()
    ann.button("Not yet").click()
    expect(ann("[data-event]")).to_have_count(told)
    ann.button("Draw and end turn").click()
    ann.page.get_by_role("dialog", name="This can't be undone").get_by_role("button", name="Do it").click()
    expect(ann("[data-event='drew']").last).to_be_attached()


def test_what_was_asked_about_another_moment_is_not_asked_any_more(arrive: Arrive, house: House) -> None:
    """One person at two windows: what is decided in one closes the question in the other."""
    here = at_table(arrive, house, "kill-1996", until=can("draw"))
    ann = here.ann
    other = ann.context.new_page()
    other.goto(ann.page.url)
    other.get_by_role("button", name="Choices").click()
    expect(other.get_by_role("dialog", name="All choices")).to_be_visible()
    ann.button("Draw and end turn").click()
    expect(other.get_by_role("dialog", name="All choices")).to_have_count(0)


def test_a_hint_says_what_is_good_and_does_it(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-2016", until=own_turn).ann
    told = ann("[data-event]").count()
    ann.button("Hint").click()
    hint = ann.page.get_by_role("region", name="Hint")
    expect(hint.get_by_role("img", name=re.compile(r"Chance to win: \d+%"))).to_be_visible()
    assert len(hint.inner_text()) > 20
    hint.get_by_role("button", name="Do it").click()
    expect(ann("[data-event]").nth(told)).to_be_attached()


def test_two_hints_in_a_turn_go_on_with_the_same_plan(arrive: Arrive, house: House) -> None:
    """A card was played for steps, so that a plan has a step and an end of the turn at least."""
    ann = at_table(arrive, house, "kill-2016", until=can("walk ")).ann
    ann.button("Choices").click()
    ann.page.get_by_role("dialog").locator('[data-action^="walk "]').first.click()
    hint = ann.page.get_by_role("region", name="Hint")
    ann.button("Hint").click()
    expect(hint).to_contain_text("Your plan:")
    steps = hint.get_by_role("list", name="Steps of the plan").get_by_role("listitem")
    planned = steps.all_inner_texts()
    assert len(planned) > 1
    hint.get_by_role("button", name="Do it").click()
    expect(hint).to_have_count(0)
    ann.button("Hint").click()
    expect(hint).to_contain_text("The plan goes on:")
    expect(steps).to_have_text(planned[1:])


def test_a_room_that_is_not_lit_says_why(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-2016", until=own_turn).ann
    room = unlit_room(ann)
    ann(f'[data-room="{room}"]').hover()
    note = ann(".note")
    expect(note.locator(".why")).to_have_text(re.compile(r"\w{3,}.*\.$"))
    expect(note).to_contain_text(re.compile("would see you here"))
    # Clicking it does nothing.
    told = ann("[data-event]").count()
    ann(f'[data-room="{room}"]').click()
    expect(ann("[data-event]")).to_have_count(told)

    ann.page.mouse.move(0, 0)
    expect(note).to_have_count(0)
    ann(f'[data-room="{lit_rooms(ann)[0]}"]').focus()
    ann.page.keyboard.press("b")
    ann.until(
        lambda: ann("[data-room]:focus:not([data-lit])").count() > 0, lambda: ann.page.keyboard.press("ArrowRight"), 20
    )
    expect(note.locator(".why")).to_be_visible()
    described = ann("[data-room]:focus").get_attribute("aria-describedby")
    assert described == note.get_attribute("id")


def test_a_button_that_does_nothing_says_why_and_opens_the_rule(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-2016", until=own_turn).ann
    strike = ann.button("Kill Doctor Lucky")
    expect(strike).to_have_attribute("aria-disabled", "true")
    why = ann(f"[id='{strike.get_attribute('aria-describedby')}']")
    strike.hover(force=True)
    expect(why).to_have_text(re.compile(r"\w{3,}.*\.$"))
    said = why.inner_text()
    ann.page.mouse.move(0, 0)
    expect(why).to_be_empty()
    strike.focus()
    expect(why).to_have_text(said)
    ann.button("Read the rule").click()
    rules = ann.page.get_by_role("dialog", name="Rules")
    expect(rules.locator("[data-section]:focus")).to_be_in_viewport()


def test_a_card_with_several_ways_asks(arrive: Arrive, house: House) -> None:
    """To walk by it, or to go straight to its room."""
    ann = at_table(arrive, house, "kill-2016", until=several_ways).ann
    ann("[data-choices]").click()
    legal = ann("dialog[open] [data-action]").evaluate_all("(all) => all.map(({ dataset }) => dataset.action)")
    ann.page.keyboard.press("Escape")
    card = card_with_several_ways(tuple(legal))
    told = ann("[data-event]").count()
    ann(f'button[data-card="{card}"]').first.click()
    ways = ann("dialog[open] [data-action]")
    expect(ways.nth(1)).to_be_visible()
    expect(ann("[data-event]")).to_have_count(told)
    ways.nth(1).click()
    expect(ann("[data-event]").nth(told)).to_be_attached()


def test_the_log_shows_on_the_board_what_it_speaks_of(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "kill-2016", until=own_turn).ann
    line = ann("[data-event='doctor moved'], [data-event='placed']").last
    line.hover()
    marked = ann("[data-room].marked")
    expect(marked).to_have_count(1)
    room = str(marked.get_attribute("aria-label")).partition(",")[0]
    expect(line).to_contain_text(room)
    ann.page.mouse.move(0, 0)
    expect(marked).to_have_count(0)
    line.get_by_role("button").focus()
    expect(marked).to_have_count(1)


def test_words_of_murder_cost_in_a_game_of_rescue(arrive: Arrive, house: House) -> None:
    ann = at_table(arrive, house, "save-2000", THREE, seed=0).ann
    ann.page.get_by_role("tab", name="Chat").click()
    ann.page.get_by_label("Say something").fill("I will kill him this time")
    ann.button("Send").click()
    expect(ann(".chat")).to_contain_text("I will kill him this time")
    expect(ann(".chat .lines")).to_contain_text(re.compile(r"\d penalt"))
    expect(ann(".chat .tally")).to_contain_text(re.compile(r"Penalties:\s+Ann \d"))
    expect(ann("[data-seat='0']")).to_contain_text(re.compile(r"\d penalt"))
