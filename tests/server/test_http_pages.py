"""The page of the game and its files, packed or not, and what browsers are told to keep of them."""

import asyncio
import gzip
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Scope

from drlucky.server.app import compressing
from drlucky.server.client import Client
from drlucky.server.http.responses import on_http_error
from drlucky.server.http.static import ADDRESSES, accepted, routes
from server.serving import KILL, ask, on_loop, served

FILES = {
    "index.html": b"<!doctype html><title>drlucky</title>" + b" " * 600,
    "index.de.html": b"<!doctype html><title>drlucky auf Deutsch</title>",
    "offline.html": b"<!doctype html><title>offline</title>",
    "sw.js": b"addEventListener('fetch', () => {})",
    "manifest.webmanifest": b"{}",
    "assets/index-abc123.js": b"let lucky = 1;" * 100,
    "assets/index-abc123.js.br": b"packed by brotli",
    "assets/index-abc123.js.gz": gzip.compress(b"let lucky = 1;" * 100),
    "assets/index-abc123.css": b"a{}" * 400,
    "assets/icon-abc123.png": b"\x89PNG" + bytes(600),
}


@pytest.fixture
def built(tmp_path: Path) -> Path:
    for name, content in FILES.items():
        path = tmp_path / "static" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (tmp_path / "secret").write_text("nobody's to read")
    return tmp_path / "static"


class Heard:
    """A request to a folder of pages, without a network."""

    def __init__(self, folder: Path, path: str, encodings: str = "", method: str = "GET", **headers: str) -> None:
        app = compressing(Starlette(routes=routes(folder), exception_handlers={HTTPException: on_http_error}))
        self.status = 0
        self.content = b""
        self.headers: dict[str, str] = {}
        given = {"accept-encoding": encodings} | {name.replace("_", "-"): value for name, value in headers.items()}
        scope: Scope = {
            "type": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        }
        asyncio.run(self._ask(app, scope))

    async def _ask(self, app: ASGIApp, scope: Scope) -> None:
        asked = False
        for_ever = asyncio.Event()

        async def receive() -> Message:
            nonlocal asked
            if asked:
                await for_ever.wait()
            asked = True
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.status = message["status"]
                self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            else:
                self.content += message.get("body", b"")

        await app(scope, receive, send)


def test_every_address_of_the_page_gives_the_page(built: Path) -> None:
    parts = {"code": "ABCDEF", "table": "T", "number": 1, "edition": KILL, "family": "kill", "deck": "save"}
    paths = [address.format(**parts) for address in ADDRESSES]
    assert "/games/T/1" in paths
    for path in paths:
        heard = Heard(built, path)
        assert (heard.status, heard.content) == (200, FILES["index.html"]), path
        assert heard.headers["cache-control"] == "no-cache"
        assert heard.headers["content-type"].startswith("text/html")


def test_the_page_comes_in_the_readers_language(built: Path) -> None:
    for wanted, file in (("de-AT,en;q=0.5", "index.de.html"), ("fr,de;q=0.2", "index.de.html"), ("fr", "index.html")):
        heard = Heard(built, "/t/ABCDEF", accept_language=wanted)
        assert heard.content == FILES[file], wanted
        assert "Accept-Language" in heard.headers["vary"]


def test_where_there_is_nothing_the_page_says_so(built: Path) -> None:
    for path in ("/nothing", "/games/T/1/2"):
        heard = Heard(built, path, accept="text/html,*/*;q=0.8")
        assert (heard.status, heard.content) == (404, FILES["index.html"])
    for path, accepts in (("/nothing", "*/*"), ("/api/nothing", "text/html"), ("/assets/gone.js", "text/html")):
        heard = Heard(built, path, accept=accepts)
        assert heard.status == 404
        assert heard.headers["content-type"] == "application/json"


