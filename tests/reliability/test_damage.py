"""The short form of what `python -m reliability.damage` does thousands of times."""

import pytest

from reliability.damage import flips


@pytest.mark.slow
def test_no_flipped_bit_or_byte_stops_a_server_or_goes_unnoticed() -> None:
    counted = flips(300, seed=16)
    assert counted.total() == 300
    assert counted["named, and nothing else is changed"] > 100, "the flips do meet what is told"
