"""The pawns of a game: who is on the board, the letter of each, and its picture.

Pawns differ by colour, by outline and by letter, so that colour alone never tells: they are those of the cast."""

import unicodedata
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from drlucky import phrases
from drlucky.cast import casting, character
from drlucky.game.view import View

DOCTOR, CAT, DOG, GHOST = "doctor", "cat", "dog", "ghost"


class Pawn(NamedTuple):
    kind: str
    """ "player", "stranger", "doctor", "cat" or "dog"."""
    name: str
    letter: str
    seat: int
    """-1 for those who have none."""
    room: str | None
    plays: str = ""
    """Whom of the cast; "ghost" is the doctor after his death."""


def pawns(view: View) -> Iterator[Pawn]:
    """Everyone in the game, those who are out of it too."""
    cast = casting(view.players, view.strangers)
    for seat, (name, letter, room) in enumerate(zip(view.players, letters(view.players), view.rooms, strict=True)):
        yield Pawn("stranger" if seat in view.strangers else "player", name, letter, seat, room, cast[seat])
    yield Pawn(DOCTOR, "Doctor Lucky", "*", -1, view.doctor, GHOST if view.escape else "")
    if view.cat is not None:
        yield Pawn(CAT, "cat", "c", -1, view.cat)
    if view.dog is not None:
        yield Pawn(DOG, "dog", "d", -1, view.dog)


def described(pawn: Pawn, own: int | None, language: str = "en") -> str:
    return phrases.pawn(pawn.kind, pawn.name, language, is_you=pawn.seat == own, is_out=pawn.room is None)


def legend(view: View, language: str = "en") -> str:
    return ", ".join(f"{pawn.letter} {described(pawn, view.seat, language)}" for pawn in pawns(view))


def letters(players: Sequence[str]) -> tuple[str, ...]:
    """A letter or digit for each player, all different: the first of the name or of its last word if nobody else has
    it, otherwise one that is in the name and free, otherwise the seat's number."""
    firsts = [initial(name) for name in players]
    lasts = [initial(name.split()[-1]) for name in players]
    found: list[str] = []
    for seat, name in enumerate(players):
        own = [initials[seat] for initials in (firsts, lasts) if initials.count(initials[seat]) == 1]
        kept = {first for first in firsts if firsts.count(first) == 1}
        free = [letter for letter in map(initial, name) if letter not in kept]
        choices = (letter for letter in (*own, *free, str(seat + 1), *"ABCDEFGHIJ") if letter)
        found.append(next(letter for letter in choices if letter not in found))
    return tuple(found)


def initial(name: str) -> str:
    """A name's first character as a capital, if it is a letter or digit that takes one place."""
    first = name[:1].upper()
    return first if len(first) == 1 and first.isalnum() and is_narrow(first) else ""


def is_narrow(words: str) -> bool:
    """Does every character take exactly one place in a terminal?"""
    return all(unicodedata.east_asian_width(c) not in "WF" and not unicodedata.combining(c) for c in words)


# Pictures of pawns, each in a circle of radius 14 about the origin.

GOLD = "#f2c14e"
OUTLINE = 0.78
"""Outlines of the cast are some 18 wide each way."""


def picture(pawn: Pawn, own: int | None) -> str:
    """A pawn's picture; one's own has a golden ring."""
    drawn = PICTURES.get(pawn.plays) or PICTURES.get(pawn.kind) or token(pawn)
    ring = f'<circle r="14.5" fill="{GOLD}" fill-opacity=".55" stroke="{GOLD}" stroke-width="2.5"/>'
    return (ring if pawn.seat == own else "") + drawn


def token(pawn: Pawn) -> str:
    """A player: the outline of a character in a colour, with a letter. Strangers wear a dashed line."""
    someone = character(pawn.plays)
    line = ' stroke-dasharray="3.5 2.5"' if pawn.kind == "stranger" else ""
    return (
        f'<path transform="scale({OUTLINE})" d="{someone.pawn}" fill="{someone.day}" stroke="#ffffff"'
        f' stroke-width="2" stroke-linejoin="round"{line}/>'
        f'<text class="letter" y="12.6">{escape(pawn.letter)}</text>'
    )


