"""Security: by which names the server is called, which pages may talk to it, and the headers that tell browsers what a
page may do."""

import re
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
PART_HEADERS = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
}
"""For scripts and styles, which are parts of a page and never one themselves: the page's own headers hold for them. All
headers with each of them were 6 KB of the 70 that the start page may have."""
HEADERS = PART_HEADERS | {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
}
PARTS = "/assets/"
HSTS = "max-age=31536000"
HOST = re.compile(r"([\w.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?", re.ASCII)
"""A name or an address, and perhaps a port."""
AT_HOME = ("localhost", "127.0.0.1", "[::1]")


def is_welcome(origin: str | None, host: str | None, config: Config) -> bool:
    """Does a request come from a page of this server? Programs that are no browsers say no origin."""
    if origin is None or origin in config.origins:
        return True
    if config.public:
        return origin == config.public
    return bool(host) and origin in (f"http://{host}", f"https://{host}")


def allowed_hosts(config: Config) -> frozenset[str] | None:
    """The names that the server may be called by, without ports; None for any. Who runs it may call it by its address
    on this machine in any case."""
    named = config.hosts or ((urlsplit(config.public).netloc,) if config.public else ())
    if not named:
        return None
    names = (HOST.fullmatch(each.lower()) for each in (*named, *AT_HOME, config.host))
    return frozenset(name[1] for name in names if name)


class SecurityMiddleware:
    """Around the whole application."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app = app
        self._context = context
        self._hosts = allowed_hosts(context.config)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        is_live = scope["type"] == "websocket"
        guarded = send if is_live else self._guarded(scope, send)
        refusal = self._refusal(scope)
        if refusal is None:
            await self._app(scope, receive, guarded)
            return
        connection = HTTPConnection(scope)
        self._context.security_log.note("refused", self._context.address(connection), refusal.code)
        if is_live:
            await self._refuse_socket(refusal, receive, send)
        else:
            await problem_response(refusal, negotiate(connection))(scope, receive, guarded)

    def _refusal(self, scope: Scope) -> Failed | None:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        host = HOST.fullmatch(hosts[0]) if hosts else None
        if len(hosts) > 1 or (hosts and host is None):
            return Failed("malformed", "the header Host is a name or an address, and perhaps a port")
        if self._hosts is not None and (host is None or host[1].lower() not in self._hosts):
            return Failed("host", "this server is not called by this name")
        asks_for_change = scope["type"] == "websocket" or scope["method"] not in SAFE
        if asks_for_change and not is_welcome(headers.get("origin"), host[0] if host else None, self._context.config):
            return Failed("origin", "pages of other sites may not do this")
        return None

    async def _refuse_socket(self, refusal: Failed, receive: Receive, send: Send) -> None:
        """A WebSocket that is closed before it is accepted is answered with 403."""
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": refusal.code})

    def _guarded(self, scope: Scope, send: Send) -> Send:
        is_api = scope["path"].startswith("/api/")
        is_part = scope["path"].startswith(PARTS)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._context.metrics.requests.labels(str(message["status"])).inc()
                headers = MutableHeaders(scope=message)
                is_page = not is_part or headers.get("content-type", "").startswith("text/html")
                for name, value in (HEADERS if is_page else PART_HEADERS).items():
                    headers.setdefault(name, value)
                if self._context.is_secure(HTTPConnection(scope)):
                    headers.setdefault("strict-transport-security", HSTS)
                if is_api:
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        return guarded
