"""Settings are kept for the next game where they are sure to be the same."""

from pathlib import Path
from typing import Any

import pytest

from drlucky.boards import board
from drlucky.errors import SetUpError
from drlucky.game.setup import setting, setting_by_lot


def test_games_on_printed_boards_share_their_setting() -> None:
    assert setting("kill-2016", 4) is setting("kill-2016", 4)
    assert setting("kill-2016", 4, closed=["west"]) is setting("kill-2016", 4, closed=["west"])
    assert setting("kill-2016", 4, closed="west") is not setting("kill-2016", 4, closed="east")


def test_a_plan_of_one_s_own_is_read_anew(tmp_path: Path) -> None:
    path, plan = tmp_path / "house.txt", board("mansion").source_text
    titles = ("One House", "Another House")
    made = []
    for title in titles:
        path.write_text(plan.replace("title: Lucky Mansion", f"title: {title}"), encoding="utf-8")
        made.append(setting("kill-2016", 4, board=str(path)).board.title)
    assert made == list(titles)


@pytest.mark.parametrize("wrong", [{"players": True}, {"turn_limit": True}, {"turn_limit": 1.0}])
def test_what_only_looks_like_something_that_was_kept_is_refused(wrong: dict[str, Any]) -> None:
    """1 == True == 1.0, and yet the setting for the one is none for the others."""
    given: dict[str, Any] = {"players": 2, "turn_limit": 1}
    setting("kill-2016", **given)
    with pytest.raises(SetUpError):
        setting("kill-2016", **(given | wrong))


@pytest.mark.parametrize(("edition", "option"), [("kill-1996", "dealer"), ("kill-2016", "starter")])
def test_who_draws_lots_for_who_begins_refuses_a_name(edition: str, option: str) -> None:
    """Studies, PettingZoo and OpenSpiel: nothing that is given there is passed over."""
    with pytest.raises(SetUpError, match=f"leave the option '{option}' out"):
        setting_by_lot(edition, 4, **{option: 0})
    assert setting_by_lot(edition, 4) is setting(edition, 4)


def test_naming_someone_makes_no_other_set_up() -> None:
    assert setting("kill-2016", 4, starter=1) is setting("kill-2016", 4)
