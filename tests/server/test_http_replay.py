"""Replays of finished games, their figures and proofs."""

import asyncio
import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import drlucky
from drlucky import phrases
from drlucky.analysis import analyse
from drlucky.cast import casting, guests, with_strangers_named
from drlucky.game.dealer import Dealer
from drlucky.game.game import Game
from drlucky.game.replay import Replay
from drlucky.game.verify import verify
from drlucky.record.reader import PartRead, read
from drlucky.server.client import Client, ServerError
from drlucky.server.history import replay_frames as replaying
from server.serving import SHORT, ask, on_loop, play_out, served, two_at_a_table, until

RECORDS = Path(__file__).parents[1] / "records"
NAMES = sorted(path.stem for path in RECORDS.glob("*.txt"))
TOLD = (
    "kill-2016-lights-out",
    "kill-2016-strangers-then-escape",
    "kill-de-several-weapons",
    "save-2000-washed-up",
    "kill-2016-own-board",
)


def text(name: str) -> str:
    return (RECORDS / f"{name}.txt").read_text(encoding="utf-8")


def replayed(name: str, eyes: str, language: str = "en") -> Any:
    return json.loads(replaying.replayed(text(name), eyes, language))


def views(replay: Any) -> Iterator[dict[str, Any]]:
    """What a page knows at each frame, by the rule that fields are replaced as a whole."""
    known: dict[str, Any] = {}
    firsts = {part["first"] for part in replay["parts"]}
    for number, frame in enumerate(replay["frames"]):
        known = frame["view"] if number in firsts else known | frame["view"]
        yield known


def games(name: str) -> Iterator[tuple[drlucky.Game, str | None]]:
    """The game at each step, and the action that led there."""
    replay = Replay(read(text(name)))
    yield replay.game, None
    for number, step in enumerate(replay.steps, 1):
        replay.go_to(number)
        yield replay.game, None if isinstance(step, PartRead) else step.text


def plain(view: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(view))


@pytest.mark.parametrize("name", TOLD)
def test_every_frame_is_what_a_seat_knew_then(name: str) -> None:
    replay = replayed(name, "0")
    assert replay["parts"][0]["seat"] == 0
    for frame, view, (game, action) in zip(replay["frames"], views(replay), games(name), strict=True):
        seat = game.players.index(replay["parts"][0]["players"][0])
        assert view == plain(game.view(seat)) | named(game)
        assert frame.get("action") == action
    assert replay["outcome"] == plain(game.outcome)
    assert replay["proof"] is None, "the seed would tell all hands"


def named(game: Game) -> dict[str, list[str]]:
    """Strangers go by the names of their characters."""
    strangers = game.setting.strangers
    return {"players": list(with_strangers_named(game.players, strangers, casting(game.players, strangers)))}


@pytest.mark.parametrize("name", TOLD)
def test_open_eyes_see_all_hands(name: str) -> None:
    replay = replayed(name, "open")
    for view, (game, _) in zip(views(replay), games(name), strict=True):
        hands = [plain(game.view(seat).hand) for seat in range(len(game.players))]
        more = {"hands": hands, "copies": [plain(game.view(seat).hand_copies) for seat in range(len(game.players))]}
        assert view == plain(game.view(None)) | more | named(game)


def test_events_are_told_to_those_who_may_know_them() -> None:
    name = "kill-2016-lights-out"
    drawn: dict[str, list[bool]] = {}
    for eyes in ("open", "spectator", "1"):
        events = [event for frame in replayed(name, eyes)["frames"] for event in frame.get("events", [])]
        assert len(events) == len(drlucky.load(text(name)).events)
        drawn[eyes] = ["card" in event for event in events if event["kind"] == "drew"]
        mine = [event["seat"] == 1 for event in events if event["kind"] == "drew"]
    assert all(drawn["open"])
    assert not any(drawn["spectator"])
    assert drawn["1"] == mine
    assert any(mine)


def test_a_replay_is_told_in_words() -> None:
    game = drlucky.load(text("kill-2016-both-pets"))
    for language in phrases.languages():
        frames = replayed("kill-2016-both-pets", "open", language)["frames"]
        told = [sentence for frame in frames for sentence in frame["told"]]
        assert told == [phrases.event(event, game.players, language, saving=False) for event in game.events]
        assert all(frame["words"] for frame in frames[1:])


def test_a_replay_is_small() -> None:
    for name in ("kill-1996-doctor-sent-by-card", "save-paizo-no-loser"):
        replay = replayed(name, "open")
        assert len(replay["frames"]) > 190
        assert len(replaying.replayed(text(name), "open", "en")) < 150_000