def test_files_are_kept_for_as_long_as_they_stay_the_same(built: Path) -> None:
    for name in FILES:
        heard = Heard(built, f"/{name}")
        kept = "public, max-age=31536000, immutable" if name.startswith("assets/") else "no-cache"
        assert (heard.status, heard.headers["cache-control"], heard.content) == (200, kept, FILES[name]), name
    worker = Heard(built, "/sw.js")
    assert worker.headers["service-worker-allowed"] == "/"
    assert worker.headers["content-type"].startswith("text/javascript")
    assert Heard(built, "/manifest.webmanifest").headers["content-type"].startswith("application/manifest+json")
    again = Heard(built, "/", if_none_match=Heard(built, "/").headers["etag"])
    assert (again.status, again.content) == (304, b"")
    assert Heard(built, "/", method="HEAD").content == b""
    assert Heard(built, "/sw.js", method="POST").status == 405


def test_files_are_sent_as_the_build_packed_them(built: Path) -> None:
    path = "/assets/index-abc123.js"
    for encodings, encoding, file in (
        ("gzip, deflate, br", "br", "assets/index-abc123.js.br"),
        ("gzip", "gzip", "assets/index-abc123.js.gz"),
        ("br;q=0, gzip;q=0.5", "gzip", "assets/index-abc123.js.gz"),
        ("identity", None, "assets/index-abc123.js"),
        ("", None, "assets/index-abc123.js"),
    ):
        heard = Heard(built, path, encodings)
        assert (heard.headers.get("content-encoding"), heard.content) == (encoding, FILES[file]), encodings
        assert heard.headers["content-length"] == str(len(FILES[file]))
        assert heard.headers["content-type"].startswith("text/javascript")
        assert heard.headers["vary"] == "Accept-Encoding"


def test_what_the_build_did_not_pack_is_packed_on_the_way(built: Path) -> None:
    for path in ("/", "/assets/index-abc123.css"):
        heard = Heard(built, path, "gzip, br")
        assert heard.headers["content-encoding"] == "gzip"
        assert "Accept-Encoding" in heard.headers["vary"]
        assert gzip.decompress(heard.content) == Heard(built, path).content
    for path in ("/offline.html", "/assets/icon-abc123.png"):
        assert "content-encoding" not in Heard(built, path, "gzip").headers, "too short, or packed already"


def test_nothing_but_the_folder_is_sent(built: Path) -> None:
    (built / "link.js").symlink_to(built.parent / "secret")
    for path in ("/../secret", "/assets/../../secret", "/assets/", "/%2e%2e/secret", "//etc/passwd", "/link.js", "/\0"):
        assert Heard(built, path).status == 404, path


def test_a_page_that_is_not_built_says_how_to_build_it(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nothing"):
        heard = Heard(folder, "/t/ABCDEF")
        assert (heard.status, heard.headers["cache-control"]) == (503, "no-store")
        assert "make play" in heard.content.decode()
        assert "<script" not in heard.content.decode()
        assert "style" not in heard.content.decode()
        assert Heard(folder, "/sw.js").status == 404


def test_a_client_is_believed_about_what_it_accepts() -> None:
    assert accepted("gzip, deflate;q=0.5 , BR ;q=1.0") == {"gzip", "deflate", "br"}
    assert accepted("br;q=0,gzip; q=0.0,*") == {"*"}


@on_loop
async def test_answers_are_packed_and_the_lines_for_bots_are_not(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        for path in ("/api/editions", "/api/boards/mansion/plan", "/api/boards/mansion.svg", "/metrics"):
            packed = await ask(server, "GET", path, Accept_Encoding="gzip, br")
            bare = await ask(server, "GET", path)
            assert packed.headers["content-encoding"] == "gzip", path
            assert len(packed.content) < len(bare.content) / 2
            assert bare.headers["content-encoding"] is None
            if path != "/metrics":
                assert gzip.decompress(packed.content) == bare.content
        opened = await ann.open(KILL, 3)
        token = (await ask(server, "POST", "/api/bot/token", {"name": "Robbie"})).json["token"]
        bot, path = f"Bearer {token}", f"/api/bot/tables/{opened.table}"
        assert (await ask(server, "POST", f"{path}/join", {}, Authorization=bot)).status == 200
        await ann.post(
            f"/api/tables/{opened.table}/commands", {"id": "c", "version": opened.version, "do": {"do": "close"}}
        )
        lines = await ask(server, "GET", f"{path}/events", Authorization=bot, Accept_Encoding="gzip")
        assert lines.headers["content-encoding"] is None
        assert lines.content.startswith(b'{"type":"gone"')
