"""The control: a server that does not wait for its disk before it tells, as with PRAGMA synchronous = NORMAL. Nothing
is lost when it is killed, and much when the power fails."""

import sqlite3
from os import PathLike

from drlucky.cli.main import main
from drlucky.table.store import schema, sqlite


def connect(path: str | PathLike[str]) -> sqlite3.Connection:
    connection = schema.connect(path)
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection


if __name__ == "__main__":
    sqlite.connect = connect  # type: ignore[attr-defined]
    main()
