"""The page of the game and its files, as the build of the package left them in one folder.

The page finds its way by itself, so that each of its addresses is answered with the same file."""

import os
from collections.abc import Awaitable, Callable
from hashlib import sha256
from importlib import resources
from os import PathLike
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from drlucky.server.languages import negotiate

FOLDER = Path(str(resources.files("drlucky.server").joinpath("static")))
START = "index.html"
ADDRESSES = (
    "/",
    "/t/{code}",
    "/new",
    "/join",
    "/games",
    "/games/{table}/{number}",
    "/replay",
    "/rules",
    "/rules/{edition}",
    "/almanac",
    "/almanac/{deck}",
    "/learn/{family}",
    "/puzzle",
    "/me",
    "/ratings",
    "/me/games",
)
"""Of the page. They are told apart in the browser."""
WITH_PREVIEW = ("/t/{code}", "/games/{table}/{number}")
"""Those of which something can be told where their link is posted."""
END_OF_HEAD = "</head>"

# Systems differ in what they take the endings of files for, and browsers are strict about it.
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
UNKNOWN = "application/octet-stream"
PACKED = {"br": ".br", "gzip": ".gz"}
"""What the build packed, the smallest first."""

ASSETS = "assets"
"""Files whose names change with what is in them."""
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
WORKER = "sw.js"

NOT_BUILT = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>drlucky: the page is not built</title>
<h1>The page is not built</h1>
<p>This server runs from a source tree, where the page of the game is not built. <code>make play</code> builds it and
starts the server; an installed drlucky has it with it.</p>
<p>Everything else works: <a href="/api/openapi.json">what programs can ask</a>.</p>
<p lang="de">Die Spielseite ist hier noch nicht gebaut: <code>make play</code> baut sie und startet den Server.</p>
</html>
"""


def accepted(header: str) -> set[str]:
    """The encodings that a client takes, by its Accept-Encoding."""
    found = set()
    for each in header.lower().split(","):
        name, *parameters = (part.strip() for part in each.split(";"))
        if not any(part.replace(" ", "") in ("q=0", "q=0.0", "q=0.00", "q=0.000") for part in parameters):
            found.add(name)
    return found


class Built(StaticFiles):
    """The files of the build, packed as the client likes it."""

    async def check_config(self) -> None:
        """There may be no folder: nothing is built in a source tree."""

    def file_response(
        self, full_path: PathLike[str] | str, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        path = Path(full_path)
        asked = Headers(scope=scope)
        encoding, packed = self._packed(path, asked.get("accept-encoding", ""))
        headers = {"cache-control": self._keep(path)}
        if encoding is not None:
            headers |= {"content-encoding": encoding, "vary": "Accept-Encoding"}
        if path.name == WORKER:
            headers["service-worker-allowed"] = "/"
        media_type = TYPES.get(path.suffix, UNKNOWN)
        response = FileResponse(packed, status_code, headers, media_type, stat_result=packed.stat())
        return NotModifiedResponse(response.headers) if self.is_not_modified(response.headers, asked) else response

    def _packed(self, path: Path, accepts: str) -> tuple[str | None, Path]:
        wanted = accepted(accepts)
        for encoding, suffix in PACKED.items():
            packed = path.with_name(path.name + suffix)
            if encoding in wanted and packed.is_file():
                return encoding, packed
        return None, path

    def _keep(self, path: Path) -> str:
        inside = path.relative_to(os.path.realpath(str(self.directory)))
        return FOR_EVER if inside.parts[0] == ASSETS else ASK_AGAIN


Head = Callable[[Request], Awaitable[str]]
"""Tags for the head of the page at one of its addresses."""


def routes(folder: Path, head: Head | None = None) -> list[BaseRoute]:
    """`head` has tags for the addresses of `WITH_PREVIEW`."""
    built = Built(directory=folder, check_dir=False)

    async def page(request: Request) -> Response:
        if not (folder / START).is_file():
            return HTMLResponse(NOT_BUILT, 503, {"cache-control": "no-store"})
        response = await built.get_response(page_for(request), request.scope)
        response.headers.add_vary_header("Accept-Language")
        return response

    def page_for(request: Request) -> str:
        translated = f"index.{negotiate(request)}.html"
        return translated if (folder / translated).is_file() else START

    async def page_with_preview(request: Request) -> Response:
        """The same page for browsers. What is put into its head is for those who show links to others."""
        if head is None or not (folder / START).is_file():
            return await page(request)
        plain = (folder / page_for(request)).read_text(encoding="utf-8")
        content = plain.replace(END_OF_HEAD, await head(request) + END_OF_HEAD, 1).encode()
        headers = {"cache-control": ASK_AGAIN, "vary": "Accept-Language"}
        response = HTMLResponse(content, headers=headers | {"etag": f'"{sha256(content).hexdigest()[:32]}"'})
        is_known = built.is_not_modified(response.headers, request.headers)
        return NotModifiedResponse(response.headers) if is_known else response

    async def nowhere(request: Request) -> Response:
        """Someone at a browser is told by the page itself that there is nothing here."""
        try:
            return await built.get_response(built.get_path(request.scope), request.scope)
        except HTTPException as error:
            if error.status_code != 404 or not is_for_the_page(request):
                raise
        response = await page(request)
        response.status_code = 404 if response.status_code == 200 else response.status_code
        return response

    previewed = [Route(address, page_with_preview) for address in WITH_PREVIEW]
    return [*previewed, *(Route(address, page) for address in ADDRESSES), Route("/{path:path}", nowhere)]


def is_for_the_page(request: Request) -> bool:
    elsewhere = request.url.path.startswith(("/api/", f"/{ASSETS}/"))
    return "text/html" in request.headers.get("accept", "") and not elsewhere
