"""For all tests: how hypothesis looks for examples, and a marker for every folder whose tests need more than Python."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

TESTS = Path(__file__).parent
MARKED_FOLDERS = ("browser", "lab", "server")

settings.register_profile(
    "ours",
    # How long an example takes says more of the machine than of us.
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    # A change is judged by what it changes: new examples are looked for at home.
    derandomize="CI" in os.environ,
)
settings.load_profile("ours")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`pytest -m "not browser"` and the like, without a mark on each of their tests."""
    for item in items:
        folder = item.path.relative_to(TESTS).parts[0]
        if folder in MARKED_FOLDERS:
            item.add_marker(folder)
