"""Caches of replays, analyses and games: bounded by bytes."""

from pathlib import Path

from drlucky.server.history import replay_frames
from drlucky.server.history.byte_cache import ByteCache

RECORDS = Path(__file__).parents[1] / "records"


def test_what_is_kept_has_a_bound_in_bytes() -> None:
    cache: ByteCache[str, bytes] = ByteCache(100)
    for name in "abcd":
        cache.put(name, name.encode(), 30)
    assert cache.size == 90
    assert [cache.get(name) for name in "abcd"] == [None, b"b", b"c", b"d"]
    cache.get("b")
    cache.put("e", b"e", 60)
    assert [cache.get(name) for name in "bcde"] == [b"b", None, None, b"e"]
    cache.put("e", b"E", 10)
    assert (cache.get("e"), cache.size) == (b"E", 40)
    cache.put("f", b"f", 101)
    assert (cache.get("f"), cache.get("b"), cache.size) == (None, b"b", 40)


def test_replays_are_kept_by_their_bytes() -> None:
    """Records are as long as whoever brings them likes, and replays much longer."""
    text = (RECORDS / "kill-1996-reshuffle.txt").read_text(encoding="utf-8")
    first = replay_frames.replayed(text, "open", "en")
    assert replay_frames.replayed(text, "open", "en") is first
    made = 0
    while made <= 2 * replay_frames.BYTES_KEPT:
        made += len(replay_frames.replayed(f"{text}# {made}\n", "open", "en"))
    assert replay_frames.kept.size <= replay_frames.BYTES_KEPT
    assert replay_frames.replayed(text, "open", "en") is not first
