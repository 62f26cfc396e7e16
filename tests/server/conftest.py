"""For tests of servers: what holds for one that keeps everything in its folder holds for one with a database."""

import pytest

from server import serving


@pytest.fixture(params=["folder", "database"])
def either_store(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """All servers of a test have the one or the other."""
    if request.param == "database":
        monkeypatch.setattr(serving, "usual_store", request.getfixturevalue("database"))
