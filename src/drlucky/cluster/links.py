"""Links: connections between nodes, over TCP. Each node dials those that it has something to say to.

Both sides prove that they know the cluster's key before anything else is read, and every frame is signed with a key of
its own connection. Nothing is encrypted: nodes talk in a network of their own."""

import asyncio
import hashlib
import hmac
import logging
import secrets
import socket
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, NamedTuple

import msgspec

from drlucky.cluster.peers import ASK_WITHIN, Handler, Peer, PeerGone, PeerRefused
from drlucky.errors import DrLuckyError
from drlucky.loops import once

LARGEST_FRAME = 1024 * 1024
MOST_UNSENT = 16 * 1024 * 1024
"""Bytes that wait for a node that does not take them. What is told beyond is lost, and what is asked fails."""
MOST_ASKED = 2000
"""Questions of one node that are being answered at the same time."""
MOST_TOLD = 2000
"""What one node has told and is being followed at the same time. What it tells beyond is lost: it was a hint."""
MOST_STRANGERS = 64
"""Connections that have not said yet who they are. Where one more comes, the one that has waited longest makes room: a
node says who it is within a moment, so that nobody keeps it out who says nothing."""
MOST_LINES = 256
"""Connections of nodes that have."""
DIALED_WITHIN = 2.0
GREETED_WITHIN = 5.0
TAKEN_WITHIN = 5.0
"""Seconds after which a line is lost on which nothing arrives that was sent."""
CLOSED_WITHIN = 1.0
BROKEN = (OSError, EOFError, msgspec.MsgspecError, UnicodeError)
"""What a line raises that was lost, or on which something comes that no node says."""
NONCE = 32
MAC = 16
LENGTH = 4

Frame = tuple[int, int, str, bytes]
"""What it is (see below), its number, its kind, and what it says."""
ASKED, ANSWERED, FAILED, TOLD = range(4)

encoder = msgspec.msgpack.Encoder()
decoder: msgspec.msgpack.Decoder[Frame] = msgspec.msgpack.Decoder(Frame)

log = logging.getLogger(__name__)


class Seal:
    """Signs the frames of one direction of one connection, each with its place among them."""

    def __init__(self, key: bytes, label: bytes) -> None:
        self._key = hashlib.blake2b(label, key=key, digest_size=32).digest()
        self._number = 0

    def mac(self, body: bytes) -> bytes:
        self._number += 1
        text = self._number.to_bytes(8, "big") + body
        return hashlib.blake2b(text, key=self._key, digest_size=MAC).digest()


class Greeting(NamedTuple):
    """What both sides of a new connection know of each other."""

    key: bytes
    listener: bytes
    dialer: bytes
    """What each has made up for this connection."""
    name: bytes
    """The node that dials."""
    node: bytes
    """The one that was dialed."""

    def proof(self, what: bytes) -> bytes:
        text = b"\0".join((what, self.listener.hex().encode(), self.dialer.hex().encode(), self.name, self.node))
        return hmac.digest(self.key, text, "sha256")


class Channel:
    """A connection on which both sides know who the other is."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, key: bytes, out: bytes, coming: bytes
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._out, self._in = Seal(key, out), Seal(key, coming)

    @property
    def is_open(self) -> bool:
        return not self._writer.transport.is_closing()

    def send(self, frame: Frame) -> bool:
        """False if there is no room for it."""
        transport = self._writer.transport
        body = encoder.encode(frame)
        if not self.is_open or len(body) > LARGEST_FRAME or transport.get_write_buffer_size() > MOST_UNSENT:
            return False
        self._writer.write(len(body).to_bytes(LENGTH, "big") + self._out.mac(body) + body)
        return True

    async def receive(self) -> Frame:
        head = await self._reader.readexactly(LENGTH + MAC)
        size = int.from_bytes(head[:LENGTH], "big")
        if size > LARGEST_FRAME:
            raise ConnectionError(f"a frame of {size} bytes")
        body = await self._reader.readexactly(size)
        if not hmac.compare_digest(self._in.mac(body), head[LENGTH:]):
            raise ConnectionError("a frame that its sender did not sign")
        return decoder.decode(body)

    def close(self) -> None:
        """What has been said still arrives, if it can."""
        self._writer.close()

    def cut(self) -> None:
        self._writer.transport.abort()

    async def closed(self) -> None:
        with suppress(OSError):
            await self._writer.wait_closed()


class Link:
    """The connection that this node has dialed to another."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[bytes]] = {}
        self.reading = asyncio.get_running_loop().create_task(self._read())

    @property
    def is_open(self) -> bool:
        return self._channel.is_open and not self.reading.done()

    def tell(self, kind: str, body: bytes) -> None:
        self._channel.send((TOLD, 0, kind, body))

    async def ask(self, kind: str, body: bytes, within: float) -> bytes:
        number = next(self._numbers)
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            if not self._channel.send((ASKED, number, kind, body)):
                raise PeerGone("a node does not take what it is told")
            async with asyncio.timeout(within):
                return await answer
        except TimeoutError:
            # Whatever is wrong with the line, a new one is dialed for the next question.
            self.cut()
            raise PeerGone("a node does not answer") from None
        finally:
            del self._waiting[number]

    async def _read(self) -> None:
        try:
            while True:
                what, number, _, body = await self._channel.receive()
                waiting = self._waiting.get(number)
                if waiting is None or waiting.done():
                    continue
                if what == ANSWERED:
                    waiting.set_result(body)
                else:
                    waiting.set_exception(PeerRefused(body.decode(errors="replace")))
        except BROKEN:
            pass
        finally:
            self._channel.close()
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(PeerGone("a node has gone"))

    def close(self) -> None:
        self.reading.cancel()
        self._channel.close()

    def cut(self) -> None:
        self.reading.cancel()
        self._channel.cut()

    async def closed(self) -> None:
        await self._channel.closed()


