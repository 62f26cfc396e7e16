"""The dealer deals fairly and always the same from the same seed."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drlucky.errors import SetUpError
from drlucky.game.dealer import Dealer, Lot, Shuffle, as_contributions, as_seed, commitment, mixed


def test_the_stream_is_the_documented_one() -> None:
    seed = as_seed(7)
    assert seed == hashlib.sha256(b"7").digest()
    block = hmac.digest(seed, (0).to_bytes(8, "big"), "sha256")
    words = [int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4)]
    dealer = Dealer(seed)
    assert [dealer.below(2**32) for _ in words] == words


def test_numbers_past_the_last_whole_run_are_thrown_away() -> None:
    """With n = 3 * 2**30 every fourth word is, and what is left is even."""
    n = 3 * 2**30
    dealer, raw = Dealer(as_seed("fair")), Dealer(as_seed("fair"))
    accepted = [word for word in (raw.below(2**32) for _ in range(2000)) if word < n]
    assert [dealer.below(n) for _ in accepted] == accepted


@given(st.binary(min_size=32, max_size=32), st.integers(0, 120))
def test_a_shuffle_keeps_every_card(seed: bytes, cards: int) -> None:
    assert sorted(Dealer(seed).shuffled(range(cards))) == list(range(cards))
    assert Dealer(seed).shuffled(range(cards)) == Dealer(seed).shuffled(range(cards))


def test_every_order_is_equally_likely() -> None:
    dealer = Dealer(as_seed("orders"))
    orders = Counter(tuple(dealer.shuffled(range(4))) for _ in range(24_000))
    assert len(orders) == 24
    chi_squared = sum((seen - 1000) ** 2 / 1000 for seen in orders.values())
    assert chi_squared < 60, "with 23 degrees of freedom this is past one in ten thousand"


def test_without_a_seed_no_two_deals_are_alike() -> None:
    assert as_seed(None) != as_seed(None)
    assert len(as_seed(None)) == 32


def test_the_commitment_is_the_seed_s_hash() -> None:
    assert commitment(bytes(32)) == hashlib.sha256(bytes(32)).hexdigest()


def test_contributions_are_mixed_in_as_documented() -> None:
    seed = as_seed(7)
    message = b"drlucky contributions" + bytes(7) + b"\x03" + "zö".encode() + bytes(8) + bytes(7) + b"\x01" + b"\xff"
    assert mixed(seed, ["zö", "", b"\xff"]) == hmac.digest(seed, message, "sha256")
    assert mixed(seed, []) == seed
    assert Dealer(seed, ["zö", "", b"\xff"]).shuffled(range(50)) == Dealer(mixed(seed, ["zö", "", b"\xff"])).shuffled(
        range(50)
    )


def test_no_two_rows_of_contributions_mix_alike() -> None:
    rows: list[list[str | bytes]] = [["ab", ""], ["a", "b"], ["", "ab"], ["ab"], ["", ""], [""], []]
    assert len({mixed(bytes(32), row) for row in rows}) == len(rows)


def test_the_log_has_every_lot_and_shuffle() -> None:
    dealer = Dealer(as_seed(7))
    drawn, order = dealer.below(4), dealer.shuffled([3, 5, 8])
    assert dealer.log == [Lot(drawn, 4), Shuffle(tuple(order))]


@pytest.mark.parametrize(
    "given", ["abc", b"abc", ["a"], ["a", "b", "c", "d"], ["a", "b", 3], ["a", "b", "x" * 201], ["", "", "\n"]]
)
def test_contributions_that_are_none_are_refused_in_words(given: object) -> None:
    with pytest.raises(SetUpError, match="contribution"):
        as_contributions(given, 3)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [b"short", 1.5, True, ["x"]])
def test_a_seed_that_is_none_is_refused_in_words(seed: object) -> None:
    with pytest.raises(SetUpError, match="seed"):
        as_seed(seed)  # type: ignore[arg-type]
