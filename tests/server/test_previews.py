"""Previews of links: what they tell, to whom, and what they cost."""

import asyncio
import re
import struct
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from drlucky.errors import DrLuckyError
from drlucky.game.view import View
from drlucky.render.preview import HEIGHT, WIDTH, Card, Person
from drlucky.server.client import Client
from drlucky.server.context import PREVIEWS
from drlucky.server.http import previews as tags_module
from drlucky.server.http import static
from drlucky.server.previews import cards, drawing, pictures
from drlucky.server.previews.cards import neutral
from drlucky.server.run import Server
from drlucky.server.security import POLICY
from drlucky.table import Kick, Say
from drlucky.table.match import Match
from server.serving import KILL, SHORT, Heard, ask, move_either, on_loop, play_out, served, two_at_a_table, until

HOSTILE = ('"><script>', "</title><b>", "' onload='x", "&quot;><img>", "]]>--></head>")
PAGE = "<!doctype html><html><head><title>Doctor Lucky</title></head><body></body></html>"
SECRET: dict[str, Any] = {"watchable": False, "listed": True}
UNLISTED: dict[str, Any] = {"watchable": True, "listed": False}
ENTITY = re.compile(r"<meta (?:property|name)=\"([\w:]+)\" content=\"([^\"<>]*)\" />")


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page, as the build would leave it."""
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "index.html").write_text(PAGE)
    (folder / "index.de.html").write_text(PAGE.replace("<html>", '<html lang="de">'))
    monkeypatch.setattr(static, "FOLDER", folder)


class Parsed(HTMLParser):
    """What a browser finds in a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.meta: dict[str, str] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        given = dict(attrs)
        if tag == "meta":
            assert set(given) <= {"property", "name", "content"}
            self.meta[given.get("property") or given.get("name") or ""] = given["content"] or ""


async def page(server: Server, path: str, **headers: str) -> Parsed:
    heard = await ask(server, "GET", path, None, None, **headers)
    assert heard.status == 200
    return Parsed(heard.content.decode())


async def picture(server: Server, path: str, **headers: str) -> Heard:
    heard = await ask(server, "GET", path, None, None, **headers)
    assert (heard.status, heard.headers["content-type"]) == (200, "image/png"), heard.content[:200]
    assert heard.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", heard.content[16:24]) == (WIDTH, HEIGHT)
    return heard


def image_of(found: Parsed, server: Server) -> str:
    assert found.meta["og:image"].startswith(f"{server.address}/api/")
    return found.meta["og:image"].removeprefix(server.address)


@on_loop
async def test_a_table_has_a_preview(tmp_path: Path) -> None:
    async with served(tmp_path / "data") as server, Client(server.address, "Ann") as ann:
        opened = await ann.open(KILL, 4, ("normal",))
        found = await page(server, f"/t/{opened.code}")
        assert found.meta["og:title"] == "Kill Doctor Lucky, 1996, at Ann's table"
        assert "2 seats are free." in found.meta["og:description"]
        assert found.meta["og:url"] == f"{server.address}/t/{opened.code}"
        assert found.meta["twitter:card"] == "summary_large_image"
        assert (found.meta["og:image:width"], found.meta["og:image:height"]) == (str(WIDTH), str(HEIGHT))
        drawn = await picture(server, image_of(found, server))
        assert drawn.headers["cross-origin-resource-policy"] == "cross-origin"


@on_loop
async def test_a_game_and_a_moment_have_previews(tmp_path: Path) -> None:
    async with served(tmp_path / "data") as server, two_at_a_table(server, options=SHORT) as (ann, bob):
        await move_either(ann, bob)
        found = await page(server, f"/t/{ann.table}", Accept_Language="de")
        assert "Ann, Bob und" in found.meta["og:description"]
        assert found.meta["og:locale"] == "de_DE"
        await asyncio.gather(play_out(ann), play_out(bob))
        await until(ann, lambda sheet: sheet.phase == "over")
        over = await page(server, f"/games/{ann.table}/1")
        ended = await picture(server, image_of(over, server))
        moment = await page(server, f"/games/{ann.table}/1?moment=3")
        assert moment.meta["og:url"].endswith(f"/games/{ann.table}/1?moment=3")
        assert "moment 3" in moment.meta["og:title"]
        at_three = await picture(server, image_of(moment, server))
        assert at_three.content != ended.content


