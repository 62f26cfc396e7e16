"""Editions, decks and boards from outside: found where they are installed or registered, and refused in words."""

import json
import os
from pathlib import Path
from textwrap import dedent

import pytest

import drlucky
from drlucky.editions import BOOKS
from drlucky.errors import DrLuckyError
from drlucky.interpreted import WISH, is_compiled
from drlucky.plugins import VARIABLE
from packages import install, run, said

COFFEE = """
    from dataclasses import replace
    from pathlib import Path

    from drlucky.boards import read_plan
    from drlucky.decks import read_deck
    from drlucky.editions import BOOKS
    from drlucky.rules import Kill2016

    class Coffee(Kill2016):
        def many_weapons(self):
            return True

        def strength(self, s):
            return super().strength(s) + self.bonus

        def laid_in(self, s, weapons):
            return super().laid_in(s, weapons) - self.bonus

        def prepare(self):
            super().prepare()
            self.bonus = 2


    DECK = read_deck(
        "coffee",
        '''
        title = "Cups"

        [[weapon]]
        name = "Spoon"
        value = 2
        room = "Library"
        value_in_room = 4
        copies = 8

        [[move]]
        name = "Hurry"
        steps = 2
        copies = 12

        [[failure]]
        name = "Spill"
        luck = 2
        copies = 30
        ''',
    )
    BOARD = read_plan(Path(__file__).with_name("plan.txt").read_text(encoding="utf-8"), "coffee-house")
    BOOK = replace(
        BOOKS["kill-2016"],
        id="kill-coffee",
        title="Kill Doctor Lucky over coffee",
        about="With spoons.",
        rules=Coffee,
        deck="coffee",
        hand=lambda players: 4,
        boards=("mansion", "coffee-house"),
        escape=None,
        options=frozenset({"closed", "pets", "strangers"}),
        rulebook='like = "kill-2016"\\n[attempts]\\ntitle = "Attempts"\\ntext = "Any number of spoons."',
    )
"""
NAMED = {
    "editions": {"kill-coffee": "drlucky_coffee:BOOK"},
    "decks": {"coffee": "drlucky_coffee:DECK"},
    "boards": {"coffee-house": "drlucky_coffee:BOARD"},
}


@pytest.fixture
def coffee(tmp_path: Path) -> Path:
    """A folder with a package that brings an edition, a deck and a board."""
    install(tmp_path, "drlucky-coffee", COFFEE, **NAMED)
    plan = drlucky.board("estate").source_text + "\nstarts:\nplayers 1\ndoctor 5\n"
    (tmp_path / "plan.txt").write_text(plan, encoding="utf-8")
    return tmp_path


def test_a_package_s_edition_deck_and_board_are_played(coffee: Path) -> None:
    script = """
        import random, drlucky
        for options in ({}, {"pets": "cat"}, {"board": "coffee-house"}, {"board": "coffee-house", "pets": "both"}):
            game = drlucky.new("kill-coffee", 3, seed=1, **options)
            choose = random.Random(1)
            while game.to_decide is not None:
                game.play(choose.choice(game.legal))
            again = drlucky.load(game.record())
            assert again.state.key() == game.state.key()
            assert again.record() == game.record()
        assert {card.name for card in game.setting.deck.cards} == {"Spoon", "Hurry", "Spill"}
        assert game.board is drlucky.board("coffee-house")
        assert min(event.number for event in game.events if event.kind == "attempt") >= 3
        print(*[book.id for book in drlucky.editions()])
    """
    assert said(coffee, script).split() == [*BOOKS.own, "kill-coffee"]


def test_every_edition_is_played_on_a_package_s_board(coffee: Path) -> None:
    """It is a plan of one's own that has a name, and says itself where everyone starts."""
    script = """
        import copy, pickle, drlucky
        game = drlucky.new("kill-1996", 3, board="coffee-house")
        assert pickle.loads(pickle.dumps(game)).board.title == copy.deepcopy(game).board.title
        print(game.view(0).board, drlucky.new("kill-2016", 3, board="coffee-house").view(0).doctor, sep="\\n")
    """
    name, doctor = said(coffee, script).splitlines()
    assert name == "coffee-house"
    assert doctor == next(room.name for room in drlucky.board("estate").rooms if room.number == 5)


