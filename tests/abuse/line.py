"""A line to a server, as a hostile client has it: bytes, and an address of its own."""

import asyncio
import json
import os
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Self
from urllib.parse import urlsplit

GONE = (OSError, EOFError, ValueError, asyncio.TimeoutError)
"""Whatever a server does to those it does not want."""
ANSWERED_WITHIN = 5.0


class Line:
    """One connection. It asks over HTTP, or becomes a WebSocket; what it is sent it mostly throws away, as that is
    cheaper than understanding it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str, patience: float) -> None:
        self.reader = reader
        self.writer = writer
        self._host = host
        self._patience = patience

    @classmethod
    async def to(cls, address: str, source: str, patience: float) -> Self:
        host = urlsplit(address).netloc
        name, port = host.split(":")
        return cls(*await asyncio.open_connection(name, int(port), local_addr=(source, 0)), host, patience)

    def close(self) -> None:
        self.writer.transport.abort()

    def write(self, content: bytes) -> None:
        if self.writer.transport.is_closing():
            raise ConnectionResetError("the server has hung up")
        self.writer.write(content)

    async def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and content of an answer."""
        self.begin(method, path, len(body), **headers)
        self.write(body)
        async with asyncio.timeout(self._patience):
            return await self.answer()

    def begin(self, method: str, path: str, length: int | None = 0, **headers: str) -> None:
        """The head of a request; the body can wait."""
        given = {"Host": self._host, "Content-Type": "application/json"} | headers
        if length is not None:
            given["Content-Length"] = str(length)
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in given.items())
        self.write(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode())

    async def answer(self) -> tuple[int, dict[str, str], bytes]:
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
        content = await self.reader.readexactly(int(headers.get("content-length", 0)))
        return int(head[0].split()[1]), headers, content

    async def ask_json(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        _, _, content = await self.ask(method, path, b"" if body is None else json.dumps(body).encode(), **headers)
        return json.loads(content)

    async def identity(self, name: str) -> str:
        """A new one: they cost nothing."""
        _, headers, _ = await self.ask("PUT", "/api/me", json.dumps({"name": name}).encode())
        return headers.get("set-cookie", "=").partition(";")[0].partition("=")[2]

    # As a WebSocket.

    async def upgrade(self, identity: str = "") -> None:
        headers = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13"}
        headers["Sec_WebSocket_Key"] = b64encode(os.urandom(16)).decode()
        if identity:
            headers["Authorization"] = f"Bearer {identity}"
        self.begin("GET", "/api/socket", 0, **headers)
        async with asyncio.timeout(self._patience):
            status, _, _ = await self.answer()
        if status != 101:
            raise ConnectionRefusedError(f"{status}")

    def say(self, **message: Any) -> None:
        self.frame(json.dumps(message).encode())

    def frame(self, content: bytes) -> None:
        """A text frame, with a mask of zeros."""
        size = len(content)
        length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2, "big")
        self.write(b"\x81" + length + bytes(4) + content)

    async def swallow(self, most: int = 65_536) -> None:
        """What has come so far, or the next that comes."""
        if not await self.reader.read(most):
            raise EOFError


@asynccontextmanager
async def line(address: str, source: str, patience: float = ANSWERED_WITHIN) -> AsyncIterator[Line]:
    """Who is hostile soon tries again; who is not waits for an answer."""
    opened = await Line.to(address, source, patience)
    try:
        yield opened
    finally:
        opened.close()