@on_loop
async def test_what_is_hidden_and_what_is_not_there_look_the_same(tmp_path: Path) -> None:
    """Nobody who may not watch learns by a preview that there is a table, who sits there, or that anything happens."""
    async with served(tmp_path / "data") as server:
        nowhere = await ask(server, "GET", "/t/QQQQQQ")
        nothing = await picture(server, "/api/tables/QQQQQQ/preview.png")
        for settings in (SECRET, UNLISTED):
            async with two_at_a_table(server, options=SHORT, **settings) as (ann, bob):
                paths = [f"/t/{ann.table}", f"/games/{ann.table}/1", f"/games/{ann.table}/1?moment=2"]
                await same_as_nothing(server, ann.table, paths, nowhere, nothing)
                assert bob.sheet
                assert bob.sheet.you
                await ann.do(Say("are we alone?"))
                await move_either(ann, bob)
                await same_as_nothing(server, ann.table, paths, nowhere, nothing)
                await asyncio.gather(play_out(ann), play_out(bob))
                await until(ann, lambda sheet: sheet.phase == "over")
                await same_as_nothing(server, ann.table, paths, nowhere, nothing)
                # Those at the table have no other preview than anyone.
                await same_as_nothing(server, ann.table, paths, nowhere, nothing, **dict(ann.client.headers))


async def same_as_nothing(
    server: Server, code: str, paths: list[str], nowhere: Heard, nothing: Heard, **headers: str
) -> None:
    for path in paths:
        heard = await ask(server, "GET", path, None, None, **headers)
        said = [(name, value) for name, value in ENTITY.findall(heard.content.decode()) if name not in PLACES]
        assert said == [(n, v) for n, v in ENTITY.findall(nowhere.content.decode()) if n not in PLACES]
        image = image_of(Parsed(heard.content.decode()), server)
        drawn = await picture(server, image, **headers)
        assert drawn.content == nothing.content
        assert code in image, "the address follows from the one that was asked for"
        kept = {name: value for name, value in drawn.headers.items() if name.lower() != "date"}
        assert kept == {name: value for name, value in nothing.headers.items() if name.lower() != "date"}


PLACES = ("og:url", "og:image")


