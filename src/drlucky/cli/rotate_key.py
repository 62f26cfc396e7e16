"""`drlucky rotate-key`: a new key for a server's identities."""

from typing import Annotated

import typer


def rotate_key(
    data: Annotated[str | None, typer.Option(help="The folder in which the server keeps everything.")] = None,
    store: Annotated[str | None, typer.Option(help="The database of several nodes: postgresql://...")] = None,
    config: Annotated[str | None, typer.Option(help="The TOML file of the server.")] = None,
    alone: Annotated[bool, typer.Option(help="Forget the earlier keys too: everybody becomes a stranger.")] = False,
) -> None:
    """Give a server a new key to sign identities with; restart the server to have it used. Nodes with a database use it
    within seconds, and have a new one to prove to each other that they belong together.

    What was signed with the two keys before holds, and browsers get theirs anew when they come back. If someone may
    have the key, use --alone: then nobody is known any more, and nobody can pass for another."""
    from drlucky.database_url import without_password
    from drlucky.server.auth import keys
    from drlucky.server.config import configured

    chosen = configured({"data": data, "store": store}, file=config)
    if chosen.store:
        known = rotate_shared(chosen.store, alone)
        typer.echo(
            f"{without_password(chosen.store)} has a new key, and {known - 1} earlier ones; nodes use it in a moment"
        )
        return
    path = chosen.data_folder / "secret"
    known = keys.rotate(path, alone=alone)
    typer.echo(f"{path} has a new key, and {known - 1} earlier ones; restart the server to have it used")


def rotate_shared(url: str, alone: bool) -> int:
    import asyncio

    from drlucky.server.cluster import need_asyncpg

    need_asyncpg()
    from drlucky.postgres import Database
    from drlucky.server.auth import shared_keys

    async def rotate() -> int:
        async with await Database.open(url) as database:
            with database.in_words():
                return await shared_keys.rotate(database, alone=alone)

    return asyncio.run(rotate())
