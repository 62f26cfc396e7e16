"""People: who play at the tables, each from a seed of their own. They lose their line, come back elsewhere, send again
what was not answered, and try what they may not do."""

import asyncio
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from drlucky.table import (
    Act,
    AddSeat,
    Again,
    Answer,
    Arrange,
    Close,
    Command,
    GiveHost,
    Hurry,
    Invite,
    Join,
    Keep,
    Kick,
    Leave,
    Mute,
    OpenSeat,
    Pause,
    Prefer,
    PutBot,
    React,
    Ready,
    RemoveSeat,
    Resign,
    Return,
    Reveal,
    Say,
    StandUp,
    Start,
    Undo,
    Unpause,
    Watch,
)
from drlucky.table.commands import AnyDeed
from simulation.nodes import Bye, Erase, Said, Session, Told, Trouble

if TYPE_CHECKING:
    from simulation.nodes import Node
    from simulation.world import World

ANSWERED_WITHIN = 4.0
"""Seconds after which a line is taken to be dead."""
WELCOMED_WITHIN = 3.0
TRIES = 12
SECRET = "a secret of mine"
REPEATED = 30
"""Commands that people send once more, long after: so many of the last ones."""
GUESTS = ("Friend", "Sister", "Uncle", "Neighbour")
"""Who plays at the same device."""
HASTE = 0.03
"""Seconds within which someone hangs up who has just sent a command, and does not wait for its answer."""

Sheet = dict[str, Any]


class Screen:
    """What a client shows: what came in parts is put together, as web/src/api/table.svelte.ts does."""

    def __init__(self) -> None:
        self.sheet: Sheet | None = None
        self.events: list[Any] = []
        self.lines: list[Any] = []
        self._lines_from = 0

    def take(self, text: bytes) -> None:
        sheet: Sheet = msgspec.json.decode(text)["sheet"]
        game = sheet.get("game")
        self.events = [*self.events[: game["events_at"]], *game["events"]] if game else []
        if sheet.get("since") is None:
            self._lines_from, self.lines = sheet["lines_at"], sheet["lines"]
        elif sheet["lines"]:
            self.lines = [*self.lines[: sheet["lines_at"] - self._lines_from], *sheet["lines"]]
        self.sheet = sheet

    @property
    def version(self) -> int:
        return int(self.sheet["version"]) if self.sheet else 0


class Line:
    """A connection to a node."""

    def __init__(self, node: "Node", since: float) -> None:
        self.node = node
        self.since = since
        self.session: Session | None = None

    def hang_up(self) -> None:
        """At the node's end."""
        if self.session is not None:
            self.session.hang_up()


