"""Operations about the puzzle on the failures of the Save deck: what it is, the clues that someone asks for, and
whether an answer is right. The answer is never sent, nor is a clue that nobody asks for: the catalogue of cards tells
which copy has which, and leaves its sentence out."""

from drlucky import phrases
from drlucky.puzzle import is_right, puzzle
from drlucky.server.errors import Failed
from drlucky.server.http.operation import Call, Operation
from drlucky.server.schemas import puzzle as schemas

LARGEST_ANSWER = 2048


async def puzzle_about(call: Call) -> schemas.PuzzleAbout:
    wanted: schemas.AskPuzzle = call.query
    language, size = call.language, len(puzzle().clues)
    numbers = sorted({int(number) for number in wanted.clues.split(",") if number})
    if not all(1 <= number <= size for number in numbers):
        raise Failed("not here", "there are clues 1 to {size}", size=size)
    return schemas.PuzzleAbout(
        language=language,
        title=phrases.puzzle_title(language),
        story=phrases.puzzle_story(language),
        categories=tuple(
            schemas.PuzzleCategory(
                each.id, each.name, tuple(schemas.PuzzleThing(thing, word) for thing, word in each.things.items())
            )
            for each in phrases.puzzle_categories(language)
        ),
        size=size,
        clues=tuple(schemas.PuzzleClue(number, phrases.puzzle_clue(number, language)) for number in numbers),
    )


async def check_puzzle(call: Call) -> schemas.PuzzleChecked:
    answer: schemas.PuzzleAnswer = call.body
    return schemas.PuzzleChecked(is_right(answer.groups))


OPERATIONS = [
    Operation(
        "GET",
        "/api/puzzle",
        puzzle_about,
        "The puzzle on the failures of the Save deck, with the clues that are asked for.",
        schemas.PuzzleAbout,
        schemas.AskPuzzle,
    ),
    Operation(
        "POST",
        "/api/puzzle/check",
        check_puzzle,
        "Is an answer to the puzzle right?",
        schemas.PuzzleChecked,
        body=schemas.PuzzleAnswer,
        largest=LARGEST_ANSWER,
    ),
]
