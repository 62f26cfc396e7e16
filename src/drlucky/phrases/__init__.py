"""Words for events, reasons, actions, names and rules, in English and in every language of the catalogue.

The core emits facts; shells say them with these. They say what they are given and know nothing else, so they tell
what the event or the reason tells its reader. A language that is not in the catalogue is refused in words."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from drlucky import cast, display
from drlucky.analysis.model import Amount, Analysis, Mistake, TurningPoint
from drlucky.cast import Character, Doctor
from drlucky.decks import Card, deck
from drlucky.decks.flavor import Face
from drlucky.editions import book_of
from drlucky.errors import DrLuckyError
from drlucky.game.actions import Action
from drlucky.game.events import Event
from drlucky.game.view import View
from drlucky.game.why_not import IllegalAction, Obstacle
from drlucky.hints.model import Hint
from drlucky.phrases import accounts, actions, analysis, cards, hints, notices, obstacles, previews
from drlucky.phrases import puzzle as puzzles
from drlucky.phrases import reactions as gestures
from drlucky.phrases import situation as situations
from drlucky.phrases.accounts import AccountLabels
from drlucky.phrases.analysis import Labels, percent
from drlucky.phrases.catalogue import languages
from drlucky.phrases.events import Telling
from drlucky.phrases.rulebook import Section, sections
from drlucky.phrases.transcript import side_by_side
from drlucky.phrases.words import Names, words
from drlucky.puzzle import Category
from drlucky.record.model import RecordError

__all__ = [
    "AccountLabels",
    "Labels",
    "Section",
    "account_labels",
    "action",
    "amount",
    "analysis_labels",
    "board_alt",
    "board_title",
    "card",
    "card_does",
    "card_faces",
    "character",
    "deck_title",
    "doctor",
    "edition_about",
    "edition_title",
    "error",
    "event",
    "floor",
    "headings",
    "hint",
    "hint_because",
    "hint_steps",
    "house",
    "languages",
    "mistake",
    "notice",
    "notice_calendar",
    "notice_nothing",
    "out_of_the_game",
    "pawn",
    "percent",
    "preview_gathering",
    "preview_kicker",
    "preview_moment",
    "preview_neutral",
    "preview_of_game",
    "puzzle_categories",
    "puzzle_clue",
    "puzzle_story",
    "puzzle_title",
    "reaction",
    "reason",
    "room",
    "rules",
    "saves",
    "side_by_side",
    "situation",
    "turning_point",
]


def event(e: Event, names: Names, language: str = "en", *, saving: bool | None = None, you: int | None = None) -> str:
    """A sentence about what happened, from what the reader may know of it. `saving` is what `saves` says of the
    edition; without it attempts are just attempts. `you` is the reader's seat: then "It's your turn." """
    return Telling(e, names, words(language), saving, you).tell()


def error(problem: DrLuckyError, language: str = "en") -> str:
    """What is wrong, in another language where the catalogue has its template. An error may be a part of another."""
    if isinstance(problem, IllegalAction):
        return reason(problem.reason, problem.players, language)
    template = words(language).catalogue.gettext(problem.template) if problem.template else ""
    values = {
        name: error(value, language) if isinstance(value, DrLuckyError) else value
        for name, value in problem.values.items()
    }
    told = template.format(**values) if values else template
    if isinstance(problem, RecordError) and problem.line is not None:
        return words(language).say("line {line}: {problem}", line=problem.line, problem=told)
    return told


def reason(why: Obstacle, names: Names, language: str = "en") -> str:
    """A sentence about the rule in the way, for the player who asked. `why.section` is the id of one of the `rules`."""
    return obstacles.sentence(why, names, words(language))


def action(a: Action, language: str = "en", *, names: Names = (), saving: bool | None = None) -> str:
    """A friendly phrase for an action: "step into the Parlor". `str(action)` is what parses back. With `names` the
    player whom it attacks has one."""
    return actions.action(a, words(language), names, saving)


def hint(found: Hint, names: Names, language: str = "en", *, saving: bool | None = None) -> str:
    """What to do, why, and the chance to win with it. `saving` is as for `event`."""
    return hints.sentence(found, names, words(language), saving)


def hint_steps(found: Hint, names: Names, language: str = "en", *, saving: bool | None = None) -> tuple[str, ...]:
    """What is left of the plan of a hint, action by action."""
    return tuple(hints.steps(found, names, words(language), saving))


def hint_because(found: Hint, names: Names, language: str = "en") -> str:
    """What has changed, why, and the chance to win: all of a hint but the steps of its plan."""
    return hints.because(found, names, words(language))


def notice(kind: str, edition: str, host: str, language: str = "en") -> notices.Said:
    """What someone is told who is not here; `edition` is the title of what is played at the host's table."""
    return notices.notice(kind, edition, host, words(language))


def notice_calendar(language: str = "en") -> str:
    return notices.calendar(words(language))


def notice_nothing(language: str = "en") -> str:
    return notices.nothing(words(language))


def preview_neutral(language: str = "en") -> previews.Preview:
    """What a link says of itself that leads to what is not for everyone's eyes, or to nothing."""
    return previews.neutral(words(language))


def preview_gathering(
    edition: str, host: str, people: Sequence[str], free: int, language: str = "en"
) -> previews.Preview:
    """The link to a table that people come to; `edition` is a title."""
    return previews.gathering(edition, host, people, free, words(language))


def preview_of_game(edition: str, view: View, abandoned: bool, language: str = "en") -> previews.Preview:
    """The link to a game that is played or is over; the view is a spectator's."""
    return previews.game(edition, view, abandoned, words(language))


