"""Playing over the socket: all that docs/protocol.md says of it."""

import asyncio
from pathlib import Path
from typing import get_args

import msgspec
import pytest

import drlucky
from browser.positions import can, prepare
from drlucky import phrases
from drlucky.server.client import Client, ServerError
from drlucky.server.ws import messages as m
from drlucky.server.ws.snapshots import Snapshot, message
from drlucky.table import Act, Invite, Join, Pause, Redeem, Say, Undo
from drlucky.table.commands import AnyDeed
from server.serving import (
    KILL,
    SHORT,
    hear,
    impossible,
    move_either,
    on_loop,
    play_out,
    raw,
    say,
    served,
    two_at_a_table,
    until,
)

DOCS = Path(__file__).parents[2] / "docs"


@on_loop
async def test_hello_is_answered_with_welcome_and_the_table(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        opened = await ann.open(KILL)
        async with raw(server, ann) as socket:
            await say(socket, type="hello", table=opened.code.lower())
            welcome = await hear(socket)
            assert (welcome["type"], welcome["protocol"], welcome["known"]) == ("welcome", m.PROTOCOL, True)
            table = await hear(socket)
            assert table["sheet"]["table"] == opened.table
            assert table["sheet"]["you"] == {"member": 0, "seats": [0], "host": True, "may_erase": True}
            assert "since" not in table["sheet"]


@on_loop
async def test_who_is_not_known_watches_and_does_nothing(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        opened = await ann.quick(KILL, 3)
        async with Client(server.address).sit(opened.table) as seat:
            assert seat.sheet is not None
            assert seat.sheet.you is None
            assert seat.sheet.game is not None
            assert seat.sheet.game.view.hand is None
            with pytest.raises(ServerError, match="PUT /api/me"):
                await seat.do(Join("Eve"))


@on_loop
async def test_two_play_a_whole_game_and_each_reads_it_in_their_language(tmp_path: Path) -> None:
    async with served(tmp_path) as server, two_at_a_table(server, options=SHORT) as (ann, bob):
        await asyncio.gather(play_out(ann), play_out(bob))
        assert ann.sheet
        assert bob.sheet
        assert ann.sheet.game
        assert bob.sheet.game
        assert ann.sheet.game.laid_open == bob.sheet.game.laid_open
        for seat, language in ((ann, "en"), (bob, "de")):
            assert seat.sheet
            assert seat.sheet.game
            view, events = seat.sheet.game.view, seat.sheet.game.events
            sentences = (phrases.event(e, view.players, language, saving=False, you=view.seat) for e in events)
            assert seat.words.events == tuple(sentences)
        assert ann.words.events[-1] != bob.words.events[-1]
        assert ann.updates > 1, "it came in parts"


@on_loop
async def test_updates_put_together_are_the_table(tmp_path: Path) -> None:
    """Also after an undo and while others talk."""
    async with served(tmp_path) as server, two_at_a_table(server) as (ann, bob):
        for turn in range(30):
            await move_either(ann, bob)
            await bob.do(Say(f"line {turn}"))
            if ann.sheet and ann.sheet.game and ann.sheet.game.undo:
                await ann.do(Undo())
        last = (await ann.do(Pause())).version  # if it is not over already, the bot stops here
        async with ann.client.sit(ann.table, language="en") as fresh:
            whole, now = [await until(seat, lambda sheet: sheet.version >= last) for seat in (fresh, ann)]
            assert whole.version == now.version
            assert whole.lines == now.lines
            assert whole.game == msgspec.structs.replace(now.game)
            assert fresh.words == ann.words


@on_loop
async def test_who_comes_back_is_told_what_was_missed(tmp_path: Path) -> None:
    async with served(tmp_path) as server, two_at_a_table(server) as (ann, bob):
        assert bob.sheet
        seen = bob.sheet.version
        for number in range(5):
            await ann.do(Say(f"line {number}"))
        async with raw(server, bob.client) as socket:
            await say(socket, type="hello", table=bob.table, since=seen, language=None)
            told = (await hear(socket, "table"))["sheet"]
            assert told["since"] == seen
            assert [line["text"] for line in told["lines"]] == [f"line {number}" for number in range(5)]
            assert "words" not in told
        async with raw(server, bob.client) as socket:
            await say(socket, type="hello", table=bob.table, since=0)
            assert "since" not in (await hear(socket, "table"))["sheet"], "too long ago: everything"
        async with raw(server, bob.client) as socket:
            await say(socket, type="hello", table=bob.table, since=10**6)
            assert "since" not in (await hear(socket, "table"))["sheet"], "no version of this table: everything"


@on_loop
async def test_a_lost_connection_loses_nothing_and_repeats_nothing(tmp_path: Path) -> None:
    async with served(tmp_path) as server, two_at_a_table(server) as (ann, bob):
        said = [asyncio.ensure_future(ann.do(Say(f"line {number}"))) for number in range(6)]
        await ann.drop()
        assert all(answer.accepted for answer in await asyncio.gather(*said))
        lines = (await until(bob, lambda sheet: len(sheet.lines) >= 6)).lines
        assert sorted(line.text for line in lines) == [f"line {number}" for number in range(6)]


@on_loop
async def test_commands_that_come_twice_late_or_wrong_are_answered(tmp_path: Path) -> None:
    async with served(tmp_path) as server, two_at_a_table(server, bots=0) as (ann, bob):
        asked = ann if ann.sheet and ann.sheet.game and ann.sheet.game.view.legal else bob
        assert asked.sheet
        assert asked.sheet.game
        language = "de" if asked is bob else "en"
        async with raw(server, asked.client) as socket:
            await say(socket, type="hello", table=asked.table, language=language)
            command = {"type": "do", "id": "x", "version": asked.version, "do": {"do": "say", "text": "hi"}}
            await say(socket, **command)
            first = await hear(socket, "answer")
            await say(socket, **command)
            again = await hear(socket, "answer")
            assert (first["at"], again["at"], again["code"]) == (first["at"], first["at"], "repeated")
            act = {"do": "act", "action": asked.sheet.game.view.legal[0]}
            await say(socket, type="do", id="old", version=0, do=act)
            assert (await hear(socket, "answer"))["code"] == "stale"
            action, reason = impossible(asked.sheet.game.view.phase)
            await say(socket, type="do", id="no", version=first["version"], do={"do": "act", "action": action})
            refused = await hear(socket, "answer")
            assert refused["code"] == "illegal"
            assert refused["reason"]["code"] == reason
            assert ("geht nicht" in refused["text"]) == (language == "de")


@on_loop
async def test_reasons_sight_hints_and_the_time_come_on_demand(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        opened = await ann.quick(KILL, 3)
        async with ann.sit(opened.code, language="de") as seat:
            sheet = await until(seat, lambda sheet: sheet.game.view.legal)
            action, reason = impossible(sheet.game.view.phase)
            why = await seat.why(action)
            assert why.reason
            assert why.reason.code == reason
            assert why.text
            assert "geht nicht" in why.text
            with pytest.raises(ServerError, match="keine Aktion dieses Spiels"):
                await seat.why("fly away")
            assert (await seat.why(sheet.game.view.legal[0])).reason is None
            seen = await seat.sight()
            assert seen.sight.seat == sheet.game.view.seat
            assert seen.to_attempt == seen.sight.to_attempt
            assert abs((await seat.ping()).now - sheet.now) < 60
            hint = await seat.hint()
            assert hint.best.action in sheet.game.view.legal
            assert hint.version == sheet.version
            assert hint.text
            assert (hint.plan[0], hint.done, len(hint.steps)) == (hint.best.action, 0, len(hint.plan))
            assert hint.because
        async with Client(server.address).sit(opened.code) as spectator:
            with pytest.raises(ServerError, match="not yours"):
                await spectator.why("draw")
            with pytest.raises(ServerError, match="has to decide"):
                await spectator.hint()


@on_loop
async def test_a_hint_goes_on_with_the_plan_of_the_one_before(tmp_path: Path) -> None:
    """A card was played for steps: one has to be taken, and the turn to be ended some way."""
    ready = await asyncio.to_thread(
        prepare, tmp_path, KILL, [("Ann", "person"), ("Bob", "bot easy")], until=can("walk ")
    )
    async with served(tmp_path) as server, Client(server.address, identity=ready.cookies["Ann"]) as ann:
        async with ann.sit(ready.code) as seat:
            sheet = await until(seat, lambda sheet: sheet.game.view.legal)
            card = next(action for action in sheet.game.view.legal if action.startswith("walk "))
            walked = await seat.do(Act(card))
            await until(seat, lambda sheet: sheet.version >= (walked.at or 0))
            first = await seat.hint()
            assert len(first.plan) > 1
            assert (await seat.hint()).plan == first.plan
            stepped = await seat.do(Act(first.best.action))
            await until(seat, lambda sheet: sheet.version >= (stepped.at or 0))
            second = await seat.hint()
            assert (second.plan, second.done, second.changed) == (first.plan[1:], 1, None)
            assert second.best.chance == first.best.chance
        # Another socket knows nothing of the plan, and finds one.
        async with ann.sit(ready.code) as seat:
            await until(seat, lambda sheet: sheet.game.view.legal)
            assert (await seat.hint()).done == 0


@on_loop
async def test_hints_are_few_and_one_at_a_time(tmp_path: Path) -> None:
    async with served(tmp_path, hints_per_minute=2.0) as server, Client(server.address, "Ann") as ann:
        opened = await ann.quick(KILL, 3)
        async with ann.sit(opened.code) as seat:
            await until(seat, lambda sheet: sheet.game.view.legal)
            hints = await asyncio.gather(seat.hint(), seat.hint(), return_exceptions=True)
            assert isinstance(hints[0], m.Hinted)
            assert isinstance(hints[1], ServerError)
            assert hints[1].code == "busy"
            await seat.hint()
            with pytest.raises(ServerError, match="many hints"):
                await seat.hint()


@on_loop
async def test_one_device_can_show_the_hands_of_its_seats_in_turn(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        opened = await ann.open(KILL, 2)
        async with ann.sit(opened.code) as seat:
            assert (await seat.do(Join("Ben"))).accepted
            sheet = await until(seat, lambda sheet: sheet.you.seats == (0, 1))
            await ann.post(
                f"/api/tables/{opened.code}/commands", {"id": "s", "version": sheet.version, "do": {"do": "start"}}
            )
            sheet = await until(seat, lambda sheet: sheet.game)
            shown = sheet.game.view.seat
            await seat.look(seat=1 - shown)
            other = await until(seat, lambda sheet: sheet.game.view.seat == 1 - shown)
            assert other.game.view.hand != sheet.game.view.hand
            await seat.look(seat=shown, language="de")
            await until(seat, lambda sheet: sheet.game.view.seat == shown)
            assert seat.words.legal
            async with raw(server, ann) as socket:
                await say(socket, type="hello", table=opened.code, seat=7, language="xx")
                errors = [await hear(socket, "error"), await hear(socket, "error")]
                assert [error["code"] for error in errors] == ["malformed", "not yours"]
                assert "en, de" in errors[0]["text"]


@on_loop
async def test_an_invitation_is_redeemed_once(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        opened = await ann.open(KILL, 3, by_invitation=True)
        async with ann.sit(opened.code) as host, Client(server.address, "Bob") as bob:
            token = (await host.do(Invite(1))).token
            assert token
            assert len(token) >= 22, "128 bits or more"
            async with bob.sit(opened.code) as guest:
                assert (await guest.do(Join("Bob"))).code == "by invitation"
                assert (await guest.do(Redeem(token, "Bob"))).accepted
                assert (await guest.do(Redeem(token, "Bob"))).code == "bad token"
        assert token.encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())


@on_loop
async def test_a_conversation_begins_with_hello_to_a_table_that_exists(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann, raw(server, ann) as socket:
        await say(socket, type="ping", id="p")
        error = await hear(socket)
        assert (error["code"], error["id"]) == ("hello first", "p")
        await say(socket, type="hello", table="ZZZZZZ")
        assert (await hear(socket))["code"] == "not here"
        opened = await ann.open(KILL)
        await say(socket, type="hello", table=opened.table)
        assert (await hear(socket))["type"] == "welcome"
        await hear(socket, "table")
        await say(socket, type="hello", table=opened.table)
        assert (await hear(socket))["code"] == "not now"


@on_loop
async def test_a_table_that_is_not_for_watching_shows_strangers_nothing_of_its_game(tmp_path: Path) -> None:
    async with (
        served(tmp_path) as server,
        two_at_a_table(server, watchable=False) as (ann, _),
        Client(server.address, "Eve") as eve,
        eve.sit(ann.table) as seat,
    ):
        assert seat.sheet
        assert seat.sheet.game is None
        with pytest.raises(ServerError, match="at this table"):
            await seat.sight()
        with pytest.raises(ServerError, match="not for you"):
            await eve.text(f"/api/tables/{ann.table}/board.svg")
        with pytest.raises(ServerError, match="may see its games"):
            await eve.get(f"/api/games/{ann.table}")


@on_loop
async def test_presence_follows_connections(tmp_path: Path) -> None:
    async with served(tmp_path) as server, two_at_a_table(server) as (ann, bob):
        await until(ann, lambda sheet: all(person.present for person in sheet.people))
        await bob.go()
        await until(ann, lambda sheet: not sheet.people[1].present)


def test_every_message_and_deed_is_described() -> None:
    page = (DOCS / "protocol.md").read_text(encoding="utf-8")
    for kind in (*get_args(m.AnyFromClient), *get_args(m.AnyFromServer)):
        tag = kind.__struct_config__.tag
        rows = [line for line in page.splitlines() if line.startswith(f"| `{tag}` |")]
        assert rows, f"{tag} is missing"
        for field in msgspec.structs.fields(kind):
            assert any(f"`{field.encode_name}`" in row for row in rows), f"{tag}.{field.encode_name} is missing"
    for deed in get_args(AnyDeed):
        tag = deed.__struct_config__.tag
        fields = [f"`{field.name}`" for field in msgspec.structs.fields(deed)]
        described = page[page.index("The deeds, as JSON") :]
        assert f"`{tag}`" in described
        named = described[described.index(f"`{tag}`") :].split("`", 2)[2].lstrip()
        assert not fields or all(field in named[: named.index(")")] for field in fields), f"{tag}: {fields}"
    for code in m.CLOSE:
        assert f"| `{code}` | {m.CLOSE[code]} |" in page


def test_an_action_is_a_deed_like_any_other() -> None:
    message = m.from_client.decode(b'{"type":"do","id":"a","version":3,"do":{"do":"act","action":"draw"}}')
    assert isinstance(message, m.Do)
    assert message.command.do == Act("draw")


@on_loop
async def test_the_quick_way_to_tell_a_table_says_the_same_as_the_plain_one(tmp_path: Path) -> None:
    """In every edition, for everyone who looks, whoever has to decide; with names that look like JSON."""
    async with served(tmp_path) as server, Client(server.address, '"legal":[]') as ann:
        for book in drlucky.editions():
            opened = await ann.quick(book.id, 3, options={"turn_limit": 8}, name='{"seat":null')
            live = server.context.tables.live[opened.table]
            host = live.table.host
            shown: list[tuple[str | None, int | None]] = [(host, None), (None, None), (host, 0)]
            async with ann.sit(opened.code) as seat:
                playing = asyncio.ensure_future(play_out(seat))
                async for _ in live.changes():
                    for person, which in shown:
                        for since, language in ((None, "de"), (max(0, live.version - 2), None)):
                            text, version = Snapshot(live).tell(person, since, which, language)
                            plain = message(live, person, since, which, language)
                            sheet = msgspec.structs.replace(plain.sheet, now=0.0)
                            told = m.from_server.decode(text)
                            assert isinstance(told, m.Table)
                            assert msgspec.structs.replace(told.sheet, now=0.0) == sheet
                            assert told.words == plain.words
                            assert version == sheet.version
                    if live.table.phase == "over":
                        break
                await playing
