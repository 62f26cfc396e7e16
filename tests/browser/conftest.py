"""A real Chromium for each module and a real server for each process of tests; every test has browsers of its own."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from browser.person import Person
from server.blackbox.house import House, QuickHouse

# The one without a window needs half of the processor's time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# Chromium must not look for anything beyond this machine, and cannot have a sandbox of its own where root runs it.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def executable() -> str:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        message = "the tests of the page need Chromium; on Debian: apt-get install chromium-headless-shell"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return found


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Not for longer than a module: as long as it runs, no other test of the process can have a loop of its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server at which bots do not take their time."""
    with QuickHouse(tmp_path_factory.mktemp("house"), pace=0) as house:
        yield house


@pytest.fixture
def own_house(tmp_path: Path) -> Callable[..., House]:
    """For tests that stop their server, or that prepare its folder."""
    return lambda **options: QuickHouse(tmp_path / "data", **({"pace": 0} | options))


@pytest.fixture
def arrive(chromium: Browser, house: House) -> Iterator[Callable[..., Person]]:
    """Somebody at a browser of their own: `arrive(width=360, locale="de")`. At the end nothing may have gone wrong in
    any of them."""
    with ExitStack() as leaving:

        def come(at: House = house, **how: Any) -> Person:
            return leaving.enter_context(Person(chromium, at.address, **how))

        yield come
