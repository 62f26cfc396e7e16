"""`drlucky store`: what whoever runs a server does with what it keeps."""

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from drlucky.server.maintenance.places import Place

store = typer.Typer(
    help="Copy, check, repair, back up and restore what a server keeps; see which tables a mended rule touches.",
    no_args_is_help=True,
)

Data = Annotated[str | None, typer.Option(help="The folder in which the server keeps everything.")]
From = Annotated[
    str | None, typer.Option("--data", help="The folder in which the server keeps everything, or postgresql://...")
]
Config = Annotated[str | None, typer.Option(help="The TOML file of the server.")]
AsJson = Annotated[bool, typer.Option("--json", help="Say it as JSON, for a program.")]


@store.command()
def copy(
    source: Annotated[str, typer.Argument(metavar="FROM", help="A folder, an SQLite file, or postgresql://...")],
    target: Annotated[str, typer.Argument(metavar="TO", help="The same. It is empty, or has a part of this copy.")],
) -> None:
    """Copy everything that a server keeps, between SQLite and PostgreSQL or within one; stop the server before.

    A copy that was interrupted goes on when it is begun once more. Each table is read again and compared."""
    from drlucky.server.maintenance import copying
    from drlucky.server.maintenance.places import Place

    found = asyncio.run(copying.copy(Place(source), Place(target), say))
    typer.echo(f"{found.tables} tables copied, {found.same} there already, {found.rows} rows and files beside them")
    if found.left_out:
        typer.echo(f"{len(found.left_out)} tables were left out; try `drlucky store check`", err=True)
        raise typer.Exit(1)


@store.command()
def check(data: Data = None, config: Config = None, as_json: AsJson = False) -> None:
    """Name everything that is damaged. The server may run meanwhile. The exit code is 1 if anything is."""
    from drlucky.server.maintenance import checking

    count = 0
    for damage in checking.check(folder(data, config)):
        count += 1
        typer.echo(json.dumps(damage._asdict()) if as_json else f"{damage}")
    if count:
        typer.echo(f"{count} damages; what can be mended is by `drlucky store repair`", err=True)
        raise typer.Exit(1)
    typer.echo("everything is as it was written", err=as_json)


@store.command()
def repair(data: Data = None, config: Config = None) -> None:
    """Mend what can be, and put aside what cannot; stop the server before. The exit code is 1 if anything is left."""
    from drlucky.server.maintenance import repairing

    left = repairing.repair(folder(data, config), say)
    for damage in left:
        typer.echo(f"cannot be mended: {damage}", err=True)
    if left:
        raise typer.Exit(1)
    typer.echo("everything is as it should be")


@store.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Is written when all of it is there.")],
    data: From = None,
    config: Config = None,
) -> None:
    """Write everything that a server keeps to one file. The server may run meanwhile."""
    from drlucky.server.maintenance import backups

    asyncio.run(backups.back_up(place(data, config), file, say))
    typer.echo(f"{file}: {file.stat().st_size:,} bytes. Keep it to yourself: the cards of games in progress are in it")


@store.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `drlucky store backup` wrote.")],
    to: Annotated[Path, typer.Argument(metavar="FOLDER", help="A new one, for `drlucky serve --data`.")],
) -> None:
    """Make the folder of a server from a backup, checked from end to end before it is there."""
    from drlucky.server.maintenance import backups

    typer.echo(f"{backups.restore(file, to)} files restored; drlucky serve --data {to}")


@store.command()
def replay(
    data: From = None,
    config: Config = None,
    write: Annotated[Path | None, typer.Option(help="Write down what the tables come to, for --against.")] = None,
    against: Annotated[Path | None, typer.Option(help="Compare with what another drlucky wrote down.")] = None,
    as_json: AsJson = False,
) -> None:
    """Say which tables in progress this drlucky would refuse, or have stand otherwise, before it serves them.

    With the old drlucky: `store replay --write before.json`; with the new one: `store replay --against before.json`.
    The server may run meanwhile. The exit code is 1 if any table is touched."""
    from drlucky.server.maintenance import replaying

    before = {} if against is None else replaying.read(against)
    found = asyncio.run(replaying.replay(place(data, config), before, say))
    for each in found.touched:
        about = {"table": each.table, "code": each.code, "became": each.became, "about": each.about}
        typer.echo(json.dumps(about) if as_json else f"table {each.table} ({each.code}) is {each.became}: {each.about}")
    if write is not None:
        replaying.write(write, found.standings)
    typer.echo(f"{found.tables} tables in progress, {len(found.touched)} touched", err=as_json)
    if found.touched:
        raise typer.Exit(1)


def say(line: str) -> None:
    typer.echo(line, err=True)


def folder(data: str | None, config: str | None) -> Path:
    from drlucky.server.config import configured

    return configured({"data": data}, file=config).data_folder


def place(data: str | None, config: str | None) -> "Place":
    """Where the server keeps its games, or what was named instead of it."""
    from drlucky.server.config import configured
    from drlucky.server.maintenance.places import Place

    named = Place(data or "")
    if named.is_database:
        return named
    chosen = configured({"data": data}, file=config)
    return Place(chosen.store if chosen.store and not data else str(chosen.data_folder))
