"""The bot API: a program sits down with people, and plays."""

import asyncio
import sys
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path
from urllib.request import Request, urlopen

import msgspec
import pytest

from drlucky.server.client import Client, ServerError
from drlucky.server.run import Server
from drlucky.server.schemas.bots import AnyBotEvent, Decide, Over
from drlucky.table import Close, Join, Pause, Say, Start, Unpause
from patience import NEVER
from server.serving import KILL, SHORT, on_loop, play_out, served, until

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "server_bot.py"


def test_the_page_shows_the_example_itself() -> None:
    program = EXAMPLE.read_text(encoding="utf-8").split('"""\n\n', 1)[1]
    assert program in (ROOT / "docs" / "bot-api.md").read_text(encoding="utf-8")
    assert len([line for line in program.splitlines() if line.strip()]) <= 20


@on_loop
async def test_the_example_plays_a_game_with_a_person(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        opened = await ann.open(KILL, 2, options=SHORT)
        async with ann.sit(opened.code) as seat:
            program = await asyncio.create_subprocess_exec(
                *(sys.executable, str(EXAMPLE), server.address, opened.code),
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
            )
            sheet = await until(seat, lambda sheet: sheet.seats[1].ready)
            assert (sheet.seats[1].name, sheet.seats[1].robot) == ("Otto", True)
            assert (await seat.do(Start())).accepted
            await until(seat, lambda sheet: sheet.game)
            await play_out(seat)
            printed, trouble = await program.communicate()
            assert program.returncode == 0, trouble.decode()
            assert seat.sheet
            assert seat.sheet.game
            assert seat.sheet.game.view.outcome
            assert printed.decode().splitlines()[-1] == "It is over."


async def new_bot(server: Server, name: str = "Otto") -> Client:
    token = (await Client(server.address).post("/api/bot/token", {"name": name}))["token"]
    return Client(server.address, identity=token)


class Stream:
    """The lines of a bot's stream, read in a thread."""

    def __init__(self, bot: Client, table: str) -> None:
        path = f"{bot.address}/api/bot/tables/{table}/events"
        self._response: HTTPResponse = urlopen(Request(path, headers=bot.headers), timeout=NEVER)

    def __iter__(self) -> Iterator[AnyBotEvent]:
        for line in self._response:
            if line.strip():
                yield msgspec.json.decode(line, type=AnyBotEvent)

    async def next(self) -> AnyBotEvent | None:
        return await asyncio.to_thread(lambda: next(iter(self), None))

    def close(self) -> None:
        self._response.close()


@on_loop
async def test_a_bot_is_asked_once_and_told_what_happened_meanwhile(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        opened = await ann.open(KILL, 2, options=SHORT)
        bot = await new_bot(server)
        path = f"/api/bot/tables/{opened.code}"
        with pytest.raises(ServerError, match="join the table first"):
            await bot.text(f"{path}/events")
        assert (await bot.post(f"{path}/join", {}))["accepted"]
        assert (await bot.post(f"{path}/join", {}))["accepted"], "it may ask twice"
        stream = await asyncio.to_thread(Stream, bot, opened.code)
        assert type(await stream.next()).__name__ == "Waiting"
        async with ann.sit(opened.code) as seat:
            await until(seat, lambda sheet: sheet.seats[1].ready)
            assert (await seat.do(Start())).accepted
            await seat.do(Say("good luck"))
            playing = asyncio.ensure_future(play_out(seat))
            events, decisions, told = 0, 0, await stream.next()
            while isinstance(told, Decide):
                assert told.view.seat == 1
                assert told.view.legal == told.legal
                assert told.events
                events += len(told.events)
                decisions += 1
                wrong = await bot.post(f"{path}/act", {"version": told.version, "action": "fly"})
                assert (wrong["accepted"], wrong["code"]) == (False, "invalid")
                act = {"version": told.version, "action": told.legal[-1]}
                answers = [await bot.post(f"{path}/act", act) for _ in range(2)]
                assert answers[0]["accepted"]
                assert answers[1]["code"] == "repeated"
                told = await stream.next()
            await playing
            assert isinstance(told, Over)
            assert decisions > 0
            assert seat.sheet
            assert seat.sheet.game
            assert events + len(told.events) == len(seat.sheet.game.events)
            assert told.won == (told.view.outcome is not None and told.view.outcome.winner == 1)
            await seat.do(Close())
            assert type(await stream.next()).__name__ == "Gone"
            assert await stream.next() is None
        stream.close()


@on_loop
async def test_a_bot_that_listens_anew_is_asked_again(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        opened = await ann.open(KILL, 2)
        bot = await new_bot(server)
        invitation = await ann.post(f"/api/tables/{opened.code}/invitations", {"seat": 1})
        joined = await bot.post(f"/api/bot/tables/{opened.code}/join", {"invitation": invitation["token"]})
        assert joined["accepted"]
        async with ann.sit(opened.code) as seat:
            assert seat.sheet
            assert seat.sheet.seats[1].robot, "by invitation, too, it is known as a program"
            first = await asyncio.to_thread(Stream, bot, opened.code)
            await until(seat, lambda sheet: sheet.seats[1].ready)
            await seat.do(Start())
            playing = asyncio.ensure_future(play_out(seat))
            asked = await first.next()
            while type(asked).__name__ == "Waiting":
                asked = await first.next()
            assert isinstance(asked, Decide)
            await seat.do(Pause())
            await seat.do(Unpause())
            first.close()
            second = await asyncio.to_thread(Stream, bot, opened.code)
            again = await second.next()
            assert isinstance(again, Decide)
            assert again.legal == asked.legal
            playing.cancel()
            await server.context.stop()
            assert type(await second.next()).__name__ == "ComeBack"
            second.close()


@on_loop
async def test_a_program_that_opens_a_table_is_known_as_one(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        bot = await new_bot(server)
        for opened in (await bot.open(KILL, 2), await bot.quick(KILL, 3)):
            async with ann.sit(opened.code) as seat:
                assert seat.sheet
                assert (seat.sheet.seats[0].name, seat.sheet.seats[0].robot) == ("Otto", True)


@on_loop
async def test_tokens_are_for_programs_and_programs_need_them(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        opened = await ann.open(KILL, 2)
        with pytest.raises(ServerError, match="for programs"):
            await ann.post(f"/api/bot/tables/{opened.code}/join", {})
        with pytest.raises(ServerError, match="say who you are"):
            await Client(server.address).post(f"/api/bot/tables/{opened.code}/join", {})
        bot = await new_bot(server)
        with pytest.raises(ServerError, match="keeps the name"):
            await bot.introduce("Human")
        with pytest.raises(ServerError, match="printable characters"):
            await new_bot(server, "")
        async with bot.sit(opened.code) as seat:
            assert (await seat.do(Join("Human", robot=False))).accepted
            sheet = await until(seat, lambda sheet: sheet.seats[1].kind == "person")
            assert sheet.seats[1].robot, "whatever it says of itself"
