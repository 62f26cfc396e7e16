"""pgbouncer before a PostgreSQL, in transaction mode: a connection of a client has a connection of the server for the
time of a transaction only, and the next one may be another.

    with Pgbouncer(postgres) as pooler:
        url = pooler.url(postgres.fresh_database())

`tools/postgres.sh` installs it on Debian; there is no wheel of it."""

import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from patience import NEVER, wait_until
from ports import free_port
from postgres import NoPostgres, Postgres, identity

SBIN = "/usr/sbin"
"""Where Debian has it, which is not on everyone's path."""
SETTINGS = """
[databases]
* = host=127.0.0.1 port={database} user=postgres

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {connections}
max_client_conn = 500
server_check_delay = 1
server_login_retry = 1
logfile = {folder}/log
pidfile = {folder}/pid
"""


class Pgbouncer:
    def __init__(self, postgres: Postgres, connections: int = 4) -> None:
        """With so many connections for each database: few, so that clients get each other's."""
        self._program = shutil.which("pgbouncer", path=os.pathsep.join((os.environ.get("PATH", ""), SBIN)))
        if self._program is None:
            raise NoPostgres("the tests through a pooler need pgbouncer; on Debian: apt-get install pgbouncer")
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="drlucky-pgbouncer-"))
        self._settings = self.folder / "pgbouncer.ini"
        self._settings.write_text(
            SETTINGS.format(database=postgres.port, port=self.port, connections=connections, folder=self.folder)
        )
        self._identity = identity()
        for place in (self.folder, self._settings) if self._identity else ():
            os.chown(place, self._identity["user"], self._identity["group"])
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        assert self._program is not None
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(
            [self._program, "-q", self._settings], stdin=quiet, stdout=quiet, stderr=quiet, **self._identity
        )
        wait_until(self._listens)

    def _listens(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, f"pgbouncer has ended: {(self.folder / 'log').read_text()[-2000:]}"
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(NEVER)
            self._process = None

    def url(self, direct: str) -> str:
        """The URL of the same database through this pooler."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{direct.rpartition('/')[2]}"