@on_loop
async def test_a_preview_is_what_an_outsider_sees_whoever_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No hand is in what is drawn, and one who was sent away or plays has the same as a stranger."""
    async with served(tmp_path / "data") as server, two_at_a_table(server, options=SHORT) as (ann, bob):
        assert bob.sheet
        assert bob.sheet.you
        # While a person is asked, no bot changes what is to be seen.
        await until(ann, lambda sheet: sheet.game and sheet.game.to_decide in (0, 1))
        drawn: list[cards.Shown] = []
        draw = pictures.Pictures.of

        async def noted(self: pictures.Pictures, shown: cards.Shown, client: str) -> bytes:
            drawn.append(shown)
            return await draw(self, shown, client)

        monkeypatch.setattr(pictures.Pictures, "of", noted)
        known: list[dict[str, str]] = [dict(each.headers) for each in (ann.client, bob.client)]
        pages = [await ask(server, "GET", f"/t/{ann.table}", None, None, **headers) for headers in (*known, {})]
        path = f"/api/tables/{ann.table}/preview.png?language=en"
        pictured = [await picture(server, path, **headers) for headers in (*known, {})]
        await ann.do(Kick(bob.sheet.you.member))
        pictured.append(await picture(server, path, **known[1]))
        assert len({each.content for each in pages}) == 1
        assert len({each.content for each in pictured}) == 1
        for each in drawn:
            assert isinstance(each.drawn, Card)
            assert each.drawn.view is not None
            assert (each.drawn.view.seat, each.drawn.view.hand, each.drawn.view.legal) == (None, None, ())


@on_loop
async def test_a_moment_is_drawn_as_a_spectator_saw_it(tmp_path: Path) -> None:
    async with served(tmp_path / "data") as server, two_at_a_table(server, options=SHORT) as (ann, bob):
        await asyncio.gather(play_out(ann), play_out(bob))
        await until(ann, lambda sheet: sheet.phase == "over")
        match = await server.context.archive.game(ann.table, 1, None)
        assert match.record
        assert drawing.at_moment(cards.Moment(match.record, 10**6, match.parts, "en")).view == replaced(match)
        for number in range(12):
            card = drawing.at_moment(cards.Moment(match.record, number, match.parts, "en"))
            assert card.view
            assert (card.view.hand, card.view.legal) == (None, ())
            assert "draws a card" in card.text or " draws " not in card.text


def replaced(match: Match) -> View:
    return replace(match.game.view(None), players=match.players)


@on_loop
async def test_names_cannot_leave_their_place(tmp_path: Path) -> None:
    """Whatever people are called, there is no tag in the page and none in the picture that we did not put there."""
    async with served(tmp_path / "data") as server:
        plain = (await page(server, "/t/QQQQQQ")).tags
        for name in HOSTILE:
            async with Client(server.address, name) as host:
                opened = await host.open(KILL, 3)
                for language in ("en", "de"):
                    heard = await ask(server, "GET", f"/t/{opened.code}?language={language}")
                    found = Parsed(heard.content.decode())
                    assert found.tags == plain
                    assert name in found.meta["og:title"], "and it is all there"
                    assert unescape(name) == name or unescape(name) not in found.meta["og:title"]
                    assert heard.headers["content-security-policy"] == POLICY
        await picture(server, image_of(found, server))


@on_loop
async def test_an_address_cannot_leave_its_place_either(tmp_path: Path) -> None:
    async with served(tmp_path / "data") as server:
        plain = (await page(server, "/t/QQQQQQ")).tags
        hostile = "%22%3E%3Cscript%3E"
        for path in (
            f"/t/{hostile}",
            f"/games/{hostile}/1?moment={hostile}",
            f"/games/a/{hostile}?moment=1&x={hostile}",
        ):
            found = await page(server, path)
            assert found.tags == plain
            assert ">" not in found.meta["og:image"]


@pytest.mark.parametrize("name", ["Ω" * 30, "王小明" * 10, "🎲🎲", "W" * 40, "ö" * 40, "a b " * 10, "ﷺ", "\u202eabc"])
def test_any_name_can_be_drawn(name: str) -> None:
    people = (Person(name, "augusta"),) * 8
    card = Card("Doctor Lucky", name, name * 20, people, ("mansion", "whole", ()))
    assert drawing.png(card)[:4] == b"\x89PNG"


def test_letters_come_from_the_package_and_not_from_the_machine() -> None:
    """Without them a picture has no words at all."""
    assert all(Path(font).is_file() for font in drawing.fonts())
    shown = neutral("en").drawn
    assert isinstance(shown, Card)
    assert drawing.png(shown) != drawing.png(shown._replace(title="Someone else", kicker="", text=""))
    assert drawing.png(shown) != drawing.png(neutral("de").drawn)


@on_loop
async def test_the_page_is_kept_as_before(tmp_path: Path) -> None:
    async with served(tmp_path / "data") as server:
        heard = await ask(server, "GET", "/t/QQQQQQ")
        assert heard.headers["cache-control"] == "no-cache"
        assert "Accept-Language" in heard.headers["vary"]
        again = await ask(server, "GET", "/t/QQQQQQ", If_None_Match=heard.headers["etag"])
        assert (again.status, again.content) == (304, b"")
        assert PAGE.replace("</head>", "") in re.sub(r"<meta [^>]*>", "", heard.content.decode()).replace("</head>", "")


@on_loop
async def test_pictures_have_a_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept costs nothing; what has to be drawn is counted, and many at once are not for one client."""
    monkeypatch.setattr(pictures, "DRAWN_PER_SECOND", 1e-9)
    monkeypatch.setattr(pictures, "DRAWN_AT_ONCE", 1.0)
    async with served(tmp_path / "data") as server, Client(server.address, "Ann") as ann:
        first, second = [(await ann.open(KILL, 3)).code for _ in range(2)]
        for _ in range(3):
            await picture(server, f"/api/tables/{first}/preview.png")
        refused = await ask(server, "GET", f"/api/tables/{second}/preview.png")
        assert (refused.status, refused.json["code"]) == (429, "too fast")
        await picture(server, f"/api/tables/{first}/preview.png")


