"""Ending: all has been mended, and people do nothing more of themselves. What must be so then; when one more node has
died; when everyone has gone home; and when someone has come back."""

import asyncio
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simulation.nodes import Node
    from simulation.people import Person
    from simulation.world import World

CALM = 45.0
"""Seconds within which all is well again after everything was mended."""
ANSWERED_WITHIN = 25.0
"""Seconds within which everyone gets an answer then."""
TAKEN_OVER_WITHIN = 10.0
LED_WITHIN = 5.0
"""The same of tables whose node dies while all is well, and at which somebody is."""
CLOSE_LOOK = 0.01
MISSED_WITHIN = 2.0
"""Seconds within which all see that someone has left."""
AT_REST_WITHIN = 60.0
"""Seconds within which tables rest where nobody is: they may have to wait for a bot."""
ALL_HEARD_WITHIN = 7.0
"""Seconds in which all nodes know again which of them are alive, and who is where."""
WHERE_SLOW = 2
"""So much longer that may take where the network is slow, and a node is taken for dead now and then that is not."""
LOOKS_EVERY = 0.2
LOST_AFTER = 1.0
"""Seconds after which everyone has noticed that the node is gone to which they were connected."""


class Ending:
    def __init__(self, world: "World") -> None:
        self._world = world
        self._chance = Random(f"{world.seed} ending")
        self._was_left: set[str] = set()
        """Tables that had someone, and that all have left since all was well."""

    async def come(self, lives: "list[asyncio.Task[None]]") -> None:
        await self._everyone_is_answered(lives)
        await self._everyone_sees_the_same(CALM)
        await self._someone_is_missed()
        looks_first = self._chance.random() < 0.5
        if looks_first:
            await self._nothing_is_stuck()
        if len(self._world.nodes) > 1:
            await self._another_takes_over()
        await self._all_go_home()
        await self._someone_comes_back()
        if not looks_first:
            await self._nothing_is_stuck()

    @property
    def _here(self) -> "list[Person]":
        return [person for person in self._world.people if not person.is_gone and not person.is_away]

    async def _everyone_is_answered(self, lives: "list[asyncio.Task[None]]") -> None:
        fail = self._world.schedule.fail
        _, late = await asyncio.wait(lives, timeout=CALM)
        if late:
            fail(f"{len(late)} people have not been answered within {CALM} seconds after all was mended")
        for task in lives:
            if task.done() and task.exception() is not None:
                fail("a person fell over", task.exception())
        for person in self._world.people:
            if self._chance.random() < 0.1:
                person.go_home()
        if self._world.plan.last_words:
            await self._good_night()

    async def _good_night(self) -> None:
        talkers = [person for person in self._here if self._chance.random() < 0.5]
        last = [self._world.loop.create_task(person.good_night()) for person in talkers]
        _, late = await asyncio.wait(last, timeout=ANSWERED_WITHIN) if last else (set(), set())
        if late:
            self._world.schedule.fail(f"{len(late)} commands were not answered within {ANSWERED_WITHIN} seconds")

    async def _someone_is_missed(self) -> None:
        """Who leaves is not shown as present any more."""
        if self._here:
            self._chance.choice(self._here).go_home()
            await self._everyone_sees_the_same(MISSED_WITHIN if self._world.is_quiet else TAKEN_OVER_WITHIN)

    async def _another_takes_over(self) -> None:
        """When a node dies others lead its tables, whether or not anyone asks them to. Some of those who were there do
        not come back."""
        world = self._world
        dying = self._chance.choice([node for node in world.nodes if node is not None])
        for person in self._here:
            if person.line is not None and person.line.node is dying and self._chance.random() < 0.3:
                person.go_home()
        if world.is_quiet:
            world.loop.create_task(self._others_lead(dying.name))
        world.is_disturbed = True
        world.crash(dying, closes=True)
        await asyncio.sleep(LOST_AFTER)
        await self._everyone_sees_the_same(TAKEN_OVER_WITHIN)

    async def _others_lead(self, dead: str) -> None:
        """The tables of a node that dies while all is well are led by others soon, if anybody is there."""
        world, died_at = self._world, self._world.schedule.now
        leases = ((key[1], world.server.rows.get(key)) for key in world.server.rows.of("lease"))
        here = {person.table for person in self._here}
        led = [table for table, lease in leases if lease is not None and lease[0] == dead and table in here]
        for table in led:
            while not any(is_led(node, table) for node in self._serving if node.name != dead):
                if world.schedule.now > died_at + LED_WITHIN:
                    world.schedule.fail(f"nobody leads {table} {LED_WITHIN} seconds after its node has died")
                    return
                await asyncio.sleep(CLOSE_LOOK)
            world.truths.takeovers.append(world.schedule.now - died_at)

    async def _all_go_home(self) -> None:
        """Nobody is at any table: then no node leads one, or follows one, or remembers that others do."""
        self._was_left = {person.table for person in self._here}
        for person in self._here:
            person.go_home()
        until = self._world.schedule.now + AT_REST_WITHIN
        while wrong := self._unrest():
            if self._world.schedule.now > until:
                self._world.schedule.fail(f"everyone is gone for {AT_REST_WITHIN} seconds: {wrong[0]}")
                return
            await asyncio.sleep(LOOKS_EVERY)

    async def _someone_comes_back(self) -> None:
        """Each table goes on where it was."""
        for table in sorted(self._was_left):
            back = [person for person in self._world.people if person.table == table and not person.is_gone]
            if back:
                self._chance.choice(back).is_away = False
        await self._everyone_sees_the_same(TAKEN_OVER_WITHIN)

    async def _everyone_sees_the_same(self, within: float) -> None:
        """At some moment all that people see is as the log has it: bots may go on playing."""
        world = self._world
        until = world.schedule.now + within * (WHERE_SLOW if world.is_slow else 1)
        while True:
            wrong = world.truths.differences(world.people) or world.truths.headings() or self._leadership()
            if not wrong or world.schedule.problems:
                # Who was not heard of while words were held up may be taken for dead a moment later.
                is_calm = world.network.is_calm(world.schedule.now - ALL_HEARD_WITHIN)
                world.is_disturbed = not is_calm or world.schedule.now < world.mended_at + world.aftermath
                return
            if world.schedule.now > until:
                world.schedule.fail(f"not so within {within} seconds: {wrong[0]}")
                return
            for person in self._here:
                if person.line is None:
                    await person.connect()
            await asyncio.sleep(LOOKS_EVERY)

    async def _nothing_is_stuck(self) -> None:
        truths = self._world.truths
        if any(truth.table.phase == "playing" for truth in truths.tables.values()):
            truths.stuck()
            for _ in range(7):
                await asyncio.sleep(5)
                truths.stuck()
            for problem in truths.stuck():
                self._world.schedule.fail(problem)

    # Who leads.

    @property
    def _serving(self) -> "list[Node]":
        return [node for node in self._world.nodes if node is not None and node.is_serving]

    def _leadership(self) -> list[str]:
        """Each table that is awake is led by the one node that has its lease."""
        found: list[str] = []
        for table in sorted({table for node in self._serving for table in node.tables.live}):
            leaders = [node.name for node in self._serving if is_led(node, table)]
            lease = self._world.server.rows.get(("lease", table))
            if lease is not None and leaders != [lease[0]]:
                found.append(f"{table} is led by {leaders}, and its lease is {lease}")
        return found

    def _unrest(self) -> list[str]:
        """What is not as it should be where nobody is."""
        found: list[str] = []
        for node in self._serving:
            found += [f"{table} is awake at {node.name}" for table in node.tables.live]
            if node.ownership.followed():
                found.append(f"{node.name} follows {node.ownership.followed()} tables")
        for table in sorted(self._was_left):
            lease = self._world.server.rows.get(("lease", table))
            if lease is not None and lease[0] in [node.name for node in self._serving]:
                found.append(f"{table} is at rest, and its lease is {lease}")
        return found or self._world.truths.headings(at_rest=self._was_left)


def is_led(node: "Node", table: str) -> bool:
    live = node.tables.live.get(table)
    return live is not None and live.leads and not live.is_closed
