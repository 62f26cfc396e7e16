"""`drlucky serve`: a server for friends who sit apart."""

import json
import os
import sys
import webbrowser
from typing import Annotated
from urllib.request import urlopen

import typer


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen at; 0.0.0.0 for every one.")] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen at; 0 takes a free one.")] = None,
    data: Annotated[str | None, typer.Option(help="The folder in which all games are kept.")] = None,
    store: Annotated[str | None, typer.Option(help="The database that several nodes share: postgresql://...")] = None,
    node_host: Annotated[str | None, typer.Option(help="Where this node listens for the others.")] = None,
    node_port: Annotated[int | None, typer.Option(help="The port for them; 0 takes a free one.")] = None,
    node_address: Annotated[str | None, typer.Option(help="Where they reach it, if not there: host:port.")] = None,
    drain_for: Annotated[
        float | None, typer.Option(help="Seconds that it serves on while the balancer finds out that it stops.")
    ] = None,
    public: Annotated[str | None, typer.Option(help="The address by which others reach it: https://...")] = None,
    origin: Annotated[list[str] | None, typer.Option(help="Another site whose pages may talk to it.")] = None,
    hosts: Annotated[list[str] | None, typer.Option(help="A name by which the server may be called.")] = None,
    proxy: Annotated[list[str] | None, typer.Option(help="A proxy that says for whom it asks.")] = None,
    metrics_token: Annotated[str | None, typer.Option(help="Lets whoever sends it read /metrics.")] = None,
    sockets: Annotated[int | None, typer.Option(help="How many may be connected at once.")] = None,
    sockets_per_address: Annotated[int | None, typer.Option(help="How many of them from one address.")] = None,
    tables: Annotated[int | None, typer.Option(help="How many tables may be open at once.")] = None,
    tables_per_minute: Annotated[float | None, typer.Option(help="How many one address may open.")] = None,
    messages_per_second: Annotated[float | None, typer.Option(help="Over one socket, on the average.")] = None,
    requests_per_second: Annotated[float | None, typer.Option(help="Over HTTP from one address.")] = None,
    hints_per_minute: Annotated[float | None, typer.Option(help="For one person.")] = None,
    notices: Annotated[
        bool | None, typer.Option("--notices/--no-notices", help="Tell people that it is their turn.")
    ] = None,
    notice_after: Annotated[float | None, typer.Option(help="After so many seconds of their absence.")] = None,
    notice_contact: Annotated[str | None, typer.Option(help="Where push services reach you: mailto:...")] = None,
    notice_network: Annotated[
        list[str] | None, typer.Option(help="A network that is not public, and may be reached for notices.")
    ] = None,
    pace: Annotated[float | None, typer.Option(help="Stretches the time bots take; 0: they answer at once.")] = None,
    config: Annotated[str | None, typer.Option(help="A TOML file with any of these.")] = None,
    open_page: Annotated[
        bool, typer.Option("--open", help="Open the page in the browser, at a free port if the usual one is taken.")
    ] = False,
) -> None:
    """Serve tables to play at, with people and bots. Needs no configuration; docs/server.md tells of everything else.

    What is not given as an option is looked for in the environment, as DRLUCKY_PORT and so on, and then in the file."""
    from msgspec.structs import replace

    from drlucky.database_url import without_password
    from drlucky.folder_lock import FolderInUse
    from drlucky.server.config import configured
    from drlucky.server.run import is_taken, run

    given = {
        "host": host,
        "port": port,
        "data": data,
        "store": store,
        "node_host": node_host,
        "node_port": node_port,
        "node_address": node_address,
        "drain_for": drain_for,
        "public": public,
        "origins": origin or None,
        "hosts": hosts or None,
        "proxies": proxy or None,
        "metrics_token": metrics_token,
        "sockets": sockets,
        "sockets_per_address": sockets_per_address,
        "tables": tables,
        "tables_per_minute": tables_per_minute,
        "messages_per_second": messages_per_second,
        "requests_per_second": requests_per_second,
        "hints_per_minute": hints_per_minute,
        "notices": notices,
        "notice_after": notice_after,
        "notice_contact": notice_contact,
        "notice_networks": notice_network or None,
        "pace": pace,
    }
    chosen = configured(given, file=config)
    if open_page and port is None and is_taken(chosen.host, chosen.port):
        running = f"http://{chosen.host}:{chosen.port}"
        if is_drlucky(running):
            typer.echo(f"drlucky runs already at {running}")
            show(running)
            return
        chosen = replace(chosen, port=0)

    games = f", games in {without_password(chosen.store)}" if chosen.store else ""

    def ready(address: str) -> None:
        typer.echo(f"drlucky serves {address} (data in {chosen.data_folder}{games})")
        if open_page:
            show(address)

    try:
        run(chosen, ready)
    except FolderInUse as error:
        if not open_page or not error.address or not is_drlucky(error.address):
            raise
        typer.echo(f"drlucky runs already at {error.address}")
        show(error.address)


def is_drlucky(address: str) -> bool:
    try:
        with urlopen(f"{address}/api/health", timeout=2) as answer:
            return "sockets" in json.load(answer)
    except (OSError, ValueError):
        return False


def show(address: str) -> None:
    """Opens the page, unless there is no screen: a browser would then be one that takes over the terminal."""
    if sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)
