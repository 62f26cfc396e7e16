"""Calendars: the deadline of one person's decision at one table, as a file that calendar programs fetch (RFC 5545).
The address has a token that reads this and nothing else; only its hash is kept."""

import time
from collections.abc import Callable, Iterator

from msgspec import Struct

from drlucky import phrases
from drlucky.server.errors import Failed
from drlucky.server.notices.decisions import Decision
from drlucky.server.people.store import CALENDARS
from drlucky.server.rows.base import Change, Drop, Key, Put, Row, Rows
from drlucky.table.tokens import hashed, new_token

TYPE = "text/calendar"
MOST_OF_ONE = 50
MOST = 50_000
LONGEST_LINE = 75
"""Bytes, without what ends it."""
FETCHED_EVERY = "PT1H"
LASTS = 30 * 60
"""Seconds before the deadline at which the event begins."""


class Calendar(Struct, frozen=True):
    hash: str
    """Of the token in its address."""
    person: str
    table: str
    language: str


class Calendars:
    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._by_hash: dict[str, Calendar] = {}
        self._of: dict[str, dict[str, Calendar]] = {}
        """By person and table."""
        rows.follow(CALENDARS, self._put, self._drop)

    def has(self, person: str, table: str) -> bool:
        return table in self._of.get(person, {})

    def tables_of(self, person: str) -> list[str]:
        return list(self._of.get(person, {}))

    def find(self, token: str) -> Calendar:
        found = self._by_hash.get(hashed(token).hex())
        if found is None:
            raise Failed("not here", "there is no such calendar; ask for its address anew")
        return found

    async def make(self, person: str, table: str, language: str) -> str:
        """A token; the one before is good no more."""
        token = new_token()

        def made() -> Iterator[Change]:
            mine = self._of.get(person, {})
            before = mine.get(table)
            if before is not None:
                yield Drop(CALENDARS, (before.hash,))
            elif len(mine) >= MOST_OF_ONE or len(self._by_hash) >= MOST:
                raise Failed("full", "there are many calendars already; end one first")
            yield Put(CALENDARS, (hashed(token).hex(), person, table, language))

        await self._rows.change(made)
        return token

    async def end(self, person: str, table: str | None = None) -> None:
        """That of a table, or all of theirs."""

        def ended() -> list[Change]:
            mine = self._of.get(person, {}).values()
            return [Drop(CALENDARS, (each.hash,)) for each in mine if table in (None, each.table)]

        await self._rows.change(ended)

    def _put(self, row: Row) -> None:
        one = Calendar(*row)
        self._by_hash[one.hash] = one
        self._of.setdefault(one.person, {})[one.table] = one

    def _drop(self, key: Key) -> None:
        one = self._by_hash.pop(key[0], None)
        if one is None:
            return
        mine = self._of[one.person]
        if mine[one.table] is one:
            del mine[one.table]
        if not mine:
            del self._of[one.person]


def written(one: Calendar, decision: Decision | None, link: Callable[[str], str]) -> str:
    """With one event, as a calendar must not be empty: the decision with its deadline, or that there is none."""
    now = time.time()
    name = phrases.notice_calendar(one.language)
    event = [f"UID:{one.hash[:32]}@drlucky", f"DTSTAMP:{utc(now)}"]
    if decision is None or decision.deadline is None:
        event += [f"DTSTART:{utc(now)}", "STATUS:CANCELLED", "TRANSP:TRANSPARENT"]
        event += [f"SUMMARY:{escaped(phrases.notice_nothing(one.language))}"]
    else:
        title = phrases.edition_title(decision.edition, one.language)
        said = phrases.notice("turn", title, decision.host, one.language)
        event += [
            f"DTSTART:{utc(max(min(now, decision.deadline), decision.deadline - LASTS))}",
            f"DTEND:{utc(decision.deadline)}",
            "STATUS:CONFIRMED",
            "TRANSP:TRANSPARENT",
            f"SUMMARY:{escaped(said.title)}",
            f"DESCRIPTION:{escaped(said.text)}",
            f"URL:{link(decision.code)}",
        ]
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//drlucky//drlucky//EN",
        f"NAME:{escaped(name)}",
        f"X-WR-CALNAME:{escaped(name)}",
        f"REFRESH-INTERVAL;VALUE=DURATION:{FETCHED_EVERY}",
        "BEGIN:VEVENT",
        *event,
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(folded(line) + "\r\n" for line in lines)


def utc(at: float) -> str:
    return time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(at))


def escaped(text: str) -> str:
    for each in ("\\", ";", ","):
        text = text.replace(each, f"\\{each}")
    return " ".join(text.split())


def folded(line: str) -> str:
    """In lines of 75 bytes, which are never ended within a character; each but the first begins with a blank."""
    parts: list[str] = [""]
    size = 0
    for each in line:
        width = len(each.encode())
        if size + width > LONGEST_LINE:
            parts.append("")
            size = 1
        parts[-1] += each
        size += width
    return "\r\n ".join(parts)
