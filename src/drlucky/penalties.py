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
        club clubs clubbed clubbing bludgeon bludgeons bludgeoned bludgeoning thrash thrashes thrashed thrashing
        punch punches punched punching pummel pummels pummelled brained
    """,
    "de": """
        angreifen angreife angegriffen angriff attackiere attackieren attackiert
        schlagen schlage schlaegt geschlagen zuschlagen zugeschlagen hauen haue haut verhauen
        pruegeln pruegle pruegelt verpruegeln stechen steche sticht
        schlag schlug erschlage haust hau knueppeln knueppel knuepple knueppelt dreschen dresche drischt
        boxen boxe boxt zustechen zugestochen
    """,
}
# These are done to much else: they strike where it is said at whom.
STRIKING_SOMEONE: Mapping[Language, str] = {
    "en": """
        beat beats beaten beating shoot shoots shot shooting crack cracks cracked knock knocks knocked
        kick kicks kicked poke pokes poked slap slaps slapped choke chokes choked
    """,
    "de": """
        schiessen schiesse schiesst schoss geschossen abschiessen abgeschossen abknallen abgeknallt
        treten trete tritt getreten wuergen wuerge wuergt
    """,
}
SOMEONE: Mapping[Language, str] = {"en": "him lucky doctor dr head", "de": "ihn lucky doktor dr schaedel"}
# Done to him, these need no aid at all: "club him". Not if something is given him: "shoot him a glance".
ASSAULT: Mapping[Language, str] = {
    "en": """
        club clubs clubbed clubbing bludgeon bludgeons bludgeoned bludgeoning clobber clobbers clobbered
        whack whacks whacked bash bashes bashed thrash thrashes thrashed shoot shoots shot shooting
        throttle throttles throttled throttling
    """,
    "de": """
        knueppel knuepple knueppelt verpruegle verpruegel verpruegelt verhau verhaue verhaut
        verdresche verdresch verdrischt wuerg wuerge wuergt
    """,
}
HIM: Mapping[Language, tuple[str, ...]] = {
    "en": ("him", "the doctor", "doctor lucky", "dr lucky", "the old man"),
    "de": ("ihn", "den doktor", "doktor lucky", "dr lucky", "den alten"),
}
GIVEN = frozenset({"a", "an", "another", "some"})
# Verbs in two pieces, which are murder where the second ends what is said.
IN_PIECES: Mapping[Language, tuple[str, ...]] = {
    "en": ("do him in", "bump him off", "finish him off", "do away with him"),
    "de": (
        *(f"{verb} {whom} um" for verb in ("bring", "bringe", "bringt", "bringen") for whom in ("ihn", "den doktor")),
        *(f"{verb} ihn kalt" for verb in ("mach", "mache", "machen")),
        *(f"{verb} ihn ab" for verb in ("knall", "knalle", "stech", "steche", "murks", "schiess", "schiesse")),
    ),
}
# Good words in one language that are on a list of the other.
AMBIGUOUS = frozenset({"die", "stab", "stabs", "hit", "hits", "club", "clubs", "haut", "killer"})
# By these a line shows which language it is in.
COMMON: Mapping[Language, str] = {
    "en": """
        the a an and i you he she it we they him his her my your our is are was were be to of in on at for with that
        this not no do does did have has had will would can could if but so what who when where there from up out
        me us them
    """,
    "de": """
        der das den dem des ein eine einen einem und ich du er sie es wir ihr ihn ihm mein meine dein sein seine ist
        sind war waren bin zu von im am auf fuer mit nicht kein keine haben habe hat hast hatte werden wird wenn aber
        so was wer wo da aus uns euch mir dir mich dich noch schon nur auch wie als karten karte
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
    aids: Sequence[str] = (),
) -> Tally:
    """Counts the penalties in what was said, line by line, each kind at most once in a line.

    `players` are names, or just how many; a name is never an offence, whatever it contains. At the end of a game
    give its `outcome` and the `hand` that its loser was left with, `game.view(outcome.loser).hand`: where the book
    says so every failure point in it costs one more. `aids` are other names of the aids, such as those in German."""
    the_book = book_of(edition)
    if the_book.penalties == "none":
        raise SetUpError(f"{edition} knows no penalties: words of murder are quite in order there")
    the_deck = deck(the_book.deck)
    names = () if isinstance(players, int) else tuple(players)
    seats = players if isinstance(players, int) else len(names)
    named = (*(card.name for card in the_deck.cards if card.kind == "aid"), *aids)
    found = [offence for index, line in enumerate(lines) for offence in of_line(index, line, seats, names, named)]
    if the_book.penalties == "words and failures left" and outcome is not None and outcome.loser is not None:
        found += unplayed(outcome.loser, hand, the_deck)
    totals = tuple(sum(offence.points for offence in found if offence.seat == seat) for seat in range(seats))
    return Tally(totals, tuple(found))


