"""Every option of a game is an option of every command that plays one."""

import inspect
from typing import Annotated, Any, get_args

import pytest
import typer
from typer.testing import CliRunner

from drlucky.cli.options import NONE_GIVEN, GameOptions, takes_game_options
from drlucky.cli.play import play
from drlucky.cli.study import simulate
from drlucky.cli.tournament import tournament
from drlucky.game.options import OPTIONS


@pytest.mark.parametrize("command", [play, simulate, tournament])
def test_a_command_that_plays_has_every_option_with_its_help(command: Any) -> None:
    parameters = inspect.signature(command).parameters
    assert "options" not in parameters
    for name, option in OPTIONS.items():
        kind, shown = get_args(parameters[name].annotation)
        assert kind == option.kind | None
        assert shown.help == option.about.help
        assert parameters[name].default is None


def given(*arguments: str) -> dict[str, Any]:
    """What a command is told of the options that someone typed."""
    told: dict[str, Any] = {}

    @takes_game_options
    def command(
        edition: Annotated[str, typer.Argument()],
        options: GameOptions = NONE_GIVEN,
        seed: Annotated[int, typer.Option()] = 1,
    ) -> None:
        told.update(options, edition=edition, seed=seed)

    app = typer.Typer()
    app.command()(command)
    result = CliRunner().invoke(app, ["kill-2016", *arguments])
    assert result.exit_code == 0, result.output
    return told


def test_a_command_is_told_of_what_was_given_and_of_nothing_else() -> None:
    assert given() == {"edition": "kill-2016", "seed": 1}
    assert given("--no-strangers", "--closed", "west", "--seed", "4", "--turn-limit", "30") == {
        "edition": "kill-2016",
        "seed": 4,
        "strangers": False,
        "closed": "west",
        "turn_limit": 30,
    }
    assert given("--escape", "--no-threes", "--strangers", "--board", "") == {
        "edition": "kill-2016",
        "seed": 1,
        "escape": True,
        "no_threes": True,
        "strangers": True,
    }
