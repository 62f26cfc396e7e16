"""The same person on several devices: linking one, theft, replay and guessing, and taking one off."""

from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from drlucky.server import context, devices
from drlucky.server.auth import Identity, new_identity
from drlucky.server.devices import offers as offers_module
from drlucky.server.devices.offers import ANSWER_WITHIN, LASTS, OFFERS, SELECTING, WORDS, WRONG_TRIES, Offers
from drlucky.server.devices.words import words
from drlucky.server.errors import Failed
from drlucky.server.rows.sqlite import SqliteRows
from drlucky.server.run import Server
from server.serving import KILL, Heard, ask, hear, on_loop, raw, rows_of, say, served

pytestmark = pytest.mark.usefixtures("either_store")


class Browser:
    """Keeps cookies, as a browser does."""

    def __init__(self, server: Server, **headers: str) -> None:
        self.server = server
        self.headers = headers
        self.cookies: dict[str, str] = {}

    async def ask(self, method: str, path: str, body: Any = None) -> Heard:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        given = self.headers | ({"Cookie": cookie} if cookie else {})
        heard = await ask(self.server, method, path, body, None, **given)
        for line in heard.headers.get_all("set-cookie") or []:
            for name, morsel in SimpleCookie(line).items():
                if morsel["max-age"] == "0":
                    self.cookies.pop(name, None)
                else:
                    self.cookies[name] = morsel.value
        return heard

    async def called(self, name: str) -> "Browser":
        assert (await self.ask("PUT", "/api/me", {"name": name})).status == 200
        return self

    async def name(self) -> str | None:
        me = (await self.ask("GET", "/api/me")).json
        return me["name"] if me["known"] else None

    async def offer(self) -> str:
        heard = await self.ask("POST", "/api/me/devices/offer")
        assert heard.status == 201
        return str(heard.json["phrase"])

    async def claim(self, phrase: str) -> Heard:
        return await self.ask("POST", "/api/devices/claim", {"phrase": phrase})

    async def finish(self, claim: str) -> Heard:
        return await self.ask("POST", "/api/devices/claim/finish", {"claim": claim})

    async def agree(self, agree: bool = True) -> Heard:
        claimed = (await self.ask("GET", "/api/me/devices")).json["claimed"]
        answer = {"check": claimed["check"] if claimed else "", "agree": agree}
        return await self.ask("POST", "/api/me/devices/offer/answer", answer)

    async def link(self, other: "Browser") -> None:
        """The other becomes the same person."""
        claim = (await other.claim(await self.offer())).json["claim"]
        assert (await self.agree()).status == 200
        assert (await other.finish(claim)).json["state"] == "linked"

    async def ids(self) -> list[str]:
        return [each["id"] for each in (await self.ask("GET", "/api/me/devices")).json["devices"]]


