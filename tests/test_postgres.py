"""The database that nodes share: what is wrong with it is said in words, its schema is brought up to date once, and
nothing outlives a transaction, so that a pooler may give each to another connection."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from drlucky.database_url import is_database
from drlucky.errors import DrLuckyError
from drlucky.postgres import LOST, MOST_CONNECTIONS, Database, DatabaseError, Unclear
from lossy_line import LossyLine, after
from patience import NEVER
from pgbouncer import Pgbouncer
from ports import free_port
from postgres import Postgres

STEPS = ("CREATE TABLE kinds (name TEXT PRIMARY KEY)", "ALTER TABLE kinds ADD COLUMN size INTEGER")


def test_where_nothing_listens_that_is_said_and_no_password_is() -> None:
    async def main() -> None:
        url = f"postgresql://ann:hunter2@127.0.0.1:{free_port()}/games"
        with pytest.raises(DatabaseError, match="is PostgreSQL running there") as told:
            await Database.open(url)
        assert "hunter2" not in str(told.value)
        assert "ann:***@127.0.0.1" in str(told.value)

    asyncio.run(main())


@pytest.mark.parametrize("url", ["postgresql://host:port/x", "postgresql://127.0.0.1:1/x?sslmode=nonsense"])
def test_an_address_that_is_none_is_refused_in_words(url: str) -> None:
    with pytest.raises(DatabaseError, match="cannot be reached"):
        asyncio.run(Database.open(url))


def test_a_database_that_is_not_there_is_refused_in_words(postgres: Postgres) -> None:
    with pytest.raises(DatabaseError, match='database "nowhere" does not exist'):
        asyncio.run(Database.open(postgres.url("nowhere")))


def test_what_is_a_database() -> None:
    assert is_database("postgresql://host/games")
    assert is_database("postgres://host/games")
    assert not is_database("/var/lib/drlucky")


def test_one_that_does_not_sync_is_warned_of(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        with Postgres({"fsync": "off"}) as careless:
            async with await Database.open(careless.url()):
                pass

    asyncio.run(main())
    (said,) = caplog.messages
    assert "runs with fsync = off: what was acknowledged is lost" in said


def test_one_that_cannot_write_every_name_is_refused(postgres: Postgres) -> None:
    postgres.sql("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    with pytest.raises(DatabaseError, match="has the encoding LATIN1"):
        asyncio.run(Database.open(postgres.url("latin")))
    postgres.drop(postgres.url("latin"))


def test_commits_are_synced_and_read_what_is_committed_whatever_the_database_prefers(
    postgres: Postgres, database: str
) -> None:
    name = database.rpartition("/")[2]
    postgres.sql(f"ALTER DATABASE {name} SET synchronous_commit = off")
    postgres.sql(f"ALTER DATABASE {name} SET default_transaction_isolation = serializable")

    async def main() -> None:
        async with await Database.open(database) as opened, opened.transaction() as connection:
            assert await connection.fetchval("SHOW synchronous_commit") == "on"
            assert await connection.fetchval("SHOW transaction_isolation") == "read committed"
            assert await connection.fetchval("SHOW idle_in_transaction_session_timeout") == "3s"

    asyncio.run(main())


def test_a_schema_is_made_in_steps_each_of_them_once(database: str) -> None:
    async def main() -> None:
        async with await Database.open(database) as opened:
            assert await opened.migrate("kinds", STEPS[:1]) == 0
            assert await opened.migrate("kinds", STEPS[:1]) == 1
            assert await opened.migrate("kinds", STEPS) == 1
            assert await opened.migrate("others", ["CREATE TABLE others (name TEXT)"]) == 0
            with pytest.raises(DatabaseError, match="a newer drlucky"):
                await opened.migrate("kinds", STEPS[:1])
            assert await opened.fetch("SELECT name, size FROM kinds") == []

    asyncio.run(main())


def test_a_step_that_fails_leaves_all_as_it_was(database: str) -> None:
    async def main() -> None:
        async with await Database.open(database) as opened:
            with pytest.raises(DatabaseError, match=r"cannot be brought up to date: .*kindz"):
                await opened.migrate("kinds", [STEPS[0], "ALTER TABLE kindz ADD COLUMN size INTEGER"])
            assert await opened.migrate("kinds", STEPS) == 0

    asyncio.run(main())


@pytest.mark.parametrize("way", ["database", "pooled"])
def test_nodes_that_start_together_make_it_once(way: str, request: pytest.FixtureRequest) -> None:
    url: str = request.getfixturevalue(way)

    async def start() -> int:
        async with await Database.open(url, 1) as opened:
            return await opened.migrate("kinds", STEPS)

    async def main() -> list[int]:
        return await asyncio.gather(*(start() for _ in range(5)))

    assert sorted(asyncio.run(main())) == [0, 2, 2, 2, 2]


@asynccontextmanager
async def with_kinds(url: str, most: int = MOST_CONNECTIONS) -> AsyncIterator[Database]:
    async with await Database.open(url, most) as opened:
        await opened.migrate("kinds", STEPS)
        yield opened


async def add(database: Database, name: str, error: BaseException | None = None) -> None:
    async with database.transaction() as connection:
        await connection.execute("INSERT INTO kinds (name) VALUES ($1)", name)
        if error is not None:
            raise error


async def names(database: Database) -> list[str]:
    return [row[0] for row in await database.fetch("SELECT name FROM kinds ORDER BY name")]


def test_what_raises_an_error_is_not_committed(database: str) -> None:
    async def main() -> None:
        async with with_kinds(database, 1) as opened:
            for error in (DrLuckyError("no"), KeyError("no"), asyncio.CancelledError()):
                with pytest.raises(type(error)):
                    await add(opened, "lost", error)
            await add(opened, "kept")
            assert await names(opened) == ["kept"]

    asyncio.run(main())


def test_whoever_gives_up_gets_away_at_once_and_leaves_nothing_behind(
    postgres: Postgres, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the line is silent, and does not answer to anything any more."""
    monkeypatch.setattr("drlucky.postgres.ANSWER_WITHIN", NEVER)

    async def main() -> None:
        async with LossyLine(postgres.port) as line, with_kinds(line.url(database), 2) as opened:
            line.is_silent = True
            giving_up = asyncio.ensure_future(add(opened, "late"))
            await asyncio.wait({giving_up}, timeout=0.1)
            giving_up.cancel()
            await asyncio.wait({giving_up}, timeout=NEVER)
            assert giving_up.cancelled()
            line.is_silent = False
            await add(opened, "soon")
            assert await names(opened) == ["soon"]

    asyncio.run(asyncio.wait_for(main(), NEVER / 2))


