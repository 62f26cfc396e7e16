"""Configuration: every setting of a server with its default, read from options, the environment and a file."""

import os
import tomllib
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from drlucky.database_url import is_clear, is_database
from drlucky.errors import DrLuckyError

PREFIX = "DRLUCKY_"
SHORTEST_TOKEN = 16
FILE = PREFIX + "CONFIG"
Count = Annotated[int, Meta(ge=1, le=1_000_000)]
Rate = Annotated[float, Meta(gt=0, le=1_000_000)]


class ConfigError(DrLuckyError):
    """A setting that cannot be used."""


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    host: str = "127.0.0.1"
    """The address to listen at; 0.0.0.0 is every one of this machine."""
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8000
    """0 takes a free one."""
    data: str = ""
    """The folder for the log of all games; empty is the user's own, see `data_folder`."""
    store: str = ""
    """The database of all games, like postgresql://lucky@db.example/lucky; empty is a file in the folder."""
    node_host: str = ""
    """Where this node listens for the others; empty is its address in the network of the database."""
    node_port: Annotated[int, Meta(ge=0, le=65_535)] = 0
    """0 takes a free one."""
    node_address: str = ""
    """Where the others reach this node, as host or host:port; empty is where it listens."""
    drain_for: Annotated[float, Meta(ge=0, le=600)] = 5.0
    """Seconds for which a node that is told to stop serves on, so that the balancer can find out."""
    public: str = ""
    """The address by which others reach the server, such as https://lucky.example; empty is where it listens."""
    origins: tuple[str, ...] = ()
    """Other sites whose pages may talk to the server."""
    hosts: tuple[str, ...] = ()
    """Names by which the server may be called; empty is that of `public`, or any where that is empty too."""
    proxies: tuple[str, ...] = ()
    """Proxies that are believed when they say for whom they ask."""
    metrics_token: str = ""
    """With it /metrics can be asked for from anywhere; without, from this machine only."""
    sockets: Count = 5000
    """How many may be connected at once."""
    sockets_per_address: Count = 200
    tables: Count = 5000
    """How many tables may be awake at once."""
    tables_per_minute: Rate = 20.0
    """How many one address may open; bot tokens, replays and analyses of records count too."""
    messages_per_second: Rate = 20.0
    """Over one socket, on the average."""
    requests_per_second: Rate = 30.0
    """Over HTTP from one address, on the average."""
    hints_per_minute: Rate = 10.0
    """For one person."""
    notices: bool = True
    """May people be told that it is their turn, by push services and webhooks?"""
    notice_after: Annotated[float, Meta(ge=0, le=86_400)] = 20.0
    """Seconds that someone is awaited, and not here, before they are told."""
    notice_contact: str = ""
    """Where push services reach whoever runs the server: mailto:ann@lucky.example; empty is `public`."""
    notice_networks: tuple[str, ...] = ()
    """Networks that are not public, and may be reached for notices all the same."""
    pace: Annotated[float, Meta(ge=0, le=100)] = 1.0
    """Stretches the time that bots take to answer; 0 lets them answer at once."""

    @property
    def data_folder(self) -> Path:
        if self.data:
            return Path(self.data)
        base = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
        return (Path(base) if base else Path.home() / ".local" / "share") / "drlucky"

    @property
    def is_secure(self) -> bool:
        """Do people come by https?"""
        return self.public.startswith("https://")


FIELDS = tuple(field.name for field in msgspec.structs.fields(Config))
LISTS = ("origins", "hosts", "proxies", "notice_networks")


