"""Judging: for every deed whether it may be done now, and the facts that it comes to."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from drlucky.table import commands
from drlucky.table.answers import Refused
from drlucky.table.commands import Deed
from drlucky.table.handlers import lobby as gathering
from drlucky.table.handlers import members as visiting
from drlucky.table.handlers import play as playing
from drlucky.table.log import AnyFact, Invited
from drlucky.table.tokens import hashed, new_token

if TYPE_CHECKING:
    from drlucky.table.table import Table

JUDGES: dict[type[Deed], Callable[["Table", str, Any, float], list[AnyFact]]] = {
    commands.Join: visiting.join,
    commands.Watch: visiting.watch,
    commands.Redeem: visiting.redeem,
    commands.Leave: visiting.leave,
    commands.Rename: visiting.rename,
    commands.Prefer: visiting.prefer,
    commands.Say: visiting.say,
    commands.Mute: visiting.mute,
    commands.Kick: visiting.kick,
    commands.GiveHost: visiting.give_host,
    commands.Close: visiting.close,
    commands.Change: gathering.change,
    commands.PutBot: gathering.put_bot,
    commands.OpenSeat: gathering.open_seat,
    commands.AddSeat: gathering.add_seat,
    commands.RemoveSeat: gathering.remove_seat,
    commands.Arrange: gathering.arrange,
    commands.StandUp: gathering.stand_up,
    commands.Ready: gathering.ready,
    commands.Start: gathering.start,
    commands.Again: gathering.again,
    commands.Reveal: gathering.reveal,
    commands.Act: playing.act,
    commands.Undo: playing.undo,
    commands.Return: playing.come_back,
    commands.Pause: playing.pause,
    commands.Unpause: playing.unpause,
    commands.Resign: playing.resign,
}


def judge(table: "Table", person: str, do: Deed, now: float) -> tuple[list[AnyFact], str | None]:
    """The facts, and for an invitation its secret."""
    if table.phase == "closed":
        raise Refused("not now", "this table is closed")
    if isinstance(do, commands.Invite):
        visiting.check_invitation(table, person, do.seat)
        token = new_token()
        return [Invited(do.seat, hashed(token))], token
    return JUDGES[type(do)](table, person, do, now), None
