"""The benchmark: what it promises to programs, and that nothing missing makes it stumble."""

import io
import json
import os
from pathlib import Path

import pytest
from rich.console import Console

from drlucky.bench import measure, observed
from drlucky.bench.engine import MAIN, SEARCH, TURNS, midway, whole_board
from drlucky.bench.figures import Figure, Goal, Lap, best, goals
from drlucky.bench.measure import run
from drlucky.bench.observed import AT_ONCE, OBSERVERS, RAW
from drlucky.bench.peers import DEALT, HEARTS, INSTALL, MIDWAY, PEERS, SEARCHERS, UNO, Peer
from drlucky.bench.report import PeerFound, Report, Same, show
from drlucky.editions import BOOKS
from drlucky.engine.play import legal
from drlucky.interpreted import WISH, is_compiled
from drlucky.search.rng import Rng

SECONDS = 0.01


@pytest.fixture(scope="module")
def report() -> Report:
    return measure.measure(seconds=SECONDS, rounds=2, peers=False)


def shown(report: Report) -> str:
    out = io.StringIO()
    show(report, Console(file=out, width=200))
    return out.getvalue()


def figure(decisions_per_second: float, games_per_second: float = 1.0) -> Figure:
    """A figure of a million games."""
    seconds = 1_000_000 / games_per_second
    return Figure(seconds, 1_000_000, round(decisions_per_second * seconds))


@pytest.mark.slow
def test_promised_keys(report: Report) -> None:
    found = report.as_json()
    assert set(found["editions"]) == set(BOOKS)
    for edition in found["editions"].values():
        assert edition["games_per_second"] > 0
        assert edition["decisions_per_second"] > edition["turns_per_second"] > edition["games_per_second"]
        assert edition["interpreted"]["games_per_second"] > 0
        assert edition["interpreted"]["decisions_per_second"] > 0
    assert found["python_driven"]["decisions_per_second"] > 0
    assert found["copy_ns"] > 0
    assert found["copy_into_ns"] > 0
    assert found["search"]["iterations_per_second"] > 0
    assert found["search"]["peers"] == {}
    assert found["peers"] == {}
    assert len(found["goals"]) == 7
    assert found["observed"] == {}
    assert found["machine"]["compiled"] == is_compiled()
    assert json.loads(json.dumps(found)) == found


@pytest.mark.slow
def test_both_builds_play_the_same_games(report: Report) -> None:
    if not is_compiled():
        pytest.skip("the engine is not compiled here")
    assert set(report.same) == set(BOOKS)
    assert all(same.agree and same.games > 0 for same in report.same.values())
    assert "all checksums agree" in shown(report)


def test_a_difference_between_the_builds_is_said(report: Report) -> None:
    differing = Report(**{**vars(report), "same": {"kill-de": Same(3, False)}})
    assert "DIFFER over the same seeds in: kill-de" in shown(differing)


def test_tables_fit_a_terminal(report: Report) -> None:
    peers = [PeerFound(peer, figure(30_000.5, 3)) for peer in PEERS]
    searchers = [PeerFound(peer, figure(123_456, 123_456)) for peer in SEARCHERS]
    observers = [PeerFound(peer, figure(1_234_567, 123_456)) for peer in OBSERVERS]
    everything = Report(**{**vars(report), "peers": peers, "searchers": searchers, "observers": observers})
    lines = shown(everything).splitlines()
    assert max(len(line) for line in lines) <= 80
    assert all(any(peer.name in line for line in lines) for peer in (*PEERS, *SEARCHERS, *OBSERVERS))


def test_without_a_compiled_engine_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WISH, "1")
    monkeypatch.setattr(measure, "is_compiled", lambda: False)
    report = measure.measure(seconds=SECONDS, rounds=1, peers=False)
    assert "NOT compiled" in shown(report)
    found = report.as_json()
    assert found["editions"]["kill-2016"]["times_interpreted"] is None
    assert found["goals"][1]["reached"] is None


