"""The simulated database does what the real one does: the suite that runs on every store runs on it too."""

import asyncio
from collections.abc import Callable
from inspect import signature
from random import Random
from typing import Any

import pytest

from drlucky.postgres import MOST_CONNECTIONS, Database
from drlucky.table.store.postgres import PostgresStore
from simulation.chance import by_seed
from simulation.database import NAME, Pool, Server
from simulation.loops import Loop, Schedule
from simulation.network import Network
from table import test_store
from table.test_store import Work

LONGEST = 600.0
AROUND_THE_STORE = ("test_every_bit_of_an_entry_and_of_its_place_is_noticed",)
"""They change rows with SQL of their own."""
SUITE = [
    each
    for name, each in vars(test_store).items()
    if name.startswith("test_") and list(signature(each).parameters) == ["run"] and name not in AROUND_THE_STORE
]


def run(work: Work) -> None:
    """As the suite runs a piece of work with a store of any kind."""
    schedule = Schedule()
    network = Network(schedule, "stores", 0.001)
    for name in ("node", NAME):
        network.machines[name] = Loop(schedule, name, Random(name))
    loop = network.machines["node"]
    server = Server(network.machines[NAME], lambda transaction: None)

    async def with_store() -> None:
        pool = Pool("node", server, network, loop)
        store = PostgresStore(Database("postgresql://database/drlucky", pool, MOST_CONNECTIONS), "node")
        await work(store)
        await store.close()

    with by_seed():
        task: asyncio.Task[None] = loop.create_task(with_store())
        schedule.run(task, LONGEST)
        assert not schedule.problems, schedule.problems
        task.result()
        for each in network.machines.values():
            each.end()


def test_there_is_a_suite() -> None:
    assert len(SUITE) > 10


@pytest.mark.parametrize("test", SUITE, ids=lambda test: test.__name__)
def test_a_simulated_store(test: Callable[[Any], None]) -> None:
    test(run)
