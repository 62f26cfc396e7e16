"""What a machine without a C compiler cannot show is skipped there; where a change is judged it is a failure."""

import os
from pathlib import Path

import pytest

from reliability.disk import NoCompiler, library


@pytest.fixture(scope="session")
def bad_disk() -> Path:
    """The library that makes a disk bad."""
    try:
        return library()
    except NoCompiler as missing:
        if os.environ.get("CI"):
            pytest.fail(str(missing))
        pytest.skip(str(missing))
