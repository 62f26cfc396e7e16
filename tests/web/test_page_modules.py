"""Modules of the page that reckon by themselves, run as they are: the browser's own check of a deal against our dealer,
and the replay's way to any moment against going there step by step."""

import hashlib
import hmac
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import drlucky
from drlucky.record.model import Part
from drlucky.server.history import replay_frames as replaying
from drlucky.server.history.replay_frames import part_proof
from setups import setups
from web.page import done

RECORDS = Path(__file__).parents[1] / "records"
BLOCK = 64
REPLAYS = (
    ("kill-1996-doctor-sent-by-card", "open"),
    ("kill-de-then-escape", "open"),
    ("kill-2016-then-escape", "1"),
    ("save-2000-ship-sinks", "spectator"),
)
JUMPS = 100


def chances(seed: int, lengths: Iterator[int]) -> list[bytes]:
    random = Random(seed)
    return [random.randbytes(length) for length in lengths]


def test_hashes_are_those_of_everyone_else() -> None:
    """At every length around the ends of blocks, where the padding differs, and at some long ones."""
    messages = chances(1, iter([*range(3 * BLOCK + 2), 1000, 4096, 100_000]))
    found = done("hashes", messages=[message.hex() for message in messages])
    assert found == [hashlib.sha256(message).hexdigest() for message in messages]


def test_codes_are_those_of_everyone_else() -> None:
    """Also with keys that are as long as a block, and longer."""
    keys = chances(2, iter([0, 1, 32, BLOCK - 1, BLOCK, BLOCK + 1, 200]))
    pairs = [(key, message) for key in keys for message in chances(3, iter([0, 8, 55, 56, 300]))]
    found = done("codes", pairs=[(key.hex(), message.hex()) for key, message in pairs])
    assert found == [hmac.digest(key, message, "sha256").hex() for key, message in pairs]


def check(parts: list[Part]) -> list[Any]:
    return done("checks", parts=[msgspec.to_builtins(part_proof(part)) for part in parts])  # type: ignore[no-any-return]


def is_right(found: Any) -> bool:
    counts = (found["lots"], found["shuffles"])
    return bool(found["commitment"] and found["hands"] and all(each["right"] == each["of"] for each in counts))


def test_the_browser_deals_every_set_up_as_we_do() -> None:
    games = [setup.game(seed) for seed, setup in enumerate(setups())]
    found = check([game.history[-1] for game in games])
    assert [str(setup) for setup, each in zip(setups(), found, strict=True) if not is_right(each)] == []
    assert all(each["shuffles"]["of"] for each in found)


def test_the_browser_mixes_in_what_players_gave() -> None:
    given: list[list[str | bytes]] = [["", "", ""], ["a", "bc", ""], ["ab", "c", ""], ["zö", b"\xff\x00", "x" * 200]]
    games = [drlucky.new(book.id, 3, seed=5, contributions=each) for book in drlucky.editions() for each in given]
    assert all(map(is_right, check([game.history[-1] for game in games])))


def test_the_browser_checks_games_to_their_end() -> None:
    """With what is shuffled anew in play, and an Escape from cards that lie where they lay."""
    parts = [
        part
        for path in sorted(RECORDS.glob("*.txt"))
        for part in drlucky.load(path.read_text(encoding="utf-8")).history
    ]
    found = check(parts)
    assert all(map(is_right, found))
    assert any(part.begun != "new" for part in parts)
    assert any(each["shuffles"]["of"] > 1 for each in found)
    assert any(each["lots"]["of"] for each in found)


def test_the_browser_finds_what_is_not_as_it_was_dealt() -> None:
    record = (RECORDS / "kill-2016-both-wings-closed.txt").read_text(encoding="utf-8")
    (part,) = drlucky.load(record).history
    proof = msgspec.to_builtins(part_proof(part))
    order = next(list(each["order"]) for each in proof["chances"] if each.get("order"))
    swapped = [order[1], order[0], *order[2:]]
    one, other, *rest = proof["hands"]
    lies = [
        proof | {"seed": "00" * 32},
        proof | {"commitment": "00" * 32},
        proof | {"contributions": ["00"] * len(proof["hands"])},
        proof | {"chances": [each | {"order": swapped} if each.get("order") else each for each in proof["chances"]]},
        proof | {"chances": [each if each.get("order") else each | {"lot": -1} for each in proof["chances"]]},
        proof | {"hands": [[other[0], *one[1:]], [one[0], *other[1:]], *rest]},
        proof | {"aside": [one[0], *proof["aside"][1:]]},
    ]
    assert [is_right(each) for each in done("checks", parts=[proof, *lies])] == [True] + [False] * len(lies)


def stepped(frames: list[Any], firsts: list[int]) -> Iterator[Any]:
    """What is seen and told at each frame, if one goes from each to the next."""
    view: dict[str, Any] = {}
    told: list[str] = []
    for number, frame in enumerate(frames):
        if number in firsts:
            view, told = {}, []
        view, told = view | frame["view"], told + frame.get("told", [])
        yield {"view": view, "told": told}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "eyes"), REPLAYS)
def test_every_way_through_a_replay_leads_to_the_same_moments(name: str, eyes: str) -> None:
    """Forwards, backwards and in jumps, across the moments that are kept and the beginnings of parts."""
    record = (RECORDS / f"{name}.txt").read_text(encoding="utf-8")
    replayed = json.loads(replaying.replayed(record, eyes, "en"))
    frames = replayed["frames"]
    firsts = [part["first"] for part in replayed["parts"]]

    moments = list(stepped(frames, firsts))
    everywhere = range(len(frames))
    jumps = Random(4).choices(everywhere, k=JUMPS)
    places = [*jumps, *everywhere, *reversed(everywhere), *jumps]
    visits = done("visits", replayed=replayed, places=places)
    for at, visit in zip(places, visits, strict=True):
        assert {key: visit[key] for key in ("view", "told")} == moments[at], f"frame {at}"

    # Turns: forwards and backwards one comes to the same beginnings.
    by_place = dict(zip(places, visits, strict=True))
    last = everywhere[-1]
    begins = {at for at in everywhere if at in (0, last) or by_place[at - 1]["after"] == at}
    assert set(firsts) < begins
    for at in everywhere:
        assert by_place[at]["before"] == max((each for each in begins if each < at), default=0)
        assert by_place[at]["after"] == min((each for each in begins if each > at), default=last)
