"""Luck: what the accounts of an analysis say of the games that someone played, as far as it is counted over many games:
how a seat came from its fair share of wins to the end of a game."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from drlucky.table.played import Luck

FEWEST_PLAYOUTS = 100
"""A rougher analysis is not counted."""


class Chance(Struct):
    chance: float


class Amount(Struct):
    value: float


class Account(Struct):
    start: Chance
    deal: Amount
    draws: Amount
    others: Amount
    own: Amount


class Part(Struct):
    accounts: list[Account]


class Analysed(Struct):
    """What is needed of an analysis."""

    playouts: int
    parts: list[Part]


decoder = msgspec.json.Decoder(Analysed)


def luck_in(analysis: bytes, number: int) -> Mapping[int, Mapping[int, Luck]]:
    """By the number of the game, and by seat in it. An analysis of the Escape that was played on from a game is one of
    both; nothing of one that is rough."""
    found = decoder.decode(analysis)
    if found.playouts < FEWEST_PLAYOUTS:
        return {}
    first = number - len(found.parts) + 1
    return {
        first + nth: {seat: luck(account, len(part.accounts)) for seat, account in enumerate(part.accounts)}
        for nth, part in enumerate(found.parts)
    }


def luck(account: Account, players: int) -> Luck:
    """The place at the table is luck as the cards are."""
    cards = account.start.chance - 1 / players + account.deal.value + account.draws.value
    return Luck(round(cards, 4), round(account.own.value, 4), round(account.others.value, 4))
