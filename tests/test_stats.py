"""Shares and their intervals."""

import pytest

from drlucky.stats import Share, certain, share


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)]
)
def test_the_interval_is_wilsons(wins: int, games: int, low: float, high: float) -> None:
    """The last is Newcombe's example (1998, table I, method 3)."""
    assert share(wins, games).low == pytest.approx(low, abs=5e-5)
    assert share(wins, games).high == pytest.approx(high, abs=5e-5)
    assert Share(wins, games).interval == (share(wins, games).low, share(wins, games).high)


def test_the_interval_holds_the_share_and_stays_within_0_and_1() -> None:
    for games in (1, 3, 1000):
        for wins in range(games + 1):
            found = share(wins, games)
            assert 0 <= found.low <= found.chance == wins / games <= found.high <= 1


def test_chances_differ_when_their_intervals_do_not_overlap() -> None:
    assert share(900, 1000).is_beyond(share(100, 1000))
    assert not share(5, 10).is_beyond(share(6, 10))
    assert certain(True).is_beyond(certain(False))


def test_a_share_says_how_certain_it_is() -> None:
    assert str(Share(81, 263)) == "30.8 % (25.5 to 36.6)"
    assert str(Share(0, 0)) == "-"
    assert Share(0, 0).interval == (0.0, 1.0)
