"""Security: which pages may talk to the server, and the headers that tell browsers what a page may do."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from drlucky.server.config import Config
from drlucky.server.context import Context
from drlucky.server.errors import Failed
from drlucky.server.http.responses import problem_response
from drlucky.server.languages import negotiate

SAFE = ("GET", "HEAD", "OPTIONS")
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""What pages may do: nothing from elsewhere, and nothing that is written into a page."""
HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
HSTS = "max-age=31536000"


def is_welcome(origin: str | None, host: str | None, config: Config) -> bool:
    """Does a request come from a page of this server? Programs that are no browsers say no origin."""
    if origin is None or origin in config.origins:
        return True
    if config.public:
        return origin == config.public
    return bool(host) and urlsplit(origin).netloc == host


class SecurityMiddleware:
    """Around the whole application."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app = app
        self._context = context
        self._headers = HEADERS | ({"strict-transport-security": HSTS} if context.config.is_secure else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        is_live = scope["type"] == "websocket"
        headers = Headers(scope=scope)
        asks_for_change = is_live or scope["method"] not in SAFE
        welcome = is_welcome(headers.get("origin"), headers.get("host"), self._context.config)
        guarded = send if is_live else self._guarded(scope, send)
        if welcome or not asks_for_change:
            await self._app(scope, receive, guarded)
        elif is_live:
            await self._refuse_socket(scope, receive, send)
        else:
            refusal = Failed("origin", "pages of other sites may not do this")
            await problem_response(refusal, negotiate(HTTPConnection(scope)))(scope, receive, guarded)

    async def _refuse_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A WebSocket that is closed before it is accepted is answered with 403."""
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": "origin"})

    def _guarded(self, scope: Scope, send: Send) -> Send:
        is_api = scope["path"].startswith("/api/")

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._context.metrics.requests.labels(str(message["status"])).inc()
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                if is_api:
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        return guarded
