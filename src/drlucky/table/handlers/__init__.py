"""Handlers: one file for each thing that people do at a table.

Each has side by side the function that judges a command, which looks at the table, changes nothing and says what is
to be logged; and the function that applies a fact of the log, which may look at the fact and the table only, so that a
replay comes to the same. The two dictionaries here say which function is for which."""

from collections.abc import Callable
from typing import Any

from drlucky.table import commands, log
from drlucky.table.handlers import (
    chat,
    invitations,
    lobby,
    members,
    opening,
    pause,
    play,
    rematch,
    stand_in,
    start,
)
from drlucky.table.handlers.common import Judged
from drlucky.table.state import TableState

JUDGE: dict[type[commands.Deed], Callable[[TableState, str, Any, float], Judged]] = {
    commands.Join: members.join,
    commands.Watch: members.watch,
    commands.Leave: members.leave,
    commands.Rename: members.rename,
    commands.Portray: lobby.portray,
    commands.Prefer: members.prefer,
    commands.Kick: members.kick,
    commands.GiveHost: members.give_host,
    commands.Invite: invitations.invite,
    commands.Redeem: invitations.redeem,
    commands.Say: chat.say,
    commands.React: chat.react,
    commands.Mute: chat.mute,
    commands.Change: lobby.change,
    commands.PutBot: lobby.put_bot,
    commands.OpenSeat: lobby.open_seat,
    commands.StandUp: lobby.stand_up,
    commands.AddSeat: lobby.add_seat,
    commands.RemoveSeat: lobby.remove_seat,
    commands.Arrange: lobby.arrange,
    commands.Ready: start.ready,
    commands.Start: start.start,
    commands.Act: play.act,
    commands.Keep: play.keep,
    commands.Undo: play.undo,
    commands.Pause: pause.pause,
    commands.Unpause: pause.unpause,
    commands.Hurry: pause.hurry,
    commands.Resign: stand_in.resign,
    commands.Return: stand_in.come_back,
    commands.Again: rematch.again,
    commands.Reveal: rematch.reveal,
    commands.Close: opening.close,
}
"""The judge of each command."""

APPLY: dict[type[log.Fact], Callable[[TableState, Any, log.Entry], None]] = {
    log.Created: opening.created,
    log.Sealed: opening.sealed,
    log.Closed: opening.closed,
    log.Joined: members.joined,
    log.Gone: members.gone,
    log.Renamed: members.renamed,
    log.Portrayed: lobby.portrayed,
    log.Preferred: members.preferred,
    log.Kicked: members.kicked,
    log.Hosted: members.hosted,
    log.Invited: invitations.invited,
    log.Redeemed: invitations.redeemed,
    log.Said: chat.said,
    log.Reacted: chat.reacted,
    log.Muted: chat.muted,
    log.Changed: lobby.changed,
    log.BotSeated: lobby.bot_seated,
    log.Vacated: lobby.vacated,
    log.SeatAdded: lobby.seat_added,
    log.SeatRemoved: lobby.seat_removed,
    log.Arranged: lobby.arranged,
    log.Readied: start.readied,
    log.Started: start.started,
    log.Acted: play.acted,
    log.Kept: play.kept,
    log.Undone: play.undone,
    log.Paused: pause.paused,
    log.Unpaused: pause.unpaused,
    log.Hurried: pause.hurried,
    log.Woke: pause.woke,
    log.StoodIn: stand_in.stood_in,
    log.Returned: stand_in.returned,
    log.Abandoned: stand_in.abandoned,
    log.Gathered: rematch.gathered,
    log.Revealed: rematch.revealed,
}
"""What each fact changes."""

RESEATING = (
    log.Changed,
    log.Joined,
    log.Redeemed,
    log.Vacated,
    log.Gone,
    log.Kicked,
    log.BotSeated,
    log.SeatRemoved,
    log.Arranged,
    log.Gathered,
)
"""What may change through whose eyes someone sees the game, and whether they see it at all."""
