"""One node by itself on a database does all that a server with a folder does, and its keys are in the database."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

from drlucky.postgres import Database
from drlucky.server.auth import keys, new_identity, shared_keys
from drlucky.server.auth.shared_keys import IDENTITIES, NODES
from server.serving import SHORT, ask, eventually, on_loop, play_out, served, two_at_a_table, until

DRLUCKY = [sys.executable, "-m", "drlucky"]
CLOSED = "postgresql://lucky:hunter2@127.0.0.1:1/games"


@on_loop
async def test_a_game_is_played_and_is_there_after_a_restart(tmp_path: Path, database: str) -> None:
    async with served(tmp_path, store=database) as server, two_at_a_table(server, options=SHORT, listed=True) as pair:
        await asyncio.gather(*map(play_out, pair))
        table = (await until(pair[0], lambda sheet: sheet.phase == "over")).table
    async with served(tmp_path, store=database) as server:
        past = (await ask(server, "GET", "/api/games")).json
        assert [each["table"] for each in past] == [table]
    assert [each.name for each in tmp_path.glob("games.db*")] == [], "all games are in the database"


@on_loop
async def test_keys_are_made_once_and_outlive_the_nodes(tmp_path: Path, database: str) -> None:
    made = await asyncio.gather(*(keys_of(database) for _ in range(8)))
    assert all(each == made[0] for each in made)
    assert len(made[0][IDENTITIES]) == len(made[0][NODES]) == 1
    assert made[0][IDENTITIES] != made[0][NODES]


@on_loop
async def test_whoever_was_known_to_a_server_with_a_folder_is_known_to_its_nodes(tmp_path: Path, database: str) -> None:
    async with served(tmp_path) as server:
        sealed = server.context.signer.sign(new_identity("Ann"))
    async with served(tmp_path, store=database) as server:
        assert server.context.signer.verify(sealed) is not None
    async with served(tmp_path / "other", store=database) as server:
        assert server.context.signer.verify(sealed) is not None
        assert not (tmp_path / "other" / "secret").exists()


@on_loop
async def test_a_key_is_rotated_while_nodes_run(tmp_path: Path, database: str) -> None:
    async with served(tmp_path, store=database) as server:
        signer = server.context.signer
        sealed = signer.sign(new_identity("Ann"))
        assert "has a new key, and 1 earlier ones" in await rotate("--store", database)
        await eventually(lambda: signer.is_old(sealed))
        assert signer.verify(sealed) is not None
        await rotate("--store", database, "--alone")
        await eventually(lambda: signer.verify(sealed) is None)
    for _ in range(5):
        await rotate("--store", database)
    assert {len(each) for each in (await keys_of(database)).values()} == {keys.KEPT}


def test_what_is_wrong_with_a_database_is_said_without_its_password(tmp_path: Path) -> None:
    done = subprocess.run([*DRLUCKY, "serve", "--store", CLOSED, "--data", tmp_path], capture_output=True, text=True)
    assert done.returncode == 2
    assert "postgresql://lucky:***@127.0.0.1:1/games cannot be reached" in done.stderr
    assert "hunter2" not in done.stderr + done.stdout


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    """Whoever has not installed what speaks to databases is told how to, and can do everything else."""
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['asyncpg'] = None")
    known = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run([*DRLUCKY, "serve", "--store", CLOSED], capture_output=True, text=True, env=known)
    assert "pip install 'drlucky[web,postgres]'" in done.stderr
    done = subprocess.run([*DRLUCKY, "rotate-key", "--data", str(tmp_path)], capture_output=True, text=True, env=known)
    assert done.returncode == 0, done.stderr


async def keys_of(database: str) -> shared_keys.Keys:
    async with await Database.open(database) as opened:
        return await shared_keys.load(opened, {})


async def rotate(*options: str) -> str:
    done = await asyncio.to_thread(
        subprocess.run, [*DRLUCKY, "rotate-key", *options], capture_output=True, text=True, check=True
    )
    return done.stdout
