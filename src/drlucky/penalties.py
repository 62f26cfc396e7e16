"""The penalty tally of the Save editions: who forgot, in chat, that the doctor is to be saved. A tally, never more.

It knows words, not meanings: docs/penalties.md says what counts and what does not. Every character is looked at a
bounded number of times, so no line takes longer than its length deserves."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Literal, NamedTuple

from drlucky.decks import Deck, deck
from drlucky.editions import book_of
from drlucky.errors import DrLuckyError, SetUpError
from drlucky.game.view import Outcome

Kind = Literal["murder", "weapon", "taunt", "unplayed"]
Language = Literal["en", "de"]

# The words, one entry a line with all its forms, spelled as `folded` spells them: ö is oe, ß is ss.
MURDER: Mapping[Language, str] = {
    "en": """
        kill kills killed killing killings killer killers
        murder murders murdered murdering murderer murderers murderess murderous
        slay slays slain slaying slayer slayers
        assassinate assassinates assassinated assassinating assassination assassinations assassin assassins
        slaughter slaughters slaughtered slaughtering
        homicide homicides homicidal manslaughter
        strangle strangles strangled strangling stab stabs stabbed stabbing
        poison poisons poisoned poisoning behead beheads beheaded beheading
    """,
    "de": """
        toeten toete toetest toetet toetete toeteten toetend getoetet toeter toetung
        umbringen umzubringen umbringt umbringe umgebracht umbrachte
        ermorden ermorde ermordest ermordet ermordete ermordeten ermordung
        mord morde morden mords mordes gemordet mordet mordend
        mordversuch mordversuche mordversuchs mordversuches mordanschlag mordanschlaege
        moerder moerderin moerdern moerders moerderisch
        meucheln meuchelt meuchelte gemeuchelt meuchelmord meuchelmoerder
        totschlag totschlagen totgeschlagen totschlaegt
        erschlagen erschlage erschlaegt erschlug erstechen ersteche ersticht erstochen erstach
        erschiessen erschiesse erschiesst erschossen erschoss erwuergen erwuergt erdrosseln erdrosselt
        vergiften vergiftet vergifte abmurksen abgemurkst kaltmachen kaltgemacht killen gekillt
    """,
}
WEAPON: Mapping[Language, str] = {
    "en": """
        weapon weapons weaponry gun guns pistol pistols revolver revolvers rifle rifles shotgun shotguns
        knife knives dagger daggers sword swords machete machetes bomb bombs grenade grenades bullet bullets
    """,
    "de": """
        waffe waffen mordwaffe mordwaffen tatwaffe tatwaffen schusswaffe schusswaffen stichwaffe stichwaffen
        pistole pistolen revolver gewehr gewehre flinte flinten messer messern dolch dolche
        schwert schwerter bombe bomben granate granaten kugelhagel
    """,
}
# With one of these in the line, "with the Oar" describes the Oar as a weapon.
STRIKING: Mapping[Language, str] = {
    "en": """
        attack attacks attacked attacking hit hits hitting strike strikes struck striking
        bash bashes bashed bashing whack whacks whacked whacking smash smashes smashed smashing
        smite smites smote smack smacks smacked clobber clobbers clobbered
    """,
    "de": """
        angreifen angreife angegriffen angriff attackiere attackieren attackiert
        schlagen schlage schlaegt geschlagen zuschlagen zugeschlagen hauen haue haut verhauen
        pruegeln pruegle pruegelt verpruegeln stechen steche sticht
    """,
}
WITH = frozenset({"with", "mit"})
TAUNTS: Mapping[Language, tuple[str, ...]] = {
    "en": (
        "take that",
        "die die die",
        "die you",
        "drop dead",
        "eat this",
        "eat that",
        "have at you",
        "have at thee",
        "say your prayers",
        "hasta la vista",
    ),
    "de": ("nimm das", "nimm dies", "stirb", "verrecke", "krepier", "krepiere", "friss das", "fahr zur hoelle"),
}

# The other game's name is no threat: written as a title, or between quotation marks however it is written.
TITLE = r"Kill (?:Doctor|Doktor|Dr\.?) Lucky"
QUOTE = r"""["'\u00ab\u00bb\u2018-\u201f]"""
SPARED = rf"\b{TITLE}\b|{QUOTE}(?i:{TITLE}){QUOTE}"

IN_AN_ATTEMPT = 2


@dataclass(frozen=True, slots=True)
class Line:
    """Something said at the table."""

    seat: int | None
    """Who said it; None for a spectator, who pays nothing."""
    text: str
    in_attempt: bool = False
    """Was it said while an attempt was under way?"""
    language: Language | None = None
    """None: it may be either."""


@dataclass(frozen=True, slots=True)
class Offence:
    """One reason to pay."""

    seat: int
    kind: Kind
    """A word of "murder", an aid called a "weapon", a "taunt", or failures left "unplayed" at the end."""
    points: int
    line: int | None = None
    """The index of the line; None for what was left unplayed."""
    word: str = ""
    """The word or words as they stand in the line."""


@dataclass(frozen=True, slots=True)
class Tally:
    totals: tuple[int, ...]
    """What each seat has to pay."""
    offences: tuple[Offence, ...]
    """In the order of the lines; what was left unplayed comes last."""


def tally(
    lines: Iterable[Line],
    edition: str,
    players: int | Sequence[str],
    *,
    outcome: Outcome | None = None,
    hand: Sequence[str] = (),
) -> Tally:
    """Counts the penalties in what was said, line by line, each kind at most once in a line.

    `players` are names, or just how many; a name is never an offence, whatever it contains. At the end of a game
    give its `outcome` and the `hand` that its loser was left with, `game.view(outcome.loser).hand`: where the book
    says so every failure point in it costs one more."""
    the_book = book_of(edition)
    if the_book.penalties == "none":
        raise SetUpError(f"{edition} knows no penalties: words of murder are quite in order there")
    the_deck = deck(the_book.deck)
    names = () if isinstance(players, int) else tuple(players)
    seats = players if isinstance(players, int) else len(names)
    found = [offence for index, line in enumerate(lines) for offence in of_line(index, line, seats, names, the_deck)]
    if the_book.penalties == "words and failures left" and outcome is not None and outcome.loser is not None:
        found += unplayed(outcome.loser, hand, the_deck)
    totals = tuple(sum(offence.points for offence in found if offence.seat == seat) for seat in range(seats))
    return Tally(totals, tuple(found))


def of_line(index: int, line: Line, seats: int, names: Sequence[str], the_deck: Deck) -> Iterator[Offence]:
    if line.seat is None:
        return
    if isinstance(line.seat, bool) or line.seat not in range(seats):
        raise DrLuckyError(f"line {index} was said by seat {line.seat!r}; the seats are 0 to {seats - 1}")
    aids = tuple(card.name for card in the_deck.cards if card.kind == "aid")
    for kind, word in offences_in(line.text, line.language, names, aids):
        yield Offence(line.seat, kind, IN_AN_ATTEMPT if line.in_attempt else 1, index, word)


def unplayed(loser: int, hand: Sequence[str], the_deck: Deck) -> list[Offence]:
    """One for each failure point that the loser still holds."""
    worth = {card.name: card.luck for card in the_deck.cards if card.kind == "failure"}
    points = sum(worth.get(name, 0) for name in hand)
    return [Offence(loser, "unplayed", points)] if points else []


def offences_in(
    text: str, language: Language | None, names: Sequence[str] = (), aids: Sequence[str] = ()
) -> Iterator[tuple[Kind, str]]:
    """The kinds of offence in a text, each with the first words that commit it."""
    words = read(spare(text, names))
    rules: tuple[tuple[Kind, Word | None], ...] = (
        ("murder", first_of(words, listed("murder", language))),
        ("weapon", first_of(words, listed("weapon", language)) or aid_as_weapon(words, language, aids)),
        ("taunt", next((taunt for _, taunt in phrases_in(words, taunts(language))), None)),
    )
    for kind, word in rules:
        if word:
            yield kind, text[word.start : word.end]


def spare(text: str, names: Sequence[str]) -> str:
    """Blanks out the players' names and the other game's; everything else stays where it is."""
    pattern = "|".join([SPARED, *(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names if name)])
    # A blanked word must not let its neighbours become one phrase: a zero is a word of no list.
    return re.sub(pattern, lambda match: "0".center(match.end() - match.start()), text)


# Words


class Word(NamedTuple):
    """A word as the lists spell it, and where it stands in the text."""

    spelling: str
    start: int
    end: int


def read(text: str) -> list[Word]:
    """The words of a text. Letters spelled out one by one are one word."""
    singles = groupby(plain_words(text), lambda word: len(word.spelling) == 1 and word.spelling.isalpha())
    return [word for single, run in singles for word in (spelled_out(list(run)) if single else run)]


def plain_words(text: str) -> Iterator[Word]:
    """Words are letters and digits without anything between them that can be seen."""
    letters: list[str] = []
    start = end = 0
    for at, character in enumerate(text):
        spelling = folded(character)
        if spelling == UMLAUT and letters and letters[-1] in ("a", "o", "u"):
            spelling = "e"
        if spelling.isalnum():
            start = start if letters else at
            letters.append(spelling)
            end = at + 1
        elif letters and spelling == GAP:
            yield Word(plain("".join(letters)), start, end)
            letters = []
    if letters:
        yield Word(plain("".join(letters)), start, end)


GAP = " "
UMLAUT = "\N{COMBINING DIAERESIS}"
UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue"}
UNSEEN = ("Mn", "Cf")
LIKE_LETTERS = str.maketrans("013457", "oieast")


@lru_cache(maxsize=4096)
def folded(character: str) -> str:
    """A character without case and accents: letters, a gap, or nothing for what is unseen or sits on a letter."""
    if character == UMLAUT:
        return UMLAUT
    lower = character.casefold()
    if lower in UMLAUTS:
        return UMLAUTS[lower]
    parts = [part for part in unicodedata.normalize("NFKD", lower) if unicodedata.category(part) not in UNSEEN]
    return "".join(filter(str.isalnum, parts)) or (GAP if parts else "")


def plain(word: str) -> str:
    """Digits among letters stand for letters, and one that is dragged out, as in "killlll", for itself."""
    if not word.isalpha() and any(map(str.isalpha, word)):
        word = word.translate(LIKE_LETTERS)
    runs = [(letter, len(list(run))) for letter, run in groupby(word)]
    if all(length < 3 for _, length in runs):
        return word
    return UNDRAGGED.get("".join(letter for letter, _ in runs), word)


def spelled_out(letters: Sequence[Word]) -> list[Word]:
    """Single letters in a row as one word; an "I" or "a" before a listed one is a word of its own."""
    if len(letters) < 3:
        return list(letters)
    own = letters[0].spelling in ("i", "a") and joined(letters[1:]).spelling in VOCABULARY
    return [letters[0], joined(letters[1:])] if own else [joined(letters)]


def joined(words: Sequence[Word]) -> Word:
    return Word("".join(word.spelling for word in words), words[0].start, words[-1].end)


# Looking up


@lru_cache
def listed(kind: str, language: Language | None) -> frozenset[str]:
    lists = LISTS[kind]
    return frozenset(word for name, text in lists.items() if language in (None, name) for word in text.split())


@lru_cache
def taunts(language: Language | None) -> tuple[tuple[str, ...], ...]:
    texts = [text for name, listed in TAUNTS.items() if language in (None, name) for text in listed]
    return tuple(tuple(text.split()) for text in texts)


LISTS = {"murder": MURDER, "weapon": WEAPON, "striking": STRIKING}
VOCABULARY = frozenset(word for phrase in taunts(None) for word in phrase).union(*(listed(k, None) for k in LISTS))
UNDRAGGED = {"".join(letter for letter, _ in groupby(word)): word for word in sorted(VOCABULARY)}


def first_of(words: Iterable[Word], known: frozenset[str]) -> Word | None:
    return next((word for word in words if word.spelling in known), None)


def phrases_in(words: Sequence[Word], known: Iterable[tuple[str, ...]]) -> Iterator[tuple[int, Word]]:
    """Where the words of a phrase follow each other: the number of the first, and all of them as one."""
    by_first: dict[str, list[tuple[str, ...]]] = {}
    for phrase in known:
        by_first.setdefault(phrase[0], []).append(phrase)
    for at, word in enumerate(words):
        for phrase in by_first.get(word.spelling, ()):
            spot = words[at : at + len(phrase)]
            if tuple(each.spelling for each in spot) == phrase:
                yield at, Word(" ".join(phrase), word.start, spot[-1].end)


def aid_as_weapon(words: Sequence[Word], language: Language | None, aids: Iterable[str]) -> Word | None:
    """An aid that someone is struck with."""
    if first_of(words, listed("striking", language)) is None:
        return None
    names = [tuple(word.spelling for word in read(aid)) for aid in aids]
    for at, aid in phrases_in(words, names):
        if any(word.spelling in WITH for word in words[max(0, at - 2) : at]):
            return aid
    return None
