"""The small tools that the engine's tables are read with."""

from drlucky.engine.tables import bit, count_bits, nth_bit
from drlucky.search.rng import Rng


def masks() -> list[int]:
    rng = Rng(3)
    return [1, 2**61, 2**62 - 1, *(rng.word() << 30 | rng.word() >> 2 for _ in range(200))]


def test_bits_are_counted() -> None:
    assert [count_bits(mask) for mask in [0, *masks()]] == [0, *(mask.bit_count() for mask in masks())]


def test_every_bit_of_a_mask_is_found_in_order() -> None:
    for mask in masks():
        found = [nth_bit(mask, n) for n in range(mask.bit_count())]
        assert found == sorted(found)
        assert sum(found) == mask


def test_the_highest_rooms_of_a_board_have_bits_of_their_own() -> None:
    assert [bit(room) for room in range(62)] == [2**room for room in range(62)]
