"""Operations: what can be asked over HTTP, each with the types of its query, body and answer. The routes and the
OpenAPI document both follow from them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from drlucky.errors import DrLuckyError
from drlucky.server.auth import Identity
from drlucky.server.context import Context, bearer
from drlucky.server.errors import Failed
from drlucky.server.http.responses import JSON, json_response, problem_response
from drlucky.server.languages import check_language, negotiate
from drlucky.server.rate_limit import Bucket
from drlucky.server.security_log import NOTED
from drlucky.table import LiveTable, Refused

LARGEST_BODY = 16 * 1024


def check_token(context: Context, request: Request) -> None:
    """A program whose token is not good is told so. A browser, which cannot help what it sends, is taken for a
    stranger."""
    if context.sealed(request) and context.identity(request) is None:
        context.security_log.note("bad token", context.address(request))
        if bearer(request) is not None:
            raise Failed("unknown", "this token is not of this server, has ended or was given up; ask for a new one")


class Call:
    """One request, with what it asks for in the types of its operation."""

    def __init__(self, context: Context, request: Request, query: Any, body: Any) -> None:
        self.context = context
        self.request = request
        self.query = query
        self.body = body
        self.identity = context.identity(request)

    @property
    def person(self) -> str | None:
        return self.identity.person if self.identity else None

    @property
    def known(self) -> Identity:
        """Who asks, for what only someone can do."""
        if self.identity is None:
            raise Failed("unknown", "say who you are first: PUT /api/me, or send a token")
        return self.identity

    def path(self, name: str) -> str:
        return str(self.request.path_params[name])

    @property
    def client(self) -> str:
        return self.context.client(self.request)

    async def find(self) -> LiveTable:
        """The table that is asked for."""
        return await self.context.find(self.request, self.path("table"), self.person)

    @property
    def language(self) -> str:
        """What an operation can be asked to answer in must be one of the languages."""
        wanted = getattr(self.query, "language", None)
        return check_language(wanted) if wanted else negotiate(self.request, self.identity)


@dataclass(frozen=True)
class Operation:
    method: str
    path: str
    run: Callable[[Call], Awaitable[Any]]
    summary: str
    answer: Any
    """The type of the answer, or the media type of one that is no JSON."""
    query: type[msgspec.Struct] | None = None
    body: type[msgspec.Struct] | None = None
    status: int = 200
    known: bool = False
    """Is it only for those who have an identity?"""
    largest: int = LARGEST_BODY
    """Bytes that its body may have."""
    has_own_token: bool = False
    """Is a token that comes with it no identity?"""

    async def call(self, context: Context, request: Request) -> Response:
        try:
            if not self.has_own_token:
                check_token(context, request)
            budget = context.requests.of(context.client(request))
            call = Call(context, request, self._query(request), await self._body(request, budget))
            if self.known:
                _ = call.known
            answer = await self.run(call)
        except ClientDisconnect:
            return Response(status_code=400)
        except DrLuckyError as error:
            if isinstance(error, Failed | Refused) and error.code in NOTED:
                context.security_log.note(NOTED[error.code], context.address(request), f"{self.method} {self.path}")
            return problem_response(error, negotiate(request, context.identity(request)))
        return answer if isinstance(answer, Response) else json_response(answer, self.status)

    def _query(self, request: Request) -> Any:
        if self.query is None:
            return None
        try:
            return msgspec.convert(dict(request.query_params), self.query, strict=False)
        except msgspec.ValidationError as error:
            raise Failed("malformed", "the query does not fit: {problem}", problem=error) from None

    async def _body(self, request: Request, budget: Bucket) -> Any:
        """What comes in pieces costs as much as so many requests: to read a long one takes as long."""
        if self.body is None:
            return None
        # A form of another site could send anything else without asking first.
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            raise Failed("malformed", "the body is {type}", type=JSON)
        content = bytearray()
        paid = LARGEST_BODY
        async for chunk in request.stream():
            content += chunk
            if len(content) > self.largest:
                raise Failed("too large", "the body has at most {most:,} bytes here", most=self.largest)
            while len(content) > paid:
                paid += LARGEST_BODY
                if not budget.take():
                    raise Failed("too fast", "too many large requests; wait a moment", wait=budget.wait)
        try:
            return msgspec.json.decode(content, type=self.body)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise Failed("malformed", "the body does not fit: {problem}", problem=error) from None
