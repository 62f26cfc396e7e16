"""A first game that teaches, at a table: the bots follow its script as long as the newcomer does, and nobody else can
be dealt cards from a seed that everyone can know."""

import asyncio

import pytest
from msgspec.structs import replace

import drlucky
from drlucky.game.dealer import as_seed, commitment
from drlucky.lessons import NEWCOMER, Lesson, lessons
from drlucky.table import (
    Act,
    Again,
    Change,
    Command,
    GiveHost,
    Invite,
    Join,
    LiveTable,
    MemoryStore,
    OpenSeat,
    Options,
    PutBot,
    Refused,
    Settings,
    Sheet,
    Start,
    Table,
    Tables,
    Undo,
    Watch,
)
from drlucky.table.commands import AnyDeed
from drlucky.table.log import decode
from table.desk import KILL

each_lesson = pytest.mark.parametrize("lesson", lessons().values(), ids=list(lessons()))


def settings(lesson: Lesson) -> Settings:
    return Settings(lesson.edition, listed=False, lesson=lesson.name)


async def do(live: LiveTable, deed: AnyDeed, person: str = "ann") -> str | None:
    """The code of a refusal."""
    answer = await live.do(person, Command(f"{person} {live.version} {type(deed).__name__}", live.version, deed))
    return answer.code


async def begun(tables: Tables, lesson: Lesson) -> LiveTable:
    live = await tables.open("ann", "Ann", settings(lesson), lesson.players)
    for seat in range(1, lesson.players):
        assert await do(live, PutBot(seat, "easy")) is None
    assert await do(live, Start()) is None
    return live


async def asked(live: LiveTable) -> Sheet:
    """The sheet when it is for the newcomer to decide, or when it is over."""
    async for sheet in live.follow("ann"):
        assert sheet.game is not None
        if sheet.game.view.legal or sheet.phase == "over":
            return sheet
    raise AssertionError("the table went to rest")


@each_lesson
def test_whoever_does_what_it_says_wins(lesson: Lesson) -> None:
    async def scenario() -> None:
        store = MemoryStore()
        async with Tables(store, pace=0) as tables:
            live = await begun(tables, lesson)
            done = 0
            with live.attend("ann"):
                while (sheet := await asked(live)).phase == "playing":
                    assert sheet.game is not None
                    now = sheet.game.lesson
                    assert now is not None
                    assert (now.done, now.of) == (done, lesson.own)
                    assert now.action in sheet.game.view.legal
                    assert now.teaches
                    assert await do(live, Act(str(now.action))) is None
                    done += 1
            assert done == lesson.own
            match = live.table.last_match()
            assert match.actions == [line.action for line in lesson.script]
            assert match.game.outcome is not None
            assert match.game.outcome.winner == NEWCOMER
            # The seal is that of the kept seed, and record and log replay as any other.
            assert match.commitment == commitment(as_seed(lesson.seed))
            assert drlucky.load(match.game.record()).state.key() == match.game.state.key()
            replayed = Table.replay(decode(await store.read(live.id)), 0)
            assert replayed.hash() == live.table.hash()

    asyncio.run(scenario())


@each_lesson
def test_whoever_does_something_else_plays_on_against_bots_that_think(lesson: Lesson) -> None:
    async def scenario() -> None:
        async with Tables(MemoryStore(), pace=0) as tables:
            live = await begun(tables, lesson)
            with live.attend("ann"):
                # A step elsewhere can be taken back, and then the script goes on.
                sheet = await asked(live)
                assert sheet.game is not None
                assert sheet.game.lesson is not None
                wanted = sheet.game.lesson.action
                other = next(text for text in sheet.game.view.legal if text.startswith("step ") and text != wanted)
                assert await do(live, Act(other)) is None
                elsewhere = (await asked(live)).game
                assert elsewhere is not None
                assert elsewhere.lesson is None
                assert await do(live, Undo()) is None
                again = (await asked(live)).game
                assert again is not None
                assert again.lesson is not None
                assert again.lesson.action == wanted
                # The turn is over with this: from here on it is a game like any other.
                assert await do(live, Act("end")) is None
                for _ in range(6):
                    sheet = await asked(live)
                    if sheet.phase == "over":
                        break
                    assert sheet.game is not None
                    assert sheet.game.lesson is None
                    assert await do(live, Act(sheet.game.view.legal[0])) is None

    asyncio.run(scenario())