def of_line(index: int, line: Line, seats: int, names: Sequence[str], aids: Sequence[str]) -> Iterator[Offence]:
    if line.seat is None:
        return
    if isinstance(line.seat, bool) or line.seat not in range(seats):
        raise DrLuckyError(f"line {index} was said by seat {line.seat!r}; the seats are 0 to {seats - 1}")
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
    murder = first_of(words, listed("murder", language)) or in_pieces(words, language, text)
    weapon = first_of(words, listed("weapon", language)) or aid_as_weapon(words, language, aids)
    rules: tuple[tuple[Kind, Word | None], ...] = (
        ("murder", murder),
        ("weapon", weapon or assault(words, language)),
        ("taunt", taunt(words, language, aids)),
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
def spoken(kind: str, language: Language | None) -> tuple[tuple[str, ...], ...]:
    """Phrases, word by word."""
    texts = [text for name, listed in PHRASES[kind].items() if language in (None, name) for text in listed]
    return tuple(tuple(text.split()) for text in texts)


def taunts(language: Language | None) -> tuple[tuple[str, ...], ...]:
    return spoken("taunts", language)


def language_of(text: str, speaker: str | None) -> Language | None:
    """Whose words count in a line: both languages', unless a word in it is a good one in the other language. Then it is
    that of its other words, or else the speaker's."""
    words = {word.spelling for word in plain_words(text)}
    if not words & AMBIGUOUS:
        return None
    german, english = (len(words & listed("common", language)) for language in LANGUAGES)
    if german != english:
        return "de" if german > english else "en"
    return next((language for language in LANGUAGES if language == speaker), None)


LANGUAGES: tuple[Language, Language] = ("de", "en")
PHRASES = {"taunts": TAUNTS, "in pieces": IN_PIECES, "him": HIM}
LISTS = {
    "murder": MURDER,
    "weapon": WEAPON,
    "striking": STRIKING,
    "striking someone": STRIKING_SOMEONE,
    "someone": SOMEONE,
    "assault": ASSAULT,
    "common": COMMON,
}
SPELLED = ("murder", "weapon", "striking", "striking someone")
"""What is seen through when it is disguised."""
VOCABULARY = frozenset(word for phrase in taunts(None) for word in phrase).union(*(listed(k, None) for k in SPELLED))
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
    at_someone = first_of(words, listed("someone", language)) and first_of(words, listed("striking someone", language))
    if at_someone is None and first_of(words, listed("striking", language)) is None:
        return None
    for at, aid in phrases_in(words, spelled(aids)):
        if any(word.spelling in WITH for word in words[max(0, at - 2) : at]):
            return aid
    return None


def taunt(words: Sequence[Word], language: Language | None, aids: Iterable[str]) -> Word | None:
    """What one says when striking; "take that" is none where an aid follows."""
    named = {at for at, _ in phrases_in(words, spelled(aids))}
    found = phrases_in(words, taunts(language))
    return next((said for at, said in found if at + len(said.spelling.split()) not in named), None)


def spelled(names: Iterable[str]) -> list[tuple[str, ...]]:
    return [tuple(word.spelling for word in read(name)) for name in names]


def assault(words: Sequence[Word], language: Language | None) -> Word | None:
    """What is done to him with something in the hand, whatever it is."""
    known = listed("assault", language)
    for at, whom in phrases_in(words, spoken("him", language)):
        after = at + len(whom.spelling.split())
        if at and words[at - 1].spelling in known and not (after < len(words) and words[after].spelling in GIVEN):
            return Word(f"{words[at - 1].spelling} {whom.spelling}", words[at - 1].start, whom.end)
    return None


def in_pieces(words: Sequence[Word], language: Language | None, text: str) -> Word | None:
    """A murder whose second piece ends what is said: "bring ihn um" is one, and "bring ihn um acht" is not."""
    for _, found in phrases_in(words, spoken("in pieces", language)):
        rest = text[found.end :].lstrip()
        if not rest or not rest[0].isalnum():
            return found
    return None
