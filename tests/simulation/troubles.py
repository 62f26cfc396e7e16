"""Troubles: what goes wrong in a world, and how it is mended."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from simulation.database import NAME

if TYPE_CHECKING:
    from simulation.nodes import Node
    from simulation.world import World

LONGEST_PAUSE = 9.0
LONGEST_CUT = 9.0
LONGEST_OUTAGE = 5.0
FARTHEST_JUMP = 4000.0
JUST_WRITTEN = 0.004
TORN = 4


async def make(world: "World", chance: Random) -> None:
    """One after the other, as the plan has them, until it is over."""
    plan, loop = world.plan, asyncio.get_running_loop()
    until = loop.time() + plan.seconds
    while plan.troubles:
        await asyncio.sleep(plan.every * 2 * chance.random())
        if loop.time() > until:
            return
        kind = chance.choice(plan.troubles)
        world.count(kind)
        world.is_disturbed = True
        if kind != "stop":
            world.last_trouble = loop.time()
        TROUBLES[kind](world, chance)
    await asyncio.sleep(plan.seconds)


def some(world: "World", chance: Random) -> "Node | None":
    running = [node for node in world.nodes if node is not None]
    return chance.choice(running) if running else None


def crash(world: "World", chance: Random) -> None:
    """A process is killed, half of the time when it has just written something; its system closes its connections."""
    node = some(world, chance)
    if node is None:
        return
    if chance.random() < 0.5:
        world.crash(node, closes=True)
    else:
        world.doomed[node.name] = chance.random() * JUST_WRITTEN


def power(world: "World", chance: Random) -> None:
    """A machine is gone, and nobody is told."""
    node = some(world, chance)
    if node is not None:
        world.crash(node, closes=False)


def stop(world: "World", chance: Random) -> None:
    """A node is stopped in order, and started again."""
    node = some(world, chance)
    if node is not None:
        node.stop()


def pause(world: "World", chance: Random) -> None:
    """A process sleeps, and goes on where it was."""
    node = some(world, chance)
    if node is not None:
        node.loop.resumes_at = world.schedule.now + chance.random() * LONGEST_PAUSE


def cut(world: "World", chance: Random, one: str, other: str, is_held: bool) -> None:
    """Nothing gets from one to the other, or back, or both: it arrives late, or not at all."""
    until = world.schedule.now + chance.random() * LONGEST_CUT
    both = [(one, other), (other, one)]
    for source, target in chance.choice((both, both, both[:1], both[1:])):
        wire = world.network.wire(source, target)
        if is_held:
            wire.held_until = until
        else:
            wire.refused_until = until


def hold(world: "World", chance: Random) -> None:
    between_nodes(world, chance, True)


def refuse(world: "World", chance: Random) -> None:
    between_nodes(world, chance, False)


def between_nodes(world: "World", chance: Random, is_held: bool) -> None:
    running = [node for node in world.nodes if node is not None]
    if len(running) > 1:
        one, other = chance.sample(running, 2)
        cut(world, chance, one.name, other.name, is_held)


def store_held(world: "World", chance: Random) -> None:
    node = some(world, chance)
    if node is not None:
        cut(world, chance, node.name, NAME, True)


def store_refused(world: "World", chance: Random) -> None:
    node = some(world, chance)
    if node is not None:
        cut(world, chance, node.name, NAME, False)


def store_crash(world: "World", chance: Random) -> None:
    """The database stops at once, and is started again."""
    if world.server.is_up:
        world.server.crash()
        loop = asyncio.get_running_loop()
        loop.call_later(chance.random() * LONGEST_OUTAGE, world.server.start)


def store_slow(world: "World", chance: Random) -> None:
    world.server.slowness = chance.choice((10.0, 100.0, 500.0))
    asyncio.get_running_loop().call_later(chance.random() * LONGEST_OUTAGE, world.be_good)


def store_forgetful(world: "World", chance: Random) -> None:
    """What is committed is not confirmed, now and then."""
    world.server.forgetfulness = 0.4
    asyncio.get_running_loop().call_later(chance.random() * LONGEST_OUTAGE, world.be_good)


def store_full(world: "World", chance: Random) -> None:
    """The disk of the database is full, now and then."""
    world.server.fullness = 0.4
    asyncio.get_running_loop().call_later(chance.random() * LONGEST_OUTAGE, world.be_good)


def store_torn(world: "World", chance: Random) -> None:
    """A database that is slow loses the connections of a node, now and again, while it commits what came by them."""
    store_slow(world, chance)
    node = some(world, chance)
    if node is not None:
        for _ in range(TORN):
            world.server.loop.call_later(chance.random() * LONGEST_OUTAGE / 2, world.tear, node)


def clock(world: "World", chance: Random) -> None:
    """Someone sets the clock of a machine."""
    node = some(world, chance)
    if node is not None:
        by = chance.choice((2.0, 60.0, FARTHEST_JUMP)) * (chance.random() * 2 - 1)
        node.loop.ahead += by
        world.truths.farthest_ahead += max(0.0, by)


TROUBLES: dict[str, Callable[["World", Random], None]] = {
    "crash": crash,
    "power": power,
    "stop": stop,
    "pause": pause,
    "hold": hold,
    "refuse": refuse,
    "store held": store_held,
    "store refused": store_refused,
    "store crash": store_crash,
    "store slow": store_slow,
    "store forgetful": store_forgetful,
    "store full": store_full,
    "store torn": store_torn,
    "clock": clock,
}