GAMES = """
    import json
    from drlucky.game.setup import setting
    from drlucky.interpreted import is_compiled
    from drlucky.search.playout import play_many
    found = []
    for players, options in ((2, {}), (4, {"pets": "both"}), (5, {"board": "coffee-house"})):
        tally = play_many(setting("kill-coffee", players, **options).engine, 40, 12345)
        found.append([tally.checksum, tally.decisions, tally.turns, tally.wins, tally.endings])
    print(json.dumps([is_compiled(), found]))
"""


def test_its_games_come_out_the_same_compiled_and_interpreted(coffee: Path) -> None:
    _, here = json.loads(said(coffee, GAMES))
    is_compiled, interpreted = json.loads(said(coffee, GAMES, **{WISH: "1"}))
    assert not is_compiled
    assert here == interpreted


def test_what_its_rules_leave_behind_does_not_grow(coffee: Path) -> None:
    script = """
        import resource
        from drlucky.game.setup import setting
        from drlucky.search.playout import play_many
        engine = setting("kill-coffee", 4).engine
        peaks = []
        for games in (50, 100, 800):
            play_many(engine, games, 1)
            peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
        print(peaks[2] - peaks[1])
    """
    assert int(said(coffee, script)) < 2000


def test_workers_bots_and_tournaments_know_it(coffee: Path) -> None:
    simulate = run(coffee, "-m", "drlucky", "simulate", "kill-coffee", "--games", "40", "--workers", "2", "--json")
    assert simulate.returncode == 0, simulate.stderr
    assert json.loads(simulate.stdout)["games"] == 40
    bots = ["random", "drlucky.bots:SensibleBot"]  # a class plays in a process of its own, by the line protocol
    tournament = run(coffee, "-m", "drlucky", "tournament", *bots, "--edition", "kill-coffee", "--games", "4")
    assert tournament.returncode == 0, tournament.stderr
    played = [json.loads(line) for line in (coffee / "tournament" / "tournament.jsonl").read_text().splitlines()]
    assert [game["faults"] for game in played] == [[]] * 4


PLAYS = """
    import asyncio
    from drlucky.table import *

    async def main():
        async with Tables(SQLiteStore("log.db"), pace=0) as tables:
            live = await tables.open("ann", "Ann", Settings("kill-coffee", listed=True), seats=3)
            for seat in (1, 2):
                await live.do("ann", Command(f"b{seat}", live.version, PutBot(seat, "easy")))
            await live.do("ann", Command("s", live.version, Start()))
            acted = 0
            with live.attend("ann"):
                async for sheet in live.follow("ann"):
                    if sheet.game and sheet.game.view.legal:
                        command = Command(str(sheet.version), sheet.version, Act(sheet.game.view.legal[-1]))
                        acted += (await live.do("ann", command)).accepted
                    if acted == 5 or sheet.phase != "playing":
                        break
            print(live.id)

    asyncio.run(main())
"""
ASKS = """
    import asyncio
    from drlucky.table import *

    async def main():
        async with Tables(SQLiteStore("log.db"), pace=0) as tables:
            try:
                live = await tables.get("TABLE")
                print(live.table.match.game.edition.title)
            except Refused as refused:
                print(refused.code, refused, sep=": ")

    asyncio.run(main())
"""


