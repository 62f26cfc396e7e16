"""The first game of a newcomer, which goes by a script: it is won by doing what the guide says, nobody is held to it,
and the guide hides nothing."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.guided import Newcomer
from browser.person import Person

Arrive = Callable[..., Person]
WON = {"kill": "Doctor Lucky is dead", "save": "Doctor Lucky is saved"}
each_family = pytest.mark.parametrize("family", ["kill", "save"])


def begin(arrive: Arrive, family: str, **how: int) -> Newcomer:
    ann = arrive(**how).go(f"/learn/{family}")
    ann.button("Start the first game").click()
    return Newcomer(ann)


@each_family
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 640)])
def test_doing_what_the_guide_says_wins(arrive: Arrive, family: str, width: int, height: int) -> None:
    """At every step the guide's card is beside what it speaks of: never over an attempt, the two pawns, or the end."""
    newcomer = begin(arrive, family, width=width, height=height)
    ann = newcomer.person
    told = newcomer.play()
    assert len(told) >= 12
    expect(ann("#end-title")).to_have_text(WON[family])
    expect(ann(".kicker")).to_have_text("You win")
    # The end is not hidden, and says what to do next.
    expect(newcomer.guide).to_have_count(0)
    expect(ann(".goals")).to_have_count(0)
    for name in ("A free game with the guide", "Play now, without help"):
        expect(ann.button(name)).to_be_visible()
    expect(ann.link("Now save him" if family == "kill" else "Now kill him")).to_be_visible()


def test_after_it_comes_a_free_game_with_the_guide(arrive: Arrive) -> None:
    newcomer = begin(arrive, "kill")
    ann = newcomer.person
    newcomer.play()
    first = ann.code
    ann.button("A free game with the guide").click()
    ann("[data-prompt]").first.wait_for()
    assert ann.code != first
    assert ann.page.url.endswith("?guide=kill")
    # What has been told is not told again, and there is something to try.
    expect(ann(".goals")).to_contain_text("0 of 6")
    newcomer.wait()
    said = newcomer.said()
    assert said is not None
    assert said.title != "Good evening"
    assert not said.does


@each_family
def test_whoever_goes_another_way_is_not_held_to_the_script(arrive: Arrive, family: str) -> None:
    newcomer = begin(arrive, family)
    ann = newcomer.person
    for _ in range(3):
        newcomer.wait()
        first = newcomer.said()
        assert first is not None
        newcomer.step(first)
    newcomer.wait()
    wanted = newcomer.said()
    assert wanted is not None
    other = ann(f'[data-lit][data-room]:not([data-room="{wanted.does.removeprefix("step ")}"])').first
    other.click()
    left = ann.page.get_by_role("heading", name="Your own way")
    left.wait_for()
    newcomer.lies_well()
    # Taken back, it goes on where it was.
    newcomer.guide.get_by_role("button", name="Take it back").click()
    expect(left).to_have_count(0)
    expect(newcomer.guide.locator("[data-does]")).to_have_attribute("data-does", wanted.does)
    # Or it is a game like any other, with a guide that explains what comes up.
    ann('.acts [data-action="end"]').click()
    left.wait_for()
    newcomer.guide.get_by_role("button", name="Play on").click()
    expect(left).to_have_count(0)
    ann("[data-prompt].asked").wait_for()
    expect(ann(".goals")).to_be_attached()
    expect(newcomer.guide.locator("[data-does]")).to_have_count(0)


@each_family
def test_escape_closes_what_the_guide_says(arrive: Arrive, family: str) -> None:
    newcomer = begin(arrive, family)
    ann = newcomer.person
    for _ in range(4):
        newcomer.wait()
        said = newcomer.said()
        assert said is not None
        ann.page.keyboard.press("Escape")
        ann.page.wait_for_function(
            "(title) => document.querySelector('aside.card h2')?.textContent !== title", arg=said.title
        )
    # Nothing is left to say before the first decision, and what is asked for is pointed out still.
    expect(newcomer.guide).to_have_count(0)
    expect(ann("[data-prompt].asked")).to_be_visible()