# The doctor carries a four-leaved clover, for he is lucky.
LEAF = (
    '<path d="M0 -.6C-4 -2.6 -6.4 -6 -5.2 -8.6C-4.2 -10.6 -1.2 -10.4 0 -8.2C1.2 -10.4 4.2 -10.6 5.2 -8.6S4 -2.6 0 -.6"'
)
PICTURES = {
    DOCTOR: '<circle r="13.5" fill="#20301f" stroke="#e8c468" stroke-width="2.4"/>'
    + '<path d="M0 1Q1 8 5.5 10.5" fill="none" stroke="#8fd08a" stroke-width="1.8" stroke-linecap="round"/>'
    + "".join(
        f'{LEAF} transform="rotate({turn})" fill="#8fd08a" stroke="#20301f" stroke-width=".9"/>'
        for turn in (45, 135, 225, 315)
    ),
    GHOST: '<circle r="13.5" fill="#1b3550" stroke="#bfeaff" stroke-width="1.8"/>'
    '<path transform="scale(.7)" d="M-8 -3Q-8 -9 0 -9Q8 -9 8 -3V0Q14 -2 15 -8Q19 1 9 6L11 17Q8 13 5.5 16Q2.5 20 0 16'
    'Q-2.5 20 -5.5 16Q-8 13 -11 17L-9 6Q-19 1 -15 -8Q-14 -2 -8 0Z" fill="#e4f5fb" stroke="#2d5263"/>'
    '<path transform="scale(.7)" d="M-5 -19H5L5.5 -11H-5.5ZM-9.5 -11.5Q0 -9.5 9.5 -11.5Q9 -8 0 -8Q-9 -8 -9.5 -11.5Z"'
    ' fill="#8fb6c8" stroke="#e4f5fb" stroke-width=".8"/>'
    '<path transform="scale(.7)" d="M-3 -6Q-1.2 -6 -1.2 -3.5Q-1.2 -1 -3 -1Q-4.8 -1 -4.8 -3.5Q-4.8 -6 -3 -6ZM3 -6'
    'Q1.2 -6 1.2 -3.5Q1.2 -1 3 -1Q4.8 -1 4.8 -3.5Q4.8 -6 3 -6ZM0 2Q2.6 2 2.6 5.5Q2.6 9 0 9Q-2.6 9 -2.6 5.5Q-2.6 2 0 2Z"'
    ' fill="#17303d"/>',
    CAT: '<path d="M-10 -13L-4 -8.5H4L10 -13L11.5 1Q10 11 0 11Q-10 11 -11.5 1Z" fill="#2b2b33" stroke="#ffffff"'
    ' stroke-width="1.6" stroke-linejoin="round"/>'
    '<path d="M-7.5 -1Q-4.5 -5 -2 -1Q-4.5 1.5 -7.5 -1ZM7.5 -1Q4.5 -5 2 -1Q4.5 1.5 7.5 -1Z" fill="#b7e06a"/>'
    '<path d="M-1.5 3.5H1.5L0 5.2Z" fill="#f0a6a0"/>'
    '<path d="M-4 5.5L-12 4M-4 7L-11 8.5M4 5.5L12 4M4 7L11 8.5" stroke="#ffffff" stroke-width=".8"/>',
    DOG: '<path d="M-7 -10Q0 -13 7 -10Q9 -2 7.5 4Q5 12 0 12Q-5 12 -7.5 4Q-9 -2 -7 -10Z" fill="#c08a4e"'
    ' stroke="#ffffff" stroke-width="1.6"/>'
    '<path d="M-7 -10Q-14 -8 -13 2Q-12 7 -8.5 5Q-6 0 -7 -10ZM7 -10Q14 -8 13 2Q12 7 8.5 5Q6 0 7 -10Z"'
    ' fill="#7a4f25" stroke="#ffffff" stroke-width="1.2"/>'
    '<circle cx="-3.2" cy="-2.5" r="1.5" fill="#1c1510"/><circle cx="3.2" cy="-2.5" r="1.5" fill="#1c1510"/>'
    '<path d="M-3 3Q0 1 3 3Q2 6 0 6.3Q-2 6 -3 3Z" fill="#1c1510"/>',
}
