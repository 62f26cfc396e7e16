"""World: a database, nodes and people, and what becomes of them, from one seed."""

import asyncio
import gc
import logging
from collections import Counter
from random import Random
from time import process_time
from typing import NamedTuple

from drlucky.errors import DrLuckyError
from drlucky.table import LiveTable
from simulation import plans, troubles
from simulation.chance import by_seed
from simulation.database import NAME, Server
from simulation.loops import Loop, Schedule, Task
from simulation.network import Network
from simulation.nodes import Node
from simulation.peers import SimulatedPeers
from simulation.people import Person
from simulation.truths import Truths

PEOPLE = "people"
RESTARTS_AFTER = 6.0
CALM = 45.0
"""Seconds within which all is well again after everything was mended."""
ANSWERED_WITHIN = 25.0
"""Seconds within which everyone gets an answer then."""
TAKEN_OVER_WITHIN = 10.0
SLOW = 0.01
LOOKS_EVERY = 0.2
LONGEST = 600.0


class Outcome(NamedTuple):
    seed: int
    problems: list[str]
    trace: str
    """A hash of all that happened, in its order."""
    counts: Counter[str]
    seconds: float
    """Of virtual time."""
    took: float
    """Of processor time."""
    error: BaseException | None

    @property
    def is_good(self) -> bool:
        return not self.problems


class World:
    def __init__(self, seed: int) -> None:
        chance = Random(f"world {seed}")
        self.seed = seed
        self.plan = plans.plan(chance)
        self.schedule = Schedule()
        self.truths = Truths(self, Random(chance.random()))
        self.network = Network(self.schedule, str(seed), self.plan.latency)
        self.network.duplicates = self.plan.duplicates
        self.chance = chance
        self.loop = self.machine(PEOPLE)
        self.server = Server(self.machine(NAME), self.truths.committed)
        self.server.is_synchronous = self.plan.is_synchronous
        self.peers: dict[str, SimulatedPeers] = {}
        self.nodes: list[Node | None] = [None] * self.plan.nodes
        self.people: list[Person] = []
        self.is_mended = False
        self._starts = Counter[int]()
        self._changed: dict[str, tuple[int, float]] = {}

    @property
    def is_quiet(self) -> bool:
        """Does nothing go wrong at all? On a slow network a node may be taken for dead that is not."""
        return not self.plan.troubles and self.plan.latency < SLOW

    def pace(self, seconds: float) -> float:
        """For how long a bot has to wait, at least: where clocks differ that cannot be said."""
        return seconds - 0.001 if self.plan.nodes == 1 and "clock" not in self.plan.troubles else 0.0

    def count(self, what: str) -> None:
        self.truths.counts[what] += 1

    def machine(self, name: str) -> Loop:
        loop = Loop(self.schedule, name, Random(f"{self.seed} {name}"))
        self.network.machines[name] = loop
        return loop

    # Nodes.

    def start(self, number: int) -> None:
        if self.nodes[number] is None:
            self._starts[number] += 1
            name = f"n{number}-{self._starts[number]}"
            loop = self.machine(name)
            loop.ahead = self.chance.random() - 0.5
            self.truths.latest_clock = max(self.truths.latest_clock, loop.ahead)
            self.nodes[number] = node = Node(self, name, loop)
            self.peers[name] = node.peers

    def ended(self, node: Node) -> None:
        """A process has come to its end; something starts it anew."""
        self._gone(node)

    def crash(self, node: Node, closes: bool) -> None:
        if closes:
            for backend in sorted(self.server.backends, key=lambda each: each.number):
                if backend.node == node.name:
                    self.server.loop.call_later(self.chance.random() * 0.1, backend.close)
        self._gone(node)

    def _gone(self, node: Node) -> None:
        number = self.nodes.index(node)
        self.nodes[number] = None
        self.schedule.kill(node.loop)
        for person in self.people:
            self.loop.call_later(self.chance.random(), person.lost, node)
        wait = 0.5 if self.is_mended else 0.3 + self.chance.random() * RESTARTS_AFTER
        self.loop.call_later(wait, self.start, number)

    def some_node(self, chance: Random) -> Node | None:
        """As a balancer chooses, which does not know at once who is gone."""
        found = [node for node in self.nodes if node is not None and node.is_serving]
        found = [node for node in found if not node.is_stopping] or found
        return chance.choice(found) if found else None

    def be_good(self) -> None:
        """The database does what it should."""
        self.server.slowness, self.server.forgetfulness = 1.0, 0.0

    def mend(self) -> None:
        self.is_mended = True
        self.network.mend(self.schedule.now)
        self.server.start()
        self.be_good()
        for node in self.nodes:
            if node is not None:
                node.loop.resumes_at = 0.0
        for number in range(len(self.nodes)):
            self.start(number)

    def idle_for(self, table: str) -> float:
        """Seconds since something happened at a table."""
        version = self.truths.tables[table].table.version
        known, since = self._changed.get(table, (-1, 0.0))
        if version != known:
            since = self.schedule.now
            self._changed[table] = version, since
        return self.schedule.now - since

    # What happens.

    async def story(self) -> None:
        for number in range(len(self.nodes)):
            self.start(number)
        self.people = [person for number in range(self.plan.tables) for person in await self._table(number)]
        lives = [self.loop.create_task(person.live()) for person in self.people]
        await troubles.make(self, self.chance)
        self.mend()
        for person in self.people:
            person.is_done = True
        await self._everyone_is_answered(lives)
        await self._everyone_sees_the_same(CALM)
        await self._nothing_is_stuck()
        if len(self.nodes) > 1:
            await self._another_takes_over()

    async def _table(self, number: int) -> list[Person]:
        """Someone opens a table, and others hear of it."""
        settings, seats = plans.settings(self.chance)
        names = [f"{name}{number}" for name in ("Ann", "Bob", "Cleo", "Dan")[: self.plan.people]]
        while True:
            node = self.some_node(self.chance)
            if node is None:
                await asyncio.sleep(0.2)
                continue
            opened: asyncio.Future[str | None] = self.loop.create_future()

            async def open_it(node: Node = node, opened: "asyncio.Future[str | None]" = opened) -> None:
                try:
                    live: LiveTable = await node.tables.open(f"id of {names[0]}", names[0], settings, seats)
                    opened.set_result(live.id)
                except DrLuckyError:
                    opened.set_result(None)

            node.loop.create_task(open_it())
            table = await opened
            if table is not None:
                break
        return [Person(self, name, table, Random(f"{self.seed} {name}")) for name in names]

    async def _everyone_is_answered(self, lives: "list[asyncio.Task[None]]") -> None:
        _, late = await asyncio.wait(lives, timeout=CALM)
        if late:
            self.schedule.fail(f"{len(late)} people have not been answered within {CALM} seconds after all was mended")
        for task in lives:
            if task.done() and task.exception() is not None:
                self.schedule.fail("a person fell over", task.exception())
        for person in self.people:
            person.is_away = self.chance.random() < 0.1
            if person.is_away:
                person.hang_up()
        staying = [person for person in self.people if not person.is_gone and not person.is_away]
        last = [self.loop.create_task(person.good_night()) for person in staying if self.chance.random() < 0.5]
        _, late = await asyncio.wait(last, timeout=ANSWERED_WITHIN) if last else (set(), set())
        if late:
            self.schedule.fail(f"{len(late)} commands were not answered within {ANSWERED_WITHIN} seconds")

    async def _another_takes_over(self) -> None:
        """When a node dies others lead its tables, whether or not anyone asks them to."""
        running = [node for node in self.nodes if node is not None]
        self.crash(self.chance.choice(running), closes=True)
        await self._everyone_sees_the_same(TAKEN_OVER_WITHIN)

    async def _everyone_sees_the_same(self, within: float) -> None:
        """At some moment all that people see is as the log has it: bots may go on playing."""
        until = self.schedule.now + within
        while True:
            wrong = self.truths.differences(self.people) or self.truths.headings() or self.leadership()
            if not wrong or self.schedule.problems:
                return
            if self.schedule.now > until:
                self.schedule.fail(f"not so within {within} seconds: {wrong[0]}")
                return
            for person in self.people:
                if person.line is None and not person.is_gone and not person.is_away:
                    await person.connect()
            await asyncio.sleep(LOOKS_EVERY)

    async def _nothing_is_stuck(self) -> None:
        if any(truth.table.phase == "playing" for truth in self.truths.tables.values()):
            self.truths.stuck()
            for _ in range(7):
                await asyncio.sleep(5)
                self.truths.stuck()
            for problem in self.truths.stuck():
                self.schedule.fail(problem)

    def leadership(self) -> list[str]:
        """Each table that is awake is led by the one node that has its lease."""
        found: list[str] = []
        awake = {table for node in self.nodes if node is not None and node.is_serving for table in node.tables.live}
        for table in sorted(awake):
            leaders = [node.name for node in self.nodes if node and node.is_serving and is_led(node, table)]
            lease = self.server.rows.get(("lease", table))
            if lease is not None and leaders != [lease[0]]:
                found.append(f"{table} is led by {leaders}, and its lease is {lease}")
        return found


