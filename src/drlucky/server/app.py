"""The application: every route of the server in one place."""

from collections.abc import Awaitable, Callable
from functools import partial

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from drlucky.server.context import Context
from drlucky.server.http import (
    bot_api,
    catalog,
    devices,
    games,
    lobby,
    me,
    my_games,
    notices,
    previews,
    puzzle,
    ratings,
    static,
)
from drlucky.server.http.openapi import described
from drlucky.server.http.operation import Operation
from drlucky.server.http.responses import json_response, on_http_error
from drlucky.server.request_budget import RequestBudget
from drlucky.server.security import SecurityMiddleware
from drlucky.server.ws.session import Session

SOCKET = "/api/socket"
SHORT = 500
"""Bytes that are not worth compressing."""
COMPRESSION_LEVEL = 6
"""Of 9, which takes up to twice the time for answers that are 5 % smaller at best."""
OPERATIONS: list[Operation] = [
    *catalog.OPERATIONS,
    *me.OPERATIONS,
    *devices.OPERATIONS,
    *notices.OPERATIONS,
    *lobby.OPERATIONS,
    *games.OPERATIONS,
    *my_games.OPERATIONS,
    *bot_api.OPERATIONS,
    *puzzle.OPERATIONS,
    *previews.OPERATIONS,
    *ratings.OPERATIONS,
]


def application(context: Context) -> ASGIApp:
    description = json_response(described(OPERATIONS)).body

    async def openapi(request: Request) -> Response:
        return Response(description, media_type="application/json")

    routes: list[BaseRoute] = [
        *(Route(each.path, endpoint(context, each), methods=[each.method]) for each in OPERATIONS),
        Route("/api/openapi.json", openapi),
        Route("/api/{path:path}", NotAsked()),
        *static.routes(static.FOLDER, partial(previews.head, context)),
    ]
    handlers = {HTTPException: on_http_error, Exception: on_http_error}
    http = compressing(Starlette(routes=routes, exception_handlers=handlers))
    return SecurityMiddleware(SocketRouter(RequestBudget(http, context), context), context)


def compressing(app: ASGIApp) -> ASGIApp:
    """Texts are compressed for those who accept it. The lines that bots listen to are not: each must come at once."""
    unpacked = (*DEFAULT_EXCLUDED_CONTENT_TYPES, bot_api.NDJSON)
    return GZipMiddleware(app, SHORT, COMPRESSION_LEVEL, exclude_content_types=unpacked)


class SocketRouter:
    """Sockets bypass what is for HTTP, which every single message would pass otherwise."""

    def __init__(self, pages: ASGIApp, context: Context) -> None:
        self._pages = pages
        self._context = context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"] == SOCKET:
            await Session(self._context, WebSocket(scope, receive, send)).run()
        else:
            await self._pages(scope, receive, send)


class NotAsked:
    """Whatever else is asked below /api: with another method than there is, or for what is not there. Otherwise it
    would be looked for among the files of the page."""

    def __init__(self) -> None:
        self._routes = [Route(each.path, self.__call__, methods=[each.method]) for each in OPERATIONS]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = [each for each in self._routes if each.path_regex.match(scope["path"])]
        if not found:
            raise HTTPException(404)
        methods = sorted({method for each in found for method in each.methods or ()})
        raise HTTPException(405, headers={"allow": ", ".join(methods)})


def endpoint(context: Context, operation: Operation) -> Callable[[Request], Awaitable[Response]]:
    async def called(request: Request) -> Response:
        return await operation.call(context, request)

    return called
