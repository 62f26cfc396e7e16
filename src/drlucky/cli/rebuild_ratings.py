"""`drlucky rebuild-ratings`: a server's ratings anew, from the logs of its games."""

import asyncio
from typing import Annotated

import typer


def rebuild_ratings(
    data: Annotated[str | None, typer.Option(help="The folder in which the server keeps everything.")] = None,
    config: Annotated[str | None, typer.Option(help="The TOML file of the server.")] = None,
) -> None:
    """Learn all ratings of a server anew, from every rated game in its logs; stop the server before."""
    from drlucky.server.config import configured
    from drlucky.server.ratings.rebuild import rebuild

    folder = configured({"data": data}, file=config).data_folder
    found = asyncio.run(rebuild(folder))
    typer.echo(f"{found.games} rated games, {found.standings} ratings in {folder / 'ratings.db'}")
    for table in found.unread:
        typer.echo(f"the log of table {table} cannot be replayed, and was passed over", err=True)