def is_led(node: Node, table: str) -> bool:
    live = node.tables.live.get(table)
    return live is not None and live.leads and not live.is_closed


class Complaints(logging.Handler):
    """An error that the server did not expect is a problem."""

    def __init__(self, schedule: Schedule) -> None:
        super().__init__(logging.ERROR)
        self._schedule = schedule

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self._schedule.fail(f"{record.getMessage()}: {record.exc_info[1]!r}", record.exc_info[1])


def run(seed: int) -> Outcome:
    """Everything that this seed has in store, until something is wrong or it is over."""
    began = process_time()
    logger = logging.getLogger("drlucky")
    Task.begin_anew()
    was_collecting, was_heard = gc.isenabled(), logger.propagate
    gc.disable()
    world = World(seed)
    complaints = Complaints(world.schedule)
    logger.addHandler(complaints)
    logger.propagate = False
    try:
        with by_seed():
            story = world.loop.create_task(world.story())
            world.schedule.run(story, LONGEST)
            if story.done() and not story.cancelled() and story.exception() is not None:
                world.schedule.fail("the story broke off", story.exception())
            counts, problems, error = world.truths.counts, list(world.schedule.problems), world.schedule.error
            counts["words"] = world.network.said
            bury(world)
    finally:
        logger.removeHandler(complaints)
        logger.propagate = was_heard
        if was_collecting:
            gc.enable()
    return Outcome(seed, problems, world.network.trace(), counts, world.schedule.now, process_time() - began, error)


def bury(world: World) -> None:
    """Nothing of it shall be heard of again: what was going on is ended where it is."""
    world.network.is_over = True
    for loop in set(world.network.machines.values()):
        loop.end()
    gc.collect()
