"""A calendar of a game of days: the deadline of one's own decision, by an address that reads nothing else."""

from pathlib import Path
from time import gmtime, strftime

import pytest

from drlucky.server.notices.calendar import Calendar, escaped, folded, written
from drlucky.server.notices.decisions import Decision
from drlucky.table import registry
from server.serving import KILL, ask, on_loop, rows_of, served
from server.test_devices import Browser
from server.test_notices import HERE, asked, one_is_away, until_asked

pytestmark = pytest.mark.usefixtures("either_store")


def unfolded(text: str) -> list[str]:
    """The lines of a calendar, as its readers put them together."""
    assert text.endswith("\r\n")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert "\n" not in text.replace("\r\n", "")
    return text.replace("\r\n ", "").removesuffix("\r\n").split("\r\n")


def event(text: str) -> dict[str, str]:
    lines = unfolded(text)
    assert lines[:3] == ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//drlucky//drlucky//EN"]
    assert lines[-2:] == ["END:VEVENT", "END:VCALENDAR"]
    return dict(line.split(":", 1) for line in lines[lines.index("BEGIN:VEVENT") + 1 : -2])


@on_loop
async def test_a_calendar_has_the_deadline_of_ones_own_decision(tmp_path: Path) -> None:
    async with served(tmp_path, notice_networks=HERE) as server, one_is_away(server) as (ann, first, bob, code):
        table = (await server.context.tables.get(code)).id
        link = (await asked(server, bob, "POST", "/api/me/calendars", {"table": code})).json["link"]
        path = link.removeprefix(server.address)
        heard = await ask(server, "GET", path)
        assert heard.headers["content-type"] == "text/calendar; charset=utf-8"
        before = event(heard.content.decode())
        assert before["STATUS"] == "CANCELLED", "it is the other's turn"
        await until_asked(server, code, 1, first)
        found = event((await ask(server, "GET", path)).content.decode())
        assert found["STATUS"] == "CONFIRMED"
        assert found["UID"] == before["UID"], "calendars know that it is the same"
        assert found["SUMMARY"] == "It's your turn"
        assert found["URL"] == f"{server.address}/t/{code}"
        deadline = (await asked(server, bob, "GET", f"/api/tables/{code}")).json["sheet"]["game"]["deadline"]
        assert found["DTEND"] == strftime("%Y%m%dT%H%M%SZ", gmtime(deadline))
        assert found["DTSTART"] < found["DTEND"]
        # Ann's is her own, and a stranger gets none.
        hers = (await asked(server, ann, "POST", "/api/me/calendars", {"table": code})).json["link"]
        her_own = (await ask(server, "GET", hers.removeprefix(server.address))).content.decode()
        assert event(her_own)["STATUS"] == "CANCELLED"
        eve = await Browser(server).called("Eve")
        assert (await eve.ask("POST", "/api/me/calendars", {"table": code})).status == 403
        # The token reads the deadline, and is no identity.
        token = path.rpartition("/")[2].removesuffix(".ics")
        assert (await ask(server, "GET", "/api/me/tables", Authorization=f"Bearer {token}")).status == 401
        assert token not in str(await rows_of(server, "calendars"))
        # Another one takes its place, and is ended by a click.
        again = (await asked(server, bob, "POST", "/api/me/calendars", {"table": code})).json["link"]
        assert (await ask(server, "GET", path)).status == 404
        assert (await asked(server, bob, "GET", "/api/me/notices")).json["calendars"] == [table]
        assert (await asked(server, bob, "DELETE", f"/api/me/calendars/{table}")).json["calendars"] == []
        assert (await ask(server, "GET", again.removeprefix(server.address))).status == 404


@on_loop
async def test_calendars_outlive_a_restart_and_wake_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path) as server, one_is_away(server) as (_, first, bob, code):
        link = (await asked(server, bob, "POST", "/api/me/calendars", {"table": code})).json["link"]
        path = link.removeprefix(server.address)
        await until_asked(server, code, 1, first)
    monkeypatch.setattr(registry, "RECENT", -1.0)
    async with served(tmp_path) as server:
        assert event((await ask(server, "GET", path)).content.decode())["STATUS"] == "CONFIRMED"
        assert not server.context.tables.live


@on_loop
async def test_guessing_at_calendars_ends_soon(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        statuses = [(await ask(server, "GET", "/api/calendar/nonsense.ics")).status for _ in range(40)]
        assert statuses[0] == 404
        assert statuses[-1] == 429


def test_whatever_people_are_called_it_is_a_calendar() -> None:
    host = "Ä;,\\\r\nATTACH:x" * 20
    decision = Decision("t", "person 1", "1.1.1", "K7QXMB", KILL, host, 1_800_000_000.0, None)
    for language in ("en", "de"):
        text = written(Calendar("a" * 64, "person 1", "t", language), decision, lambda code: f"https://x/t/{code}")
        assert not any(line.startswith("ATTACH") for line in unfolded(text))
        assert event(text)["DTEND"] == "20270115T080000Z"
    assert escaped("a;b,c\\d\n e") == "a\\;b\\,c\\\\d e"
    assert folded("x" * 75) == "x" * 75
    assert [len(line) for line in folded("x" * 200).split("\r\n")] == [75, 75, 52]
