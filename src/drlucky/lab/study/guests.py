"""Games with bots of the user's own: played through `Game`, where a bot is given a view and what it may do, and told
in the same numbers as compiled games."""

from random import Random

from drlucky.errors import DrLuckyError
from drlucky.game.dealer import as_seed
from drlucky.game.game import Game, seat_names, with_strangers
from drlucky.lab.study.bots import seated
from drlucky.lab.study.cells import Cell
from drlucky.search.simulate import how_it_ended

STRIKES = ("attempt", "attacked")
ANSWERS = ("played", "turned up")


def play_batch(cell: Cell, stream: int, start: int, games: int) -> list[int]:
    """As `engine.batch.play_batch`."""
    rows: list[int] = []
    for number in range(start, start + games):
        rows += play_game(cell, stream, number)
    return rows


def play_game(cell: Cell, stream: int, number: int) -> list[int]:
    the_setting = cell.setting()
    names = with_strangers(the_setting, seat_names(the_setting.book, cell.players))
    game = Game(the_setting, names, as_seed(f"{stream} {number}"))
    random = Random(f"{stream} {number}")
    at_table = {seat: cell.bot_at(seat, number) for seat in the_setting.live}
    bots = {seat: seated(bot, random.getrandbits(31)) for seat, bot in at_table.items()}
    first = game.state.current
    decisions = 0
    while (seat := game.to_decide) is not None:
        try:
            game.play(bots[seat].choose(game.view(seat), game.legal))
        except Exception as error:  # a study with a broken bot answers nothing, so it stops and says where
            raise DrLuckyError(
                f"{at_table[seat]} failed in game {number}, turn {game.state.turn}, of {cell.axes}: "
                f"{type(error).__name__}: {error}"
            ) from error
        decisions += 1
    luck = {card.name: card.luck for card in the_setting.deck.cards}
    attempts = sum(event.kind in STRIKES for event in game.events)
    spent = sum(luck[event.card] for event in game.events if event.kind in ANSWERS and event.card)
    return [first, decisions, attempts, spent, *how_it_ended(game.state)]
