"""What people say at a table where he is to be saved: thirty lines in each language that cost nothing, and thirty that
do. They are judged as the table does it: it knows the aids by their names in both languages, and who speaks which."""

import pytest

from drlucky import phrases
from drlucky.decks import deck
from drlucky.penalties import Language, language_of, offences_in

NAMED = [card.name for card in deck("save").cards if card.kind == "aid"]
AIDS = (*NAMED, *(phrases.card(name, "de") for name in NAMED))

INNOCENT: dict[Language, list[str]] = {
    "en": [
        "Hold on, Doctor, I'm coming with the Oar!",
        "I throw him the Rubber Raft",
        "Pass me the Whiskey, he looks pale",
        "The iceberg hit us at breakfast",
        "A shot of Whiskey would do him good",
        "I shoot him a worried glance",
        "We could shoot a photo with the Loyal Hound",
        "Let's beat the storm to the lifeboats",
        "I beat you to it, I was in the Chapel first",
        "Join our yacht club, he is a member",
        "The club doctor is on deck B",
        "The die is cast",
        "I would die for a Croissant",
        "Nobody will die on this ship if I can help it",
        "That was a stroke of luck, not skill",
        "What a killjoy",
        "Overkill? No, just two aids",
        "I strike up a tune from the Hymn Book",
        "The clock strikes eight, and the ship is sinking",
        "Knock knock, it's the Purser's Office",
        "He slipped, and it was nobody's fault",
        "The Ice Pick is for the ice in his drink",
        "With the Pipe Wrench I can open that valve",
        "I crack open the Crowbar's crate",
        "Take that Croissant, it is fresh",
        "Take the stairs, that way is flooded",
        "Kill Doctor Lucky is the other game",
        "I have the Signal Flags, they will see us",
        "Deadline? The boat leaves in five turns",
        "He owes me his life with interest",
    ],
    "de": [
        "Halten Sie durch, Doktor, ich komme mit dem Ruder!",
        "die, die die Karten haben, fangen an",
        "Die, die die Schwimmwesten haben, gehen zuerst",
        "Der Stab des Kapitäns ist auf der Brücke",
        "Stab und Ruder liegen im Boot",
        "Das ist ja der Hit des Abends",
        "Im Club ist noch Platz für den Doktor",
        "Er hat schöne Haut für sein Alter",
        "Ich bringe ihn um acht zum Rettungsboot",
        "Bringt ihn um Mitternacht auf Deck A",
        "Ich schlage vor, wir gehen zur Kapelle",
        "Gib ihm den Seelentröster, er ist blass",
        "Ich werfe ihm das Schlauchboot zu",
        "Mit dem Ruder komme ich zu ihm",
        "Der Eisberg hat uns getroffen",
        "Das war reine Glückssache",
        "Ein modernes Schiff mit vielen Decks",
        "Wir treten der Rettungsgesellschaft bei",
        "Er tritt auf der Stelle",
        "Nimm die Treppe, das Deck läuft voll",
        "Nimm dir ein Croissant",
        "Wie schlägt sich der Doktor heute?",
        "Ich mache ihn warm und trocken",
        "Mach ihn nicht nervös",
        "Das Wetter schlägt um",
        "Mit dem Schraubenschlüssel öffne ich das Ventil",
        "Kill Doctor Lucky war das andere Spiel",
        "Wer zuletzt lacht, sitzt im Boot",
        "Ohne Schwimmweste gehe ich nicht an Deck",
        "Das ist die Rettung, und alle sehen zu",
    ],
}
GUILTY: dict[Language, list[str]] = {
    "en": [
        "I shoot him with the Whiskey",
        "I beat him with the Oar",
        "beat him with the Oar",
        "I club him",
        "Club him before he sinks!",
        "I will club the doctor with my Crowbar",
        "Shoot him!",
        "I shot Doctor Lucky",
        "I kill him this time",
        "This is murder",
        "The perfect assassination",
        "Let's poison him on deck B",
        "Somebody strangle him already",
        "Stab him with the Ice Pick",
        "My weapon is the Oar",
        "The Whiskey is a fine weapon",
        "I hit him with the Hymn Book",
        "I strike with the Pipe Wrench",
        "Bash him with the Crowbar",
        "I whack him with the Clean Towel",
        "I crack him over the head with the Bucket",
        "Poke him with the Ice Pick",
        "Choke him with the Tennis Net",
        "Take that!",
        "Die, die, die!",
        "Die you old fool",
        "Say your prayers, Doctor",
        "Let us do him in.",
        "I bump him off",
        "I would rather throttle him",
    ],
    "de": [
        "Ich töte ihn",
        "Ich bringe ihn um",
        "Bring ihn um!",
        "Heute bringen wir ihn um, nein, wir bringen den Doktor um.",
        "Ich mach ihn kalt",
        "Knall ihn ab",
        "Ich steche ihn ab!",
        "Das ist Mord",
        "Ein schöner Mordversuch",
        "Ihr Mörder!",
        "Den sollte man vergiften",
        "Wir wollten ihn doch umbringen",
        "Er wird erschlagen",
        "Ich erwürge ihn, nein: man müsste ihn erwürgen",
        "Das Ruder ist meine Waffe",
        "Meine beste Waffe heute",
        "Ich schlage ihn mit dem Ruder",
        "Schlag ihn mit dem Hufeisen",
        "Hau ihn mit der Korkweste",
        "Ich schieße ihn mit dem Seelentröster ab",
        "Ich trete ihn mit dem Hufeisen",
        "Ich knüpple ihn nieder",
        "Verprügelt ihn",
        "Ich verhaue den Doktor",
        "Nimm das!",
        "Stirb!",
        "Fahr zur Hölle, Doktor",
        "Krepier endlich",
        "Ich gehe mit Pistole aufs Deck",
        "Den kill ich, also: killen wir ihn",
    ],
}


def kinds(text: str, speaker: str | None) -> list[str]:
    return [kind for kind, _ in offences_in(text, language_of(text, speaker), aids=AIDS)]


@pytest.mark.parametrize(("language", "text"), [(one, text) for one, lines in INNOCENT.items() for text in lines])
def test_it_costs_nothing(language: Language, text: str) -> None:
    assert kinds(text, language) == []


@pytest.mark.parametrize(("language", "text"), [(one, text) for one, lines in GUILTY.items() for text in lines])
def test_it_costs_once(language: Language, text: str) -> None:
    assert kinds(text, language)


def test_there_are_thirty_of_each() -> None:
    assert all(len(set(lines)) == 30 for spoken in (INNOCENT, GUILTY) for lines in spoken.values())


def test_a_line_shows_its_language_whatever_the_speaker_reads() -> None:
    assert kinds("die, die die Karten haben", "en") == []
    assert kinds("I would stab him", "de") == ["murder"]
    assert kinds("Ich bringe ihn um", "en") == ["murder"], "words of both languages count where nothing is ambiguous"


def test_where_a_line_does_not_show_it_the_speaker_does() -> None:
    assert kinds("Die, die, die!", "en") == ["taunt"]
    assert kinds("Die, die, die ...", "de") == []
    assert kinds("Die, die, die!", None) == ["taunt"]
