"""What everyone is called in the terminal: people by their names, Strangers by those of their characters."""

from msgspec.structs import replace

from drlucky import cast, render
from drlucky.game.game import Game


def names_of(game: Game) -> tuple[str, ...]:
    strangers = game.setting.strangers
    return cast.with_strangers_named(game.players, strangers, cast.casting(game.players, strangers))


def board_of(game: Game, seat: int | None) -> str:
    """The board with everyone on it; `seat` is whose pawn is called "you"."""
    view = game.view(seat)
    # A view does not know how a board of one's own is drawn; the game does.
    return render.game.text(game if view.plan else replace(view, players=names_of(game)), seat)
