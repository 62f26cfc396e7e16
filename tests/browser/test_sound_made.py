"""What is heard is worth hearing, as far as that can be measured: loud enough and not too loud, each like itself, gone
when it is over; and the ambience follows the tension."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from browser.hearing import Studio, most_alike

# Of the most that there is.
CLIPPING, FAINT, LOUD = 0.9, 0.03, 0.4
SILENT = 0.0005
# Between a bell and silence, and between two effects of which each is taken for itself.
DIFFERENT = 0.4
# The rumble of a storm is quieter than a door, and a click of what begins again would be louder than the clock.
QUIET, CLICK = 0.12, 0.2


@pytest.fixture(scope="module")
def studio(chromium: Browser) -> Iterator[Studio]:
    studio = Studio(chromium)
    yield studio
    studio.page.close()


def test_every_effect_is_heard_is_not_too_loud_and_ends(studio: Studio) -> None:
    sounds = {name: studio.effects(name) for name in studio.names()}
    assert {"door", "thunder", "groan", "breath", "strike", "foiled", "murder", "rescued"} <= set(sounds)
    wrong = {
        name: heard._replace(shape=())
        for name, heard in sounds.items()
        if not (heard.peak < CLIPPING and FAINT < heard.loudest < LOUD and heard.after < SILENT)
    }
    assert not wrong


def test_no_effect_is_taken_for_another(studio: Studio) -> None:
    sounds = {name: studio.effects(name) for name in studio.names()}
    assert most_alike(sounds)[0] > DIFFERENT, most_alike(sounds)


def test_many_at_once_are_bounded(studio: Studio) -> None:
    heard = studio.effects(*studio.names())
    assert heard.voices == studio.page.evaluate("studio.MOST_VOICES") < len(studio.names())
    assert heard.peak < 1


@pytest.mark.parametrize("place", ["house", "ship"])
def test_the_ambience_is_quiet_and_rises_with_the_tension(studio: Studio, place: str) -> None:
    moods = [studio.ambience(place, tension, water) for tension, water in ((0.1, 0), (0.5, 0.4), (1, 0.9))]
    louds = [heard.loudness for heard in moods]
    assert louds == sorted(louds)
    assert louds[-1] > 1.5 * louds[0]
    assert 0.005 < louds[0] < louds[-1] < QUIET
    assert all(heard.peak < CLIPPING and heard.jump < CLICK for heard in moods)


def test_noise_goes_round_without_a_click(studio: Studio) -> None:
    for seam, most in studio.seams():
        assert seam <= most