@each_lesson
def test_nobody_else_is_told_what_the_newcomer_should_do(lesson: Lesson) -> None:
    """It would tell what is in the hand."""

    async def scenario() -> None:
        async with Tables(MemoryStore(), pace=0) as tables:
            live = await begun(tables, lesson)
            assert await do(live, Watch("Bob"), "bob") is None
            with live.attend("ann"):
                await asked(live)
                for person in (None, "bob"):
                    game = live.sheet(person).game
                    assert game is not None
                    assert game.lesson is None
                await do(live, Act(lesson.script[0].action))

    asyncio.run(scenario())


def test_while_others_decide_nothing_is_told_of_what_they_will_do() -> None:
    lesson = lessons()["kill"]

    async def scenario() -> None:
        async with Tables(MemoryStore(), pace=1e6) as tables:  # the bots take their time
            live = await begun(tables, lesson)
            for line in lesson.script[:3]:
                assert await do(live, Act(line.action)) is None
            game = live.sheet("ann").game
            assert game is not None
            assert game.lesson is not None
            assert game.view.to_decide != NEWCOMER
            assert (game.lesson.action, game.lesson.teaches) == (None, "")

    asyncio.run(scenario())


def test_the_deal_that_everyone_can_know_is_for_one_person_alone() -> None:
    lesson = lessons()["kill"]

    async def scenario() -> None:
        async with Tables(MemoryStore(), pace=0) as tables:
            live = await tables.open("ann", "Ann", settings(lesson), lesson.players)
            assert await do(live, Join("Bob", 1), "bob") == "not now"
            assert await do(live, Join("Ann 2", 1)) == "not now"
            assert await do(live, Invite(1)) == "not now"
            # Nor by another way: as the host, or when a bot has left.
            assert await do(live, Watch("Bob"), "bob") is None
            assert await do(live, PutBot(1, "easy")) is None
            assert await do(live, OpenSeat(1)) is None
            bob = next(each.member for each in live.sheet("ann").people if each.name == "Bob")
            assert await do(live, GiveHost(bob)) is None
            assert await do(live, Join("Bob", 1), "bob") == "not now"
            assert await do(live, Invite(1), "bob") == "not now"

    asyncio.run(scenario())


def test_a_lesson_is_chosen_when_a_table_is_opened_and_never_again() -> None:
    lesson = lessons()["kill"]

    async def scenario() -> None:
        async with Tables(MemoryStore(), pace=0) as tables:
            plain = await tables.open("ann", "Ann", Settings(KILL, listed=False), 3)
            assert await do(plain, Change(settings(lesson))) == "settings"
            taught = await tables.open("ann", "Ann", settings(lesson), 3)
            assert await do(taught, Change(Settings(KILL, listed=False))) == "settings"

    asyncio.run(scenario())


def test_only_the_first_game_is_by_the_script() -> None:
    lesson = lessons()["kill"]

    async def scenario() -> None:
        async with Tables(MemoryStore(), pace=0) as tables:
            live = await begun(tables, lesson)
            with live.attend("ann"):
                while (sheet := await asked(live)).phase == "playing":
                    assert sheet.game is not None
                    assert sheet.game.lesson is not None
                    assert await do(live, Act(str(sheet.game.lesson.action))) is None
                assert await do(live, Again("rematch")) is None
                assert live.table.commitment != commitment(as_seed(lesson.seed))
                assert await do(live, Start()) is None
                game = (await asked(live)).game
                assert game is not None
                assert game.lesson is None

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("wrong", "players"),
    [
        ({"lesson": "nonsense"}, 3),
        ({"edition": "kill-1996"}, 3),
        ({"options": Options(pets="cat")}, 3),
        ({"listed": True}, 3),
        ({}, 4),
    ],
)
def test_what_does_not_fit_a_lesson_is_refused(wrong: dict[str, object], players: int) -> None:
    async def scenario() -> None:
        async with Tables(MemoryStore(), pace=0) as tables:
            asked_for = replace(settings(lessons()["kill"]), **wrong)
            with pytest.raises(Refused):
                await tables.open("ann", "Ann", asked_for, players)

    asyncio.run(scenario())
