"""A view as it is to whoever does not care which copy of a card is which."""

from msgspec.structs import replace

from drlucky.game.view import View


def without_copies(view: View) -> View:
    attempt = None if view.attempt is None else replace(view.attempt, copies=())
    return replace(view, attempt=attempt, hand_copies=(), discard_copies=(), out_of_game_copies=())
