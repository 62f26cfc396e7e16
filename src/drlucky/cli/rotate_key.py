"""`drlucky rotate-key`: a new key for a server's identities."""

from typing import Annotated

import typer


def rotate_key(
    data: Annotated[str | None, typer.Option(help="The folder in which the server keeps everything.")] = None,
    config: Annotated[str | None, typer.Option(help="The TOML file of the server.")] = None,
    alone: Annotated[bool, typer.Option(help="Forget the earlier keys too: everybody becomes a stranger.")] = False,
) -> None:
    """Give a server a new key to sign identities with; restart the server to have it used.

    What was signed with the two keys before holds, and browsers get theirs anew when they come back. If someone may
    have the key, use --alone: then nobody is known any more, and nobody can pass for another."""
    from drlucky.server.auth import keys
    from drlucky.server.config import configured

    path = configured({"data": data}, file=config).data_folder / "secret"
    known = keys.rotate(path, alone=alone)
    typer.echo(f"{path} has a new key, and {known - 1} earlier ones; restart the server to have it used")
