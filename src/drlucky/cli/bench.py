"""`drlucky bench`: how fast the engine is, with `serve` what a server bears, and with `capacity` how much in all."""

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
    from drlucky.bench.server import run

    at = max(1, sockets // PEOPLE) if tables is None else tables
    if not 2 <= sockets // at <= -(-sockets // at) <= MOST:
        raise DrLuckyError(f"{sockets} people at {at} tables: give each table 2 to {MOST} of them")
    reached = run(edition=edition, sockets=sockets, tables=at, moves=moves, seconds=seconds, as_json=json)
    if check and not reached:
        raise typer.Exit(1)


@bench.command()
def capacity(
    part: Annotated[
        list[str] | None, typer.Option(help="Only this: latency, most, nodes, tables or disturbers; can be repeated.")
    ] = None,
    store: Annotated[str, typer.Option(help="A PostgreSQL that is empty, for several nodes: postgresql://...")] = "",
    seconds: Annotated[float, typer.Option(min=1, help="How long to measure each time.")] = 15.0,
    size: Annotated[float, typer.Option(min=0.001, max=1, help="Everything so much smaller.")] = 1.0,
    json: Annotated[bool, typer.Option("--json", help="One JSON object instead of a table.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Exit with 1 unless all goals are reached.")] = False,
) -> None:
    """Measure all that docs/serving-speed.md says of how much a server carries, in some ten minutes.

    Latencies with 1,000 and 5,000 people, the most moves, several nodes (with --store), open tables, and clients who do
    not read or send too much."""
    from drlucky.bench.capacity import PARTS, run

    parts = [known for known in PARTS if part is None or known in part]
    unknown = sorted({*(part or ())} - {*PARTS})
    if unknown:
        raise DrLuckyError(f"{unknown[0]!r:.40} is no part of it; the parts are {', '.join(PARTS)}")
    if "nodes" in (part or ()) and not store:
        raise DrLuckyError("several nodes need a database: --store postgresql://...")
    if not run(parts=parts, seconds=seconds, database=store, part_of=size, as_json=json) and check:
        raise typer.Exit(1)
