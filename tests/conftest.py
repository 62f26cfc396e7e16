"""For all tests: how hypothesis looks for examples, a marker for every folder whose tests need more than Python, a
database for those that want one, and no test of a compiled module whose source was edited since."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

from drlucky.conformance import SetUp
from pgbouncer import Pgbouncer
from postgres import NoPostgres, Postgres
from setups import quick_setups

TESTS = Path(__file__).parent
T = TypeVar("T")
MARKED_FOLDERS = ("browser", "lab", "server")
NEED_SERVERS = ("abuse", "cluster", "reliability", "simulation")

settings.register_profile(
    "ours",
    # How long an example takes says more of the machine than of us.
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    # A change is judged by what it changes: new examples are looked for at home.
    derandomize="CI" in os.environ,
)
settings.load_profile("ours")


def pytest_sessionstart(session: pytest.Session) -> None:
    """When the package runs from `src`, what is compiled beside it belongs to it: `make quick` sees to that."""
    found = find_spec("drlucky")
    is_worker = hasattr(session.config, "workerinput")
    if is_worker or "DRLUCKY_INTERPRETED" in os.environ or not (found and found.origin):
        return
    root = TESTS.parent
    if Path(found.origin).is_relative_to(root / "src"):
        check = [sys.executable, str(root / "tools" / "compile.py"), "--check"]
        said = subprocess.run(check, capture_output=True, text=True)
        if said.returncode:
            pytest.exit(said.stderr.strip(), returncode=said.returncode)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`pytest -m "not browser"` and the like, without a mark on each of their tests. Where every set-up is tried, a few
    stand for all, and the others are slow."""
    for item in items:
        folder = item.path.relative_to(TESTS).parts[0]
        if folder in MARKED_FOLDERS:
            item.add_marker(folder)
        elif folder in NEED_SERVERS:
            item.add_marker("server")
        case = getattr(item, "callspec", None)
        setup = case.params.get("setup") if case else None
        if isinstance(setup, SetUp) and str(setup) not in quick_setups():
            item.add_marker("slow")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One for each process of tests, for those that leave it running. Whoever kills it has one of their own."""
    with or_say_so(Postgres) as running:
        yield running


@pytest.fixture
def database(postgres: Postgres) -> Iterator[str]:
    """The URL of an empty database."""
    url = postgres.fresh_database()
    yield url
    postgres.drop(url)


@pytest.fixture
def pooled(postgres: Postgres, database: str) -> Iterator[str]:
    """The URL of the same one, through a pooler in transaction mode."""
    with or_say_so(lambda: Pgbouncer(postgres)) as pooler:
        yield pooler.url(database)


def or_say_so(make: Callable[[], T]) -> T:
    try:
        return make()
    except NoPostgres as missing:
        if os.environ.get("CI"):
            pytest.fail(str(missing))
        pytest.skip(str(missing))