class Person:
    def __init__(self, world: "World", name: str, table: str, chance: Random) -> None:
        self.name = name
        self.id = f"id of {name}"
        self.table = table
        self.screen = Screen()
        self.is_done = False
        """Does nothing more of itself."""
        self.is_away = False
        """Has hung up for good?"""
        self.is_gone = False
        """There is no table any more where this one was."""
        self.line: Line | None = None
        self.left_at = 0.0
        """When there was a line last."""
        self.number = 0
        """Commands so far."""
        world.network.machines[self.id] = world.loop
        self._world = world
        self._chance = chance
        self._lines = 0
        self._sent: list[Command] = []
        self._falls_asleep_at = world.plan.seconds * (0.3 + chance.random()) if world.plan.sleepy else float("inf")
        self._haste = 0.2 + 2.5 * chance.random()
        self._told = asyncio.Event()
        self._answers: dict[str, asyncio.Future[Answer | None]] = {}

    # The line.

    async def connect(self) -> bool:
        """To any node; False if there is nobody who answers."""
        self.hang_up()
        node = self._world.some_node(self._chance)
        if node is None:
            await asyncio.sleep(0.3)
            return False
        line = self.line = Line(node, self._world.schedule.now)
        since = self.screen.version if self.screen.sheet is not None and self._chance.random() < 0.7 else None
        if since is None:
            self.screen = Screen()
        self._told.clear()
        self._lines += 1

        def say(said: Said) -> None:
            self._world.network.say(node.name, self.id, partial(self._hear, line, said), what=type(said).__name__)

        def arrive() -> None:
            if node.is_serving:
                line.session = node.welcome(self.id, self.table, since, say)
            else:
                say(Bye("refused"))

        refused = partial(self._hear, line, Bye("refused"))
        self._world.network.say(self.id, node.name, arrive, refused, "hello")
        try:
            async with asyncio.timeout(WELCOMED_WITHIN):
                await self._told.wait()
        except TimeoutError:
            self.hang_up()
        return self.line is not None

    def go_home(self) -> None:
        self.is_away = True
        self.hang_up()

    def has_been_here(self, seconds: float) -> bool:
        """For so long at least, by the same line?"""
        return self.line is not None and self.line.since <= self._world.schedule.now - seconds

    def hang_up(self) -> None:
        line, self.line = self.line, None
        if line is not None:
            self.left_at = self._world.schedule.now
            self._world.network.say(self.id, line.node.name, line.hang_up, what="hangs up")
        for waiting in self._answers.values():
            if not waiting.done():
                waiting.set_result(None)

    def lost(self, node: "Node") -> None:
        """The machine at the other end is gone."""
        if self.line is not None and self.line.node is node:
            self._cut_off()

    def _cut_off(self) -> None:
        self.line, self.left_at = None, self._world.schedule.now
        self.hang_up()

    def _hear(self, line: Line, said: Said) -> None:
        if line is not self.line:
            return
        match said:
            case Told(text):
                self.screen.take(text)
                self._world.truths.seen(self)
                self._told.set()
            case Trouble(command, text):
                self._world.truths.troubled(self, text)
                self._settle(command, None)
            case Bye(code):
                if code == "trouble":
                    self._world.truths.troubled(self, code)
                self.is_gone = self.is_gone or code in ("gone", "not here")
                self._told.set()
                self._cut_off()
            case _:
                self._settle(said.id, said)

    def _settle(self, command: str, answer: Answer | None) -> None:
        waiting = self._answers.get(command)
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)

    # Commands.

    async def do(self, deed: AnyDeed | None, tries: int = TRIES, version: int | None = None) -> Answer | None:
        """Sends a command until it is answered; None if that was given up. Without a deed it asks for the table to be
        deleted."""
        self.number += 1
        name = f"c{self.number}"
        message: Command | Erase = Erase(name)
        if deed is not None:
            message = Command(name, self.screen.version if version is None else version, deed)
            self._sent = [*self._sent[-REPEATED + 1 :], message]
        return await self._send(message, tries)

    async def _send(self, message: Command | Erase, tries: int) -> Answer | None:
        truths = self._world.truths
        truths.asked(self, message)
        for attempt in range(tries):
            if self.is_gone:
                return None
            if self.line is None and not await self.connect():
                continue
            answer = await self._ask(message)
            if answer is not None:
                truths.answered(self, message, answer, attempt)
                return answer
            await asyncio.sleep(0.2 + self._chance.random() * 0.3)
        return None

    async def _ask(self, message: Command | Erase) -> Answer | None:
        line = self.line
        if line is None or line.session is None:
            return None
        waiting = self._answers[message.id] = asyncio.get_running_loop().create_future()
        self._world.network.say(self.id, line.node.name, partial(line.session.hear, message), None, "do")
        try:
            async with asyncio.timeout(ANSWERED_WITHIN):
                answer: Answer | None = await waiting
                return answer
        except TimeoutError:
            self.hang_up()
            return None
        finally:
            del self._answers[message.id]

    # A life.

    async def live(self) -> None:
        while not self.is_done and not self.is_gone:
            if self.line is None and not await self.connect():
                continue
            await asyncio.sleep(self._haste * self._chance.random())
            if self.is_done or self.line is None or self._world.schedule.now > self._falls_asleep_at:
                continue
            roll = self._chance.random()
            if roll < 0.02:
                self.hang_up()
                await asyncio.sleep(self._chance.choice((2, 10, 40)) * self._chance.random())
            elif roll < 0.05 and self._world.plan.erases:
                await self.do(None)
            elif roll < 0.07 and self._sent:
                await self._send(self._chance.choice(self._sent), 2)
            else:
                deed = self._wish()
                if deed is not None:
                    if roll < 0.12:
                        self._world.loop.call_later(self._chance.random() * HASTE, self.hang_up)
                    stale = max(0, self.screen.version + self._chance.randrange(-3, 2)) if roll > 0.95 else None
                    await self.do(deed, self._chance.choice((2, TRIES)), stale)

    async def good_night(self) -> None:
        """Says a last word, and stays."""
        await self.do(Say(f"{self.name} says good night"), tries=100)

    def _wish(self) -> AnyDeed | None:
        sheet, chance = self.screen.sheet, self._chance
        if sheet is None:
            return None
        you = sheet.get("you")
        if you is None:
            return chance.choice((Join(self.name), Join(self.name), Watch(self.name)))
        if chance.random() < 0.1:
            return self._something(sheet, you)
        if chance.random() < 0.05 and not you.get("host"):
            return self._hosts_own(sheet)
        match sheet["phase"]:
            case "gathering":
                return self._gather(sheet, you)
            case "playing":
                return self._play(sheet, you)
            case "over":
                alone = bool(you.get("alone"))
                return chance.choice(
                    (Again("rematch"), Again("rematch", alone), Again("escape", alone), Reveal(), None)
                )
        return None

    def _gather(self, sheet: Sheet, you: Sheet) -> AnyDeed | None:
        chance, seats = self._chance, sheet["seats"]
        if not you["seats"]:
            return Join(self.name)
        is_ready = seats[you["seats"][0]].get("ready")
        if not is_ready and (not you.get("host") or chance.random() < 0.3):
            return Ready(contribution=chance.choice(("", f"{SECRET} {self.number}")))
        if not you.get("host"):
            return None
        free = [number for number, seat in enumerate(seats) if seat["kind"] == "open"]
        if free and chance.random() < 0.1:
            return Join(f"{GUESTS[len(you['seats']) % len(GUESTS)]} of {self.name}", free[0])
        if not free:
            return Start()
        return chance.choice((PutBot(free[0], "easy"), RemoveSeat(free[-1]), None, None))

    def _play(self, sheet: Sheet, you: Sheet) -> AnyDeed | None:
        chance, game = self._chance, sheet["game"]
        if sheet.get("paused") is not None:
            return Unpause() if chance.random() < 0.5 else None
        mine = you["seats"]
        if game.get("undo") and chance.random() < 0.2:
            return Undo()
        legal = game["view"]["legal"]
        if game.get("to_decide") in mine and legal:
            return Act(chance.choice(legal), confirmed=True)
        if any(sheet["seats"][seat].get("stand_in") for seat in mine) and chance.random() < 0.5:
            return Return()
        impatient = Act(chance.choice(("draw", "pass")), confirmed=True)
        return chance.choice((Say(f"{self.name} waits"), React("applause"), impatient, None, None)) if mine else None

    def _something(self, sheet: Sheet, you: Sheet) -> AnyDeed:
        """Some of it nobody may do now, or not this one."""
        chance = self._chance
        member, seat = chance.randrange(4), chance.randrange(4)
        return chance.choice(
            (
                Pause(),
                Unpause(),
                Undo(),
                Act("pass", confirmed=True),
                Act("draw", confirmed=True),
                Act(f"step {chance.choice(('Library', 'Parlor', 'Kitchen', 'Foyer'))}", confirmed=True),
                Say(f"I would kill for {chance.randrange(100)} coffees"),
                Say(f"{self.name} says {chance.randrange(100)}"),
                React("applause"),
                Hurry(chance.choice(("normal", "fast"))),
                Prefer(chance.random() < 0.5),
                Mute(member, chance.random() < 0.5),
                GiveHost(member),
                Kick(member) if chance.random() < 0.3 else Say("hm"),
                Leave() if chance.random() < 0.3 else Say("so"),
                Resign(seat) if chance.random() < 0.3 else Say("oh"),
                Close() if chance.random() < 0.1 else Say("ah"),
                PutBot(seat, "normal"),
                OpenSeat(seat),
                StandUp(seat),
                AddSeat(),
                Invite(seat),
                Ready(),
                Start(),
                Keep(0, "Letter Opener"),
                Reveal(),
                Return(),
                Again("rematch"),
            )
        )

    def _hosts_own(self, sheet: Sheet) -> AnyDeed:
        """What only the host may do, as it would be done now."""
        seats, chance = sheet["seats"], self._chance
        open_seats = [number for number, seat in enumerate(seats) if seat["kind"] == "open"]
        bots = [number for number, seat in enumerate(seats) if seat["kind"] == "bot"]
        member = chance.choice([each["member"] for each in sheet["people"]] or [0])
        always: list[AnyDeed] = [Kick(member), GiveHost(member), Mute(member, chance.random() < 0.5), Close()]
        if sheet["phase"] != "gathering":
            return chance.choice(always)
        before: list[AnyDeed] = [Start(), Start(), AddSeat(), Arrange(tuple(reversed(range(len(seats)))))]
        before += [PutBot(number, "easy") for number in open_seats[:1]]
        before += [OpenSeat(number) for number in bots[:1]]
        before += [RemoveSeat(number) for number in (*open_seats, *bots)[:1]]
        return chance.choice((*always, *before, *before))


class Visitor(Person):
    """Someone who belongs to nobody there, and tries what they have no right to."""

    def _wish(self) -> AnyDeed | None:
        sheet, chance = self.screen.sheet, self._chance
        if sheet is None:
            return None
        if chance.random() < 0.7:
            return self._hosts_own(sheet)
        return self._something(sheet, {})
