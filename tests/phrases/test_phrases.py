"""The words are complete in every language, read well, and tell nobody more than the facts they are given.

`make words` runs this file to write docs/transcript.md."""

import gettext
import io
import re
import string
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from msgspec import structs

import drlucky
from drlucky import Game, phrases
from drlucky.analysis import Change, Struck, TurningPoint
from drlucky.boards import names as board_names
from drlucky.decks import NAMES as DECKS
from drlucky.decks import deck
from drlucky.errors import DrLuckyError
from drlucky.game.actions import Action
from drlucky.game.dealer import Dealer, as_seed
from drlucky.game.events import ENDINGS, READERS, Event, Reader
from drlucky.game.setup import setting
from drlucky.game.why_not import CODES, Obstacle
from drlucky.hints import Hint, Option, Plan, Why
from drlucky.phrases import catalogue, po
from drlucky.phrases.events import EVENTS
from drlucky.phrases.extract import template
from drlucky.phrases.hints import CHANGES as CHANGES_OF_HINTS
from drlucky.phrases.hints import REASONS as REASONS_OF_HINTS
from drlucky.phrases.obstacles import SENTENCES
from drlucky.stats import share

ROOT = Path(__file__).parents[2]
PO = ROOT / "src/drlucky/phrases/locale/de/LC_MESSAGES/drlucky.po"
TRANSCRIPT = ROOT / "docs/transcript.md"
PEOPLE = ("Anna", "Ben", "Clara")
EDITIONS = tuple(book.id for book in drlucky.editions())
ROOMS = sorted({room.name for name in board_names() for room in drlucky.board(name).rooms})
CARDS = sorted({card.name for name in DECKS for card in deck(name).cards})
# What is called the same in German.
SAME = {"Bilge", "Bistro", "Foyer", "Piazza"}
SAME_ON_THE_PAGE = {"Bot", "Chat", "Hand", "Link", "Name", "{action}: {title}, {people}", "{row}, {column}: {mark}"}
SAME_IN_THE_PUZZLE = {
    "Person",
    "Lady Birdwhistle",
    "Major Pomfret",
    "Miss Ortolan",
    "Professor Zander",
    "Steward Quince",
}
CORE = {"setting-up", "your-turn", "moving", "drawing", "sight", "attempts", "stopping", "after-a-failure"}
CORE |= {"doctor", "turn-order", "winning"}
KILLING = {"en": r"\b(kill|murder|dead\b|death|die\b|dies\b)", "de": r"mord|mörd|umbring|umzubr|töte|\btot\b"}
# Deals that give a short game in which a good deal happens, for the page with two games.
TOLD = {"kill-de": 1062, "save-2000": 1376}

every_edition = pytest.mark.parametrize("edition", EDITIONS)


def german() -> Catalog:
    with PO.open("rb") as file:
        return read_po(file, locale="de")


def forms(text: str | list[str] | tuple[str, ...] | None) -> list[str]:
    return [text] if isinstance(text, str) else list(text or ())


def placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


