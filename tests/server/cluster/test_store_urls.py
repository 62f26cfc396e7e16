"""The URL of a database holds a password, which is shown nowhere; and it says where this machine is reached."""

from pathlib import Path

import pytest

from drlucky.database_url import host_towards, without_password
from drlucky.server.cluster.node import reached_at
from drlucky.server.config import Config, ConfigError, configured

SECRET = "hunter2"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://lucky@db.example/games", "postgresql://lucky@db.example/games"),
        (f"postgresql://lucky:{SECRET}@db.example:5433/games", "postgresql://lucky:***@db.example:5433/games"),
        (f"postgres://db.example/games?user=lucky&password={SECRET}", "postgres://db.example/games"),
        (
            f"postgresql://lucky:{SECRET}@one.example,two.example/games",
            "postgresql://lucky:***@one.example,two.example/games",
        ),
        (f"postgresql://lucky:a/{SECRET}@db.example/games", "postgresql://***"),
        (f"postgresql://lucky:a@{SECRET}@db.example/games", "postgresql://***"),
        (f"postgresql://lucky:a#{SECRET}@db.example/games", "postgresql://***"),
        (f"postgresql://lucky:a?{SECRET}@db.example/games", "postgresql://***"),
        (f"postgresql://lucky:[{SECRET}@db.example/games", "postgresql://***"),
    ],
)
def test_no_password_is_shown(url: str, shown: str) -> None:
    assert without_password(url) == shown


@pytest.mark.parametrize("url", [f"mysql://lucky:{SECRET}@db/games", f"postgresql://lucky:a/{SECRET}@db/games"])
def test_a_store_that_cannot_be_meant_is_refused(url: str) -> None:
    with pytest.raises(ConfigError, match="URL") as refused:
        configured({"store": url}, environment={})
    assert SECRET not in str(refused.value)


@pytest.mark.parametrize("address", ["node-1.example", "10.0.0.5:7400", "[fd00::5]:7400", ""])
def test_addresses_of_nodes(address: str) -> None:
    assert configured({"node_address": address}, environment={}).node_address == address


@pytest.mark.parametrize("address", ["http://node-1", "node-1/x", ":7400", "node-1:0", "node-1:port", "a@b"])
def test_what_is_no_address_of_a_node(address: str) -> None:
    with pytest.raises(ConfigError, match=r"a node is reached at an address like 10\.0\.0\.5:7400"):
        configured({"node_address": address}, environment={})


def test_where_others_reach_a_node() -> None:
    """If nothing is said: where it listens. Where it listens everywhere: in the network of the database."""
    assert host_towards("postgresql://lucky@127.0.0.1:5433/games") == "127.0.0.1"
    assert host_towards("postgresql://lucky@nowhere.invalid/games") == "127.0.0.1"
    assert host_towards("postgresql:///games?host=/run/postgresql") == "127.0.0.1"
    assert reached_at(Config(), "10.0.0.5:7400", "10.0.0.5") == "10.0.0.5:7400"
    assert reached_at(Config(), "0.0.0.0:7400", "10.0.0.5") == "10.0.0.5:7400"
    assert reached_at(Config(), "[::]:7400", "fd00::5") == "[fd00::5]:7400"
    assert reached_at(Config(node_address="node-1.example"), "0.0.0.0:7400", "10.0.0.5") == "node-1.example:7400"
    assert reached_at(Config(node_address="[fd00::5]"), "[::]:7400", "10.0.0.5") == "[fd00::5]:7400"
    assert reached_at(Config(node_address="node-1:1234"), "0.0.0.0:7400", "10.0.0.5") == "node-1:1234"


def test_the_environment_may_say_it(tmp_path: Path) -> None:
    url = f"postgresql://lucky:{SECRET}@db.example/games"
    assert configured({}, environment={"DRLUCKY_STORE": url}).store == url
