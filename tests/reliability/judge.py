"""The judge: compares what people were told with what is in the logs. Everything that is wrong is a finding."""

import json
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from hashlib import blake2b
from typing import Any, Literal, NamedTuple

import msgspec

from drlucky.table import Table, sheet
from drlucky.table.log import Entry, decode
from reliability.crowd import Crowd
from server.blackbox.player import Player

FACTS = {"act": "acted", "undo": "undone", "say": "said", "ready": "readied", "start": "started", "again": "gathered"}
"""What each deed comes to in the log, once for each command."""
FLEETING = ("now", "people", "since", "news", "lines_at")
"""What a sheet says of the moment, and of how it was told."""

LOOKS = 100
"""So often it is looked whether everyone has heard of everything, before the judge is asked."""

Logs = dict[str, list[bytes]]
Kind = Literal["lost", "doubled", "told early", "changed", "differs"]


class Finding(NamedTuple):
    kind: Kind
    text: str


class Told(NamedTuple):
    """What somebody had been told at a moment."""

    name: str
    by: str
    """How the log calls them."""
    table: str
    version: int
    """Of the table, as they were shown it."""
    accepted: dict[str, int]
    """The version of each of their commands that was accepted."""


def told(crowd: Crowd) -> list[Told]:
    return [
        Told(player.web.name, f"person {player.web.person}", player.table, player.version, accepted(player))
        for player in crowd.everyone
    ]


def accepted(player: Player) -> dict[str, int]:
    return {command: answer["at"] for command, answer in player.answers.items() if answer["accepted"]}


def after_a_blow(before: Logs, found: Logs, everyone: Sequence[Told]) -> Iterator[Finding]:
    """All that was acknowledged is there, and all that anybody has been told of; and what was there before is not
    another thing now. What nobody was told of may be gone: it had been written and not been synced."""
    for table, known in before.items():
        now = found.get(table, [])
        both = min(len(now), len(known))
        if now[:both] != known[:both]:
            yield Finding("changed", f"table {table} had {len(known)} entries, and they are others")
    logs = {table: decode(entries) for table, entries in found.items()}
    for each in everyone:
        entries = logs.get(each.table, [])
        for command, at in each.accepted.items():
            if at > len(entries) or (entries[at - 1].by, entries[at - 1].command) != (each.by, command):
                yield Finding("lost", f"{command} was accepted as version {at}; it is not there")
        if each.version > len(entries):
            yield Finding("told early", f"{each.name} was told of version {each.version}; there are {len(entries)}")


async def settled(crowd: Crowd, look: Callable[[], Awaitable[Logs]]) -> Logs:
    """The logs, when everyone at a table has heard of all that is in them: a node may have taken it over meanwhile."""
    for _ in range(LOOKS):
        await crowd.rest()
        found = await look()
        if all(player.version == len(found.get(player.table, ())) for player in crowd.everyone):
            break
    return found


def at_the_end(found: Logs, crowd: Crowd) -> Iterator[Finding]:
    """Every command that was accepted is in the log once, no other is, and all see the table that the log comes to."""
    for player in crowd.everyone:
        entries = decode(found.get(player.table, []))
        yield from doubled(player, entries)
        shown = json.loads(msgspec.json.encode(sheet(Table.replay(entries), f"person {player.web.person}", 0.0)))
        if hashed(shown) != hashed(player.sheet):
            yield Finding("differs", differing(player, shown))


def doubled(player: Player, entries: Sequence[Entry]) -> Iterator[Finding]:
    by = f"person {player.web.person}"
    logged: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.by == by and entry.command in player.sent:
            logged.setdefault(entry.command, []).append(entry)
    for command, written in logged.items():
        deed = player.sent[command]["do"]
        facts = [entry.fact for entry in written if type(entry.fact).__name__.lower() == FACTS[deed["do"]]]
        in_a_row = written[-1].version - written[0].version == len(written) - 1
        if len(facts) != 1 or not in_a_row:
            yield Finding("doubled", f"{command} is in the log {len(facts)} times")
        elif getattr(facts[0], "action", None) != deed.get("action"):
            yield Finding("changed", f"{command} is in the log with another action")
        if accepted(player).get(command) != written[-1].version:
            yield Finding("changed", f"{command} is in the log, and its answer says something else")


def differing(player: Player, shown: dict[str, Any]) -> str:
    what = [name for name in {**shown, **player.sheet} if shown.get(name) != player.sheet.get(name)]
    seen = f"{player.web.name} sees version {player.version} of {player.table}, and the log comes to {shown['version']}"
    return f"{seen}; not the same: {', '.join(sorted(set(what) - set(FLEETING)))}"


def hashed(shown: dict[str, Any]) -> str:
    lasting = {name: value for name, value in shown.items() if name not in FLEETING}
    return blake2b(json.dumps(lasting, sort_keys=True).encode(), digest_size=16).hexdigest()


def counted(findings: Sequence[Finding]) -> dict[str, int]:
    return dict(Counter(finding.kind for finding in findings))
