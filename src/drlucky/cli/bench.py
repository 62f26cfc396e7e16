"""`drlucky bench`: how fast the engine is, and with `serve` what a server bears."""

from typing import Annotated

import typer

from drlucky.errors import DrLuckyError

PEOPLE = 4
"""At a table, if nothing else is asked for."""
MOST = 7
"""So many may play every edition."""

bench = typer.Typer(invoke_without_command=True)


@bench.callback()
def engine(
    context: typer.Context,
    json: Annotated[bool, typer.Option("--json", help="One JSON object instead of tables.")] = False,
    seconds: Annotated[float, typer.Option(min=0.05, max=60, help="How long to measure each thing.")] = 2.0,
    peers: Annotated[bool, typer.Option(help="Other engines side by side, if installed.")] = True,
) -> None:
    """Measure the speed: compiled, interpreted, driven from Python, searching, and beside other engines; or a server's,
    with `drlucky bench serve`."""
    if context.invoked_subcommand is not None:
        return
    from drlucky.bench.measure import run

    run(as_json=json, seconds=seconds, peers=peers)


@bench.command()
def serve(
    sockets: Annotated[int, typer.Option(min=2, help="How many people are connected.")] = 1000,
    tables: Annotated[int | None, typer.Option(min=1, help="At how many tables; by default four at each.")] = None,
    moves: Annotated[float, typer.Option(min=0.1, help="Moves a second, at all tables together.")] = 500.0,
    seconds: Annotated[float, typer.Option(min=1, help="How long to measure.")] = 15.0,
    edition: Annotated[str, typer.Option(help="What they play; see `drlucky editions`.")] = "kill-2016",
    json: Annotated[bool, typer.Option("--json", help="One JSON object instead of tables.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Exit with 1 unless all goals are reached.")] = False,
) -> None:
    """Measure a server under load: sockets, moves a second and how quickly everyone hears of a move.

    The server and the load are started beside each other, on this machine. docs/serving-speed.md tells how it is
    measured."""
    try:
        from drlucky.bench.server import run
    except ModuleNotFoundError as error:
        if error.name not in ("msgspec", "websockets"):
            raise
        raise DrLuckyError("drlucky bench serve needs the web extra: pip install 'drlucky[web]'") from None

    at = max(1, sockets // PEOPLE) if tables is None else tables
    if not 2 <= sockets // at <= -(-sockets // at) <= MOST:
        raise DrLuckyError(f"{sockets} people at {at} tables: give each table 2 to {MOST} of them")
    reached = run(edition=edition, sockets=sockets, tables=at, moves=moves, seconds=seconds, as_json=json)
    if check and not reached:
        raise typer.Exit(1)