def test_an_analysis_has_a_point_for_each_frame() -> None:
    """So that a page can draw the one below the other."""
    name = "kill-2016-strangers-then-escape"
    replay, analysis = replayed(name, "open"), analyse(text(name), 10)
    assert len(analysis.points) == len(replay["frames"])
    assert [part.first for part in analysis.parts] == [part["first"] for part in replay["parts"]]
    for point, frame in zip(analysis.points, replay["frames"][1:], strict=False):
        assert (point.decider, point.action) == (frame.get("seat"), frame.get("action"))


def test_the_board_of_someone_s_own_comes_with_its_plan() -> None:
    replay = replayed("kill-2016-own-board", "open")
    rooms = {space["name"] for space in replay["plan"]["spaces"]}
    assert set(replay["frames"][0]["view"]["rooms"]) <= rooms
    assert replay["plan"]["starts"] == {}
    assert replayed("kill-2016-upstairs", "open")["plan"] is None


@on_loop
async def test_a_finished_game_is_replayed_and_one_that_goes_on_is_not(tmp_path: Path) -> None:
    async with served(tmp_path) as server, two_at_a_table(server, options=SHORT) as (ann, bob):
        assert ann.sheet
        path = f"/api/games/{ann.sheet.table}/1"
        for what in ("replay", "statistics", "verify"):
            with pytest.raises(ServerError, match="no finished game 1"):
                await ann.client.get(f"{path}/{what}")
        await asyncio.gather(play_out(ann), play_out(bob))
        replay = await bob.client.get(f"{path}/replay?eyes=1&language=de")
        bot, bob_plays = guests(ann.sheet.table)[1:3]
        assert replay["parts"][0]["players"] == ["Ann", "Bob", bot.name]
        assert replay["parts"][0]["cast"][1:] == [bob_plays.id, bot.id]
        record = await bob.client.text(f"{path}/record")
        outcome = plain(drlucky.load(record).outcome)
        assert replay["frames"][-1]["view"]["outcome"] == outcome == replay["outcome"]
        (part,) = (await bob.client.get(f"{path}/statistics"))["parts"]
        assert part["statistics"] == replay["parts"][0]["statistics"]
        assert part["statistics"]["how"] == outcome["how"]
        proof = await bob.client.get(f"{path}/verify")
        assert proof["parts"][0]["commitment"] == ann.sheet.commitment
        sent = await ask(server, "POST", "/api/replay?eyes=1&language=de", {"record": record})
        brought = sent.json
        for each in (brought, replay):
            assert len(set(each["parts"][0].pop("cast"))) == 3, "a record does not know who played whom"
        assert (sent.status, brought) == (200, replay)
        for eyes in ("3", "-1", "Bob", "1.5", "9" * 4000):
            heard = await ask(server, "GET", f"{path}/replay?eyes={eyes}")
            assert (heard.status, "a seat from 0 to 2" in heard.json["text"]) == (400, True)


@on_loop
async def test_a_game_is_held_back_while_its_escape_may_follow(tmp_path: Path) -> None:
    """The cards on closed rooms stay there in the Escape, and a replay would show them."""
    options = {"turn_limit": 1, "closed": "west"}
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        opened = await ann.quick("kill-2016", 3, options=options)
        async with ann.sit(opened.code) as seat:
            await play_out(seat)
            sheet = await until(seat, lambda sheet: sheet.phase == "over")
            assert sheet.game.held_back
            for what in ("replay?eyes=open", "replay?eyes=0", "statistics", "verify", "record"):
                heard = await ask(server, "GET", f"/api/games/{opened.table}/1/{what}")
                assert (heard.status, "not all of it is shown yet" in heard.json["text"]) == (404, True)
            reveal = {"id": "reveal", "version": sheet.version, "do": {"do": "reveal"}}
            assert (await ann.post(f"/api/tables/{opened.table}/commands", reveal))["accepted"]
            assert (await ann.get(f"/api/games/{opened.table}/1/replay"))["proof"]["parts"][0]["aside"]


@on_loop
async def test_a_table_for_friends_shows_its_replays_to_them_only(tmp_path: Path) -> None:
    async with served(tmp_path) as server, two_at_a_table(server, watchable=False, options=SHORT) as (ann, bob):
        await asyncio.gather(play_out(ann), play_out(bob))
        assert ann.sheet
        path = f"/api/games/{ann.sheet.table}/1/replay"
        assert (await ann.client.get(path))["frames"]
        async with Client(server.address, "Eve") as eve:
            with pytest.raises(ServerError, match="only those who were at this table"):
                await eve.get(path)


