"""Requests have a budget: so many a second of one client, whatever is asked for. Who asks for more is refused before
anything is looked for or read."""

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from drlucky.server.context import Context
from drlucky.server.errors import Failed
from drlucky.server.http.responses import problem_response
from drlucky.server.languages import negotiate


class RequestBudget:
    """Around all that is asked over HTTP."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app = app
        self._context = context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        is_api = scope["path"].startswith("/api/")
        buckets = self._context.requests if is_api else self._context.files
        bucket = buckets.of(self._context.client(connection))
        if bucket.take():
            await self._app(scope, receive, send)
            return
        self._context.metrics.turned_away.inc()
        self._context.security_log.note("limited", self._context.address(connection), "requests")
        failed = Failed("too fast", "too many requests; wait a moment", wait=bucket.wait)
        response = problem_response(failed, negotiate(connection))
        # To refuse costs too. Over a connection that stays it could be had much more often than new ones can be made.
        response.headers["connection"] = "close"
        await response(scope, receive, send)
