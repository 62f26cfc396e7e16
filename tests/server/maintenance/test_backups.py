"""`drlucky store backup` while a server runs, and `restore`: games go on from it, with those who played them."""

import asyncio
import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from drlucky.errors import DrLuckyError
from drlucky.server.client import Client, Seat
from drlucky.server.maintenance.backups import back_up, restore
from drlucky.server.maintenance.checking import check
from drlucky.server.maintenance.places import Place
from drlucky.table import Act
from server.serving import KILL, SHORT, on_loop, served


def quiet(line: str) -> None:
    pass


async def saved(folder: Path, file: Path) -> None:
    await asyncio.to_thread(lambda: asyncio.run(back_up(Place(str(folder)), file, quiet)))


@on_loop
async def test_games_go_on_from_a_backup_that_was_made_while_they_were_played(tmp_path: Path) -> None:
    data, file, again = tmp_path / "data", tmp_path / "backup", tmp_path / "again"
    async with served(data) as server, Client(server.address, "Ann") as ann:
        opened = await ann.quick(KILL, 3, options=SHORT)
        async with ann.sit(opened.code) as seat:
            playing = asyncio.create_task(play_to_the_end(seat))
            for _ in range(3):
                await saved(data, file)  # the last one counts
            await playing
        identity = ann.identity
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == [], "nothing is left beside it"
    assert restore(file, again) >= 4
    assert list(check(again)) == []
    assert {path.stat().st_mode & 0o077 for path in again.iterdir()} == {0}
    async with served(again) as server, Client(server.address, None, identity) as ann:
        assert {each["table"] for each in (await ann.get("/api/me/tables"))} <= {opened.table}
        async with ann.sit(opened.code) as seat:
            await play_to_the_end(seat)
        assert server.context.tables.live[opened.table].table.phase == "over"


async def play_to_the_end(seat: Seat) -> None:
    async for sheet in seat.sheets():
        if sheet.phase == "over":
            return
        if sheet.game is not None and sheet.game.view.legal:
            await seat.do(Act(sheet.game.view.legal[0], confirmed=True))


def test_what_is_no_backup_or_not_whole_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    async def make() -> None:
        async with served(tmp_path / "data") as server, Client(server.address, "Ann") as ann:
            await ann.quick(KILL, 3)
        await saved(tmp_path / "data", tmp_path / "backup")

    asyncio.run(make())
    whole = (tmp_path / "backup").read_bytes()
    (tmp_path / "text").write_text("just a text" * 100)
    (tmp_path / "half").write_bytes(whole[: len(whole) // 2])
    damaged = bytearray(whole)
    at = whole.index(b"ann" if b"ann" in whole else b"Ann")
    damaged[at] ^= 1
    (tmp_path / "flipped").write_bytes(damaged)
    with tarfile.open(tmp_path / "elsewhere", "w") as archive:
        about = tarfile.TarInfo("../secret")
        about.size = 2
        archive.addfile(about, BytesIO(b"hi"))
    for name in ("text", "half", "flipped", "elsewhere", "nothing"):
        with pytest.raises(DrLuckyError, match=r"backup|damaged|cannot be read|not whole"):
            restore(tmp_path / name, tmp_path / "to")
        assert not (tmp_path / "to").exists()
        assert not (tmp_path / "secret").exists()
    with pytest.raises(DrLuckyError, match="there already, and not empty"):
        restore(tmp_path / "backup", tmp_path / "data")
    restore(tmp_path / "backup", tmp_path / "to")


def test_what_is_damaged_is_not_backed_up_in_silence(tmp_path: Path) -> None:
    async def make() -> None:
        async with served(tmp_path / "data") as server, Client(server.address, "Ann") as ann:
            await ann.quick(KILL, 3)

    asyncio.run(make())
    with (tmp_path / "data" / "games.db").open("r+b") as file:
        file.seek(4096)
        file.write(bytes(4096))
    with pytest.raises(DrLuckyError, match="Mend it before: drlucky store repair"):
        asyncio.run(back_up(Place(str(tmp_path / "data")), tmp_path / "backup", quiet))
    assert not (tmp_path / "backup").exists()
