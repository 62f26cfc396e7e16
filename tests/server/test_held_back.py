"""A game that is held back: in two worlds that differ only in what someone could not know, the replay of what they saw
is the same to the byte."""

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace

from drlucky.table import Act, Command, Reveal, Table
from drlucky.table.log import Entry
from server.blackbox.worlds import IDENTITIES, PEOPLE, Case, person, prepare, without_copies
from server.serving import Heard, ask, on_loop, served

CASE = Case("kill-2016", {"turn_limit": 12}, (2583, 16741), 2)
"""Cleo is dealt the same cards from both seeds."""
LOUD = ("attempt", "lay")
"""What could end the game by a success, after which a rule shows who held luck."""


def common(worlds: list[Table], choose: Random) -> tuple[str, str] | None:
    """Who is asked, and something that they can do in both worlds. Cleo draws nothing: it would be another card in
    each. The others draw when they can, which she must not learn anything of."""
    one, two = [table.last_match() for table in worlds]
    if one.is_over:
        return None
    seat = one.to_decide
    assert seat is not None
    assert seat == two.to_decide
    possible = {str(action) for action in two.game.legal}
    both = [str(action) for action in one.game.legal if str(action) in possible]
    quiet = [each for each in both if not each.startswith(LOUD) and not (each == "draw" and seat == CASE.seat)]
    return PEOPLE[seat], "draw" if "draw" in quiet else choose.choice(quiet)


def twin_logs() -> Iterator[list[Entry]]:
    """The same game to its end, from each of the seeds. It ended just now: after a while its cards show themselves."""
    now = time.time()
    written = [[replace(entry, at=now) for entry in CASE.log(0, seed)] for seed in CASE.seeds]
    worlds = [Table.replay(log) for log in written]
    choose = Random(7)
    while (step := common(worlds, choose)) is not None:
        name, action = step
        for log, table in zip(written, worlds, strict=True):
            command = Command(f"{table.version}", table.version, Act(action, confirmed=True))
            verdict = table.judge(person(name), command, now)
            assert verdict.answer.accepted, verdict.answer
            log += verdict.entries
            for entry in verdict.entries:
                table.apply(entry)
    assert all(table.holds_back for table in worlds)
    one, two = [[table.last_match().game.view(seat).hand for seat in range(3)] for table in worlds]
    assert one[2] == two[2]
    assert (one[0], one[1]) != (two[0], two[1])
    assert worlds[0].last_match().cards_aside != worlds[1].last_match().cards_aside
    yield from written


PATHS = ("/api/games/t0/1/replay", "/api/games/t0/1/replay?eyes=spectator", "/api/games/t0", "/api/me/games")
REFUSED = tuple(f"/api/games/t0/1/replay?eyes={eyes}" for eyes in ("open", "0", "1", "3"))
REFUSED += tuple(f"/api/games/t0/1/{what}" for what in ("record", "verify", "statistics", "analysis", "board.svg"))


async def heard_in(folder: Path, log: list[Entry]) -> tuple[dict[tuple[str, str], Heard], bytes]:
    """By who asked and what for; and what Cleo sees when all is shown."""
    await prepare(folder, [log])
    found: dict[tuple[str, str], Heard] = {}
    async with served(folder) as server:
        await server.context.keeper.catch_up(server.context.analyses)
        token = server.context.signer.sign(IDENTITIES["Cleo"])
        headers: dict[str, dict[str, str]] = {"Cleo": {"Authorization": f"Bearer {token}"}, "Eve": {}}
        for name, given in headers.items():
            for path in (*PATHS, *REFUSED):
                found[name, path] = await ask(server, "GET", path, None, None, **given)
        live = await server.context.tables.get("t0")
        answer = await live.do(person("Ann"), Command("show", live.version, Reveal()))
        assert answer.accepted
        shown = await ask(server, "GET", PATHS[0], None, None, **headers["Cleo"])
        return found, shown.content


@on_loop
async def test_a_replay_of_what_one_saw_is_the_same_whatever_was_hidden(tmp_path: Path) -> None:
    (one, open_one), (two, open_two) = [
        await heard_in(tmp_path / str(number), log) for number, log in enumerate(twin_logs())
    ]
    for asked, heard in one.items():
        other = two[asked]
        assert heard.status == other.status, asked
        assert without_copies(heard.content) == without_copies(other.content), asked
    for path in REFUSED:
        assert one["Cleo", path].status == one["Eve", path].status == 404, path
    for name, eyes, hand in (("Cleo", "2", True), ("Eve", "spectator", False)):
        replay = one[name, PATHS[0]].json
        assert (replay["eyes"], replay["held_back"]) == (eyes, True)
        assert bool(replay["frames"][0]["view"]["hand"]) == hand
        drawn = [event for frame in replay["frames"] for event in frame.get("events", ()) if event["kind"] == "drew"]
        assert drawn
        assert not any("card" in event for event in drawn)
    assert one["Cleo", "/api/me/games"].json["games"][0]["held_back"]
    # The worlds do differ: as soon as everything is shown, anyone can tell.
    assert without_copies(open_one) != without_copies(open_two)
    assert msgspec.json.decode(open_one)["proof"]
