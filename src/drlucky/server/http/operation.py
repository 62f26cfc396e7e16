"""Operations: what can be asked over HTTP, each with its types. Routes and the OpenAPI description both follow from
them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from drlucky.errors import DrLuckyError
from drlucky.jobs import JobError
from drlucky.server.auth import Identity
from drlucky.server.context import Site
from drlucky.server.http.schemas.common import Problem
from drlucky.server.languages import check_language, preferred
from drlucky.server.ws.messages import encoder
from drlucky.table import Refused, StoreError

LARGEST_BODY = 16 * 1024
JSON = "application/json"
STATUS = {
    "not here": 404,
    "not yours": 403,
    "host only": 403,
    "kicked": 403,
    "by invitation": 403,
    "bad token": 403,
    "unknown": 401,
    "too fast": 429,
    "too large": 413,
    "taken": 409,
    "full": 409,
    "not now": 409,
    "not ready": 409,
}
"""Of errors, by their code; 400 for all others."""


class Failed(DrLuckyError):
    """What cannot be done, with a code as the table's refusals have one."""

    def __init__(self, code: str, text: str, wait: float = 0.0) -> None:
        super().__init__(text)
        self.code = code
        self.wait = wait


class Call:
    """One request, with what it asks for in the types of its operation."""

    def __init__(self, site: Site, request: Request, query: Any, body: Any) -> None:
        self.site = site
        self.request = request
        self.query = query
        self.body = body
        self.identity = site.identity(request)

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
    def language(self) -> str:
        """The one asked for, or that of the identity, or of the browser."""
        wanted = getattr(self.query, "language", None) or (self.identity.language if self.identity else None)
        return check_language(wanted or preferred(self.request.headers))


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

    async def call(self, site: Site, request: Request) -> Response:
        bucket = site.requests.of(site.address(request))
        try:
            if not bucket.take():
                site.metrics.turned_away.inc()
                raise Failed("too fast", "too many requests; wait a moment", bucket.wait)
            call = Call(site, request, self._query(request), await self._body(request))
            if self.known:
                _ = call.known
            answer = await self.run(call)
        except ClientDisconnect:
            return Response(status_code=400)
        except DrLuckyError as error:
            return problem(error)
        return answer if isinstance(answer, Response) else answered(answer, self.status)

    def _query(self, request: Request) -> Any:
        if self.query is None:
            return None
        try:
            return msgspec.convert(dict(request.query_params), self.query, strict=False)
        except msgspec.ValidationError as error:
            raise Failed("malformed", f"the query does not fit: {error}") from None

    async def _body(self, request: Request) -> Any:
        if self.body is None:
            return None
        # A form of another site could send anything else without asking first.
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            raise Failed("malformed", f"the body is {JSON}")
        content = bytearray()
        async for chunk in request.stream():
            content += chunk
            if len(content) > self.largest:
                raise Failed("too large", f"the body has at most {self.largest:,} bytes here")
        try:
            return msgspec.json.decode(content, type=self.body)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise Failed("malformed", f"the body does not fit: {error}") from None


def answered(answer: Any, status: int = 200) -> Response:
    return Response(encoder.encode(answer), status, media_type=JSON)


def problem(error: DrLuckyError) -> Response:
    code = error.code if isinstance(error, Failed | Refused) else "malformed"
    status = STATUS.get(code, 400)
    if isinstance(error, StoreError | JobError):
        code, status = "trouble" if isinstance(error, StoreError) else "busy", 503
    response = answered(Problem(code, str(error)), status)
    if status in (429, 503):
        response.headers["retry-after"] = str(max(1, round(getattr(error, "wait", 1.0))))
    return response


async def on_http_error(request: Request, error: Exception) -> Response:
    """What Starlette itself refuses: an unknown path or method."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    texts = {
        404: ("not here", "there is nothing at this address; see /api/openapi.json"),
        405: ("method", "not with this method"),
    }
    code, text = texts.get(status, ("trouble", "that did not work"))
    return answered(Problem(code, text), status)
