"""The PostgreSQL that the tests bring along does what they rely on: what was committed outlives a kill, and the pooler
gives one connection to several clients."""

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import asyncpg
import pytest

from patience import NEVER, wait_until
from postgres import Postgres, is_alive

WAIT_FOREVER = """
import sys, time
from postgres import Postgres
with Postgres() as postgres:
    print(postgres.pid, postgres.folder, flush=True)
    time.sleep(600)
"""


@pytest.mark.slow
def test_what_was_committed_outlives_every_kind_of_end() -> None:
    with Postgres() as postgres:
        url = postgres.fresh_database()
        postgres.sql("CREATE TABLE kept (way TEXT)", url)
        for way in (postgres.stop, postgres.kill, postgres.kill_postmaster):
            postgres.sql(f"INSERT INTO kept VALUES ('{way.__name__}')", url)
            way()
            assert not postgres.is_running
            postgres.start()
        assert postgres.sql("SELECT way FROM kept", url).split() == ["stop", "kill", "kill_postmaster"]
        assert postgres.sql("SHOW fsync") == "on"
        assert postgres.sql("SELECT count(*) FROM pg_class WHERE relname = 'kept'", postgres.fresh_database()) == "0"
        postgres.freeze(whole=True)
        postgres.thaw()
        assert postgres.sql("SELECT 1") == "1"
        left = postgres.folder
    assert not left.exists()


@pytest.mark.slow
def test_it_ends_with_whoever_started_it() -> None:
    """Of a run of tests that is killed nothing is left."""
    starter = subprocess.Popen(
        [sys.executable, "-c", WAIT_FOREVER], cwd=Path(__file__).parents[1], stdout=subprocess.PIPE, text=True
    )
    assert starter.stdout is not None
    process, folder = starter.stdout.readline().split()
    starter.send_signal(signal.SIGKILL)
    starter.wait()
    starter.stdout.close()
    wait_until(lambda: not is_alive(int(process)) and not Path(folder).exists())


def test_the_pooler_lends_a_connection_for_a_transaction(pooled: str, database: str) -> None:
    asyncio.run(asyncio.wait_for(share(pooled, database), NEVER))


async def share(pooled: str, database: str) -> None:
    clients = [await asyncpg.connect(pooled, statement_cache_size=0) for _ in range(20)]
    processes = {await client.fetchval("SELECT pg_backend_pid()") for client in clients}
    for client in clients:
        await client.close()
    direct = await asyncpg.connect(database)
    assert len(processes) < len(clients)
    assert await direct.fetchval("SELECT pg_backend_pid()") not in processes
    await direct.close()