def test_a_commit_whose_end_nobody_heard_is_told_apart(postgres: Postgres, database: str) -> None:
    async def main() -> None:
        async with LossyLine(postgres.port) as line, with_kinds(line.url(database)) as opened:
            line.lose_at(b"COMMIT\0", after)
            with pytest.raises(Unclear):
                await add(opened, "there")
            while await names(opened) != ["there"]:
                await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(main(), NEVER))


def test_however_much_is_read_there_is_room_to_write(database: str) -> None:
    async def main() -> None:
        async with with_kinds(database) as opened:
            reading = [asyncio.ensure_future(opened.fetch("SELECT pg_sleep(600)")) for _ in range(50)]
            await asyncio.sleep(0.2)
            await add(opened, "written")
            for each in reading:
                each.cancel()
            await asyncio.gather(*reading, return_exceptions=True)
            assert await names(opened) == ["written"]

    asyncio.run(asyncio.wait_for(main(), NEVER))


def test_where_all_connections_are_in_use_one_is_waited_for_and_not_for_ever(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drlucky.postgres.CONNECT_WITHIN", 0.2)

    async def main() -> None:
        async with with_kinds(database, 1) as opened:
            async with opened.transaction():
                with pytest.raises(TimeoutError):
                    await add(opened, "refused")
            await add(opened, "written")
            assert await names(opened) == ["written"]

    asyncio.run(asyncio.wait_for(main(), NEVER))


def test_a_database_that_was_stopped_and_started_is_used_again() -> None:
    async def main() -> None:
        with Postgres() as postgres:
            async with with_kinds(postgres.url()) as opened:
                for number, end in enumerate((postgres.stop, postgres.kill, postgres.kill_postmaster)):
                    await asyncio.gather(*(names(opened) for _ in range(6)))
                    await asyncio.to_thread(end)
                    with pytest.raises(LOST):
                        await add(opened, "refused")
                    await asyncio.to_thread(postgres.start)
                    await add(opened, f"kind {number}")
                    assert len(await names(opened)) == number + 1

    asyncio.run(asyncio.wait_for(main(), NEVER))


def test_nothing_is_left_in_a_connection_that_others_get(postgres: Postgres, database: str) -> None:
    """All clients of the pooler share one: what one leaves there the next one would find."""

    async def main(url: str) -> None:
        async with with_kinds(url) as one, with_kinds(url) as other:
            for number in range(20):
                await asyncio.gather(add(one, f"one {number}"), add(other, f"other {number}"), names(one), names(other))
            assert len(await names(one)) == 40
            for query in (
                "SELECT name FROM pg_prepared_statements",
                "SELECT * FROM pg_listening_channels()",
                "SELECT pid FROM pg_locks WHERE locktype = 'advisory'",
                "SELECT pid FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'",
                "SELECT name FROM pg_settings WHERE source = 'session' AND name NOT IN "
                "('client_encoding', 'application_name', 'transaction_isolation', 'transaction_read_only')",
            ):
                assert [row[0] for row in await other.fetch(query)] == [], query

    with Pgbouncer(postgres, connections=1) as pooler:
        asyncio.run(asyncio.wait_for(main(pooler.url(database)), NEVER))
