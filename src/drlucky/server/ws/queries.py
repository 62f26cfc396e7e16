"""Asking: commands, and what a client wants to know of its table."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from drlucky import phrases
from drlucky.game.game import Game
from drlucky.hints import Hint, Option
from drlucky.server.auth import Identity
from drlucky.server.languages import USUAL
from drlucky.server.workers import Workers
from drlucky.server.ws import messages as m
from drlucky.table import Answer, Command, Join, LiveTable, Redeem, Refused
from drlucky.table.visibility import shown_to


async def follow(live: LiveTable, identity: Identity, command: Command, language: str | None) -> Answer:
    """Hands a command to the table. A program that sits down is known as one, whatever it says of itself."""
    if identity.robot and isinstance(command.do, Join | Redeem):
        command = replace(command, do=replace(command.do, robot=True))
    return await live.do(identity.person, command, language or USUAL)


def answered(answer: Answer) -> m.Answered:
    return m.Answered(
        id=answer.id,
        accepted=answer.accepted,
        version=answer.version,
        at=answer.at,
        code=answer.code,
        text=answer.text,
        reason=answer.reason,
        token=answer.token,
    )


class Advice(NamedTuple):
    """The last hint that someone was given: the next one goes on with its plan."""

    match: int
    """The number of the game."""
    hint: Hint


class Asker:
    """Someone at a table who wants to know something. Refused if it is not for them."""

    def __init__(self, live: LiveTable, person: str | None, seat: int | None, language: str | None) -> None:
        if not shown_to(live.table, person).table:
            raise Refused("not yours", "only those who are at this table may see its game")
        self.live = live
        self.person = person
        self.seat = seat
        self.language = language

    def why(self, asked: m.AskWhy) -> m.Reasoned:
        table = self.live.table
        found = table.why_not(self.person, asked.action, self.seat)
        players = table.last_match().players
        text = None if found is None or self.language is None else phrases.reason(found, players, self.language)
        return m.Reasoned(asked.id, asked.action, found, text)

    def sight(self, asked: m.AskSight) -> m.Seen:
        found = self.live.table.sight(self.person, self.seat, asked.of)
        return m.Seen(asked.id, found, found.to_attempt, found.to_draw)

    async def hint(self, asked: m.AskHint, workers: Workers, last: Advice | None) -> tuple[m.Hinted, Advice]:
        table = self.live.table
        match = table.playing()
        eyes = table.eyes(self.person, self.seat)
        if eyes is None or match.game.to_decide != eyes:
            raise Refused("not now", "a hint is for the one who has to decide")
        if match.participation is not None:
            raise Refused("not now", "a rated game has no hints")
        version, game = table.version, match.game
        earlier = last.hint if last and last.match == match.number else None
        found = await workers.hint(game.view(eyes), game.past(eyes), earlier)
        told = m.Hinted(
            id=asked.id,
            version=version,
            best=option(found.best),
            reasons=found.reasons,
            alternatives=tuple(map(option, found.alternatives)),
            plan=tuple(str(action) for action in found.plan.rest),
            done=found.plan.done,
            changed=found.changed,
        )
        if self.language is not None:
            told = in_words(told, found, match.players, self.language, game)
        return told, Advice(match.number, found)


def in_words(told: m.Hinted, found: Hint, names: Sequence[str], language: str, game: Game) -> m.Hinted:
    saving = None if game.setting.escape else phrases.saves(game.edition.id)
    return replace(
        told,
        text=phrases.hint(found, names, language, saving=saving),
        steps=phrases.hint_steps(found, names, language, saving=saving),
        because=phrases.hint_because(found, names, language),
    )


def option(found: Option) -> m.Option:
    return m.Option(str(found.action), found.chance, found.low, found.high, found.games)