@on_loop
async def test_one_picture_is_drawn_once_for_all_who_wait_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(tmp_path / "data") as server, Client(server.address, "Ann") as ann:
        code = (await ann.open(KILL, 3)).code
        drawn: list[object] = []
        run = server.context.workers.pictures.run

        async def counted(*work: Any) -> Any:
            drawn.append(work)
            return await run(*work)

        monkeypatch.setattr(server.context.workers.pictures, "run", counted)
        path = f"/api/tables/{code}/preview.png"
        heard = await asyncio.gather(*(picture(server, path) for _ in range(3)))
        assert len({each.content for each in heard}) == 1
        assert len(drawn) == 1


@on_loop
async def test_a_game_that_is_played_is_not_drawn_anew_with_every_move(tmp_path: Path) -> None:
    async with served(tmp_path / "data") as server, two_at_a_table(server) as (ann, bob):
        path = f"/api/tables/{ann.table}/preview.png"
        first = await picture(server, path)
        await move_either(ann, bob)
        assert (await picture(server, path)).content == first.content
        kept: Any = server.context.pictures._kept
        key = ("table", server.context.tables.live[next(iter(server.context.tables.live))].id, "en")
        kept.put(key, kept.get(key)._replace(at=-pictures.STILL_GOOD), len(first.content))
        await move_either(ann, bob)
        await picture(server, path)
        assert kept.get(key).version > 0


@on_loop
async def test_who_asks_for_very_many_pages_is_told_what_anyone_is(tmp_path: Path) -> None:
    async with served(tmp_path / "data") as server, Client(server.address, "Ann") as ann:
        code = (await ann.open(KILL, 3)).code
        bucket = server.context.previews.of("127.0.0.1")
        assert "Ann" in (await page(server, f"/t/{code}")).meta["og:title"]
        bucket.charge(PREVIEWS + 1e6)
        assert (await page(server, f"/t/{code}")).meta["og:title"] == "You are asked to the table"


@on_loop
async def test_pages_are_no_way_to_guess_codes(tmp_path: Path) -> None:
    """To be wrong costs as much as elsewhere, and then tables that are there look like any other."""
    async with served(tmp_path / "data") as server, Client(server.address, "Ann") as ann:
        code = (await ann.open(KILL, 3)).code
        for number in range(40):
            await page(server, f"/t/QQQQ{number:02}")
        assert (await page(server, f"/t/{code}")).meta["og:title"] == "You are asked to the table"


@on_loop
async def test_a_page_does_not_wait_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(tags_module, "PATIENCE", 0.01)
    async with served(tmp_path / "data") as server:
        monkeypatch.setattr(tags_module, "of_table", never)
        assert (await page(server, "/t/QQQQQQ")).meta["og:title"] == "You are asked to the table"


@on_loop
async def test_a_picture_that_cannot_be_drawn_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path / "data") as server, Client(server.address, "Ann") as ann:
        code = (await ann.open(KILL, 3)).code

        async def fails(*_: object) -> None:
            raise DrLuckyError("no")

        monkeypatch.setattr(server.context.workers.pictures, "run", fails)
        assert (await ask(server, "GET", f"/api/tables/{code}/preview.png")).status == 400
        monkeypatch.undo()
        await picture(server, f"/api/tables/{code}/preview.png")
        for path in ("/api/games/QQQQQQ/0/preview.png", "/api/games/QQQQQQ/x/preview.png"):
            assert (await ask(server, "GET", path)).status == 404
        assert (await ask(server, "GET", "/api/games/QQQQQQ/1/preview.png?moment=-1")).status == 400
