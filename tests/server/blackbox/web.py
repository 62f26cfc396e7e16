"""Someone at a browser's address bar: HTTP as it travels, with an identity or without."""

import asyncio
import json
from base64 import urlsafe_b64decode
from http.client import HTTPConnection
from typing import Any, NamedTuple

from patience import NEVER


class Reply(NamedTuple):
    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.content)


class Web:
    def __init__(self, address: str, name: str = "", identity: str = "") -> None:
        self.address = address
        self.name = name
        self.identity = identity

    async def introduce(self) -> "Web":
        reply = await self.ask("PUT", "/api/me", {"name": self.name})
        self.identity = reply.headers["set-cookie"].partition(";")[0].removeprefix("drlucky=")
        return self

    @property
    def person(self) -> str:
        """The id in the cookie, by which the server knows someone and nobody else should."""
        payload = self.identity.partition(".")[0]
        return str(json.loads(urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))["id"])

    @property
    def headers(self) -> dict[str, str]:
        return {"Cookie": f"drlucky={self.identity}"} if self.identity else {}

    @property
    def socket(self) -> str:
        return self.address.replace("http", "ws", 1) + "/api/socket"

    async def ask(self, method: str, path: str, body: Any = None) -> Reply:
        """What the server answered; it should not be an error."""
        reply = await self.call(method, path, body)
        assert reply.status < 400, reply.content
        return reply

    async def call(self, method: str, path: str, body: Any = None) -> Reply:
        return await asyncio.to_thread(self._call, method, path, body)

    def _call(self, method: str, path: str, body: Any) -> Reply:
        connection = HTTPConnection(self.address.removeprefix("http://"), timeout=NEVER)
        try:
            content = None if body is None else json.dumps(body)
            kind = {} if content is None else {"Content-Type": "application/json"}
            connection.request(method, path, content, self.headers | kind)
            response = connection.getresponse()
            headers = {name.lower(): value for name, value in response.getheaders()}
            return Reply(response.status, headers, response.read())
        finally:
            connection.close()
