"""What the server may reach, and how: addresses that people name."""

import asyncio
import datetime
import socket
import ssl
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from drlucky.server.errors import Failed
from drlucky.server.notices import outside
from drlucky.server.notices.encryption import CURVE, decoded, encrypted
from drlucky.server.notices.outside import Outside, Place, Unreachable
from drlucky.server.notices.vapid import Vapid, load, unpadded
from server.receiving import receiver
from server.serving import on_loop

HTTPS = Place("https", "example.org", 443, "/")
NOT_PUBLIC = [
    *("127.0.0.1", "127.8.9.10", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.0.1", "169.254.169.254", "100.64.0.1"),
    *("100.100.100.200", "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1"),
    *("239.255.255.250", "240.0.0.1", "255.255.255.255"),
    *("::1", "::", "fe80::1", "fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1", "2001:db8::1", "2002:7f00:1::"),
    *("::ffff:127.0.0.1", "::ffff:169.254.169.254", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1"),
    *("64:ff9b:1::1", "2001::1", "100::1", "::ffff:0:127.0.0.1"),
]


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_what_is_not_public_is_not_reached(address: str) -> None:
    assert not Outside().may_reach(ip_address(address), HTTPS)


@pytest.mark.parametrize("address", ["93.184.215.14", "8.8.8.8", "::ffff:8.8.8.8", "2606:2800:21f:cb07::1"])
def test_what_is_public_is_reached_by_https(address: str) -> None:
    assert Outside().may_reach(ip_address(address), HTTPS)
    assert not Outside().may_reach(ip_address(address), HTTPS._replace(scheme="http", port=80))
    assert not Outside().may_reach(ip_address(address), HTTPS._replace(port=22))
    with_home = Outside(["192.168.0.0/16"])
    assert not with_home.may_reach(ip_address(address), HTTPS._replace(port=22)), "only the network that is allowed"


def test_a_network_that_is_allowed_is_reached_however_it_is_written() -> None:
    home = Outside(["10.0.0.0/8"])
    plain = Place("http", "10.1.2.3", 8080, "/")
    assert home.may_reach(ip_address("10.1.2.3"), plain)
    assert home.may_reach(ip_address("::ffff:10.1.2.3"), plain)
    assert not home.may_reach(ip_address("127.0.0.1"), plain)


@pytest.mark.parametrize(
    "url",
    [
        *("", "example.org", "ftp://example.org/", "file:///etc/passwd", "https://", "https:///x", "https://a b/"),
        *("https://user:pass@example.org/", "https://example.org/#x", "https://example.org/\n", "https://exämple.org/"),
        *("https://example.org:80/", "http://example.org/", "https://example.org:99999/", "https://[::1%25lo]/"),
    ],
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(Failed):
        Outside().place(url)


@pytest.mark.parametrize("url", ["https://2130706433/", "https://0x7f.1/", "https://localhost/", "https://[::1]:8443/"])
@on_loop
async def test_no_spelling_of_this_machine_is_reached(url: str) -> None:
    async with receiver() as service:
        with pytest.raises(Unreachable):
            await Outside().post(url, {}, b"")
        assert not service.received


@on_loop
async def test_a_name_is_looked_up_once_and_the_address_that_was_checked_is_reached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    reached: list[Any] = []
    answers = iter(["93.184.215.14", "127.0.0.1"])

    def lookup(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), port))]

    async def connect(host: str, port: int, **how: Any) -> Any:
        reached.append((host, port, how["server_hostname"]))
        raise OSError("nobody is there")

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    home = Outside()
    with pytest.raises(Unreachable, match="OSError"):
        await home.post("https://rebinding.example/x", {}, b"")
    assert asked == ["rebinding.example"]
    assert reached == [("93.184.215.14", 443, "rebinding.example")], "the certificate must be that of the name"
    with pytest.raises(Unreachable, match="not for this server"):
        await home.post("https://rebinding.example/x", {}, b"")
    assert len(reached) == 1


@on_loop
async def test_one_private_address_among_public_ones_is_enough_to_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    def lookup(host: str, port: int, **_: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in ("93.184.215.14", "10.0.0.1")]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    with pytest.raises(Unreachable, match="not for this server"):
        await Outside().post("https://both.example/", {}, b"")


@on_loop
async def test_redirections_are_not_followed_and_answers_are_not_read_to_their_end() -> None:
    home = Outside(["127.0.0.0/8"])
    async with receiver(302) as service:
        service.answer = f"Location: {service.address}/elsewhere\r\n\r\n".encode()
        assert (await home.post(f"{service.address}/x", {"TTL": "1"}, b"body")).status == 302
        assert [each.path for each in service.received] == ["/x"]
        service.answer = b"Retry-After: 17\r\n\r\n" + b"x" * 1_000_000
        assert (await home.post(f"{service.address}/x", {}, b"")).retry_after == 17
        service.answer = b"x: y\r\n" * 100_000
        with pytest.raises(Unreachable, match="LimitOverrun"):
            await home.post(f"{service.address}/x", {}, b"")
        service.answer = b"no end"
        with pytest.raises(Unreachable, match="IncompleteRead"):
            await home.post(f"{service.address}/x", {}, b"")


@on_loop
async def test_who_does_not_answer_in_time_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "WITHIN", 0.05)
    async with receiver() as service:
        service.is_open.clear()
        with pytest.raises(Unreachable, match="Timeout"):
            await Outside(["127.0.0.0/8"]).post(f"{service.address}/x", {}, b"")
        service.is_open.set()


def certificate(folder: Path, *names: x509.GeneralName) -> ssl.SSLContext:
    """Of an authority of our own, for these names."""
    key = ec.generate_private_key(CURVE)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "drlucky tests")])
    now = datetime.datetime.now(datetime.UTC)
    day = datetime.timedelta(days=1)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - day)
        .not_valid_after(now + day)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    (folder / "cert.pem").write_bytes(made.public_bytes(Encoding.PEM))
    (folder / "key.pem").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    return context


@on_loop
async def test_the_other_side_has_to_prove_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = ["127.0.0.0/8", "::1/128"]
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
    right = certificate(tmp_path, x509.DNSName("localhost"))
    async with receiver(tls=right) as service:
        port = service.address.rpartition(":")[2]
        reply = await Outside(home).post(f"https://localhost:{port}/x", {}, b"body")
        assert reply.status == 201, "by whichever of its addresses answers"
        assert service.received[0].headers["host"] == f"localhost:{port}"
        with pytest.raises(Unreachable, match="CertVerification"):
            await Outside(home).post(f"{service.address}/x", {}, b"body")
        monkeypatch.delenv("SSL_CERT_FILE")
        with pytest.raises(Unreachable, match="CertVerification"):
            await Outside(home).post(f"https://localhost:{port}/x", {}, b"body")
        assert len(service.received) == 1


def test_encryption_is_that_of_the_standard() -> None:
    """The example of RFC 8291, appendix A."""
    own = ec.derive_private_key(int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), CURVE)
    made = encrypted(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        own,
        decoded("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert unpadded(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6P"
        "Bru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_the_key_is_kept_to_oneself_and_outlives_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "vapid"
    first = Vapid(load(path), "mailto:ann@example.org")
    assert path.stat().st_mode & 0o077 == 0
    assert Vapid(load(path), "").public == first.public
    once = first.authorization("https://push.example/x")
    assert first.authorization("https://push.example/y") == once, "a service is told the same for hours"
    path.write_text("nonsense")
    with pytest.raises(Exception, match="does not hold the key"):
        load(path)
