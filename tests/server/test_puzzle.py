"""The puzzle over HTTP: nobody is sent a clue that they did not ask for, nor the answer."""

from pathlib import Path

from drlucky import phrases
from drlucky.puzzle import puzzle
from drlucky.puzzle.answer import right_answer
from server.serving import ask, on_loop, served

CHECK = "/api/puzzle/check"
ROOMS = next(category.things for category in puzzle().categories if category.id == "room")


@on_loop
async def test_only_clues_that_are_asked_for_are_told(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        bare = (await ask(server, "GET", "/api/puzzle")).json
        assert bare["clues"] == []
        assert bare["size"] == len(puzzle().clues)
        assert not any(clue.sentence in str(bare) for clue in puzzle().clues)
        for language in phrases.languages():
            some = (await ask(server, "GET", f"/api/puzzle?clues=9,2,2&language={language}")).json
            assert some["clues"] == [{"number": n, "text": phrases.puzzle_clue(n, language)} for n in (2, 9)]
            assert some["title"] == phrases.puzzle_title(language)
        for wrong, status in (("11", 404), ("0", 404), ("1,", 400), ("x", 400), ("1," * 30 + "1", 400)):
            assert (await ask(server, "GET", f"/api/puzzle?clues={wrong}")).status == status, wrong


@on_loop
async def test_an_answer_is_right_or_wrong(tmp_path: Path) -> None:
    groups = [sorted(group) for group in right_answer()]
    one, other, *rest = groups
    swap = {thing: instead for thing in one for instead in other if thing in ROOMS and instead in ROOMS}
    swap |= {instead: thing for thing, instead in swap.items()}
    wrong = [[swap.get(thing, thing) for thing in group] for group in (one, other)]
    async with served(tmp_path) as server:
        assert (await ask(server, "POST", CHECK, {"groups": groups})).json == {"right": True}
        assert (await ask(server, "POST", CHECK, {"groups": [*wrong, *rest]})).json == {"right": False}


@on_loop
async def test_what_is_no_answer_is_refused(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        heard = await ask(server, "POST", CHECK, {"groups": [["kraken"]]}, Accept_Language="de")
        assert (heard.status, heard.json["text"]) == (400, "'kraken' kommt im Rätsel nicht vor")
        unfit: tuple[object, ...] = ([], [["x" * 41]], [[]] * 11, "all", None)
        for groups in unfit:
            assert (await ask(server, "POST", CHECK, {"groups": groups})).status == 400, groups
        assert (await ask(server, "POST", CHECK, {"groups": [["x" * 3000]]})).status == 413
