"""Operations about being told: by the browser's push service, by a webhook, by a calendar; and ending it."""

from starlette.responses import Response

from drlucky.server.context import bearer
from drlucky.server.errors import Failed
from drlucky.server.http.operation import Call, Operation
from drlucky.server.notices import calendar
from drlucky.server.notices.subscriptions import Asker, Subscription
from drlucky.server.schemas import notices as schemas
from drlucky.table import Refused


async def my_notices(call: Call) -> schemas.Notices:
    return listed(call)


def listed(call: Call) -> schemas.Notices:
    identity, notifier = call.known, call.context.notifier
    return schemas.Notices(
        call.context.config.notices,
        notifier.vapid.public,
        tuple(
            schemas.Subscription(
                each.id,
                each.kind,
                notifier.outside.place(each.address).host if each.kind == "push" else each.address,
                each.made,
                each.kind == "push" and each.device == identity.device,
            )
            for each in notifier.subscriptions.of(identity.person)
        ),
        tuple(notifier.calendars.tables_of(identity.person)),
    )


def check_possible(call: Call) -> None:
    if not call.context.config.notices:
        raise Failed("not now", "this server sends no notices")
    if call.known.robot:
        raise Failed("not now", "notices are for people; a program can listen")
    bucket = call.context.links.of(call.client)
    if not bucket.take():
        raise Failed("too fast", "you have asked for many notices in a short time; wait a while", wait=bucket.wait)


def asker(call: Call) -> Asker:
    device = "" if bearer(call.request) is not None else call.known.device
    return Asker(call.known.person, device, call.language, call.context.base(call.request))


async def push_me(call: Call) -> schemas.Notices:
    check_possible(call)
    wanted: schemas.PushMe = call.body
    notifier = call.context.notifier
    notifier.outside.place(wanted.endpoint)
    await notifier.subscriptions.push(asker(call), wanted.endpoint, wanted.keys.p256dh, wanted.keys.auth)
    notifier.look_everywhere()
    return listed(call)


async def hook_me(call: Call) -> schemas.Hooked:
    check_possible(call)
    notifier = call.context.notifier
    notifier.outside.place(call.body.address)
    made = await notifier.subscriptions.webhook(asker(call), call.body.address)
    notifier.look_everywhere()
    return schemas.Hooked(made.secret, listed(call))


def mine(call: Call) -> Subscription:
    found = call.context.notifier.subscriptions.get(call.path("id"))
    if found is None or found.person != call.known.person:
        raise Failed("not here", "there is no such notice any more")
    return found


async def try_notice(call: Call) -> schemas.Notices:
    check_possible(call)
    if not call.context.notifier.say_hello(mine(call)):
        raise Failed("too fast", "you have asked for many notices in a short time; wait a while", wait=60.0)
    return listed(call)


async def end_notice(call: Call) -> schemas.Notices:
    notifier = call.context.notifier
    await notifier.subscriptions.end(mine(call))
    await notifier.drop_unwanted()
    return listed(call)


async def no_more(call: Call) -> schemas.Ended:
    """What every notice brings along ends it, wherever it is read: whoever has it need not say who they are."""
    notifier = call.context.notifier
    found = notifier.subscriptions.get(call.body.id)
    if found is not None:
        await notifier.subscriptions.end(found)
        await notifier.drop_unwanted()
    return schemas.Ended(found is not None)


async def my_calendar(call: Call) -> schemas.CalendarMade:
    check_possible(call)
    context, person = call.context, call.known.person
    live = await context.find(call.request, call.body.table, person)
    if not live.table.seats_of(person):
        raise Refused("not yours", "a calendar is for those who play at the table")
    token = await context.notifier.calendars.make(person, live.id, call.language)
    context.notifier.decisions.look(live)
    return schemas.CalendarMade(f"{context.base(call.request)}/api/calendar/{token}.ics")


async def end_calendar(call: Call) -> schemas.Notices:
    notifier = call.context.notifier
    await notifier.calendars.end(call.known.person, call.path("table"))
    await notifier.drop_unwanted()
    return listed(call)


async def read_calendar(call: Call) -> Response:
    context = call.context
    bucket = context.guesses.of(call.client)
    try:
        if not bucket.has_one:
            raise Failed("too fast", "you have asked for many calendars that do not exist", wait=bucket.wait)
        found = context.notifier.calendars.find(call.path("token"))
    except Failed:
        bucket.take()
        raise
    await context.notifier.decisions.settled()
    decision = context.notifier.decisions.at(found.table, found.person)
    base = context.base(call.request)
    text = calendar.written(found, decision, lambda code: f"{base}/t/{code}")
    return Response(text, media_type=calendar.TYPE, headers={"content-disposition": 'inline; filename="drlucky.ics"'})


OPERATIONS = [
    Operation("GET", "/api/me/notices", my_notices, "How your turn finds you.", schemas.Notices, known=True),
    Operation(
        "POST",
        "/api/me/notices/push",
        push_me,
        "Be told by the push service of your browser.",
        schemas.Notices,
        body=schemas.PushMe,
        status=201,
        known=True,
    ),
    Operation(
        "PUT",
        "/api/me/notices/webhook",
        hook_me,
        "Be told by a request to an address of yours.",
        schemas.Hooked,
        body=schemas.HookMe,
        known=True,
    ),
    Operation(
        "POST", "/api/me/notices/{id}/try", try_notice, "Have a notice sent to see it.", schemas.Notices, known=True
    ),
    Operation("DELETE", "/api/me/notices/{id}", end_notice, "Be told there no more.", schemas.Notices, known=True),
    Operation(
        "POST",
        "/api/notices/off",
        no_more,
        "End the notices that brought this id along.",
        schemas.Ended,
        body=schemas.NoMore,
    ),
    Operation(
        "POST",
        "/api/me/calendars",
        my_calendar,
        "An address from which a calendar fetches the deadline of your decision at a table.",
        schemas.CalendarMade,
        body=schemas.MakeCalendar,
        status=201,
        known=True,
    ),
    Operation(
        "DELETE",
        "/api/me/calendars/{table}",
        end_calendar,
        "End the calendar of a table, by the table's id.",
        schemas.Notices,
        known=True,
    ),
    Operation("GET", "/api/calendar/{token}.ics", read_calendar, "A calendar.", calendar.TYPE),
]
