"""`drlucky serve` as a process: settings, signals, and being killed."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from drlucky.errors import DrLuckyError
from drlucky.server.client import Client, Seat
from drlucky.server.config import FIELDS, PREFIX, Config, ConfigError, configured
from drlucky.server.run import listen, running
from drlucky.server.ws.messages import Bye
from drlucky.table import Act, Say
from server.serving import KILL, eventually, hear, on_loop, raw, say, served, until

DOCS = Path(__file__).parents[2] / "docs"


@asynccontextmanager
async def process(folder: Path, port: int = 0) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """The command itself, and the address that it says."""
    it = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "drlucky", "serve", "--port", str(port), "--data", str(folder), "--pace", "0.01"),
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        assert it.stdout
        words = (await it.stdout.readline()).decode().split()
        assert words[:2] == ["drlucky", "serves"]
        yield it, words[2]
    finally:
        if it.returncode is None:
            it.kill()
        await it.wait()


def ends_with(text: str) -> Callable[[Any], bool]:
    """Is this the last line that was said?"""
    return lambda sheet: bool(sheet.lines) and sheet.lines[-1].text == text


async def goodbye(seat: Seat) -> Bye:
    """What the server has said at last, which may still be on its way when it has ended."""
    await eventually(lambda: seat.bye is not None)
    assert seat.bye
    return seat.bye


@on_loop
async def test_a_client_goes_on_after_every_kind_of_stop(tmp_path: Path) -> None:
    """The table, the seat and the identity are there again; what was acknowledged is there once."""
    async with AsyncExitStack() as client:
        port, said, seat = 0, 0, None
        for stop in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            async with process(tmp_path, port) as (server, address):
                if seat is None:
                    port = int(address.rpartition(":")[2])
                    ann = await client.enter_async_context(Client(address, "Ann"))
                    opened = await ann.quick(KILL, 3)
                    seat = await client.enter_async_context(ann.sit(opened.code))
                sheet = await until(seat, lambda sheet: sheet.game.view.legal or sheet.phase == "over")
                if sheet.phase == "playing":
                    assert (await seat.do(Act(sheet.game.view.legal[-1], confirmed=True), sheet.version)).accepted
                for _ in range(2):
                    assert (await seat.do(Say(f"line {said}"))).accepted
                    said += 1
                sheet = await until(seat, ends_with(f"line {said - 1}"))
                assert [line.text for line in sheet.lines] == [f"line {number}" for number in range(said)]
                seat.bye = None
                server.send_signal(stop)
                assert await server.wait() == (-stop if stop == signal.SIGKILL else 0)
                if stop != signal.SIGKILL:
                    bye = await goodbye(seat)
                    assert (bye.code, bye.again) == ("restart", 1.0)


@on_loop
async def test_clients_are_told_to_come_back(tmp_path: Path) -> None:
    async with running(Config(port=0, data=str(tmp_path))) as server, Client(server.address, "Ann") as ann:
        opened = await ann.open(KILL)
        async with raw(server, ann) as socket:
            await say(socket, type="hello", table=opened.code)
            await hear(socket, "table")
            server.should_exit = True
            bye = await hear(socket, "bye")
            assert (bye["code"], bye["again"]) == ("restart", 1.0)
            await socket.wait_closed()
            assert socket.close_code == 1012


def test_settings_come_from_options_the_environment_and_a_file(tmp_path: Path) -> None:
    file = tmp_path / "lucky.toml"
    file.write_text('port = 1\nhost = "file"\nsockets = 7\norigins = ["https://a.example"]\n')
    environment = {"DRLUCKY_PORT": "2", "DRLUCKY_HOST": "environment", "DRLUCKY_PROXIES": "10.0.0.1, 10.0.0.2"}
    config = configured({"port": 3, "host": None}, environment, str(file))
    assert (config.port, config.host, config.sockets) == (3, "environment", 7)
    assert config.origins == ("https://a.example",)
    assert config.proxies == ("10.0.0.1", "10.0.0.2")
    assert configured({}, {"DRLUCKY_CONFIG": str(file)}).port == 1
    assert configured({}, {}) == Config()


@pytest.mark.parametrize(
    ("options", "environment", "text", "words"),
    [
        ({"port": 70_000}, {}, "", "--port is 70000"),
        ({"public": "lucky.example"}, {}, "", "https://lucky.example"),
        ({"public": "https://lucky.example/path"}, {}, "", "nothing after it"),
        ({"proxies": ["caddy"]}, {}, "", "a network like 10.0.0.0/8"),
        ({"notice_networks": ["home"]}, {}, "", "a network is like 192.168.0.0/16"),
        ({"notice_contact": "ann"}, {}, "", "mailto:ann@lucky.example"),
        ({}, {"DRLUCKY_SOCKETS": "many"}, "", "DRLUCKY_SOCKETS is 'many'"),
        ({}, {"DRLUCKY_PACE": "-1"}, "", "DRLUCKY_PACE"),
        ({}, {}, "colour = 'red'", "the settings are host, port"),
        ({}, {}, "port = ", "no TOML"),
        ({}, {}, "port = 'x'", "port is 'x'"),
        ({}, {}, "origins = 'https://a.example'", "origins"),
        ({}, {}, None, "cannot be read"),
    ],
)
def test_what_is_wrong_with_a_setting_is_said(
    tmp_path: Path, options: dict[str, object], environment: dict[str, str], text: str | None, words: str
) -> None:
    file = tmp_path / "lucky.toml"
    if text is not None:
        file.write_text(text)
    with pytest.raises(ConfigError) as error:
        configured(options, environment, str(file))
    assert words in str(error.value)


def test_every_setting_is_described() -> None:
    page = (DOCS / "server.md").read_text(encoding="utf-8")
    for field in FIELDS:
        assert f"| `{PREFIX}{field.upper()}`, `{field}` |" in page
    usual = Config()
    for field in ("host", "port"):
        assert f"`{field}` | `{getattr(usual, field)}` |" in page


def test_the_data_folder_is_the_user_s_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert Config().data_folder == tmp_path / "drlucky"
    assert Config(data="here").data_folder == Path("here")


@on_loop
async def test_nobody_else_can_read_what_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    async with served(folder) as server, Client(server.address, "Ann") as ann:
        await ann.open(KILL)
        assert folder.stat().st_mode & 0o077 == 0
        assert all(file.stat().st_mode & 0o077 == 0 for file in folder.iterdir())


def test_what_stands_in_the_way_is_said(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        taken.listen()
        with pytest.raises(DrLuckyError, match="try another --port"):
            listen("127.0.0.1", taken.getsockname()[1])
    with pytest.raises(DrLuckyError, match="no address"):
        listen("nowhere.invalid", 0)
    (tmp_path / "file").touch()
    command = [sys.executable, "-m", "drlucky", "serve", "--port", "0", "--data", str(tmp_path / "file")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, "cannot be made" in done.stderr) == (2, True)


def test_without_the_web_extra_it_says_what_to_install(tmp_path: Path) -> None:
    hide = "import sys; sys.modules['segno'] = None; sys.argv = ['drlucky', 'serve']; import drlucky.__main__"
    done = subprocess.run([sys.executable, "-c", hide], capture_output=True, text=True, check=False, env=os.environ)
    assert done.returncode == 2
    assert "pip install 'drlucky[web]'" in done.stderr