class TcpPeers:
    """The other nodes, over TCP. `await TcpPeers.listen(...)`; `know` tells it which there are."""

    def __init__(self, me: str, key: bytes) -> None:
        self.me = me
        self.others: Mapping[str, Peer] = {}
        self.address = ""
        """Where others reach this node."""
        self._keys: tuple[bytes, ...] = (key,)
        self._handlers: dict[str, Handler] = {}
        self._links: dict[str, Link] = {}
        self._dialing: dict[str, asyncio.Task[Link]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._unreached: set[str] = set()
        """Nodes that could not be dialed the last time, which has been said."""
        self._strangers: dict[asyncio.StreamWriter, None] = {}
        """The one that came first is the first."""
        self._dialed_by: dict[str, Channel] = {}
        """By node, the connection that it has dialed to this one."""
        self._server: asyncio.Server | None = None

    @classmethod
    async def listen(cls, me: str, key: bytes, host: str, port: int) -> "TcpPeers":
        """Listens for the others at this address; port 0 takes a free one."""
        peers = cls(me, key)
        try:
            peers._server = await asyncio.start_server(peers._welcome, host, port)
        except OSError as error:
            problem = error.strerror or error
            raise DrLuckyError(f"this node cannot listen for others at {host}, port {port}: {problem}") from None
        found = peers._server.sockets[0].getsockname()
        peers.address = f"[{found[0]}]:{found[1]}" if ":" in found[0] else f"{found[0]}:{found[1]}"
        return peers

    def use(self, keys: Sequence[bytes]) -> None:
        """The newest key first: it is used from now on, and the others are known. If one is not to be known any more,
        nodes have to prove anew that they know another."""
        is_one_given_up = not set(self._keys) <= set(keys)
        self._keys = tuple(keys)
        lines: list[Link | Channel] = [*self._links.values(), *self._dialed_by.values()]
        for each in lines if is_one_given_up else ():
            each.close()

    def know(self, others: list[Peer]) -> None:
        known, self.others = self.others, {each.node: each for each in others}
        self._unreached &= self.others.keys()
        for node in [node for node in self._links if node not in self.others]:
            self._links.pop(node).cut()
        for node in known.keys() - self.others.keys() & self._dialed_by.keys():
            self._dialed_by.pop(node).cut()

    def on(self, kind: str, handler: Handler) -> None:
        self._handlers[kind] = handler

    async def ask(self, node: str, kind: str, body: bytes = b"", within: float = ASK_WITHIN) -> bytes:
        return await (await self._link(node)).ask(kind, body, within)

    def tell(self, node: str, kind: str, body: bytes = b"") -> None:
        link = self._links.get(node)
        if link is not None and link.is_open:
            link.tell(kind, body)
        else:
            self._spawn(self._tell_when_dialed(node, kind, body))

    def tell_all(self, kind: str, body: bytes = b"") -> None:
        for node in self.others:
            self.tell(node, kind, body)

    async def _tell_when_dialed(self, node: str, kind: str, body: bytes) -> None:
        with suppress(PeerGone):  # it was a hint
            (await self._link(node)).tell(kind, body)

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        lines: list[Link | Channel] = [*self._links.values(), *self._dialed_by.values()]
        for each in lines:
            each.close()
        tasks = [*self._tasks, *self._dialing.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        closing = [asyncio.ensure_future(each.closed()) for each in lines]
        if closing:
            await asyncio.wait(closing, timeout=CLOSED_WITHIN)
        for each in lines:
            each.cut()
        await asyncio.gather(*closing)

    # Dialing.

    async def _link(self, node: str) -> Link:
        link = self._links.get(node)
        if link is not None and link.is_open:
            return link
        peer = self.others.get(node)
        if peer is None:
            raise PeerGone("there is no such node any more")
        return await once(self._dialing, node, lambda: self._dial(peer))

    async def _dial(self, peer: Peer) -> Link:
        host, _, port = peer.address.rpartition(":")
        writer = None
        try:
            async with asyncio.timeout(DIALED_WITHIN):
                reader, writer = await asyncio.open_connection(host.strip("[]"), int(port))
                link = Link(await self._greet(reader, writer, peer.node))
        except (OSError, EOFError, TimeoutError, ValueError) as error:
            if writer is not None:
                writer.close()
            problem = str(error) or type(error).__name__
            if peer.node not in self._unreached:
                self._unreached.add(peer.node)
                log.warning("node %s is alive, and cannot be reached at %s: %s", peer.node, peer.address, problem)
            raise PeerGone(f"node {peer.node} cannot be reached: {problem}") from None
        except asyncio.CancelledError:
            if writer is not None:
                writer.close()
            raise
        self._links[peer.node] = link
        self._unreached.discard(peer.node)
        return link

    async def _greet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, node: str) -> Channel:
        without_delay(writer)
        theirs = await reader.readexactly(NONCE)
        ours = secrets.token_bytes(NONCE)
        name = self.me.encode()
        greeting = Greeting(self._keys[0], theirs, ours, name, node.encode())
        writer.write(ours + len(name).to_bytes(1, "big") + name + greeting.proof(b"dials"))
        # The other one proves that it is the node that was meant, and knows the key as well.
        if not hmac.compare_digest(await reader.readexactly(NONCE), greeting.proof(b"listens")):
            raise ConnectionError("it does not know the key of this cluster")
        return Channel(reader, writer, greeting.proof(b"frames"), b"out", b"in")

    # Listening.

    async def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._dialed_by) >= MOST_LINES:
            writer.close()
            return
        if len(self._strangers) >= MOST_STRANGERS:
            first = next(iter(self._strangers))
            del self._strangers[first]
            first.transport.abort()
        self._strangers[writer] = None
        try:
            async with asyncio.timeout(GREETED_WITHIN):
                node, channel = await self._meet(reader, writer)
        except (OSError, EOFError, TimeoutError, UnicodeError):
            writer.close()
            return
        finally:
            self._strangers.pop(writer, None)
        before = self._dialed_by.pop(node, None)
        if before is not None:
            before.cut()  # a node has one, and dials another when that is lost
        self._dialed_by[node] = channel
        try:
            await self._serve(node, channel)
        except BROKEN:
            pass
        finally:
            if self._dialed_by.get(node) is channel:
                del self._dialed_by[node]
            channel.close()

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> tuple[str, Channel]:
        without_delay(writer)
        ours = secrets.token_bytes(NONCE)
        writer.write(ours)
        theirs = await reader.readexactly(NONCE)
        name = await reader.readexactly((await reader.readexactly(1))[0])
        proof = await reader.readexactly(NONCE)
        for greeting in [Greeting(key, ours, theirs, name, self.me.encode()) for key in self._keys]:
            if hmac.compare_digest(proof, greeting.proof(b"dials")):
                writer.write(greeting.proof(b"listens"))
                return name.decode(), Channel(reader, writer, greeting.proof(b"frames"), b"in", b"out")
        raise ConnectionError("it does not know the key of this cluster")

    async def _serve(self, node: str, channel: Channel) -> None:
        asked = told = 0

        async def hear(kind: str, body: bytes) -> None:
            nonlocal told
            try:
                with suppress(DrLuckyError):  # it was a hint
                    await self._handled(node, kind, body)
            finally:
                told -= 1

        async def answer(number: int, kind: str, body: bytes) -> None:
            nonlocal asked
            try:
                channel.send((ANSWERED, number, "", await self._handled(node, kind, body)))
            except DrLuckyError as error:
                channel.send((FAILED, number, "", str(error).encode()))
            finally:
                asked -= 1

        while True:
            what, number, kind, body = await channel.receive()
            if what == TOLD:
                if told < MOST_TOLD:
                    told += 1
                    self._spawn(hear(kind, body))
            elif what == ASKED and asked < MOST_ASKED:
                asked += 1
                self._spawn(answer(number, kind, body))
            else:
                channel.send((FAILED, number, "", b"too much is asked at once"))

    async def _handled(self, node: str, kind: str, body: bytes) -> bytes:
        handler = self._handlers.get(kind)
        if handler is None:
            raise PeerRefused(f"nobody here knows what {kind!r:.40} is")
        try:
            return await handler(node, body)
        except DrLuckyError:
            raise
        except Exception:
            log.exception("what node %s said (%s) could not be followed", node, kind)
            raise PeerRefused("something went wrong at the other node") from None

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def without_delay(writer: asyncio.StreamWriter) -> None:
    """Commands are small, and someone waits for each; also for it to be found out that nobody takes them any more."""
    line = writer.get_extra_info("socket")
    if line is not None:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * TAKEN_WITHIN))
