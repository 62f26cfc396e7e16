"""Operations about whoever asks: what they are called, and giving them an identity."""

from msgspec.structs import replace
from starlette.responses import Response

from drlucky.server.auth import new_identity, set_cookie
from drlucky.server.errors import Failed
from drlucky.server.http.operation import Call, Operation
from drlucky.server.http.responses import json_response
from drlucky.server.languages import check_language
from drlucky.server.schemas import common as schemas
from drlucky.table.names import check_name


async def me(call: Call) -> schemas.Me:
    if call.identity is None:
        return schemas.Me("", None, False)
    return schemas.Me(call.identity.name, call.identity.language, True, call.identity.robot)


async def put_me(call: Call) -> Response:
    """Whoever has an identity keeps it under a new name; a program's token holds its name for good."""
    wanted: schemas.PutMe = call.body
    if wanted.language is not None:
        check_language(wanted.language)
    if call.identity is not None and call.identity.robot:
        raise Failed("not now", "a program keeps the name that its token was made for")
    identity = replace(call.identity or new_identity(), name=check_name(wanted.name), language=wanted.language)
    response = json_response(schemas.Me(identity.name, identity.language, True))
    set_cookie(response, call.context.signer.sign(identity), call.context.config.is_secure)
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
]