@pytest.fixture
def no_peer_loads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if none were installed, whatever is; and with one edition to play, which is enough here."""
    for module in ("pyspiel", "rlcard", "catanatron", "pettingzoo"):
        (tmp_path / f"{module}.py").write_text("raise ImportError('it cannot be loaded')")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(measure, "is_compiled", lambda: False)
    monkeypatch.setattr(measure, "installed_version", lambda package: None)
    monkeypatch.setattr(measure, "BOOKS", {"kill-2016": BOOKS["kill-2016"]})


@pytest.mark.slow
@pytest.mark.usefixtures("no_peer_loads")
def test_missing_peers_are_named() -> None:
    report = measure.measure(seconds=SECONDS, rounds=1)
    text = " ".join(shown(report).split())  # a name may be broken between two lines
    assert INSTALL in text
    found = report.as_json()
    theirs = {name: facts for name, facts in found["observed"].items() if not name.startswith("drlucky")}
    assert len(theirs) == 4
    for name, facts in (found["peers"] | found["search"]["peers"] | theirs).items():
        assert name in text
        assert facts == {"installed": False, "install": INSTALL}
    assert set(found["peers"]) == {peer.name for peer in PEERS}
    assert set(found["search"]["peers"]) == {peer.name for peer in SEARCHERS}
    assert report.goals[2].reached is None


@pytest.mark.slow
@pytest.mark.usefixtures("no_peer_loads")
def test_a_peer_that_is_there_but_broken_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "PEERS", (UNO,))
    monkeypatch.setattr(measure, "installed_version", lambda package: "9.9")
    report = measure.measure(seconds=SECONDS, rounds=1)
    assert f"{UNO.name} could not play: it cannot be loaded" in shown(report)
    assert report.as_json()["peers"][UNO.name]["why_not"] == "it cannot be loaded"


def test_json_on_stdout(report: Report, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "measure", lambda **_: report)
    run(as_json=True, seconds=SECONDS, peers=False)
    found = json.loads(capsys.readouterr().out)
    assert found == report.as_json()
    assert set(found["machine"]) == {"python", "compiled", "cpus", "pinned", "system", "processor"}


def test_interrupting_is_polite(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(**_: object) -> Report:
        raise KeyboardInterrupt

    monkeypatch.setattr(measure, "measure", interrupted)
    with pytest.raises(SystemExit) as stopped:
        run(as_json=False)
    assert stopped.value.code == 130
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "Stopped" in captured.err


def test_every_core_is_given_back() -> None:
    if not hasattr(os, "sched_getaffinity"):
        pytest.skip("this system cannot keep a process on one core")
    before = os.sched_getaffinity(0)
    with measure.one_core() as pinned:
        assert pinned == (len(os.sched_getaffinity(0)) == 1)
    assert os.sched_getaffinity(0) == before


def test_goals_reached() -> None:
    found = goals(
        "kill-2016",
        {"kill-2016": figure(5_000_000, 8_000), "save-paizo": figure(2_000_000, 5_000)},
        figure(250_000),
        driven=figure(1_200_000),
        copy=Figure(seconds=0.4, games=1_000_000, decisions=1),
        search=Figure(seconds=0.5, games=5_000, decisions=1),
        hearts=figure(200_000),
        at_once=Figure(seconds=3.0, games=1, decisions=2_000_000, dealing=1.0),
    )
    assert [goal.measured for goal in found] == pytest.approx([8_000, 20, 6, 400, 2.5, 10_000, 1_000_000])
    assert [goal.wanted for goal in found] == [8_000, 20, 6, 400, 2.5, 10_000, 1_000_000]
    assert [goal.at_most for goal in found] == [False, False, False, True, True, False, False]


def test_goals_missed_and_not_measured() -> None:
    found = goals(
        "kill-2016",
        {"kill-2016": figure(5_000_000, 7_000), "save-paizo": figure(1_900_000)},
        None,
        driven=figure(1_000_000),
        copy=Figure(seconds=0.5, games=1_000_000, decisions=1),
        search=Figure(seconds=0.5, games=4_999, decisions=1),
        hearts=None,
        at_once=None,
    )
    assert [goal.reached for goal in found] == [False, None, None, False, False, False, None]


@pytest.mark.parametrize(("measured", "at_most", "reached"), [(2, False, True), (2, True, True), (1, False, False)])
def test_a_goal_counts_its_edge(measured: float, at_most: bool, reached: bool) -> None:
    assert Goal("it", 2, measured, at_most).reached is reached


def test_the_best_lap_counts() -> None:
    found = best([Lap(2.0, 10, 400), Lap(1.0, 10, 400, dealing=0.5), Lap(1.5, 10, 400)])
    assert found.games_per_second == 10
    assert found.decisions_per_second == 400
    assert found.after_dealing == 800
    assert found.nanoseconds == 1e8
    assert found.spread == 1.5


def test_ratios_to_a_peer(report: Report) -> None:
    hearts = Figure(seconds=2.0, games=1, decisions=100, dealing=1.0)
    found = Report(**{**vars(report), "driven": figure(600), "peers": [PeerFound(HEARTS, hearts, "2.0")]})
    facts = found.as_json()["peers"][HEARTS.name]
    assert facts["times_as_fast_we_are"] == pytest.approx(12)
    assert facts["times_as_fast_we_are_after_dealing"] == pytest.approx(6)


def test_ratios_to_another_search(report: Report) -> None:
    search, hearts = Figure(seconds=2.0, games=100, decisions=1), Figure(seconds=1.0, games=200, decisions=1)
    found = Report(**{**vars(report), "search": search, "searchers": [PeerFound(MIDWAY, hearts, "2.0")]})
    facts = found.as_json()["search"]["peers"][MIDWAY.name]
    assert facts["simulations_per_second"] == 200
    assert facts["times_as_fast_we_are"] == 0.25
    line = next(line for line in shown(found).splitlines() if MIDWAY.name in line)
    assert "0.25" in line


def test_searches_start_in_the_middle_of_different_games() -> None:
    rng = Rng(1)
    positions = [midway(whole_board(MAIN).engine, turn, rng) for turn in TURNS]
    assert [position.turn >= turn for position, turn in zip(positions, TURNS, strict=True)] == [True] * len(TURNS)
    assert all(len(legal(position)) > 1 and not position.over for position in positions)
    assert len({tuple(position.hands) for position in positions}) == len(TURNS)


@pytest.mark.parametrize("name", [SEARCH, MIDWAY.name, DEALT.name])
def test_a_search_counts_its_iterations_at_every_position(name: str) -> None:
    lap = measure.contestant(name)(3, 7)
    assert lap.games == 3 * len(TURNS)
    assert lap.seconds > 0


@pytest.mark.parametrize("peer", OBSERVERS[:3], ids=lambda peer: peer.name)
def test_steps_of_ours_are_observed(peer: Peer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observed, "GAMES", 16)
    monkeypatch.setattr(observed, "UNDER_WAY", 2)
    pytest.importorskip(peer.package)
    lap = observed.contestant(peer.name)(3, 7)
    assert lap.decisions >= 3
    assert lap.seconds >= lap.dealing


def test_games_at_once_are_compared_with_all_observers(report: Report) -> None:
    slow = figure(1_000)
    observers = [PeerFound(AT_ONCE, figure(4_000), "2.0"), PeerFound(RAW, slow, "1.0")]
    found = Report(**{**vars(report), "observers": observers})
    assert found.as_json()["observed"][RAW.name]["times_as_fast_many_at_once_are"] == pytest.approx(4)
    assert found.goals[-1].measured == pytest.approx(4_000)
    assert RAW.name in shown(found)
