"""World: a database, nodes and people, and what becomes of them, from one seed."""

import asyncio
import gc
import logging
from collections import Counter
from random import Random
from time import process_time
from typing import NamedTuple

from drlucky.errors import DrLuckyError
from drlucky.postgres import ANSWER_WITHIN
from drlucky.table import LiveTable
from simulation import plans, troubles
from simulation.chance import by_seed
from simulation.database import NAME, Server
from simulation.ending import LOST_AFTER, Ending
from simulation.loops import Loop, Schedule, Task
from simulation.network import Network
from simulation.nodes import Node
from simulation.peers import SimulatedPeers
from simulation.people import Person, Visitor
from simulation.rows import Transaction
from simulation.truths import Truths

PEOPLE = "people"
RESTARTS_AFTER = 6.0
ROUGHLY = 2.0
"""Seconds by which the clock of a machine may be wrong."""
STORE = "store"
AFTERMATH = ANSWER_WITHIN + 2.0
SLOW = 0.01
LONGEST = 900.0


class Outcome(NamedTuple):
    seed: int
    problems: list[str]
    trace: str
    """A hash of all that happened, in its order."""
    counts: Counter[str]
    takeovers: list[float]
    """Seconds after which others led the tables of a node that died while all was well."""
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
        self.server = Server(self.machine(NAME), self._committed)
        self.server.is_synchronous = self.plan.is_synchronous
        self.peers: dict[str, SimulatedPeers] = {}
        self.nodes: list[Node | None] = [None] * self.plan.nodes
        self.people: list[Person] = []
        self.is_disturbed = False
        """Has something gone wrong since all was well?"""
        self.last_trouble = 0.0
        """When something went wrong last, but for nodes that were stopped in order."""
        self.is_mended = False
        self.mended_at = 0.0
        self.doomed: dict[str, float] = {}
        """Nodes that are killed when they have written something, and so many seconds after that."""
        self._starts = Counter[int]()
        self._changed: dict[str, tuple[int, float]] = {}

    @property
    def is_quiet(self) -> bool:
        """Has nothing gone wrong, or all been well again since? On a slow network a node may be taken for dead that is
        not."""
        return not self.is_disturbed and not self.is_slow

    @property
    def is_slow(self) -> bool:
        return self.plan.latency >= SLOW

    @property
    def is_peaceful(self) -> bool:
        """Does nothing ever go wrong?"""
        return not self.plan.troubles and not self.is_slow

    def has_been_well(self, seconds: float) -> bool:
        """Has nothing gone wrong for so long but that nodes were stopped in order?"""
        return not self.is_slow and self.schedule.now > self.last_trouble + seconds

    @property
    def aftermath(self) -> float:
        """Seconds for which something may still be waited for that a database which has stopped does not answer."""
        return AFTERMATH if any(kind.startswith(STORE) for kind in self.plan.troubles) else 0.0

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
            loop.ahead = ROUGHLY * (2 * self.chance.random() - 1)
            self.nodes[number] = node = Node(self, name, loop)
            self.peers[name] = node.peers

    def ended(self, node: Node) -> None:
        """A process has come to its end; something starts it anew."""
        self._gone(node)

    def crash(self, node: Node, closes: bool) -> None:
        if closes:
            for backend in self.server.of(node.name):
                self.server.loop.call_later(self.chance.random() * 0.1, backend.close)
        self._gone(node)

    def tear(self, node: Node) -> None:
        """The database loses the connections of a node."""
        for backend in self.server.of(node.name):
            backend.tear()

    def _committed(self, transaction: Transaction) -> None:
        self.truths.committed(transaction)
        if any(kind == "log" for kind, *_ in transaction.writes):
            after = self.doomed.pop(transaction.node, None)
            if after is not None:
                self.loop.call_later(after, self._crash_by_name, transaction.node)

    def _crash_by_name(self, name: str) -> None:
        for node in self.nodes:
            if node is not None and node.name == name:
                self.crash(node, closes=True)

    def _gone(self, node: Node) -> None:
        number = self.nodes.index(node)
        self.nodes[number] = None
        self.schedule.kill(node.loop)
        for person in self.people:
            self.loop.call_later(self.chance.random() * LOST_AFTER, person.lost, node)
        wait = 0.5 if self.is_mended else 0.3 + self.chance.random() * RESTARTS_AFTER
        self.loop.call_later(wait, self.start, number)

    def some_node(self, chance: Random) -> Node | None:
        """As a balancer chooses, which does not know at once who is gone."""
        found = [node for node in self.nodes if node is not None and node.is_serving]
        found = [node for node in found if not node.is_stopping] or found
        return chance.choice(found) if found else None

    def be_good(self) -> None:
        """The database does what it should."""
        self.server.slowness, self.server.forgetfulness, self.server.fullness = 1.0, 0.0, 0.0

    def mend(self) -> None:
        self.is_mended, self.mended_at = True, self.schedule.now
        self.doomed.clear()
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
        await Ending(self).come(lives)

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
        people = [Person(self, name, table, Random(f"{self.seed} {name}")) for name in names]
        if self.plan.visited:
            name = f"Eve{number}"
            people.append(Visitor(self, name, table, Random(f"{self.seed} {name}")))
        return people


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
    trace, seconds, took = world.network.trace(), world.schedule.now, process_time() - began
    return Outcome(seed, problems, trace, counts, world.truths.takeovers, seconds, took, error)


def bury(world: World) -> None:
    """Nothing of it shall be heard of again: what was going on is ended where it is."""
    world.network.is_over = True
    for loop in set(world.network.machines.values()):
        loop.end()
    gc.collect()
