"""For the tests of tables: a store of each kind that lasts."""

from pathlib import Path

import pytest

from table.stores import ON_DISK, Opened, opener


@pytest.fixture(params=ON_DISK)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Opened:
    """Opens a store in a file, or in PostgreSQL, and the same one again."""
    return opener(request, tmp_path)