@on_loop
async def test_a_bad_record_is_answered_with_what_is_wrong(tmp_path: Path) -> None:
    good = text("kill-2016-contributions")
    secret = tmp_path / "secret.txt"
    secret.write_text(good, encoding="utf-8")
    bad = {
        "": "line 1",
        "hello\nworld\n": "line 1",
        str(secret): "line 1",
        good.replace("step ", "leap ", 1): "line",
        good[: len(good) // 2]: "line",
        good.replace("player: ", 'player: "\\u0000', 1): "line",
        "\ud800\n": "line",
    }
    async with served(tmp_path / "data") as server:
        assert (await ask(server, "POST", "/api/replay", {"record": good})).status == 200
        for record, said in bad.items():
            heard = await ask(server, "POST", "/api/replay", {"record": record})
            assert heard.status == 400, record
            assert said in heard.json["text"] or "does not fit" in heard.json["text"], heard.json
        assert (await ask(server, "POST", "/api/replay", {"record": 7})).status == 400
        assert (await ask(server, "POST", "/api/replay", {"record": "x" * 5_000_000})).status == 413
        public = drlucky.new(seed=1).record()
        heard = await ask(server, "POST", "/api/replay", {"record": public})
        assert (heard.status, "still goes on" in heard.json["text"]) == (400, True)


@on_loop
async def test_a_record_that_someone_has_is_analysed(tmp_path: Path) -> None:
    """Once, however often it is asked for, and it is not kept."""
    good = text("kill-de-several-weapons")
    path = "/api/analysis?playouts=10"
    async with served(tmp_path, tables_per_minute=1) as server:
        heard = await ask(server, "POST", path, {"record": good})
        while heard.status == 202:
            assert heard.json == {"ready": False, "again": 2.0}
            await asyncio.sleep(0.2)
            heard = await ask(server, "POST", path, {"record": good})
        assert heard.status == 200
        assert heard.json == plain(analyse(good, 10).as_dict())
        assert (await ask(server, "POST", path, {"record": good})).content == heard.content
        assert not (tmp_path / "analyses").exists()
        assert (await ask(server, "POST", path, {"record": text("kill-2016-cat")})).status == 429


@on_loop
async def test_what_cannot_be_analysed_is_said(tmp_path: Path) -> None:
    good = text("kill-2016-contributions")
    async with served(tmp_path) as server:
        for record, said in {
            "hello": "line 1",
            good.replace("step ", "leap ", 1): "line",
            drlucky.new(seed=1).record(): "still goes on",
        }.items():
            heard = await ask(server, "POST", "/api/analysis?playouts=10", {"record": record})
            while heard.status == 202:
                await asyncio.sleep(0.2)
                heard = await ask(server, "POST", "/api/analysis?playouts=10", {"record": record})
            assert (heard.status, said in heard.json["text"]) == (400, True), heard.json
        long = text("kill-1996-reshuffle")
        heard = await ask(server, "POST", "/api/analysis?playouts=1000", {"record": long})
        assert (heard.status, "ask for fewer" in heard.json["text"]) == (413, True), heard.json


@on_loop
async def test_too_many_records_are_turned_away(tmp_path: Path) -> None:
    good = text("kill-2016-contributions")
    async with served(tmp_path, tables_per_minute=2) as server:
        heard = [(await ask(server, "POST", "/api/replay", {"record": good})).status for _ in range(3)]
        assert heard == [200, 200, 429]


@pytest.mark.parametrize("name", ["kill-2016-contributions", "kill-1996-reshuffle", "kill-2016-then-escape"])
def test_a_proof_has_all_that_it_takes_to_deal_again(name: str) -> None:
    """By the words of docs/records.md and nothing else of ours: see also `test_dealer`."""
    for part in replayed(name, "open")["proof"]["parts"]:
        seed = bytes.fromhex(part["seed"])
        assert hashlib.sha256(seed).hexdigest() == part["commitment"]
        given = [bytes.fromhex(one) for one in part["contributions"]]
        mixed = b"drlucky contributions" + b"".join(len(one).to_bytes(8, "big") + one for one in given)
        key = hmac.digest(seed, mixed, "sha256") if given else seed
        dealer = Dealer(key)
        for chance in part["chances"]:
            if "order" in chance:
                assert dealer.shuffled(sorted(chance["order"])) == chance["order"]
            else:
                assert dealer.below(chance["out_of"]) == chance["lot"]
        dealt = sorted(card for hand in part["hands"] for card in hand)
        assert len(set(dealt)) == len(dealt)
        assert max(dealt) < len(part["cards"])


def test_a_proof_says_what_was_proven() -> None:
    proof = replaying.proven(text("kill-2016-then-escape"))
    assert proof.lines == tuple(verify(text("kill-2016-then-escape")).splitlines())
    assert sum(part.actions for part in proof.parts) == 60


@on_loop
async def test_when_a_server_is_closed_nothing_of_it_runs_any_more(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    async with served(tmp_path) as server:
        answer = await ask(server, "POST", "/api/replay", {"record": text("kill-1996-reshuffle")})
        assert answer.status == 200
        await ask(server, "POST", "/api/analysis?playouts=1", {"record": text("kill-1996-reshuffle")})
    await asyncio.get_running_loop().shutdown_default_executor()
    assert set(threading.enumerate()) == before