@on_loop
async def test_a_second_device_becomes_the_same_person_after_the_first_has_agreed(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ann, tablet = await Browser(server).called("Ann"), await Browser(server).called("Guest")
        table = (await ann.ask("POST", "/api/quick", {"edition": KILL})).json["code"]
        own = (await tablet.ask("POST", "/api/quick", {"edition": KILL})).json["code"]
        phrase = await ann.offer()
        assert (await ann.ask("GET", "/api/me/devices")).json["claimed"] is None
        claim = (await tablet.claim(phrase)).json
        assert (await tablet.finish(claim["claim"])).json == {"state": "waiting", "me": None}
        assert await tablet.name() == "Guest", "nothing has changed before the first device says yes"
        hidden = (await tablet.ask("GET", f"/api/tables/{table}")).json
        assert hidden["sheet"]["game"]["view"]["hand"] is None
        claimed = (await ann.ask("GET", "/api/me/devices")).json["claimed"]
        assert claimed == {"check": claim["check"], "agreed": False}, "both show the same word"
        wrong = await ann.ask("POST", "/api/me/devices/offer/answer", {"check": "nonsense", "agree": True})
        assert wrong.status == 404, "one agrees to a device, and not to whichever came last"
        assert (await ann.agree()).status == 200
        assert (await tablet.finish(claim["claim"])).json["me"]["name"] == "Ann"
        assert [each["code"] for each in (await tablet.ask("GET", "/api/me/tables")).json] == [table]
        mine, theirs = [(await each.ask("GET", f"/api/tables/{table}")).json for each in (ann, tablet)]
        assert mine["sheet"]["game"] == theirs["sheet"]["game"]
        assert theirs["sheet"]["game"]["view"]["hand"], "one who is linked sees the hand: so the first device is asked"
        listed = (await tablet.ask("GET", "/api/me/devices")).json
        assert [each["here"] for each in listed["devices"]] == [False, True]
        assert listed["before"] == "Guest"
        # Off again by a click, and what the device had is there.
        off = await tablet.ask("DELETE", f"/api/me/devices/{listed['devices'][1]['id']}")
        assert off.json["name"] == "Guest"
        assert [each["code"] for each in (await tablet.ask("GET", "/api/me/tables")).json] == [own]
        assert await ann.ids() == ["first"]
        assert set(tablet.cookies) == {"drlucky"}


@on_loop
async def test_a_phrase_works_once_and_a_claim_too(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ann, tablet, thief = await Browser(server).called("Ann"), Browser(server), await Browser(server).called("Eve")
        phrase = await ann.offer()
        claim = (await tablet.claim(phrase)).json["claim"]
        assert (await thief.claim(phrase)).status == 404, "someone else was quicker"
        assert (await thief.finish("x" * 32)).status == 404
        await ann.agree()
        assert (await tablet.finish(claim)).status == 200
        assert (await thief.finish(claim)).status == 404
        assert (await thief.claim(phrase)).status == 404
        assert await thief.name() == "Eve"
        assert len(await ann.ids()) == 2


@on_loop
async def test_whoever_saw_the_phrase_first_is_turned_away_by_the_owner(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ann, thief, tablet = await Browser(server).called("Ann"), await Browser(server).called("Eve"), Browser(server)
        phrase = await ann.offer()
        claim = (await thief.claim(phrase)).json["claim"]
        assert (await tablet.claim(phrase)).status == 404, "so the owner sees that somebody was there before"
        assert (await ann.agree(False)).status == 200
        assert (await thief.finish(claim)).status == 404
        assert (await thief.ask("POST", "/api/me/devices/offer/answer", {"check": "x", "agree": True})).status == 404
        assert await ann.ids() == ["first"]


@on_loop
async def test_a_phrase_lasts_for_minutes() -> None:
    now = 0.0
    offers = Offers(SqliteRows(OFFERS), lambda: now)
    ann = new_identity("Ann")
    phrase = " ".join((await offers.make(ann, "en")).phrase)
    now = LASTS
    assert offers.of(ann) is None
    with pytest.raises(Failed, match="no device shows this phrase"):
        await offers.claim(phrase, "en")
    phrase = " ".join((await offers.make(ann, "de")).phrase)
    now += LASTS - 1
    offer, token = await offers.claim(phrase, "en")
    assert offers.left(offer) == ANSWER_WITHIN, "there is time to answer"
    now += ANSWER_WITHIN
    with pytest.raises(Failed, match="no device waits"):
        await offers.answer(ann, offer.check, True)
    with pytest.raises(Failed, match="too late"):
        offers.claimed(token)


@on_loop
async def test_a_phrase_is_dead_after_a_few_wrong_tries_wherever_they_come_from() -> None:
    offers = Offers(SqliteRows(OFFERS))
    ann = new_identity("Ann")
    offer = await offers.make(ann, "en")
    other = next(word for word in words("en") if word != offer.phrase[-1])
    for _ in range(WRONG_TRIES):
        left = offers.of(ann)
        assert left is not None
        assert left.phrase == offer.phrase
        with pytest.raises(Failed, match="no device shows this phrase"):
            await offers.claim(" ".join((*offer.phrase[:-1], other)), "en")
    assert offers.of(ann) is None
    with pytest.raises(Failed, match="no device shows this phrase"):
        await offers.claim(" ".join(offer.phrase), "en")


@on_loop
async def test_tries_at_other_phrases_cost_this_one_nothing() -> None:
    offers = Offers(SqliteRows(OFFERS))
    offer = await offers.make(new_identity("Ann"), "en")
    first = next(word for word in words("en") if word != offer.phrase[0])
    for tried in ("", "otter", " ".join((first, *offer.phrase[1:])), "\u0130 " * 500, "ß" * 999):
        for _ in range(WRONG_TRIES):
            with pytest.raises(Failed, match="no device shows this phrase"):
                await offers.claim(tried, "en")
    typed = "  " + "-".join(offer.phrase).upper() + ". "
    assert (await offers.claim(typed, "en"))[0].owner == offer.owner, "however it was typed"


@on_loop
async def test_offers_have_a_bound_and_one_person_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offers_module, "MOST", 3)
    offers = Offers(SqliteRows(OFFERS))
    ann = new_identity("Ann")
    earlier = await offers.make(ann, "en")
    await offers.make(ann, "en")
    with pytest.raises(Failed, match="no device shows"):
        await offers.claim(" ".join(earlier.phrase), "en")
    await offers.make(new_identity("Bob"), "en")
    await offers.make(new_identity("Cleo"), "en")
    with pytest.raises(Failed, match="many are linking"):
        await offers.make(new_identity("Dan"), "en")


@pytest.mark.parametrize("language", ["en", "de"])
def test_words_are_easily_told_apart(language: str) -> None:
    found = words(language)
    assert len(found) == len(set(found)) == 256
    assert all(word.isascii() and word.isalpha() and word.islower() and 3 <= len(word) <= 8 for word in found)
    by_hole = [f"{word[:at]}_{word[at + 1 :]}" for word in found for at in range(len(word))]
    assert len(by_hole) == len(set(by_hole)), "one wrong letter makes no other word"
    left_out = {word[:at] + word[at + 1 :] for word in found for at in range(len(word))}
    assert not left_out & set(found)
    assert 256 ** (WORDS - SELECTING) / WRONG_TRIES > 1e6, "what those who know the first words can guess"


@on_loop
async def test_one_client_tries_only_so_many_phrases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context, "LINKS", 3.0)
    async with served(tmp_path) as server:
        statuses = [(await Browser(server).claim("otter lamp")).status for _ in range(4)]
        assert statuses == [404, 404, 404, 429]
        noted = (tmp_path / "security.log").read_text()
        assert "POST /api/devices/claim" in noted
        assert "otter" not in noted


@on_loop
async def test_pages_of_other_sites_link_nothing(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ann = await Browser(server).called("Ann")
        phrase = await ann.offer()
        ann.headers = {"Origin": "https://evil.example"}
        for method, path, body in (
            ("POST", "/api/me/devices/offer", None),
            ("DELETE", "/api/me/devices/offer", None),
            ("POST", "/api/me/devices/offer/answer", {"check": "x", "agree": True}),
            ("POST", "/api/devices/claim", {"phrase": phrase}),
            ("POST", "/api/devices/claim/finish", {"claim": "x"}),
            ("DELETE", "/api/me/devices/first", None),
        ):
            assert (await ann.ask(method, path, body)).status == 403, path
        ann.headers = {}
        assert (await Browser(server).claim(phrase)).status == 201, "it was not touched"


@on_loop
async def test_a_device_is_taken_off_from_another_and_its_copies_are_worth_nothing(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ann, tablet, phone = await Browser(server).called("Ann"), await Browser(server).called("Guest"), Browser(server)
        await ann.link(tablet)
        await ann.link(phone)
        code = (await ann.ask("POST", "/api/quick", {"edition": KILL})).json["code"]
        _, second, third = await ann.ids()
        stolen = tablet.cookies["drlucky"]
        async with (
            raw(server, Cookie=f"drlucky={stolen}") as lost,
            raw(server, Cookie=f"drlucky={phone.cookies['drlucky']}") as kept,
        ):
            for socket in (lost, kept):
                await say(socket, type="hello", table=code)
                await hear(socket, "table")
            assert (await phone.ask("DELETE", f"/api/me/devices/{second}")).json["name"] == "Ann"
            with pytest.raises(ConnectionClosed):
                await hear(lost, "nothing of that kind")
            await say(kept, type="ping", id="1")
            assert (await hear(kept, "pong"))["id"] == "1", "the others stay"
        assert (await ask(server, "GET", "/api/me/tables", Cookie=f"drlucky={stolen}")).status == 401
        assert await tablet.name() == "Guest", "the device is who it was before"
        assert await ann.ids() == ["first", third]
        # The first can be taken off as well, and the last stays.
        assert (await phone.ask("DELETE", "/api/me/devices/first")).status == 200
        assert await ann.name() is None
        assert (await phone.ask("DELETE", f"/api/me/devices/{third}")).status == 409
        assert (await phone.ask("DELETE", "/api/me/devices/nothing")).status == 404
    async with served(tmp_path) as server:
        assert (await ask(server, "GET", "/api/me/tables", Cookie=f"drlucky={stolen}")).status == 401
        ann.server = phone.server = server
        assert await ann.name() is None, "after a restart, too"
        assert await phone.name() == "Ann"


@on_loop
async def test_what_is_forgotten_is_forgotten_on_every_device(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ann, tablet = await Browser(server).called("Ann"), await Browser(server).called("Guest")
        await ann.link(tablet)
        assert (await ann.ask("DELETE", "/api/me")).status == 200
        assert await tablet.name() == "Guest"
        assert await rows_of(server, "devices") == []


@on_loop
async def test_a_device_that_has_become_someone_is_taken_off_first(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ann, bob, tablet = [await Browser(server).called(name) for name in ("Ann", "Bob", "Guest")]
        await ann.link(tablet)
        assert (await tablet.claim(await bob.offer())).status == 409
        own = await ann.offer()
        assert (await ann.claim(own)).status == 409, "one cannot become oneself"
        token = (await ask(server, "POST", "/api/bot/token", {"name": "Otto"})).json["token"]
        robot = await ask(server, "POST", "/api/me/devices/offer", Authorization=f"Bearer {token}")
        assert robot.status == 409, "a program is no device"
        claim = {"phrase": await ann.offer()}
        assert (await ask(server, "POST", "/api/devices/claim", claim, Authorization=f"Bearer {token}")).status == 409
        assert (await Browser(server).claim(claim["phrase"])).status == 201, "it was not touched"


@on_loop
async def test_devices_of_one_person_have_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "MOST_OF_ONE", 2)
    async with served(tmp_path) as server:
        ann = await Browser(server).called("Ann")
        await ann.link(Browser(server))
        other = Browser(server)
        claim = (await other.claim(await ann.offer())).json["claim"]
        await ann.agree()
        assert (await other.finish(claim)).status == 409
        assert await other.name() is None


@on_loop
async def test_what_was_signed_before_there_were_devices_is_the_first(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        sealed = server.context.signer.sign(Identity("a" * 32, "Ann"))
        assert b"device" not in server.context.signer.sign(Identity("a" * 32, "Ann")).encode()
        ann = Browser(server)
        ann.cookies["drlucky"] = sealed
        await ann.link(Browser(server))
        assert await ann.name() == "Ann"
        made_up = server.context.signer.sign(Identity("a" * 32, "Ann", device="0" * 16))
        assert (await ask(server, "GET", "/api/me/tables", Cookie=f"drlucky={made_up}")).status == 401
