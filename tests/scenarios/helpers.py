"""What the scenario tests share: small questions to a game, in the words of the rule books."""

from collections.abc import Iterable, Mapping

import pytest

from drlucky import Game, IllegalAction
from drlucky.game.events import Event
from positions import sink


def whose_turn(game: Game) -> str:
    return game.players[game.view(None).current]


def asked(game: Game) -> str | None:
    """Who must decide now, by name; None when the game is over."""
    return None if game.to_decide is None else game.players[game.to_decide]


def room_of(game: Game, name: str) -> str:
    room = game.view(None).rooms[game.players.index(name)]
    assert room is not None
    return room


def doctor(game: Game) -> str:
    return game.view(None).doctor


def hand(game: Game, name: str) -> tuple[str, ...]:
    return game.view(game.players.index(name)).hand or ()


def discards(game: Game) -> list[str]:
    return sorted(game.view(None).discards)


def gone(game: Game) -> list[str]:
    return sorted(game.view(None).out_of_game)


def strength(game: Game) -> int | None:
    """The strength of the attempt under way."""
    attempt = game.view(None).attempt
    return attempt.strength if attempt else None


def result(game: Game) -> tuple[str, str | None, str | None]:
    """How it ended, and the names of winner and loser."""
    assert game.outcome is not None
    how, winner, loser = game.outcome.how, game.outcome.winner, game.outcome.loser
    return (
        how,
        None if winner is None else game.players[winner],
        None if loser is None else game.players[loser],
    )


def code(game: Game, action: str) -> str | None:
    """Why an action is not legal now; None if it is."""
    why = game.why_not(action)
    return why.code if why else None


def refused(game: Game, action: str, why: str) -> None:
    """The action is refused for this reason, is not offered, and nothing changes by trying."""
    before = game.state.key()
    with pytest.raises(IllegalAction) as caught:
        game.play(action)
    assert caught.value.reason.code == why
    assert str(caught.value)
    assert action not in {str(offered) for offered in game.legal}
    assert game.state.key() == before


def events(game: Game, kind: str) -> list[Event]:
    return [event for event in game.events if event.kind == kind]


def put(game: Game, pawn: str, room: str) -> None:
    """Puts a pawn, "doctor", "cat", "dog" or a player's name, into another room."""
    engine = game.setting.engine
    others = {"doctor": engine.doctor, "cat": engine.cat, "dog": engine.dog}
    at = others[pawn] if pawn in others else game.players.index(pawn)
    game.state.rooms[at] = game.setting.room_names.index(room)


def seen_from(game: Game, actor: str, witness: str, seen: str) -> set[str]:
    """The rooms from which a witness sees the player in turn beside the doctor in the room `seen`."""
    put(game, actor, seen)
    put(game, "doctor", seen)
    found: set[str] = set()
    for room in game.setting.layout.open:
        put(game, witness, room)
        why = code(game, "attempt")
        assert why in (None, "seen by player", "no witness")
        if (why is None) == (game.edition.id.startswith("save")):
            found.add(room)
    return found - {seen}


def steps_from(game: Game, actor: str, room: str) -> set[str]:
    """Where the free step of the player in turn leads from a room."""
    put(game, actor, room)
    return {action.room or "" for action in game.legal if action.verb == "step"}


def doctors_way(game: Game, turns: int) -> list[str]:
    """Where the doctor goes while everyone just ends the turn."""
    way: list[str] = []
    for _ in range(turns):
        game.play("end")
        way.append(doctor(game))
    return way


def goes_to(game: Game, pairs: Mapping[str, str]) -> None:
    """The doctor's own move leads from each room to the one beside it in the mapping."""
    for start, end in pairs.items():
        put(game, "doctor", start)
        game.play("end")
        assert (start, doctor(game)) == (start, end)


def seats_in_order(seats: Iterable[int], first: int, players: int) -> bool:
    """Each seat is to the left of the one before."""
    return all(seat == (first + at) % players for at, seat in enumerate(seats))


def waterline(game: Game, *, sunk: int, left: int) -> Game:
    """A ship of which so many decks have sunk, with so many cards left beside the lowest one afloat."""
    sink(game, sunk=sunk, left=left)
    view = game.view(None)
    assert len(view.sunk) == sunk
    assert view.piles[0] == left
    return game


def where(game: Game, pawn: str) -> str | None:
    """Where a pawn stands, by a player's name or "doctor", "cat" or "dog"; None if out of the game or not in it."""
    view = game.view(None)
    if pawn in game.players:
        return view.rooms[game.players.index(pawn)]
    return {"doctor": view.doctor, "cat": view.cat, "dog": view.dog}[pawn]


def reasons(game: Game, name: str) -> int:
    """How many Reasons a player, or in an Escape the doctor, has."""
    view = game.view(None)
    return view.doctor_reasons if name == "doctor" else view.reasons[game.players.index(name)]


def happened(game: Game, *kinds: str) -> list[str]:
    """The events of some kinds in the order they happened."""
    return [event.kind for event in game.events if event.kind in kinds]


def known(game: Game, card: str) -> bool:
    """Does any view or any event, as anyone may know it, tell where a card is?"""
    seats = (*range(len(game.players)), None)
    told = [str(game.view(seat).as_dict()) for seat in seats]
    told += [str(event) for seat in seats for event in game.events_for(seat)]
    return any(card in text for text in told)
