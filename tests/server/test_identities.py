"""Identities: signed anew, given up, and a key that is replaced."""

import asyncio
import subprocess
import sys
import time
from base64 import urlsafe_b64encode
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from drlucky.errors import DrLuckyError
from drlucky.server import context
from drlucky.server.auth import GOOD_FOR, Identity, Signer, encoder, keys, new_identity, revocations, signature
from drlucky.server.auth.keys import load_keys, rotate
from drlucky.server.auth.revocations import Revocations
from drlucky.server.client import Client
from drlucky.server.errors import Failed
from server.serving import KILL, ask, hear, on_loop, raw, say, served


def sealed_long_ago(key: bytes, identity: Identity) -> str:
    """As a server signed it that noted no time."""
    payload = urlsafe_b64encode(encoder.encode(identity)).rstrip(b"=")
    return f"{payload.decode()}.{signature(key, payload).decode()}"


def test_a_key_is_written_as_a_whole_and_an_empty_file_is_none(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.touch()
    assert len(load_keys(path)[0]) == 32, "whoever was killed while making it left nothing that anyone needs"
    assert load_keys(path) == load_keys(path)
    assert [each.name for each in tmp_path.iterdir()] == ["secret"]
    assert path.stat().st_mode & 0o077 == 0
    path.write_text("ab" * 16)
    with pytest.raises(DrLuckyError, match="does not hold the keys"):
        load_keys(path)


def test_a_key_that_others_can_read_is_said_and_mended(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "secret"
    load_keys(path)
    assert not caplog.records
    path.chmod(0o644)
    load_keys(path)
    assert "could read" in caplog.text
    assert path.stat().st_mode & 0o077 == 0


def test_a_key_is_replaced_and_nobody_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    first = Signer(load_keys(path))
    sealed = first.sign(Identity("0" * 32, "Ann"))
    assert not first.is_old(sealed)
    assert rotate(path) == 2
    second = Signer(load_keys(path))
    found = second.verify(sealed)
    assert found
    assert found.name == "Ann"
    assert second.is_old(sealed)
    assert first.verify(second.sign(found)) is None, "the new key signs"
    rotate(path)
    assert Signer(load_keys(path)).verify(sealed)
    assert rotate(path) == keys.KEPT
    assert Signer(load_keys(path)).verify(sealed) is None, "in the end an old key is forgotten"


def test_a_key_that_others_have_is_replaced_alone(tmp_path: Path) -> None:
    made = Signer(load_keys(tmp_path / "secret")).sign(new_identity("Ann"))
    said = subprocess.run(
        [sys.executable, "-m", "drlucky", "rotate-key", "--data", str(tmp_path), "--alone"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "restart the server" in said.stdout
    assert Signer(load_keys(tmp_path / "secret")).verify(made) is None


def test_an_identity_from_before_times_were_noted_holds_and_others_end(monkeypatch: pytest.MonkeyPatch) -> None:
    signer = Signer([b"k" * 32])
    ann = Identity("0" * 32, "Ann")
    old, new = sealed_long_ago(b"k" * 32, ann), signer.sign(ann)
    assert signer.verify(old) == ann
    assert signer.is_old(old)
    known = signer.verify(new)
    assert known
    assert abs(known.issued - time.time()) < GOOD_FOR
    later = time.time() + GOOD_FOR + 1
    monkeypatch.setattr(time, "time", lambda: later)
    assert signer.verify(old) == ann
    assert signer.verify(new) is None


@on_loop
async def test_whoever_comes_back_is_signed_anew(tmp_path: Path) -> None:
    first = Signer(load_keys(tmp_path / "secret"))
    sealed = first.sign(new_identity("Ann"))
    rotate(tmp_path / "secret")
    async with served(tmp_path) as server:
        heard = await ask(server, "GET", "/api/me", Cookie=f"drlucky={sealed}")
        anew = SimpleCookie(heard.headers["set-cookie"])["drlucky"].value
        assert heard.json["name"] == "Ann"
        assert first.verify(anew) is None
        again = await ask(server, "GET", "/api/me", Cookie=f"drlucky={anew}")
        assert again.json["name"] == "Ann"
        assert again.headers["set-cookie"] is None
        token = await ask(server, "GET", "/api/me", Authorization=f"Bearer {sealed}")
        assert token.headers["set-cookie"] is None, "a program keeps its token"


@on_loop
async def test_an_identity_is_given_up_with_all_its_copies(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        async with Client(server.address, "Ann") as ann, raw(server, ann) as socket:
            opened = await ann.open(KILL)
            await say(socket, type="hello", table=opened.code)
            await hear(socket, "table")
            cookie = f"drlucky={ann.identity}"
            gone = await ask(server, "DELETE", "/api/me", Cookie=cookie)
            assert (gone.status, gone.json["known"]) == (200, False)
            assert SimpleCookie(gone.headers["set-cookie"])["drlucky"]["max-age"] == "0"
            with pytest.raises(ConnectionClosed):
                await hear(socket, "nothing of that kind")
        assert (await ask(server, "GET", "/api/me", Cookie=cookie)).json["known"] is False
        assert (await ask(server, "GET", "/api/me/tables", Cookie=cookie)).status == 401
        assert (await ask(server, "DELETE", "/api/me", Cookie=cookie)).status == 401
        token = (await ask(server, "POST", "/api/bot/token", {"name": "Otto"})).json["token"]
        bot = f"Bearer {token}"
        assert (await ask(server, "GET", "/api/me", Authorization=bot)).json["robot"]
        assert (await ask(server, "DELETE", "/api/me", Authorization=bot)).status == 200
    async with served(tmp_path) as server:
        assert (await ask(server, "GET", "/api/me", Cookie=cookie)).json["known"] is False, "after a restart, too"
        assert (await ask(server, "GET", "/api/me/tables", Authorization=bot)).status == 401


@on_loop
async def test_one_client_gives_up_only_so_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context, "FORGOTTEN_PER_HOUR", 2.0)
    async with served(tmp_path) as server:
        statuses = []
        for _ in range(3):
            async with Client(server.address, "Ann") as ann:
                heard = await ask(server, "DELETE", "/api/me", Cookie=f"drlucky={ann.identity}")
                statuses.append(heard.status)
        assert statuses == [200, 200, 429]


def test_what_was_given_up_is_kept_as_long_as_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "revoked"
    old, new = new_identity("Old"), replace(new_identity("New"), issued=int(time.time()))
    revoked = Revocations(path)
    revoked.add(old)
    revoked.add(new)
    again = Revocations(path)
    assert old in again
    assert new in again
    assert new_identity() not in again
    monkeypatch.setattr(revocations, "MOST", 2)
    with pytest.raises(Failed, match="no more"):
        again.add(new_identity())
    later = time.time() + GOOD_FOR + 1
    monkeypatch.setattr(time, "time", lambda: later)
    again.add(new_identity())
    assert len(path.read_text().splitlines()) == 2, "one that has ended by itself need not be known"
    assert old in Revocations(path)


@on_loop
async def test_an_identity_has_the_safer_name_behind_a_proxy_too(tmp_path: Path) -> None:
    async with served(tmp_path, proxies=("127.0.0.1",)) as server:
        plain = await ask(server, "PUT", "/api/me", {"name": "Ann"})
        assert plain.headers["strict-transport-security"] is None
        before = SimpleCookie(plain.headers["set-cookie"])["drlucky"]
        assert not before["secure"]
        cookie = f"drlucky={before.value}"
        heard = await ask(server, "GET", "/api/me", Cookie=cookie, X_Forwarded_Proto="https")
        assert heard.json["name"] == "Ann", "the old name is known"
        assert heard.headers["strict-transport-security"]
        given = [SimpleCookie(each) for each in heard.headers.get_all("set-cookie") or []]
        assert given[0]["drlucky"]["max-age"] == "0"
        anew = given[1]["__Host-drlucky"]
        assert (anew["secure"], anew["path"], anew["domain"]) == (True, "/", "")
        safe = await ask(server, "GET", "/api/me", Cookie=f"__Host-drlucky={anew.value}", X_Forwarded_Proto="https")
        assert safe.json["name"] == "Ann"
        assert safe.headers["set-cookie"] is None
    async with served(tmp_path) as server:
        heard = await ask(server, "PUT", "/api/me", {"name": "Ann"}, X_Forwarded_Proto="https")
        assert "drlucky" in SimpleCookie(heard.headers["set-cookie"]), "a proxy that is not believed says nothing"


def test_giving_up_waits_for_the_disk(tmp_path: Path) -> None:
    revoked = Revocations(tmp_path / "nowhere" / "revoked")

    async def both() -> None:
        await asyncio.gather(*(asyncio.to_thread(revoked.add, new_identity()) for _ in range(2)))

    with pytest.raises(Failed, match="could not be kept"):
        asyncio.run(both())