def preview_moment(edition: str, number: int, people: Sequence[str], language: str = "en") -> previews.Preview:
    """The link to a moment of a game that is over."""
    return previews.moment(edition, number, people, words(language))


def preview_kicker(language: str = "en") -> str:
    """What stands above everything on the picture beside a link."""
    return previews.kicker(words(language))


def reaction(name: str, language: str = "en") -> str:
    """What someone does who reacts, to be read after their name; one that is not known keeps its own name."""
    return gestures.reactions(words(language)).get(name, name)


def turning_point(one: TurningPoint, names: Names, language: str = "en") -> str:
    """What happened in a moment that turned a game, and whose chances changed. `names` are those of its part."""
    return analysis.turning_point(one, names, words(language))


def mistake(one: Mistake, names: Names, language: str = "en", *, saving: bool | None = None) -> str:
    """What someone did, what would have been better, what it cost, and what could be known then."""
    return accounts.mistake(one, names, words(language), saving)


def account_labels(language: str = "en") -> AccountLabels:
    """The words in the table of luck and skill."""
    return accounts.labels(words(language))


def amount(value: int, error: Amount) -> str:
    """Percentage points with their sign and error: "+4 ±2"."""
    return accounts.amount(value, error)


def analysis_labels(playouts: int, language: str = "en") -> Labels:
    """The words in the graph of an analysis."""
    return analysis.labels(words(language), playouts)


def card(name: str, language: str = "en") -> str:
    return words(language).card(name)


def card_does(one: Card, language: str = "en") -> str:
    """What it is good for: "worth 3, 5 in the Green House; 1 against an attempt"."""
    return cards.does(one, words(language))


def card_faces(one: Card, deck: str, language: str = "en") -> tuple[Face, ...]:
    """What is printed on it beside that: one face for all of its copies, or one for each; none if it is plain."""
    return cards.looks(one, deck, words(language))


def character(one: Character, language: str = "en") -> Character:
    """Someone of the cast in a language; the name stays."""
    say = partial(words(language).pick, "cast")
    return replace(
        one,
        about=say(one.about),
        temperament=say(one.temperament),
        manner=say(one.manner),
        grudge=say(one.grudge),
        vanity=say(one.vanity),
        lines={moment: say(line) for moment, line in one.lines.items()},
    )


def doctor(language: str = "en") -> Doctor:
    """Both sides of him."""
    one, say = cast.doctor(), partial(words(language).pick, "cast")
    lines = {moment: say(line) for moment, line in one.lines.items()}
    return replace(one, alive=say(one.alive), ghost=say(one.ghost), lines=lines)


def board_title(title: str, language: str = "en") -> str:
    """Of a printed board; someone's own keeps its title."""
    return words(language).pick("board", title)


def deck_title(title: str, language: str = "en") -> str:
    return words(language).pick("deck", title)


def room(name: str, language: str = "en") -> str:
    """A room of someone's own board keeps its name."""
    return words(language).room(name)


def floor(name: str, language: str = "en") -> str:
    return words(language).catalogue.gettext(name) if name else ""


def situation(view: View, language: str = "en") -> list[str]:
    """How a game stands, in a few sentences."""
    return situations.situation(view, words(language))


def house(view: View, language: str = "en") -> str:
    """What has happened to the house or the ship, if anything."""
    return situations.house(view, words(language))


def headings(language: str = "en") -> list[str]:
    """Of a table with a line for each player: player, room, cards, Reasons."""
    return situations.headings(words(language))


def pawn(kind: str, name: str, language: str = "en", *, is_you: bool = False, is_out: bool = False) -> str:
    """A pawn in the legend of a picture. `kind` is "player", "stranger", "doctor", "cat" or "dog"."""
    return situations.pawn(kind, name, words(language), is_you=is_you, is_out=is_out)


def out_of_the_game(language: str = "en") -> str:
    return words(language).say("out of the game")


def board_alt(language: str = "en") -> str:
    """What a picture of a game shows, for those who do not see it."""
    return words(language).say("The board with everyone on it")


def edition_title(edition: str, language: str = "en") -> str:
    return words(language).pick("edition", book_of(edition).title)


def edition_about(edition: str, language: str = "en") -> str:
    """What is special about it, in a line."""
    return words(language).pick("edition", book_of(edition).about)


def rules(edition: str, language: str = "en") -> list[Section]:
    """The rules of an edition in our own words, its variants included."""
    return sections(edition, words(language))


def puzzle_title(language: str = "en") -> str:
    """Of the puzzle on the failures of the Save deck."""
    return puzzles.title(words(language))


def puzzle_story(language: str = "en") -> tuple[str, ...]:
    """What is to be found out, in paragraphs."""
    return puzzles.story(words(language))


def puzzle_categories(language: str = "en") -> tuple[Category, ...]:
    """What there is in it, with what everything is called."""
    return puzzles.categories(words(language))


def puzzle_clue(number: int, language: str = "en") -> str:
    """One of its clues, by the number from 1."""
    return puzzles.clue(number, words(language))


def saves(edition: str) -> bool:
    """Whether the doctor is to be saved in this edition: its deck then has aids instead of weapons."""
    return any(card.kind == "aid" for card in deck(book_of(edition).deck).cards)


@display.text.register
def _(illegal: IllegalAction, language: str = "en") -> str:
    return reason(illegal.reason, illegal.players, language)


@display.words.register
def _(analysed: Analysis, language: str = "en") -> list[str]:
    """The turning points, a sentence or some for each."""
    return [turning_point(one, analysed.parts[one.part].players, language) for one in analysed.turning_points]
