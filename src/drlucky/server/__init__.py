"""The server: tables for friends who sit apart. See docs/server.md to run one, and docs/protocol.md to talk to one."""

from importlib.util import find_spec

from drlucky.errors import DrLuckyError

for needed in ("msgspec", "prometheus_client", "segno", "starlette", "uvicorn", "websockets"):
    if find_spec(needed) is None:
        raise DrLuckyError(f"drlucky serve needs {needed}, of the web extra: pip install 'drlucky[web]'")
