"""Lines between nodes: only those who know the key are heard, what is on the line is what was said, and whatever comes
there has a bound."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import pytest

from drlucky.cluster import links
from drlucky.cluster.links import TOLD, Channel, TcpPeers
from drlucky.cluster.peers import Peer, PeerGone, PeerRefused
from drlucky.errors import DrLuckyError
from lossy_line import LossyLine
from patience import NEVER

HOST = "127.0.0.1"
KEY = bytes(32)


def run(work: Awaitable[None]) -> None:
    async def patiently() -> None:
        await asyncio.wait_for(work, NEVER)

    asyncio.run(patiently())


async def echo(node: str, body: bytes) -> bytes:
    return f"{node}: ".encode() + body


@asynccontextmanager
async def listening(*names: str, key: bytes = KEY) -> AsyncIterator[tuple[TcpPeers, ...]]:
    """Nodes that know each other, and answer with what they are asked."""
    async with AsyncExitStack() as stack:
        found = []
        for name in names:
            peers = await TcpPeers.listen(name, key, HOST, 0)
            stack.push_async_callback(peers.close)
            peers.on("echo", echo)
            found.append(peers)
        for peers in found:
            peers.know([Peer(each.me, each.address) for each in found if each is not peers])
        yield tuple(found)


def port_of(peers: TcpPeers) -> int:
    return int(peers.address.rpartition(":")[2])


async def until(happened: Callable[[], bool]) -> None:
    while not happened():
        await asyncio.sleep(0.005)


def test_nodes_ask_and_tell_each_other() -> None:
    async def main() -> None:
        async with listening("one", "two", "three") as (one, two, three):
            heard: list[tuple[str, bytes]] = []

            async def hear(node: str, body: bytes) -> bytes:
                heard.append((node, body))
                return b""

            for peers in (two, three):
                peers.on("word", hear)
            answers = await asyncio.gather(*(one.ask("two", "echo", f"{number}".encode()) for number in range(100)))
            assert answers == [f"one: {number}".encode() for number in range(100)]
            assert await two.ask("one", "echo", b"back") == b"two: back"
            for number in range(100):
                one.tell("two", "word", f"{number}".encode())
            await until(lambda: len(heard) == 100)
            assert heard == [("one", f"{number}".encode()) for number in range(100)], "in their order"
            heard.clear()
            one.tell_all("word", b"all")
            await until(lambda: len(heard) == 2)

    run(main())


def test_what_goes_wrong_at_the_other_node_is_said_in_words(caplog: pytest.LogCaptureFixture) -> None:
    async def refuse(node: str, body: bytes) -> bytes:
        raise DrLuckyError("the table is full")

    async def fail(node: str, body: bytes) -> bytes:
        raise KeyError("the seed is 42")

    async def main() -> None:
        async with listening("one", "two") as (one, two):
            two.on("refuse", refuse)
            two.on("fail", fail)
            for kind, problem in (
                ("refuse", "the table is full"),
                ("fail", "something went wrong"),
                ("no such kind", "nobody here knows"),
            ):
                with pytest.raises(PeerRefused, match=problem) as told:
                    await one.ask("two", kind)
                assert "42" not in str(told.value)
                one.tell("two", kind)
            assert await one.ask("two", "echo", b"still there") == b"one: still there"
            with pytest.raises(PeerGone, match="no such node"):
                await one.ask("three", "echo")
            one.tell("three", "echo")

    run(main())
    assert "(fail) could not be followed" in caplog.text


@pytest.mark.parametrize("who", ["dials", "listens"])
def test_whoever_does_not_know_the_key_says_and_hears_nothing(who: str) -> None:
    async def main() -> None:
        async with listening("one") as (one,), listening("two", key=b"x" * 32) as (two,):
            dialing, listener = (two, one) if who == "dials" else (one, two)
            dialing.know([Peer(listener.me, listener.address)])
            with pytest.raises(PeerGone, match="cannot be reached"):
                await dialing.ask(listener.me, "echo", b"hello")
            assert not listener._dialed_by

    run(main())


def test_a_node_is_the_one_that_is_meant() -> None:
    """Also where another has its address by now."""

    async def main() -> None:
        async with listening("one", "two") as (one, two):
            one.know([Peer("three", two.address)])
            with pytest.raises(PeerGone, match="cannot be reached"):
                await one.ask("three", "echo", b"hello")

    run(main())


def test_garbage_is_not_listened_to() -> None:
    async def main() -> None:
        async with listening("one", "two") as (one, two):
            for garbage in (b"GET / HTTP/1.1\r\n\r\n" * 20, os.urandom(10_000), bytes(10_000)):
                reader, writer = await asyncio.open_connection(HOST, port_of(two))
                writer.write(garbage)
                with suppress(ConnectionError):
                    assert len(await reader.read()) <= links.NONCE, "it says no more than how it wants to be greeted"
                writer.close()
            assert not two._dialed_by
            assert await one.ask("two", "echo", b"hello") == b"one: hello"

    run(main())


@asynccontextmanager
async def dialed(one: TcpPeers, two: TcpPeers) -> AsyncIterator[Channel]:
    """A line on which a test says what it likes."""
    reader, writer = await asyncio.open_connection(HOST, port_of(two))
    yield await one._greet(reader, writer, two.me)
    writer.close()


async def is_cut(channel: Channel) -> bool:
    try:
        return await channel._reader.read() == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize("what", ["replayed", "changed", "moved", "oversized", "no frame", "half"])
def test_what_was_not_said_ends_the_line(what: str) -> None:
    async def main() -> None:
        async with listening("one", "two") as (one, two), dialed(one, two) as channel:
            heard: list[bytes] = []

            async def hear(node: str, body: bytes) -> bytes:
                heard.append(body)
                return b""

            two.on("word", hear)
            writer, pieces = channel._writer, list[bytes]()
            channel._writer = Kept(pieces, writer)  # type: ignore[assignment]
            for word in (b"first", b"second"):
                channel.send((TOLD, 0, "word", word))
            first, second = pieces
            match what:
                case "replayed":
                    writer.write(first + first)
                case "changed":
                    writer.write(first + second[:-1] + b"!")
                case "moved":
                    writer.write(second + first)
                case "oversized":
                    writer.write(first + (links.LARGEST_FRAME + 1).to_bytes(4, "big") + bytes(100))
                case "no frame":
                    text = b"\xc1"
                    channel._out = links.Seal(two._keys[0], b"x")
                    writer.write(first + len(text).to_bytes(4, "big") + channel._out.mac(text) + text)
                case "half":
                    writer.write(first + second[:-1])
                    writer.write_eof()
            assert await is_cut(channel)
            await until(lambda: not two._dialed_by)
            assert heard == ([] if what == "moved" else [b"first"])

    run(main())


class Kept:
    """What a channel writes, for a test to send it or something else."""

    def __init__(self, pieces: list[bytes], writer: asyncio.StreamWriter) -> None:
        self.write = pieces.append
        self.transport = writer.transport


def test_what_is_signed_and_no_frame_ends_the_line_too() -> None:
    async def main() -> None:
        async with listening("one", "two") as (one, two):
            for text in (b"\xc1", b"\x94\x03\x00\xa2\xff\xff\xc4\x00", b"\x90", b"\x94\xff\xff\xff\xff"):
                async with dialed(one, two) as channel:
                    channel._writer.write(len(text).to_bytes(4, "big") + channel._out.mac(text) + text)
                    assert await is_cut(channel)
            assert await one.ask("two", "echo", b"hello") == b"one: hello"

    run(main())


def test_strangers_who_say_nothing_keep_no_node_out_and_none_may_wait_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def main() -> None:
        async with listening("one", "two") as (one, two):
            strangers = [await asyncio.open_connection(HOST, port_of(two)) for _ in range(links.MOST_STRANGERS)]
            await until(lambda: len(two._strangers) == links.MOST_STRANGERS)
            assert await one.ask("two", "echo", b"hello") == b"one: hello"
            # The first has made room, and all others wait on.
            with suppress(ConnectionError):
                assert len(await strangers[0][0].read()) <= links.NONCE
            assert len(two._strangers) == links.MOST_STRANGERS - 1
            for _ in range(links.MOST_STRANGERS):
                strangers.append(await asyncio.open_connection(HOST, port_of(two)))
            await until(lambda: len(two._strangers) == links.MOST_STRANGERS)
            for _, writer in strangers:
                writer.close()
            await until(lambda: not two._strangers)
            monkeypatch.setattr(links, "GREETED_WITHIN", 0.05)
            reader, writer = await asyncio.open_connection(HOST, port_of(two))
            await reader.readexactly(links.NONCE)
            assert await reader.read() == b"", "it has said nothing for too long"
            writer.close()

    run(main())


def test_a_line_that_is_half_open_is_found_out_and_dialed_anew() -> None:
    async def main() -> None:
        async with listening("one", "two") as (one, two), LossyLine(port_of(two)) as line:
            one.know([Peer("two", f"{HOST}:{line.port}")])
            assert await one.ask("two", "echo", b"hello") == b"one: hello"
            line.is_silent = True
            with pytest.raises(PeerGone, match="does not answer"):
                await one.ask("two", "echo", b"hello", within=0.1)
            line.is_silent = False
            assert await one.ask("two", "echo", b"again") == b"one: again"
            assert line.lines == 2
            assert len(two._dialed_by) == 1, "the old line is cut where the new one arrives"
            # One that is lost altogether is no better, and found out at once.
            waiting = asyncio.Event()

            async def wait(node: str, body: bytes) -> bytes:
                waiting.set()
                await asyncio.sleep(NEVER)
                return b""

            two.on("wait", wait)
            asking = asyncio.ensure_future(one.ask("two", "wait", within=NEVER))
            await waiting.wait()
            line.cut()
            with pytest.raises(PeerGone, match="has gone"):
                await asking
            assert await one.ask("two", "echo", b"again") == b"one: again"

    run(main())


def test_a_node_that_is_gone_has_no_lines() -> None:
    async def main() -> None:
        async with listening("one", "two") as (one, two):
            await one.ask("two", "echo")
            await two.ask("one", "echo")
            assert (len(one._links), len(one._dialed_by)) == (1, 1)
            one.know([])
            assert (len(one._links), len(one._dialed_by)) == (0, 0)
            await until(lambda: not two._dialed_by)

    run(main())


def test_what_one_node_asks_and_tells_at_once_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "MOST_ASKED", 10)
    monkeypatch.setattr(links, "MOST_TOLD", 10)

    async def main() -> None:
        async with listening("one", "two") as (one, two):
            goes_on, heard = asyncio.Event(), list[bytes]()

            async def slow(node: str, body: bytes) -> bytes:
                await goes_on.wait()
                heard.append(body)
                return body

            two.on("slow", slow)
            asked = [asyncio.ensure_future(one.ask("two", "slow", b"?", NEVER)) for _ in range(15)]
            done, _ = await asyncio.wait(asked[10:])
            assert {str(each.exception()) for each in done} == {"too much is asked at once"}
            for _ in range(15):
                one.tell("two", "slow", b".")
            goes_on.set()
            assert await asyncio.gather(*asked[:10]) == [b"?"] * 10
            assert await one.ask("two", "echo", b"on") == b"one: on"
            assert heard.count(b".") == 10

    run(main())


def test_what_waits_for_a_node_that_takes_nothing_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "MOST_UNSENT", 100_000)

    async def main() -> None:
        async with listening("one", "two") as (one, two):
            await one.ask("two", "echo")
            reading = one._links["two"]._channel._writer.transport
            (channel,) = two._dialed_by.values()
            channel._writer.transport.pause_reading()  # type: ignore[attr-defined]
            for _ in range(2000):
                one.tell("two", "echo", bytes(50_000))
            assert reading.get_write_buffer_size() < 300_000
            with pytest.raises(PeerGone, match="does not take"):
                await one.ask("two", "echo")
            with pytest.raises(PeerGone, match="does not take"):
                await one.ask("two", "echo", bytes(links.LARGEST_FRAME))

    run(main())


def test_what_was_said_before_a_node_stops_arrives() -> None:
    async def main() -> None:
        async with listening("two") as (two,):
            heard: list[bytes] = []

            async def hear(node: str, body: bytes) -> bytes:
                heard.append(body)
                return b""

            two.on("word", hear)
            async with listening("one") as (one,):
                one.know([Peer("two", two.address)])
                await one.ask("two", "echo")
                for _ in range(100):
                    one.tell("two", "word", bytes(10_000))
            await until(lambda: len(heard) == 100)

    run(main())


def test_a_node_that_cannot_listen_says_so() -> None:
    async def main() -> None:
        async with listening("one") as (one,):
            with pytest.raises(DrLuckyError, match="cannot listen for others at 127"):
                await TcpPeers.listen("two", KEY, HOST, port_of(one))

    run(main())
