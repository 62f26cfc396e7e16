"""The command line: `drlucky COMMAND`. Each command has its own module."""

from importlib.metadata import version
from typing import Annotated

import typer

from drlucky.cli.analyse import analyse
from drlucky.cli.bench import bench
from drlucky.cli.benchmark import benchmark
from drlucky.cli.board import board, editions
from drlucky.cli.cards import cards
from drlucky.cli.new_edition import conformance, new_edition
from drlucky.cli.play import play
from drlucky.cli.puzzle import puzzle
from drlucky.cli.rebuild_ratings import rebuild_ratings
from drlucky.cli.replay import replay, verify
from drlucky.cli.rotate_key import rotate_key
from drlucky.cli.serve import serve
from drlucky.cli.store import store
from drlucky.cli.study import simulate, study
from drlucky.cli.tournament import tournament
from drlucky.errors import DrLuckyError
from drlucky.interpreted import is_compiled

app = typer.Typer(
    name="drlucky",
    help="The Doctor Lucky games, played by the book. Unofficial and fan-made.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for command in (
    analyse,
    serve,
    rotate_key,
    rebuild_ratings,
    simulate,
    study,
    tournament,
    benchmark,
    editions,
    new_edition,
    conformance,
    cards,
    play,
    board,
    puzzle,
    replay,
    verify,
):
    app.command()(command)
app.add_typer(bench, name="bench")
app.add_typer(store, name="store")


def main() -> None:
    try:
        app()
    except DrLuckyError as error:
        typer.echo(f"drlucky: {error}", err=True)
        raise SystemExit(2) from None


def say_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"drlucky {version('drlucky')} ({'compiled' if is_compiled() else 'interpreted'})")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=say_version, is_eager=True, help="Say the version, and whether compiled."),
    ] = False,
) -> None:
    pass
