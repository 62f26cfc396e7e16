"""Damage done to records, and what must come of it: a RecordError, or the very same game."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import drlucky
from drlucky.record.writer import state_hash

FOLDER = Path(__file__).parent


def fixtures() -> list[Path]:
    return sorted(FOLDER.glob("*.txt"))


def flip_bytes(text: bytes, choose: Random) -> bytes:
    damaged = bytearray(text)
    for _ in range(choose.choice((1, 1, 1, 2, 10))):
        damaged[choose.randrange(len(damaged))] ^= 1 << choose.randrange(8)
    return bytes(damaged)


def replace_bytes(text: bytes, choose: Random) -> bytes:
    at = choose.randrange(len(text))
    return text[:at] + choose.randbytes(choose.randrange(1, 9)) + text[at + choose.randrange(9) :]


def drop_lines(text: bytes, choose: Random) -> bytes:
    lines = text.split(b"\n")
    at = choose.randrange(len(lines))
    del lines[at : at + choose.choice((1, 1, 1, 2, 5))]
    return b"\n".join(lines)


def repeat_lines(text: bytes, choose: Random) -> bytes:
    lines = text.split(b"\n")
    at = choose.randrange(len(lines))
    lines[at:at] = lines[at : at + choose.choice((1, 1, 3))] * choose.choice((1, 1, 2, 50))
    return b"\n".join(lines)


def swap_lines(text: bytes, choose: Random) -> bytes:
    lines = text.split(b"\n")
    one, two = choose.randrange(len(lines)), choose.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    return b"\n".join(lines)


def cut(text: bytes, choose: Random) -> bytes:
    return text[: choose.randrange(len(text))]


def swap_words(text: bytes, choose: Random) -> bytes:
    """One word for another of the same record: the likeliest way to something that still makes sense."""
    words = text.split(b" ")
    words[choose.randrange(len(words))] = choose.choice(words)
    return b" ".join(words)


def change_number(text: bytes, choose: Random) -> bytes:
    at = [i for i, byte in enumerate(text) if chr(byte).isdigit()]
    damaged = bytearray(text)
    damaged[choose.choice(at)] = ord(choose.choice("0123456789"))
    return bytes(damaged)


def splice(text: bytes, choose: Random) -> bytes:
    """The beginning of one record and the end of another."""
    other = choose.choice(fixtures()).read_bytes()
    return text[: choose.randrange(len(text))] + other[choose.randrange(len(other)) :]


def foreign(text: bytes, choose: Random) -> bytes:
    head = choose.choice((b"", b"drlucky record 1\n", b"drlucky record 2\n", text[: choose.randrange(400)]))
    odd = b'\n #|:{}[]"\\0123456789abcdefxyz \xc3\xa4\xff\0'
    return head + bytes(choose.choice(odd) for _ in range(choose.randrange(300)))


def grow(text: bytes, choose: Random) -> bytes:
    """More of something than any record has; now and then more than is read at all."""
    lines = text.split(b"\n")
    at = choose.randrange(len(lines))
    times = choose.choice((100, 1000)) if choose.random() < 0.99 else 100_000
    more = choose.choice(
        (b"end", b"then: escape", b'option: pets "cat"', b'player: "x"', b"|", b"#", b"x" * 20, lines[at])
    )
    lines[at:at] = [more] * times if choose.random() < 0.5 else [more * times]
    return b"\n".join(lines)


MUTATIONS: tuple[Callable[[bytes, Random], bytes], ...] = (
    flip_bytes,
    replace_bytes,
    drop_lines,
    repeat_lines,
    swap_lines,
    cut,
    swap_words,
    change_number,
    splice,
    foreign,
    grow,
)


def state_in(text: bytes) -> str:
    """The hash that an undamaged record ends with."""
    return text.decode().rpartition("\nstate: ")[2][:64]


def states() -> frozenset[str]:
    """The ends of all recorded games: one record's head and another's body are that other record, and no damage."""
    return frozenset(state_in(path.read_bytes()) for path in fixtures())


def outlives(damaged: bytes, states: frozenset[str], path: Path) -> bool:
    """Loads a damaged record from `path`: True if it came to a recorded state all the same, False if it was refused.
    Anything else is an error."""
    path.write_bytes(damaged)
    try:
        game = drlucky.load(path)
    except drlucky.RecordError as error:
        refusal = error
    else:
        assert state_hash(game.state.key()) in states, "a damaged record was replayed to another game"
        return True
    assert refusal.problem, "a refusal says why"
    assert refusal.line is not None or "limit" in refusal.problem, f"a refusal says where: {refusal}"
    return False
