"""Frames: a text that comes whole is read by a short way, and all else by the library; nobody can tell which it was."""

import asyncio
import json
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from websockets.frames import Frame

from abuse.line import Line
from drlucky.server.ws.protocol import SocketProtocol, ends_with_frame, frame_size
from drlucky.server.ws.session import PING_EVERY
from patience import NEVER
from server.serving import eventually, on_loop, served

SOURCE = "127.0.0.1"
MASK = b"\x01\x80\xff\x37"


def framed(content: bytes, first: int = 0x81, mask: bytes = MASK) -> bytes:
    size = len(content)
    length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2, "big")
    return bytes([first]) + length + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(content))


def ping(number: int, padding: int = 0) -> bytes:
    return json.dumps({"type": "ping", "id": f"{number}", "more": "ü" * padding}, ensure_ascii=False).encode()


async def answers(line: Line, many: int) -> list[bytes]:
    """The frames that come."""
    found = []
    async with asyncio.timeout(NEVER):
        for _ in range(many):
            first, size = await line.reader.readexactly(2)
            if size == 126:
                size = int.from_bytes(await line.reader.readexactly(2), "big")
            found.append(bytes([first]) + await line.reader.readexactly(size))
    return found


def ids(frames: list[bytes]) -> list[str]:
    return [json.loads(frame[1:])["id"] for frame in frames]


@on_loop
async def test_however_frames_are_cut_every_message_is_heard_in_order(tmp_path: Path) -> None:
    """In the session's time before a hello, each is answered by an error with its id."""
    sent = b"".join(
        framed(ping(number, 90 * (number % 3)))
        if number % 5
        else framed(ping(number)[:7], 0x01) + framed(b"", 0x8A) + framed(ping(number)[7:], 0x80)
        for number in range(60)
    )
    choose = Random(1)
    async with served(tmp_path) as server:
        for pieces in (0, 1, 7, 400, len(sent) - 1):
            line = await Line.to(server.address, SOURCE, NEVER)
            await line.upgrade()
            cuts = sorted({0, len(sent), *choose.sample(range(len(sent)), pieces)})
            for begins, ends in pairwise(cuts):
                line.write(sent[begins:ends])
                await line.writer.drain()
                await asyncio.sleep(0)
            assert ids(await answers(line, 60)) == [str(number) for number in range(60)]
            line.close()


@on_loop
async def test_whole_texts_go_the_short_way(tmp_path: Path) -> None:
    by_library: list[object] = []
    handle = SocketProtocol.handle_text

    def noted(self: SocketProtocol, event: Frame) -> None:
        by_library.append(event)
        handle(self, event)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SocketProtocol, "handle_text", noted)
        async with served(tmp_path) as server:
            line = await Line.to(server.address, SOURCE, NEVER)
            await line.upgrade()
            for number in range(20):
                line.write(framed(ping(number, 60 * (number % 3))))
                assert ids(await answers(line, 1)) == [str(number)]
            line.close()
    assert by_library == []


@on_loop
async def test_who_says_nothing_is_asked_if_they_are_there_and_nobody_else(tmp_path: Path) -> None:
    made: list[SocketProtocol] = []
    greet = SocketProtocol.read_as

    def noted(self: SocketProtocol, client: str) -> None:
        made.append(self)
        greet(self, client)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SocketProtocol, "read_as", noted)
        async with served(tmp_path) as server:
            line = await Line.to(server.address, SOURCE, NEVER)
            await line.upgrade()
            line.write(framed(ping(1)))
            assert ids(await answers(line, 1)) == ["1"]
            (socket,) = made
            socket.send_keepalive_ping()
            assert socket.pending_ping_payload is None, "it has just spoken"
            assert socket.ping_timer is not None
            socket._heard_at -= PING_EVERY
            socket.send_keepalive_ping()
            (asked,) = await answers(line, 1)
            assert asked == b"\x89" + (socket.pending_ping_payload or b"")
            line.write(framed(asked[1:], 0x8A))
            await eventually(lambda: socket.pending_ping_payload is None)
            assert socket.pong_timer is None
            line.close()


@pytest.mark.parametrize(
    "wrong",
    [
        framed(b"\xff\xfe"),  # no UTF-8
        framed(b"{}", 0xC1),  # compressed, which was not agreed on
        framed(b"{}", 0x83),  # a kind of frame that there is not
        framed(b"x" * 20_000),
    ],
)
@on_loop
async def test_what_is_wrong_ends_the_connection_as_ever(tmp_path: Path, wrong: bytes) -> None:
    async with served(tmp_path) as server:
        line = await Line.to(server.address, SOURCE, NEVER)
        await line.upgrade()
        line.write(framed(ping(1)))
        line.write(wrong)
        async with asyncio.timeout(NEVER):
            heard = await line.reader.read()
        assert b"\x88" in heard, "it is told why"
        line.close()


def test_where_frames_end() -> None:
    frames = framed(b"{}") + framed(b"x" * 200) + framed(b"", 0x8A)
    assert ends_with_frame(frames)
    ends = {len(framed(b"{}")), len(framed(b"{}") + framed(b"x" * 200)), len(frames), 0}
    assert {at for at in range(len(frames) + 1) if ends_with_frame(frames[:at])} == ends
    assert frame_size(framed(b"x" * 200), 0) == (8, 200)
