"""Operations about whoever asks: what they are called, giving them an identity, and forgetting it."""

from msgspec.structs import replace
from starlette.responses import Response

from drlucky.server.auth import COOKIE, clear_cookies, new_identity, set_cookie
from drlucky.server.context import bearer
from drlucky.server.errors import Failed
from drlucky.server.http.operation import Call, Operation
from drlucky.server.http.responses import json_response
from drlucky.server.languages import check_language
from drlucky.server.schemas import common as schemas
from drlucky.table.names import check_name

NOBODY = schemas.Me("", None, False)


async def me(call: Call) -> Response:
    """A browser whose identity was signed a while ago, with an earlier key, or before it came by https, is given it
    anew."""
    identity, context = call.identity, call.context
    if identity is None:
        return gone_back(call)
    response = json_response(schemas.Me(identity.name, identity.language, True, identity.robot))
    secure, sealed = context.is_secure(call.request), context.sealed(call.request) or ""
    has_plain_name = secure and COOKIE in call.request.cookies
    if bearer(call.request) is None and (has_plain_name or context.signer.is_old(sealed)):
        if has_plain_name:
            clear_cookies(response, secure=False)
        set_cookie(response, context.signer.sign(identity), secure)
    return response


def gone_back(call: Call) -> Response:
    """A browser that is nobody any more, or was taken off from another device, is who it was before."""
    before, secure = call.context.aside(call.request), call.context.is_secure(call.request)
    if before is None or bearer(call.request) is not None:
        return json_response(NOBODY)
    response = json_response(schemas.Me(before.name, before.language, True))
    set_cookie(response, call.context.signer.sign(before), secure)
    clear_cookies(response, secure, aside=True)
    return response


async def put_me(call: Call) -> Response:
    """Whoever has an identity keeps it under a new name; a program's token holds its name for good."""
    wanted: schemas.PutMe = call.body
    if wanted.language is not None:
        check_language(wanted.language)
    if call.identity is not None and call.identity.robot:
        raise Failed("not now", "a program keeps the name that its token was made for")
    before = None if call.identity else call.context.aside(call.request)
    known = call.identity or before or new_identity()
    identity = replace(known, name=check_name(wanted.name), language=wanted.language)
    response, secure = (
        json_response(schemas.Me(identity.name, identity.language, True)),
        call.context.is_secure(call.request),
    )
    set_cookie(response, call.context.signer.sign(identity), secure)
    if before is not None:
        clear_cookies(response, secure, aside=True)
    return response


async def forget_me(call: Call) -> Response:
    """Gives up an identity for good, a browser's or a program's: a copy of it is worth nothing from now on."""
    context, identity = call.context, call.known
    bucket = context.forgettings.of(context.client(call.request))
    if not bucket.take():
        raise Failed("too fast", "you have given up many identities in a short time; wait a while", wait=bucket.wait)
    await context.revoked.give_up(identity)
    await context.devices.forget(identity.person)
    await context.hidden.forget(identity.person)
    await context.tables.store.forget(identity.person)
    await context.notifier.forget(identity.person)
    await context.ratings.forget(identity.person)
    context.connections.let_go(identity.person)
    response = json_response(NOBODY)
    clear_cookies(response, context.is_secure(call.request))
    return response


OPERATIONS = [
    Operation("GET", "/api/me", me, "Who you are.", schemas.Me),
    Operation(
        "PUT",
        "/api/me",
        put_me,
        "Be called by a name; gives you an identity, a cookie.",
        schemas.Me,
        body=schemas.PutMe,
    ),
    Operation(
        "DELETE",
        "/api/me",
        forget_me,
        "Give up your identity, a cookie or a token: neither it nor a copy of it is good any more.",
        schemas.Me,
        known=True,
    ),
]
