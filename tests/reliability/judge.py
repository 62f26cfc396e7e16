"""The judge: compares what people were told with what is in the logs. Everything that is wrong is a finding."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
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

Logs = dict[str, list[bytes]]
Kind = Literal["lost", "doubled", "told early", "changed", "differs"]


class Finding(NamedTuple):
    kind: Kind
    text: str


def after_a_blow(before: Logs, found: Logs, crowd: Crowd) -> Iterator[Finding]:
    """All that was acknowledged is there, and all that anybody has been told of; and what was there before is not
    another thing now. What nobody was told of may be gone: it had been written and not been synced."""
    for table, known in before.items():
        now = found.get(table, [])
        both = min(len(now), len(known))
        if now[:both] != known[:both]:
            yield Finding("changed", f"table {table} had {len(known)} entries, and they are others")
    logs = {table: decode(entries) for table, entries in found.items()}
    for player in crowd.everyone:
        entries = logs.get(player.table, [])
        yield from lost(player, entries)
        if player.version > len(entries):
            yield Finding(
                "told early", f"{player.web.name} was told of version {player.version}; there are {len(entries)}"
            )


def lost(player: Player, entries: Sequence[Entry]) -> Iterator[Finding]:
    by = f"person {player.web.person}"
    for command, answer in player.answers.items():
        if answer["accepted"]:
            at = answer["at"]
            if at > len(entries) or (entries[at - 1].by, entries[at - 1].command) != (by, command):
                yield Finding("lost", f"{command} was accepted as version {at}; it is not there")


def at_the_end(found: Logs, crowd: Crowd) -> Iterator[Finding]:
    """Every command that was accepted is in the log once, no other is, and all see the table that the log comes to."""
    for player in crowd.everyone:
        entries = decode(found.get(player.table, []))
        yield from doubled(player, entries)
        shown = json.loads(msgspec.json.encode(sheet(Table.replay(entries), f"person {player.web.person}", 0.0)))
        if hashed(shown) != hashed(player.sheet):
            yield Finding("differs", f"{player.web.name} sees another table than the log comes to")


def doubled(player: Player, entries: Sequence[Entry]) -> Iterator[Finding]:
    by = f"person {player.web.person}"
    logged: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.by == by and entry.command in player.sent:
            logged.setdefault(entry.command, []).append(entry)
    accepted = {at: answer["at"] for at, answer in player.answers.items() if answer["accepted"]}
    for command, written in logged.items():
        deed = player.sent[command]["do"]
        facts = [entry.fact for entry in written if type(entry.fact).__name__.lower() == FACTS[deed["do"]]]
        in_a_row = written[-1].version - written[0].version == len(written) - 1
        if len(facts) != 1 or not in_a_row:
            yield Finding("doubled", f"{command} is in the log {len(facts)} times")
        elif getattr(facts[0], "action", None) != deed.get("action"):
            yield Finding("changed", f"{command} is in the log with another action")
        if accepted.get(command) != written[-1].version:
            yield Finding("changed", f"{command} is in the log, and its answer says something else")


def hashed(shown: dict[str, Any]) -> str:
    lasting = {name: value for name, value in shown.items() if name not in FLEETING}
    return blake2b(json.dumps(lasting, sort_keys=True).encode(), digest_size=16).hexdigest()


def counted(findings: Sequence[Finding]) -> dict[str, int]:
    return dict(Counter(finding.kind for finding in findings))
