"""Calibration: chances come true as often as they say, and it would show if they did not."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

import drlucky
from drlucky.errors import DrLuckyError
from drlucky.lab import calibration
from drlucky.lab.calibration import (
    KINDS,
    MOST_OFF,
    Forecast,
    Game,
    forecasts,
    games,
    jobs,
    measure,
    measured,
    tenths,
)
from drlucky.lab.calibration_page import diagram, page
from drlucky.search.known import estimate_known

POSITIONS = 30


def silent(done: int) -> None:
    """Progress that nobody watches."""


def everything(kind: str) -> list[Forecast]:
    return [
        each for game in (Game("kill-2016"), Game("save-2000")) for each in forecasts(game, range(POSITIONS), [kind])
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_no_tenth_is_surely_off(kind: str) -> None:
    found = everything(kind)
    assert len(found) >= POSITIONS
    assert not [tenth for tenth in tenths(found) if tenth.is_surely_off]
    off = sum(each.came - each.said for each in found) / len(found)
    assert abs(off) < 2 * MOST_OFF


def test_an_estimate_that_praises_itself_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that takes half of the games in which a seat loses away."""
    honest = estimate_known

    def biased(*given: object) -> list[int]:
        wins = honest(*given)  # type: ignore[arg-type]
        return [(number + calibration.PLAYOUTS) // 2 for number in wins]

    monkeypatch.setattr(calibration, "estimate_known", biased)
    assert any(tenth.is_surely_off for tenth in tenths(everything("known")))


def test_a_tenth_tells_its_mean_and_its_error() -> None:
    found = tenths(
        [Forecast("open", at // 2, 0.15, float(at % 4 == 0)) for at in range(400)] + [Forecast("open", 1, 1.0, 1.0)]
    )
    assert [(each.number, each.forecasts, each.positions) for each in found] == [(1, 400, 200), (9, 1, 1)]
    assert found[0].came == 0.25
    assert 0.03 < found[0].error < 0.06
    assert found[0].is_surely_off
    assert found[1].error > 0.3, "one alone tells nothing"


def test_every_edition_and_every_escape_is_looked_at() -> None:
    found = games()
    assert [game.edition for game in found if not game.escape] == [book.id for book in drlucky.editions()]
    assert any(game.escape for game in found)
    planned = list(jobs(found, 100))
    assert len(planned) == 2 * len(found)
    assert {job.game for job in planned[: len(found)]} == set(found), "all have had alike, wherever it stops"


def test_what_was_looked_at_is_kept_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = [game for game in games() if game.escape]
    measure(wanted, 1, tmp_path, minutes=10, workers=1, progress=silent)
    found = measured(tmp_path)
    assert set(found) == set(wanted)
    measure(wanted, 1, tmp_path, minutes=10, workers=1, progress=silent)
    assert measured(tmp_path) == found, "nothing is looked at twice"
    text = page(found, "picture.svg")
    assert "the Escape" in text
    assert "![Said and came true, by edition](picture.svg)" in text
    drawing = ElementTree.fromstring(diagram(found))
    assert len([each for each in drawing.iter() if each.tag.endswith("circle")]) > 2
    monkeypatch.setattr(calibration, "PLAYED_ON", 7)
    with pytest.raises(DrLuckyError, match="holds other work"):
        measured(tmp_path)