def configured(
    options: Mapping[str, Any], environment: Mapping[str, str] = os.environ, file: str | None = None
) -> Config:
    """Options count before the environment, and that before the file. An option that is None was not given."""
    path = file or environment.get(FILE)
    given = read(Path(path)) if path else {}
    given |= from_environment(environment)
    given |= checked({name: value for name, value in options.items() if value is not None}, "the option --{}")
    config = msgspec.convert(given, Config, strict=False)
    check_store(config.store)
    check_node_address(config.node_address)
    check_address(config.public)
    for origin in config.origins:
        check_address(origin)
    for host in config.hosts:
        check_host(host)
    for proxy in config.proxies:
        check_proxy(proxy)
    for network in config.notice_networks:
        check_network(network)
    if config.notice_contact and not config.notice_contact.startswith(("mailto:", "https://")):
        raise ConfigError(
            "notice_contact is like mailto:ann@lucky.example, or a page like https://lucky.example/contact"
        )
    if config.metrics_token and len(config.metrics_token) < SHORTEST_TOKEN:
        raise ConfigError(f"metrics_token has at least {SHORTEST_TOKEN} characters, lest it be guessed")
    return config


def read(path: Path) -> dict[str, Any]:
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} cannot be read: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path} is no TOML file: {error}") from None
    return checked(given, f"{path}: {{}}")


def from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for field in FIELDS:
        value = environment.get(PREFIX + field.upper())
        if value is not None:
            given[field] = [each.strip() for each in value.split(",") if each.strip()] if field in LISTS else value
    return checked(given, PREFIX + "{}", str.upper)


def checked(given: dict[str, Any], where: str, spelt: Any = str) -> dict[str, Any]:
    """What one source says, or in words what is wrong with it."""
    for name, value in given.items():
        if name not in FIELDS:
            raise ConfigError(f"{where.format(spelt(name))} is no setting; the settings are {', '.join(FIELDS)}")
        try:
            msgspec.convert({name: value}, Config, strict=False)
        except msgspec.ValidationError as error:
            reason = str(error).split(" - at ")[0].replace("`", "")
            raise ConfigError(f"{where.format(spelt(name))} is {value!r:.60}: {reason}") from None
    return given


def check_store(store: str) -> None:
    """Whatever is wrong with it, a password is not shown."""
    if store and not is_database(store):
        raise ConfigError(
            "the store is a URL like postgresql://lucky:password@db.example/lucky; another kind is not known"
        )
    if store and not is_clear(store):
        raise ConfigError("the URL of the store is not clear: in a user or password, @ is written as %40, and / as %2F")


def check_node_address(address: str) -> None:
    parts = urlsplit(f"//{address}")
    try:
        is_place = parts.netloc == address and "@" not in address and parts.port != 0
        is_place = is_place and bool(parts.hostname or not address)
    except ValueError:
        is_place = False
    if not is_place:
        raise ConfigError(f"a node is reached at an address like 10.0.0.5:7400 or node-1.example; not {address!r:.80}")


def check_address(address: str) -> None:
    """An address is a scheme and a host, and nothing after it."""
    parts = urlsplit(address)
    is_site = parts.scheme in ("http", "https") and parts.netloc and not (parts.path or parts.query or parts.fragment)
    if address and not is_site:
        raise ConfigError(f"an address is like https://lucky.example, with nothing after it; not {address!r:.80}")


def check_host(host: str) -> None:
    """A name as it stands in the address, without the port."""
    try:
        is_name = bool(host) and urlsplit(f"//{host}").netloc == host and (host.count(":") == 0 or host[-1] == "]")
    except ValueError:
        is_name = False
    if not is_name:
        raise ConfigError(
            f"a host is a name like lucky.example, or an address like 192.0.2.7 or [::1]; not {host!r:.80}"
        )


def check_network(network: str) -> None:
    try:
        ip_network(network, strict=False)
    except ValueError:
        raise ConfigError(f"a network is like 192.168.0.0/16, or an address; not {network!r:.80}") from None


def check_proxy(proxy: str) -> None:
    """A proxy that is not known by its address would silently not be believed."""
    try:
        if proxy != "*":
            ip_network(proxy, strict=False)
    except ValueError:
        example = "10.0.0.1, a network like 10.0.0.0/8, or * for everyone"
        raise ConfigError(f"a proxy is an address like {example}; not {proxy!r:.80}") from None
