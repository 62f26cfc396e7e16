"""Chat: someone says something, and a host asks someone to be quiet."""

from drlucky import phrases
from drlucky.table.answers import Refused
from drlucky.table.chat import IN_ADVANCE, LONGEST_LINE, Line, penalty
from drlucky.table.commands import Mute, React, Say
from drlucky.table.handlers.common import NOTHING_NEW, Judged, check_host, person_of
from drlucky.table.log import Entry, Muted, Reacted, Said
from drlucky.table.state import Member, TableState
from drlucky.table.visibility import shown_to

LINES, WITHIN = 8, 10.0
"""So many lines in so many seconds are enough for anyone."""

# {"do": "say", "text": "Good evening!"}


def say(table: TableState, person: str, do: Say, now: float) -> Judged:
    member = check_speaker(table, person)
    text = check_line(do.text)
    check_pace(member, now)
    return Judged([Said(person, text, cost_of(table, person, text, do.language))])


def check_speaker(table: TableState, person: str) -> Member:
    """May this person be heard at the table?"""
    member = table.member(person)
    if not shown_to(table, person).table:
        raise Refused("not yours", "only those who may see this table talk at it")
    if member.muted:
        raise Refused("muted", "the host has asked you to be quiet")
    return member


def check_line(text: str) -> str:
    """The line as it will be said, or a refusal."""
    said = " ".join(text.split())
    if not said or not said.isprintable() or len(said) > LONGEST_LINE:
        raise Refused("too long", "a line has 1 to {most} printable characters", most=LONGEST_LINE)
    return said


def check_pace(member: Member, now: float) -> None:
    if len(member.spoke) == LINES and now - member.spoke[0] < WITHIN:
        raise Refused(
            "too fast", "{lines} lines in {seconds:g} seconds are enough; wait a moment", lines=LINES, seconds=WITHIN
        )


def said(table: TableState, fact: Said, entry: Entry) -> None:
    cost = cost_of(table, fact.person, fact.text, None) if fact.cost is None else fact.cost
    hear(table, fact.person, entry, fact.text, cost)


def hear(table: TableState, person: str, entry: Entry, text: str, cost: int, reaction: str = "") -> None:
    """One more line in the chat."""
    member, plays = table.members[person], plays_for(table, person)
    member.spoke = (*member.spoke, entry.at)[-LINES:]
    table.chat.say(Line(entry.version, entry.at, member.number, member.name, text, plays, cost, reaction))


def plays_for(table: TableState, person: str) -> int | None:
    """A person's seat in the game that is played; None for a spectator, and where none is."""
    match, mine = table.match, table.seats_of(person)
    return match.plays(mine[0]) if match and mine and table.phase == "playing" else None


def cost_of(table: TableState, person: str, text: str, language: str | None) -> int:
    """What a line costs its speaker, where the table counts it."""
    plays = plays_for(table, person)
    if plays is None or not table.counts_penalties:
        return 0
    match = table.playing()
    return penalty(match.game.edition, match.game.players, plays, text, match.in_attempt, language)


# {"do": "react", "reaction": "eyebrow"}


def react(table: TableState, person: str, do: React, now: float) -> Judged:
    """Whoever may talk may react, as often as they may talk."""
    check_pace(check_speaker(table, person), now)
    pays = do.reaction == IN_ADVANCE and table.counts_penalties and plays_for(table, person) is not None
    return Judged([Reacted(person, do.reaction, int(pays))])


def reacted(table: TableState, fact: Reacted, entry: Entry) -> None:
    hear(table, fact.person, entry, phrases.reaction(fact.reaction), fact.cost, fact.reaction)


# {"do": "mute", "member": 2, "muted": true}


def mute(table: TableState, person: str, do: Mute, now: float) -> Judged:
    check_host(table, person)
    other = person_of(table, do.member)
    return NOTHING_NEW if table.members[other].muted == do.muted else Judged([Muted(other, do.muted)])


def muted(table: TableState, fact: Muted, entry: Entry) -> None:
    table.members[fact.person].muted = fact.muted
