"""Whoever asks is told in their own language why something is not possible."""

from pathlib import Path
from typing import Any

from drlucky.server.auth import COOKIE
from drlucky.server.client import Client
from drlucky.table import Act, Start
from server.serving import KILL, ask, hear, on_loop, raw, say, served

RECORD = Path(__file__).parents[1] / "records" / "kill-1996-reshuffle.txt"
NO_TABLE = {"en": "there is no such table", "de": "diesen Tisch gibt es nicht"}


async def told(*asked: Any, **headers: Any) -> str:
    return str((await ask(*asked, **headers)).json["text"])


@on_loop
async def test_over_http(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        nowhere = (server, "GET", "/api/tables/NOSUCH")
        assert await told(*nowhere) == NO_TABLE["en"]
        assert await told(*nowhere, Accept_Language="de-AT,en;q=0.5") == NO_TABLE["de"]
        assert await told(*nowhere, Accept_Language="fr,tlh;q=0.5") == NO_TABLE["en"]
        assert await told(server, "GET", "/api/tables/NOSUCH?language=de", Accept_Language="en") == NO_TABLE["de"]
        assert await told(server, "GET", "/api/nowhere", Accept_Language="de") == (
            "unter dieser Adresse gibt es nichts; siehe /api/openapi.json"
        )
        assert await told(server, "DELETE", "/api/lobby", Accept_Language="de") == "nicht mit dieser Methode"
        assert await told(
            server, "PUT", "/api/me", {"name": "Ann"}, Origin="http://elsewhere.example", Accept_Language="de"
        ) == ("Seiten anderer Anbieter dürfen das nicht")
        unknown = (server, "PUT", "/api/me", {"name": "Ann", "language": "tlh"})
        assert (await told(*unknown, Accept_Language="de")).startswith("die Sprache 'tlh' gibt es nicht")


@on_loop
async def test_what_does_not_fit(tmp_path: Path) -> None:
    """Set-ups and records are checked far from the server."""
    async with served(tmp_path) as server, Client(server.address) as ann:
        await ann.introduce("Ann", "de")
        assert ann.identity
        known = {"Cookie": f"{COOKIE}={ann.identity}"}
        many = await told(server, "POST", "/api/quick", {"edition": KILL, "players": 20}, **known)
        assert many == "kill-1996 ist für 2 bis 8 Personen, nicht für 20"
        broken = RECORD.read_text(encoding="utf-8")
        for wrong, why in (
            ("Hello", "Zeile 1: das ist keine Aufzeichnung: die erste Zeile muss 'drlucky record 1' sein"),
            (broken.replace("\nseed: ", "\nseed: g"), "hier müssen 64 Hexadezimalziffern stehen, 0 bis 9 und a bis f"),
            (broken.replace("\ndraw\n", "\npass\n", 1), "Zeile "),
        ):
            answer = await told(server, "POST", "/api/replay", {"record": wrong}, **known)
            assert answer.startswith("Zeile ")
            assert why in answer
            english = await told(server, "POST", "/api/replay", {"record": wrong})
            assert english.startswith("line ")
            assert english.partition(": ")[2] != answer.partition(": ")[2]


@on_loop
async def test_an_identity_keeps_its_language(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address) as ann:
        await ann.introduce("Ann", "de")
        assert ann.identity
        known = {"Cookie": f"{COOKIE}={ann.identity}"}
        assert await told(server, "GET", "/api/tables/NOSUCH", **known) == NO_TABLE["de"]
        opened = await ann.open(KILL, 3)
        command = {"id": "1", "version": opened.version, "do": {"do": "start"}}
        answer = await told(server, "POST", f"/api/tables/{opened.code}/commands", command, **known)
        assert answer == "Platz 1 ist frei: lade jemanden ein, setz einen Bot hin oder nimm ihn weg"


@on_loop
async def test_over_a_socket(tmp_path: Path) -> None:
    async with served(tmp_path, hints_per_minute=0.001) as server, Client(server.address, "Ann") as ann:
        opened = await ann.open(KILL, 3)
        async with raw(server, ann, **{"Accept-Language": "de"}) as socket:
            await say(socket, type="ping", id="1")
            assert (await hear(socket, "error"))["text"] == "die erste Nachricht ist ein Hello"
            await say(socket, type="hello", table="NOSUCH", language="en")
            assert (await hear(socket, "error"))["text"] == NO_TABLE["en"]
            await say(socket, type="hello", table="NOSUCH", language="de")
            assert (await hear(socket, "error"))["text"] == NO_TABLE["de"]
            await say(socket, type="hello", table=opened.code, language="de")
            await hear(socket, "table")
            await say(socket, type="do", id="2", version=opened.version, do={"do": "start"})
            assert (await hear(socket, "answer"))["text"].startswith("Platz 1 ist frei: ")
            await say(socket, type="hint", id="3")
            assert (await hear(socket, "error"))["text"] == (
                "du hast um viele Tipps gebeten; denk eine Weile selbst nach"
            )
            await say(socket, type="look", language="en")
            await hear(socket, "table")
            await say(socket, type="sight", id="4")
            assert (await hear(socket, "error"))["text"] == "no game has begun"
            await say(socket, type="look", language="de")
            await hear(socket, "table")
            await say(socket, type="sight", id="5")
            assert (await hear(socket, "error"))["text"] == "noch hat kein Spiel begonnen"


@on_loop
async def test_programs_that_say_no_language_are_told_in_english(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        opened = await ann.open(KILL, 3)
        async with ann.sit(opened.code) as seat:
            assert (await seat.do(Start())).text == "seat 1 is open: invite someone, put a bot there, or remove it"
            assert (await seat.do(Act("draw"))).text == "no game is going on"
