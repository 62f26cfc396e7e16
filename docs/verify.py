"""Checks the deal of a finished drlucky record with nothing but Python: python verify.py FILE

Recomputes the commitment, every lot and every shuffle from the seed, and the hands from the shuffle. It shares no
code with drlucky, whose `drlucky verify` also replays the moves; docs/records.md describes the method."""

import hashlib
import hmac
import itertools
import json
import pathlib
import sys


def require(truth, otherwise):
    truth or sys.exit(f"Not proven: {otherwise}.")


def words(seed, contributions):
    given = [bytes.fromhex(c[5:]) if c.startswith("bytes") else json.loads(c).encode() for c in contributions]
    mix = b"drlucky contributions" + b"".join(len(c).to_bytes(8, "big") + c for c in given)
    key, k = hmac.digest(seed, mix, "sha256") if given else seed, 0
    while block := hmac.digest(key, k.to_bytes(8, "big"), "sha256"):
        yield from (int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4))
        k += 1


def below(n, stream):
    return next(word for word in stream if word < 2**32 - 2**32 % n) % n


def shuffled(cards, stream):
    for i in range(len(cards) - 1, 0, -1):
        j = below(i + 1, stream)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def check(facts):
    """Checks one deal: all that stands between one commitment and the next."""
    commitment, seed, given, cards, aside, hands = (
        [value for key, value in facts if key == name]
        for name in ("commitment", "seed", "contribution", "cards", "aside", "hand")
    )
    require(hashlib.sha256(bytes.fromhex(seed[0])).hexdigest() == commitment[0], "the seed breaks the commitment")
    stream, cards, seat = words(bytes.fromhex(seed[0]), given), " ".join(cards).split(", "), 0
    for key, value in facts:
        if key == "lot":
            number, out_of = map(int, value.split(" of "))
            require(below(out_of, stream) == number, f"the lot {value} does not follow from the seed")
        elif key == "shuffle":
            order = list(map(int, value.split()))
            require(shuffled(sorted(order), stream) == order, f"the shuffle {value} does not follow from the seed")
        elif key == "hand":
            name, at = json.JSONDecoder().raw_decode(value)
            hand = value[at:].strip().split(", ")
            top = len(order) + " ".join(aside).count(",") + bool(aside) - len(cards)  # cards for closed rooms
            dealt = order[top : top + len(hand) * len(hands)][seat :: len(hands)]
            require([cards[card] for card in sorted(dealt)] == hand, f"{name} was dealt other cards")
            seat += 1


facts = [line.partition(": ")[::2] for line in pathlib.Path(sys.argv[1]).read_text("utf-8").splitlines()]
deals = [at for at, (key, _) in enumerate(facts) if key == "commitment"] + [len(facts)]
require(deals[1:] and "seed" in dict(facts), "this is no record of a finished game")
for start, end in itertools.pairwise(deals):
    check(facts[start:end])
print("The commitment is kept, and every lot, shuffle and hand follows from the seed.")
