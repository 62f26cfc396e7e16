"""Cluster: this server as one of several nodes on one database."""

from importlib.util import find_spec

from drlucky.errors import DrLuckyError


def need_asyncpg() -> None:
    """Before anything is imported that cannot do without."""
    if find_spec("asyncpg") is None:
        raise DrLuckyError("--store needs asyncpg, of the postgres extra: pip install 'drlucky[web,postgres]'")