def messages(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


# The catalogue.


def test_the_catalogue_is_up_to_date_with_the_source() -> None:
    """In whatever order: a file that moves changes no message."""
    wanted = {(message.context, message.id) for message in messages(template(ROOT / "web" / "src"))}
    kept = {(message.context, message.id) for message in messages(german())}
    assert wanted == kept, "run `make words` and translate what is new"
    assert not german().obsolete


def test_every_message_is_translated_with_the_same_placeholders() -> None:
    for message in messages(german()):
        assert not message.fuzzy, message.id
        for form in forms(message.string):
            assert form.strip(), f"{message.id} has no translation"
            lost = set.union(*map(placeholders, forms(message.id))) - placeholders(form)
            assert placeholders(form) <= set.union(*map(placeholders, forms(message.id))), form
            assert lost <= ({"number", "n"} if message.pluralizable else set()), form
            assert form.startswith("- ") == forms(message.id)[0].startswith("- "), form
            assert form.count("**") == forms(message.id)[0].count("**"), form


def test_only_names_can_be_the_same_in_german() -> None:
    same = {message.id for message in messages(german()) if forms(message.id)[0] == forms(message.string)[0]}
    assert same == SAME | SAME_ON_THE_PAGE | SAME_IN_THE_PUZZLE


def test_the_source_is_read_as_its_compiled_form_is() -> None:
    """Without a build the .po file is read by our own reader."""
    built = io.BytesIO()
    write_mo(built, german())
    built.seek(0)
    ours = gettext.GNUTranslations(io.BytesIO(po.compiled(PO.read_text(encoding="utf-8"))))
    theirs = gettext.GNUTranslations(built)
    for message in messages(german()):
        if isinstance(message.id, str) and message.context:
            assert ours.pgettext(message.context, message.id) == theirs.pgettext(message.context, message.id)
        elif isinstance(message.id, str):
            assert ours.gettext(message.id) == theirs.gettext(message.id) == message.string
        else:
            one, many = message.id
            for number in range(4):
                assert ours.ngettext(one, many, number) == theirs.ngettext(one, many, number)


@pytest.mark.parametrize("compiled", [True, False])
def test_words_come_from_the_compiled_file_or_from_the_source(
    compiled: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    if compiled:
        with (folder / "drlucky.mo").open("wb") as file:
            write_mo(file, german())
    else:
        (folder / "drlucky.po").write_bytes(PO.read_bytes())
    monkeypatch.setattr(catalogue, "LOCALE", tmp_path)
    read = catalogue.load.__wrapped__("de")
    assert read.pgettext("room", "Library") == "Bibliothek"
    assert read.ngettext("{number} step", "{number} steps", 2) == "{number} Schritte"


def test_guesses_and_what_is_not_translated_are_left_in_english() -> None:
    text = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    text += '#, fuzzy\nmsgid "one"\nmsgstr "eins"\n\nmsgid "two"\nmsgstr ""\n\n#~ msgid "three"\n#~ msgstr "drei"\n\n'
    text += 'msgid "four"\nmsgstr ""\n"vier, "\n"„\\"4\\"“\\n"\n'
    read = gettext.GNUTranslations(io.BytesIO(po.compiled(text)))
    assert [read.gettext(word) for word in ("one", "two", "three", "four")] == ["one", "two", "three", 'vier, „"4"“\n']


def test_an_unknown_language_is_refused_in_words() -> None:
    assert phrases.languages() == ("en", "de")
    why = Obstacle("game over", "winning", Action("draw"), 0, None)
    for language in ("fr", "EN", "", "../de"):
        with pytest.raises(DrLuckyError, match="the languages are en, de"):
            phrases.event(Event("lights out"), PEOPLE, language)
        with pytest.raises(DrLuckyError):
            phrases.reason(why, PEOPLE, language)
        with pytest.raises(DrLuckyError):
            phrases.rules("kill-2016", language)


# Events, reasons and actions.


def kinds() -> set[str]:
    """Every kind of event that the engine's happenings can become."""
    reader = Reader(setting("save-2000", 3))
    return {READERS[code](reader, 1, either, 0).kind for code in READERS for either in (0, 1)}


def samples() -> Iterator[Event]:
    """An event of each kind with every field that any kind has, and its varieties."""
    full = Event("", seat=0, pawn=1, room="Library", card="Trowel", number=2, how="B", winner=0, loser=1)
    for kind in EVENTS:
        for pawn in (0, 1, "doctor", "cat", "dog"):
            for card in ("Trowel", None) if kind == "drew" else ("Trowel",):
                for number in (1, 2):
                    yield structs.replace(full, kind=kind, pawn=pawn, card=card, number=number)
    for how in ENDINGS.values():
        yield structs.replace(full, kind="over", how=how)
        yield structs.replace(full, kind="over", how=how, loser=None)


def test_every_kind_of_event_has_words() -> None:
    assert set(EVENTS) == kinds()
    english = {(phrases.event(event, PEOPLE, saving=saving)) for event in samples() for saving in (None, True, False)}
    for event in samples():
        for saving in (None, True, False):
            text = phrases.event(event, PEOPLE, "de", saving=saving)
            assert text
            assert text[0].isupper(), text
            assert text[-1] in ".!", text
            assert text not in english


@pytest.mark.parametrize("saving", [None, True, False])
def test_nobody_is_told_that_they_could_have_stopped_it(saving: bool | None) -> None:
    """The loser still held a card that counts; whether it would have been enough is another matter."""
    over = Event("over", how="success", winner=0, loser=1)
    english = phrases.event(over, PEOPLE, saving=saving)
    assert english.endswith("and is the loser.")
    assert "was the last who still had" in english
    assert "stopped it and" not in english
    german = phrases.event(over, PEOPLE, "de", saving=saving)
    assert german.endswith("hat sie behalten und damit verloren.")
    assert "gekonnt" not in german


def test_events_read_as_they_should() -> None:
    steps = Event("walks", seat=0, pawn=0, card="Lilac Room", number=1)
    assert phrases.event(steps, PEOPLE) == "Anna plays Lilac Room for 1 step."
    assert phrases.event(steps, PEOPLE, "de") == "Anna spielt „Fliederzimmer“ für 1 Schritt aus."
    dog = Event("stepped", pawn="dog", room="Library")
    assert phrases.event(dog, PEOPLE) == "The dog Shamrock steps into the Library."
    assert phrases.event(dog, PEOPLE, "de") == "Der Hund Shamrock geht in die Bibliothek."
    rooms = {"Parlor": "in den Salon", "Bridge": "auf die Kommandobrücke", "White Room": "ins Weiße Zimmer"}
    for room, whither in rooms.items():
        assert phrases.event(structs.replace(dog, pawn=0, room=room), PEOPLE, "de") == f"Anna geht {whither}."
    rooms = {"Parlor": "im Salon", "Ice": "auf dem Eis", "Lifeboats 1": "bei den Rettungsbooten 1"}
    for room, where in rooms.items():
        assert phrases.event(Event("placed", pawn=1, room=room), PEOPLE, "de") == f"Ben beginnt {where}."


def test_whoever_has_the_turn_is_told_so() -> None:
    for kind, mine, other in (
        ("turn", "It's your turn.", "It's Ben's turn."),
        (
            "called up",
            "Doctor Lucky walks in on you: it's your turn.",
            "Doctor Lucky walks in on Ben: it's Ben's turn.",
        ),
    ):
        turn = Event(kind, seat=1)
        assert phrases.event(turn, PEOPLE, you=1) == mine
        assert phrases.event(turn, PEOPLE, you=0) == phrases.event(turn, PEOPLE) == other
    assert phrases.event(Event("turn", seat=1), PEOPLE, "de", you=1) == "Du bist am Zug."


def test_strangers_have_names_in_every_language_and_people_keep_theirs() -> None:
    moved = Event("stranger moved", seat=0, room="Foyer")
    assert phrases.event(moved, ["Stranger 1"]) == "Stranger 1 goes to the Foyer."
    assert phrases.event(moved, ["Stranger 1"], "de") == "Fremdling 1 geht ins Foyer."
    for name in ("Nobody", "Library", "{seat}", "the", "Doctor Lucky", "Trowel"):
        assert phrases.event(moved, [name], "de") == f"{name} geht ins Foyer."


def test_rooms_of_someone_s_own_board_keep_their_names() -> None:
    for room in ("Attic", "The Attic"):
        stepped = Event("stepped", pawn=0, room=room)
        assert phrases.event(stepped, PEOPLE) == "Anna steps into the Attic."
        assert phrases.event(stepped, PEOPLE, "de") == "Anna geht in den Raum „Attic“."
        assert phrases.event(structs.replace(stepped, kind="placed"), PEOPLE, "de") == "Anna beginnt im Raum „Attic“."
    assert phrases.room("Attic", "de") == "Attic"
    assert "„{room}“" in phrases.action(Action("step", room="{room}"), "de")


def test_every_reason_has_words() -> None:
    assert set(SENTENCES) == set(CODES.values())
    for code in SENTENCES:
        jump = Action("jump", "doctor", card="Library")
        why = Obstacle(code, "moving", jump, 0, 1, room="Library", witnesses=(1, 2), needed=3)
        english, translated = phrases.reason(why, PEOPLE), phrases.reason(why, PEOPLE, "de")
        assert english.startswith("You can't play Library to move Doctor Lucky straight there")
        assert translated.startswith("»„Bibliothek“ ausspielen und Doktor Lucky dorthin springen lassen« geht ")
        assert "Library" not in translated


def test_who_sees_you_is_counted_and_listed() -> None:
    why = Obstacle("seen by player", "drawing", Action("draw"), 0, 0, room="Kitchen", witnesses=(1,))
    assert phrases.reason(why, PEOPLE).endswith("You can't draw a card here: Ben can see you")
    assert phrases.reason(why, PEOPLE, "de").endswith("»eine Karte ziehen« geht hier nicht: Ben kann dich sehen")
    both = replace(why, witnesses=(1, 2))
    assert phrases.reason(both, PEOPLE).endswith(" here: Ben and Clara can see you")
    assert phrases.reason(both, PEOPLE, "de").endswith(": Ben und Clara können dich sehen")


@pytest.mark.parametrize(
    ("edition", "options"), [*((edition, {}) for edition in EDITIONS), ("kill-de", {"escape": True})]
)
def test_every_action_has_a_phrase(edition: str, options: dict[str, Any]) -> None:
    english = dict[str, Action]()
    translated = dict[str, Action]()
    for action in setting(edition, 3, **options).actions:
        english[phrases.action(action, names=PEOPLE)] = action
        translated[phrases.action(action, "de", names=PEOPLE)] = action
    assert len(english) == len(translated) == len(setting(edition, 3, **options).actions), (
        "no two actions read the same"
    )
    assert not set(english) & set(translated)


def test_actions_read_as_they_should() -> None:
    step = Action("step", room="Parlor")
    assert (phrases.action(step), phrases.action(step, "de")) == ("step into the Parlor", "in den Salon gehen")
    dog = replace(step, pawn="dog")
    assert phrases.action(dog, "de") == "den Hund Shamrock in den Salon schicken"
    assert phrases.action(replace(step, pawn="stranger-2"), "de") == "Fremdling 2 in den Salon schicken"
    attack = Action("attack", seat=1)
    assert (phrases.action(attack), phrases.action(attack, names=PEOPLE)) == ("attack seat-1", "attack Ben")
    attempt = Action("attempt", card="Oar")
    assert phrases.action(attempt, "de", saving=True) == "Doktor Lucky mit „Ruder“ retten"
    assert phrases.action(attempt, "de") == "einen Versuch mit „Ruder“ unternehmen"


# Hints and turning points.


def hints() -> Iterator[Hint]:
    """A hint for every reason there is, with every field that any reason has, for one and for several."""
    step = Action("step", room="Library")
    for code in REASONS_OF_HINTS:
        for many in (1, 2):
            why = Why(code, "Library", tuple(range(many)), many, cards=many, luck=2.4, turns=many, steps=many)
            yield Hint(Option(step, 0.31, 0.27, 0.35, 400), (why, why), (), Plan((step,)))


def test_what_has_changed_since_a_hint_has_words_in_every_language() -> None:
    plan = Plan((Action("draw"), Action("step", room="Library"), Action("end")), done=1)
    for code in CHANGES_OF_HINTS:
        why = Why(code, "Library", card="Oar")
        told = Hint(Option(plan.rest[0], 0.31, 0.27, 0.35, 400), (Why("only choice"),), (), plan, why)
        german = phrases.hint(told, PEOPLE, "de", saving=True)
        assert not tokens([german]) & english_words()
        assert re.fullmatch(
            r"[A-Z].* neuen Plan[.] Weiter: in die Bibliothek gehen, dann deinen Zug beenden[.] .*", german
        )


def test_hints_have_words_in_every_language() -> None:
    german_words = [phrases.hint(hint, PEOPLE, "de", saving=True) for hint in hints()]
    assert not tokens(german_words) & english_words()
    for text in german_words:
        assert re.fullmatch(r"In die Bibliothek gehen: [A-Z].*[.] [A-Z].*[.] Deine .* 31 % [(]27 bis 35 %[)][.]", text)
    for hint in hints():
        text = phrases.hint(hint, PEOPLE, saving=True)
        assert re.fullmatch(r"Step into the Library: .*[.] [A-Z].*[.] Your .* about 31% [(]27 to 35%[)][.]", text)
        assert not re.search(KILLING["en"], text)


def test_turning_points_have_words_in_every_language() -> None:
    changes = tuple(Change(seat, share(1, 9), share(wins, 9)) for seat in (0, None) for wins in (0, 8))
    strikes = [
        Struck(striker, victim, weapons, 3, 4, stopped, 2 if stopped else None)
        for striker in (0, "doctor")
        for victim in (None, 1)
        for weapons in ((), ("Trowel",), ("Trowel", "Oar"))
        for stopped in (True, False)
    ]
    stories: list[tuple[Struck | Event, ...]] = [(), (Event("lights out"),), *((struck,) for struck in strikes)]
    for told in stories:
        one = TurningPoint(1, 0, 0, 1, 1, 7, 0, told, changes)
        assert phrases.turning_point(one, PEOPLE).startswith("Turn 7")
        assert not tokens([phrases.turning_point(one, PEOPLE, "de")]) & english_words()
    assert phrases.analysis_labels(200, "de").playouts.startswith("Jede Chance stammt aus 200 durchgespielten Partien")


# Names and rules.


def test_rooms_cards_and_editions_have_german_names() -> None:
    for room in ROOMS:
        assert (phrases.room(room, "de") == room) == (room in SAME), room
    for card in CARDS:
        assert (phrases.card(card, "de") == card) == (card in SAME), card
    for edition in EDITIONS:
        for words in (phrases.edition_title, phrases.edition_about):
            assert words(edition) != words(edition, "de")
    assert phrases.card("Runcible Spoon") == "Runcible Spoon"
    assert len({phrases.room(room, "de") for room in ROOMS}) == len(ROOMS)
    assert len({phrases.card(card, "de") for card in CARDS}) == len(CARDS)


@every_edition
def test_the_rules_have_the_same_sections_in_every_language(edition: str) -> None:
    english, translated = phrases.rules(edition), phrases.rules(edition, "de")
    assert [section.id for section in english] == [section.id for section in translated]
    assert {section.id for section in english} >= CORE
    for one, other in zip(english, translated, strict=True):
        assert one.title != other.title
        assert one.text != other.text
        assert one.text.count("\n") == other.text.count("\n")
        assert "  " not in one.text + other.text


def test_variants_have_their_sections_where_they_are_offered() -> None:
    for book in drlucky.editions():
        sections = {section.id for section in phrases.rules(book.id)}
        assert ("strangers" in sections) == ("strangers" in book.options)
        assert {"pets", "escape", "bed-and-breakfast"} & sections == (
            {"pets", "escape", "bed-and-breakfast"} if "strangers" in book.options else set()
        )
        assert ("shorter-games" in sections) == ("no_threes" in book.options)
        assert ("penalties" in sections) == ("sinking" in sections) == phrases.saves(book.id)


def section(edition: str, name: str, language: str = "en") -> str:
    return next(each.text for each in phrases.rules(edition, language) if each.id == name)


def test_the_rules_tell_of_the_rail() -> None:
    assert "rail lets sight through, both ways, and nobody walks through it" in section("kill-1996", "sight")
    assert "Geländer" in section("kill-1996", "sight", "de")


@pytest.mark.parametrize("edition", ["kill-2016", "kill-de"])
def test_the_rules_tell_when_a_pet_is_a_good_idea(edition: str) -> None:
    told = section(edition, "pets")
    assert "the dog when few of you are lost in a large house" in told
    assert "the cat when many of you are in each other's way" in told
    assert "One pet is enough" in told
    assert "Ein Haustier genügt" in section(edition, "pets", "de")


def test_the_rules_tell_which_groups_might_want_a_pet() -> None:
    told = section("kill-2016", "bed-and-breakfast")
    assert "Four players might want the cat upstairs or the dog downstairs, and seven or eight" in told
    assert "vielleicht die Katze" in section("kill-2016", "bed-and-breakfast", "de")


@pytest.mark.parametrize("edition", ["save-2000", "save-paizo"])
def test_the_rules_tell_whom_a_rescue_binds(edition: str) -> None:
    told = section(edition, "stopping")
    assert "Your **right-hand neighbour**" in told
    assert "If that hand is empty nobody is bound" in told
    for language in ("en", "de"):
        whole = " ".join(each.text for each in phrases.rules(edition, language))
        assert not any(words in whole for words in ("last one asked", "last player asked", "zuletzt gefragt"))


def test_the_rules_tell_that_bare_hands_bring_no_motive() -> None:
    assert "Bare hands that fail bring no Motive" in section("kill-de", "after-a-failure")
    assert "kein Motiv" in section("kill-de", "after-a-failure", "de")


def test_the_rules_tell_that_strangers_always_move_in_the_german_edition() -> None:
    assert "Stopped before it went, it still goes" in section("kill-de", "strangers")
    assert "still goes" not in section("kill-2016", "strangers")


def test_rules_of_an_unknown_edition_are_refused_in_words() -> None:
    with pytest.raises(DrLuckyError, match="kill-2016"):
        phrases.rules("kill-2017")


# Whole games.


def play(game: Game) -> Iterator[None]:
    """Plays at random, from the dealer's own stream, so that no library's generator is part of a stored page."""
    chance = Dealer(as_seed("transcript"))
    while game.to_decide is not None:
        yield
        legal = game.legal
        game.play(legal[chance.below(len(legal))])


def played(edition: str, seed: int) -> Game:
    game = drlucky.new(edition, PEOPLE, seed=seed)
    for _ in play(game):
        pass
    return game


def tokens(texts: list[str]) -> set[str]:
    return {word.casefold() for text in texts for word in re.findall(r"[^\W\d_]+", re.sub(r"\{\w+\}", "", text))}


@cache
def english_words() -> set[str]:
    """Those of the catalogue that no translation needs."""
    english = tokens([form for message in messages(german()) for form in forms(message.id)])
    english -= tokens([form for message in messages(german()) for form in forms(message.string)])
    assert {"the", "draws", "spoon", "staircase", "stranger"} <= english
    return english


VARIANTS: list[tuple[str, int, dict[str, Any]]] = [
    *((edition, 3, {}) for edition in EDITIONS),
    ("kill-2016", 2, {"pets": "both"}),
    ("kill-de", 2, {"board": "bed-and-breakfast", "pets": "dog"}),
    ("kill-2016", 3, {"escape": True}),
    ("kill-de", 3, {"escape": True}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players", "options"), VARIANTS)
def test_a_german_game_has_no_english_in_it(edition: str, players: int, options: dict[str, Any]) -> None:
    """Neither what happens nor what is not possible, for anyone; and every reason's section is in the rules."""
    game = drlucky.new(edition, PEOPLE[:players], seed=3, **options)
    sections = {section.id for section in phrases.rules(edition)}
    told: list[str] = []
    for decision, _ in enumerate(play(game)):
        if decision % 10 == 0:
            for seat in (game.to_decide, 0, 1):
                reasons = [why for why in game.explain(seat).values() if why]
                assert {why.section for why in reasons} <= sections
                told += [phrases.reason(why, game.players, "de") for why in reasons]
    for saving in (None, phrases.saves(edition)):
        told += [phrases.event(event, game.players, "de", saving=saving) for event in game.events]
    assert not tokens(told) & english_words()


@pytest.mark.parametrize("edition", ["save-2000", "save-paizo"])
@pytest.mark.parametrize("language", phrases.languages())
def test_save_does_not_speak_of_killing(edition: str, language: str) -> None:
    game = played(edition, seed=3)
    texts = [section.text for section in phrases.rules(edition, language)]
    texts += [phrases.edition_about(edition, language)]
    for saving in (None, True):
        texts += [phrases.event(event, PEOPLE, language, saving=saving) for event in game.events]
        texts += [phrases.action(action, language, saving=saving) for action in game.setting.actions]
    assert not re.search(KILLING[language], " ".join(texts).casefold())


@pytest.mark.parametrize("language", phrases.languages())
def test_a_hidden_card_is_just_a_card(language: str) -> None:
    game = played("kill-2016", seed=3)
    hidden = {"en": "draws a card.", "de": "zieht eine Karte."}[language]
    drawn = [event for event in game.events if event.kind == "drew"]
    assert drawn
    for event in drawn:
        for seat in (None, *range(len(PEOPLE))):
            text = phrases.event(event.for_seat(seat), PEOPLE, language)
            assert text.endswith(hidden) == (seat != event.seat)
            assert (phrases.card(event.card or "", language) in text) == (seat == event.seat)


# The page with two games in all languages.


def page() -> str:
    parts = [
        "# Two games in two languages",
        "The same events, as a spectator may know them, put into words from the one catalogue: see [words](words.md). "
        "Everyone plays at random. `make words` writes this page anew, and a test compares it.",
    ]
    for edition, seed in TOLD.items():
        game = played(edition, seed)
        table = phrases.side_by_side(game.events_for(None), game.players, saving=phrases.saves(edition))
        titles = " / ".join(phrases.edition_title(edition, language) for language in phrases.languages())
        parts += [f"## {titles}", table.rstrip()]
    return "\n\n".join(parts) + "\n"


def test_the_transcript_is_up_to_date() -> None:
    assert TRANSCRIPT.read_text(encoding="utf-8") == page(), "if it should differ, run `make words`"


if __name__ == "__main__":
    TRANSCRIPT.write_text(page(), encoding="utf-8")
