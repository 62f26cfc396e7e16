"""A player who knows docs/protocol.md and nothing else: JSON in, JSON out. One who loses the connection comes back,
asks for what was missed, and sends again what was not answered."""

import asyncio
import json
from contextlib import suppress
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from server.blackbox.web import Web

NO_SERVER = (OSError, WebSocketException, asyncio.TimeoutError)
COME_BACK_AFTER = 0.02
CHATTY, REGRETS = 0.02, 0.1


class Player:
    def __init__(self, web: Web, table: str, language: str | None = None) -> None:
        self.web = web
        self.table = table
        self.language = language
        self.sheet: dict[str, Any] = {}
        self.words: dict[str, list[str]] = {"events": [], "legal": []}
        self.told: list[tuple[int, str, bytes]] = []
        """All that was heard of the table: the version and phase it was then at, and the frame."""
        self.sent: dict[str, dict[str, Any]] = {}
        """All commands, by id."""
        self.answers: dict[str, dict[str, Any]] = {}
        self.replies: dict[str, dict[str, Any]] = {}
        """To questions, by id."""
        self.losses = 0
        self._socket: ClientConnection | None = None

    @property
    def unanswered(self) -> list[dict[str, Any]]:
        return [command for at, command in self.sent.items() if at not in self.answers]

    @property
    def version(self) -> int:
        return int(self.sheet.get("version", 0))

    @property
    def phase(self) -> str:
        return str(self.sheet.get("phase", ""))

    # The connection.

    async def attend(self) -> None:
        """Is at the table until it is cancelled, whatever happens to the connection or the server."""
        while True:
            with suppress(*NO_SERVER):
                async with connect(
                    self.web.socket, additional_headers=self.web.headers, max_size=None, compression=None, proxy=None
                ) as socket:
                    await self._talk(socket)
            self._socket = None
            self.losses += 1
            await asyncio.sleep(COME_BACK_AFTER)

    async def _talk(self, socket: ClientConnection) -> None:
        since = {"since": self.version} if self.sheet else {}
        await say(socket, {"type": "hello", "table": self.table, "language": self.language} | since)
        async for text in socket:
            assert isinstance(text, str)
            message = json.loads(text)
            if message["type"] == "welcome":
                self._socket = socket
                for command in self.unanswered:
                    await say(socket, command)
            self._hear(message, text.encode())
            await self.heard(message)

    def lose(self) -> None:
        """The connection is gone without a word, with whatever was under way."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def heard(self, message: dict[str, Any]) -> None:
        """For those who do something about it."""

    async def do(self, deed: str, **more: Any) -> str:
        """Sends a command, now or when there is a connection. Returns its id."""
        command_id = f"{self.web.name}-{len(self.sent)}"
        command = {"type": "do", "id": command_id, "version": self.version, "do": {"do": deed} | more}
        self.sent[command_id] = command
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await say(self._socket, command)
        return command_id

    async def ask(self, question: str, **more: Any) -> dict[str, Any]:
        """What the server replies to a question, or why it does not."""
        asked = f"{question}-{len(self.replies)}"
        assert self._socket is not None
        await say(self._socket, {"type": question, "id": asked} | more)
        while asked not in self.replies:
            await asyncio.sleep(0.002)
        return self.replies[asked]

    # What the server says.

    def _hear(self, message: dict[str, Any], frame: bytes) -> None:
        if message["type"] == "table":
            self._update(message["sheet"], message.get("words", {}))
        elif message["type"] == "answer":
            assert message["id"] in self.sent
            self.answers.setdefault(message["id"], message)
        elif "id" in message:
            self.replies[message["id"]] = message
        elif message["type"] == "error":
            raise AssertionError(message)
        self.told.append((self.version, self.phase, frame))

    def _update(self, sheet: dict[str, Any], words: dict[str, list[str]]) -> None:
        """As the page says: cut the two lists that grow, append what came, and replace all else."""
        since = sheet.get("since")
        if since is None:
            self.sheet = sheet
            self.words = {"events": words.get("events", []), "legal": words.get("legal", [])}
            return
        assert since <= self.version, "an update is about a version that this client was told"
        game, known = sheet.get("game"), self.sheet.get("game") or {"events": []}
        if game is not None:
            kept = game["events_at"]
            game["events"] = known["events"][:kept] + game["events"]
            said = self.words["events"][:kept] + words.get("events", [])
            self.words = {"events": said, "legal": words.get("legal", [])}
            game["events_at"] = 0
        first = self.sheet["lines_at"]
        sheet["lines"] = self.sheet["lines"][: max(0, sheet["lines_at"] - first)] + sheet["lines"]
        sheet["lines_at"] = min(first, sheet["lines_at"])
        self.sheet = sheet

    async def until(self, phase: str) -> None:
        while self.phase != phase:
            await asyncio.sleep(0.005)

    async def answer(self, command_id: str) -> dict[str, Any]:
        while command_id not in self.answers:
            await asyncio.sleep(0.002)
        return self.answers[command_id]

    async def ok(self, deed: str, **more: Any) -> dict[str, Any]:
        answer = await self.answer(await self.do(deed, **more))
        assert answer["accepted"], answer
        return answer


class Restless(Player):
    """Plays at random, and loses the connection after every `losing` messages or so: for the same seed the same
    decisions in the same positions."""

    def __init__(self, web: Web, table: str, seed: str, losing: int | None = None, language: str | None = None) -> None:
        super().__init__(web, table, language)
        self.seed = seed
        self.losing = losing
        self.is_tired = False
        """Does the player want nothing more?"""
        self._waiting_for: str | None = None
        self._done_at = 0
        self._chance = Random(seed)
        self._lost_at = 0

    async def heard(self, message: dict[str, Any]) -> None:
        if self._waiting_for in self.answers:
            self._done_at = self.answers[self._waiting_for].get("at") or 0
            self._waiting_for = None
        # What was done is on the way: a sheet from before it asks for nothing.
        if self._waiting_for is None and self.sheet and self.version >= self._done_at and not self.is_tired:
            wish = self.wish(Random(f"{self.seed} {self.version}"))
            if wish is not None:
                self._waiting_for = await self.do(**wish)
        if self.losing is not None and self._chance.random() * (len(self.told) - self._lost_at) > self.losing:
            self._lost_at = len(self.told)
            self.lose()

    def wish(self, choose: Random) -> dict[str, Any] | None:
        """What to do now, if anything."""
        game = self.sheet.get("game")
        if self.phase != "playing" or not game or not game["view"]["legal"]:
            return None
        if choose.random() < CHATTY:
            return {"deed": "say", "text": f"I have seen version {self.version}"}
        if game.get("undo") and choose.random() < REGRETS:
            return {"deed": "undo"}
        return {"deed": "act", "action": choice(game["view"]["legal"], choose)}


class Tireless(Restless):
    """Begins the next game when one is over, as the host of the table or as a guest."""

    def wish(self, choose: Random) -> dict[str, Any] | None:
        you = self.sheet.get("you") or {"seats": []}
        if self.phase == "over" and you.get("host"):
            return {"deed": "again", "what": "rematch"}
        if self.phase == "gathering" and you["seats"]:
            people = [seat for seat in self.sheet["seats"] if seat["kind"] == "person"]
            mine = self.sheet["seats"][you["seats"][0]]
            if not mine.get("ready"):
                return {"deed": "ready"}
            if you.get("host") and all(seat.get("ready") for seat in people):
                return {"deed": "start"}
        return super().wish(choose)


def choice(legal: list[str], choose: Random) -> str:
    """Anything, but attempts rather often: at random they are rare, and games long."""
    strikes = [action for action in legal if action.split()[0] in ("attempt", "strike", "lay")]
    return choose.choice(strikes if strikes and choose.random() < 0.5 else legal)


async def say(socket: ClientConnection, message: dict[str, Any]) -> None:
    await socket.send(json.dumps(message))