def test_a_table_goes_on_where_its_edition_is_and_is_refused_in_words_where_it_is_not(
    coffee: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    table = said(coffee, PLAYS).strip()
    asks = ASKS.replace("TABLE", table)
    assert said(coffee, asks) == "Kill Doctor Lucky over coffee\n"
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    for file in coffee.glob("log.db*"):
        file.rename(elsewhere / file.name)
    without = run(elsewhere, "-c", dedent(asks))
    assert without.stdout == "not now: this table plays the edition 'kill-coffee', which is not installed here\n"
    assert f"table {table} is refused: there is no edition 'kill-coffee'" in without.stderr, "the operator is told too"


LISTS = """
    import asyncio, json, sys, urllib.request
    from drlucky.server.config import Config
    from drlucky.server.run import running

    def ask(path):
        with urllib.request.urlopen(path) as answer:
            return json.load(answer)

    async def main():
        async with running(Config(port=0, data="data")) as server:
            found = {}
            for path in sys.argv[1:]:
                found[path] = await asyncio.to_thread(ask, server.address + path)
            print(json.dumps(found))

    asyncio.run(main())
"""


@pytest.mark.server
def test_the_page_lists_it_with_its_own_words(coffee: Path) -> None:
    paths = [
        "/api/editions?language=de",
        "/api/editions/kill-coffee/rules?language=de",
        "/api/editions/kill-coffee/cards?language=de",
        "/api/boards/coffee-house/plan?language=de",
    ]
    done = run(coffee, "-c", dedent(LISTS), *paths)
    assert done.returncode == 0, done.stderr
    editions, rules, cards, board = json.loads(done.stdout).values()
    ours = editions[-1]
    assert (ours["id"], ours["title"]) == ("kill-coffee", "Kill Doctor Lucky over coffee")
    assert ours["about"] == "With spoons."
    assert {each["board"] for way in ours["choices"][0]["ways"] for each in way["boards"]} == {
        "mansion",
        "coffee-house",
    }
    text = {section["id"]: section["text"] for section in rules["sections"]}
    assert text["attempts"] == "Any number of spoons.", "what nobody has translated stays as it is"
    assert "gewonnen" in text["winning"], "and what it takes over is translated"
    assert {card["word"] for card in cards["cards"]} == {"Spoon", "Hurry", "Spill"}
    assert board["title"] == "Das Anwesen"


BAD = {
    "drlucky-absent": ("", {"editions": {"absent": "drlucky_nowhere:BOOK"}}, "No module named 'drlucky_nowhere'"),
    "drlucky-broken": ("1 / 0", {"editions": {"broken": "drlucky_broken:BOOK"}}, "ZeroDivisionError"),
    "drlucky-quits": ("raise SystemExit(3)", {"boards": {"quits": "drlucky_quits:BOARD"}}, "SystemExit: 3"),
    "drlucky-typed": ("BOOK = 'book'", {"editions": {"typed": "drlucky_typed:BOOK"}}, "is no edition but 'book'"),
    "drlucky-named": (
        "from drlucky.editions import BOOKS; BOOK = BOOKS['kill-2016']",
        {"editions": {"other": "drlucky_named:BOOK"}},
        "it calls itself 'kill-2016'",
    ),
    "drlucky-ours": (
        "from drlucky.editions import BOOKS; BOOK = BOOKS['kill-2016']",
        {"editions": {"kill-2016": "drlucky_ours:BOOK"}},
        "'kill-2016' is one of drlucky's own: give yours another name",
    ),
    "drlucky-deckless": (
        "from dataclasses import replace\nfrom drlucky.editions import BOOKS\n"
        "BOOK = replace(BOOKS['kill-2016'], id='deckless', deck='tarot')",
        {"editions": {"deckless": "drlucky_deckless:BOOK"}},
        "there is no deck 'tarot'",
    ),
    "drlucky-braces": (
        "from dataclasses import replace\nfrom drlucky.editions import BOOKS\n"
        "BOOK = replace(BOOKS['kill-2016'], id='braces', rulebook='[goal]\\ntitle=\"Goal\"\\ntext=\"{win}\"')",
        {"editions": {"braces": "drlucky_braces:BOOK"}},
        "KeyError: 'win'",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_package_is_named_and_keeps_nobody_from_playing(name: str, tmp_path: Path) -> None:
    module, named, why = BAD[name]
    install(tmp_path, name, module, **named)
    install(tmp_path, "drlucky-good", GOOD, editions={"good": "drlucky_good:BOOK"})
    listed = run(tmp_path, "-m", "drlucky", "editions")
    assert listed.returncode == 0
    assert listed.stdout.count(" players\n") == len(BOOKS.own) + 1
    if "editions" in named:
        assert listed.stderr.count("\n") == 1
        assert f"{name} 1.0" in listed.stderr
        assert why in listed.stderr
    ((kind, names),) = named.items()
    ((bad, _),) = names.items()
    if bad not in BOOKS.own:
        command = ["simulate", bad] if kind == "editions" else ["board", bad]
        asked = run(tmp_path, "-m", "drlucky", *command)
        assert asked.returncode == 2
        assert f"{bad!r} cannot be used: {name} 1.0: " in asked.stderr
        assert why in asked.stderr


GOOD = """
    from dataclasses import replace
    from drlucky.editions import BOOKS
    BOOK = replace(BOOKS["kill-1996"], id="good", title="Good")
"""


def test_of_two_packages_that_bring_the_same_name_neither_is_played(tmp_path: Path) -> None:
    install(tmp_path, "drlucky-good", GOOD, editions={"good": "drlucky_good:BOOK"})
    install(tmp_path, "drlucky-better", GOOD, editions={"good": "drlucky_better:BOOK"})
    asked = run(tmp_path, "-m", "drlucky", "simulate", "good")
    assert asked.returncode == 2
    assert "there is an edition 'good' already, from drlucky-better 1.0" in asked.stderr
    assert "drlucky-good 1.0" in asked.stderr


@pytest.mark.skipif(not is_compiled(), reason="interpreted classes may be derived from")
def test_who_derives_from_a_compiled_class_is_told_what_to_derive_from(tmp_path: Path) -> None:
    module = """
        from dataclasses import replace
        from drlucky.editions import BOOKS
        from drlucky.editions.kill_1996 import Kill1996
        class Mine(Kill1996): pass
        BOOK = replace(BOOKS["kill-1996"], id="mine", rules=Mine)
    """
    install(tmp_path, "drlucky-mine", module, editions={"mine": "drlucky_mine:BOOK"})
    asked = run(tmp_path, "-m", "drlucky", "simulate", "mine")
    assert "derive them from the one of the same name in drlucky.rules" in asked.stderr


def test_what_is_registered_is_known_to_the_processes_that_are_started(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(dedent(GOOD) + "import drlucky\ndrlucky.register(BOOK)\n")
    script = """
        import drlucky, mine
        from drlucky.jobs import Jobs
        from drlucky.phrases import edition_title
        drlucky.register(mine.BOOK)
        drlucky.register("mine:BOOK")
        with Jobs(1) as jobs:
            print(drlucky.editions()[-1].title, jobs.submit(edition_title, "good").result())
    """
    assert said(tmp_path, script) == "Good Good\n"
    assert said(tmp_path, "import drlucky; print(drlucky.editions()[-1].id)", DRLUCKY_REGISTER="mine:BOOK") == "good\n"


def test_what_stands_in_no_module_is_registered_in_this_process(tmp_path: Path) -> None:
    script = """
        from dataclasses import replace
        import drlucky
        from drlucky.editions import BOOKS
        from drlucky.rules import Kill1996
        class Mine(Kill1996):
            def many_weapons(self): return True
        drlucky.register(replace(BOOKS["kill-1996"], id="mine", rules=Mine))
        print(drlucky.new("mine", 3).edition.id)
    """
    assert said(tmp_path, script) == "mine\n"


def test_a_book_whose_weapons_reach_says_so(tmp_path: Path) -> None:
    """Where it does not, random games never ask it for an attempt, and the conformance checks tell."""
    script = """
        from dataclasses import replace
        import drlucky
        from drlucky.conformance import CHECKS, few_setups
        from drlucky.editions import BOOKS
        from drlucky.rules import Kill1996
        from drlucky.search.playout import play_many
        class Silent(Kill1996):
            def attempt_obstacle(self, s): return 0
        class Far(Silent):
            def weapons_reach(self): return True
        for name, rules in ("silent", Silent), ("far", Far):
            drlucky.register(replace(BOOKS["kill-1996"], id=name, rules=rules))
        near, far = (play_many(drlucky.new(name, 3, seed=1).setting.engine, 50, 1).turns for name in ("silent", "far"))
        print(far < near / 4)
        for name in ("far", "silent"):
            try:
                for check in CHECKS:
                    check(few_setups(name)[0])
                print("kept")
            except AssertionError as error:
                print(str(error).splitlines()[0])
    """
    assert said(tmp_path, script) == (
        "True\nkept\n`weapons_reach` says whether an attempt can be made where the doctor is not\n"
    )


@pytest.mark.parametrize(
    ("what", "why"),
    [
        (3, "an edition, a deck or a board can be registered, or MODULE:NAME as a text, not 3"),
        (BOOKS["kill-2016"], "'kill-2016' is one of drlucky's own"),
        (drlucky.Deck("Fine Deck", "Fine", ()), "a name has small letters, digits and dashes"),
        ("nowhere:BOOK", "No module named 'nowhere'"),
        ("os:path", "os:path is no edition, deck or board but <module 'posixpath'"),
    ],
)
def test_what_cannot_be_registered_is_refused_in_words(what: object, why: str) -> None:
    with pytest.raises(DrLuckyError) as caught:
        drlucky.register(what)
    assert why in str(caught.value)
    assert list(BOOKS) == list(BOOKS.own)
    assert not os.environ.get(VARIABLE)
