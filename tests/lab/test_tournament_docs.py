"""The bots that the documents show play as they are printed."""

import re
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from drlucky.bots.external import Limits
from drlucky.game.view import Attempt, Outcome, View
from drlucky.lab.tournament.entrants import entrants
from drlucky.lab.tournament.run import Tournament, run

PAGE = Path(__file__).parents[2] / "docs" / "line-protocol.md"
LANGUAGES = {"python": sys.executable, "sh": "sh"}


def printed(language: str) -> str:
    """The last piece of code in a language."""
    pieces: list[str] = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return pieces[-1]


def test_every_field_of_a_view_is_described() -> None:
    page = PAGE.read_text(encoding="utf-8")
    names = [*View.__struct_fields__, *Attempt.__struct_fields__, *(field.name for field in fields(Outcome))]
    assert all(f"`{name}`" in page for name in names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bot_of_twenty_lines_plays_every_phase_without_a_fault(language: str, tmp_path: Path) -> None:
    bot = printed(language)
    assert bot.count("\n") <= 24
    (tmp_path / "mybot").write_text(bot)
    guest = f"mine=program:{LANGUAGES[language]} {tmp_path / 'mybot'}"
    for edition in ("kill-de", "save-2000"):
        tournament = Tournament(entrants([guest, "sensible"]), edition, 3, {"turn_limit": 60}, "1", Limits(20, 20), 3)
        games = run(tournament, 1, tmp_path / edition, workers=1, progress=lambda done: None)
        assert [game["faults"] for game in games] == [[]]
