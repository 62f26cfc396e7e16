# ruff: noqa: RUF001 (letters that look like others are what this file is about)
"""What people may be called, and that nobody passes for somebody else at a table."""

import pytest
from msgspec.structs import replace

from drlucky.cast import guests
from drlucky.table import Invite, Join, PutBot, Redeem, Refused, Rename, Settings, Table, Watch
from drlucky.table.log import Joined, decode
from drlucky.table.names import check_name, look
from table.desk import KILL, Desk, gathered

LIKE_ANN = {
    "variation selector": "Ann\ufe0f",
    "another variation selector": "A\ufe00nn",
    "hangul filler": "Ann\u3164",
    "half-width hangul filler": "\uffa0Ann",
    "braille blank": "Ann\u2800",
    "grapheme joiner": "An\u034fn",
    "soft hyphen": "An\u00adn",
    "zero-width space": "An\u200bn",
    "tag": "Ann\U000e0061",
    "Cyrillic": "\u0410nn",
    "Greek": "\u0391\u039d\u039d",
    "fullwidth": "Ａｎｎ",
    "mathematical": "𝐀𝐧𝐧",
    "circled": "Ⓐⓝⓝ",
    "small capitals": "ᴀɴɴ",
    "one accent": "Änn",
    "stacked accents": "A\u0301\u0302nn",
    "many accents": "Ann" + "\u0335" * 12,
    "no-break space": "Ann\u00a0",
    "case": "aNN",
}


@pytest.mark.parametrize("name", LIKE_ANN.values(), ids=LIKE_ANN)
def test_nobody_passes_for_ann(name: str) -> None:
    desk = Desk()
    for deed in (Join(name), Watch(name)):
        answer = desk.do("eve", deed)
        assert (answer.accepted, answer.code) == (False, "name"), check_name(name)
        assert answer.text
    desk.ok("bob", Join("Bob"))
    assert desk.refused("bob", Rename(1, name)) == "name"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Paul", "PauI"),
        ("Bob", "B0b"),
        ("Wanda", "VVanda"),
        ("Marnie", "Mamie"),
        ("Сергей", "Cepгeй"),
        ("Søren", "Soren"),
    ],
)
def test_some_names_are_easily_taken_for_each_other(one: str, other: str) -> None:
    assert look(one) == look(other)


def test_names_of_many_languages_are_welcome_and_told_apart() -> None:
    names = [
        "Zoë",
        "Nguyễn Thị Ánh",
        "Андрій",
        "Νίκος",
        "नीलम",
        "นภัสสร",
        "מֹשֶׁה",
        "محمّد",
        "李小龍",
        "さくら",
        "지우",
        "Ann ♥",
        "O’Neil",
    ]
    assert [check_name(name) for name in names] == names
    assert len({look(name) for name in names}) == len(names)
    assert look("ราม") != look("ริม")
    assert look("राम") != look("रमा")


def test_letters_and_spaces_are_tidied() -> None:
    assert check_name("  Ann\t Lee ") == "Ann Lee"
    assert check_name("Ａｎｎ") == "Ann"
    assert check_name("Zoe\u0308") == "Zoë"
    assert check_name("Ann ❤\ufe0f") == "Ann ❤", "as the keyboards of telephones write it"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("\u3164", "no invisible characters"),
        ("\u2800\u2800", "no invisible characters"),
        ("\ufe0f", "1 to 40 printable"),
        ("", "1 to 40 printable"),
        ("x" * 41, "1 to 40 printable"),
        ("A\u202enn", "no invisible characters"),
        ("bell\a", "1 to 40 printable"),
        ("\u0301", "accents on one letter"),
        ("Z" + "\u0335" * 4, "at most 3 accents"),
    ],
)
def test_what_is_no_name_is_refused_in_words(name: str, says: str) -> None:
    with pytest.raises(Refused, match=says):
        check_name(name)
    with pytest.raises(Refused, match=says):
        Table.opening("t", "ABC234", "ann", name, Settings(KILL), 3, 0.0)


def test_the_refusal_says_whom_the_name_looks_like() -> None:
    answer = Desk().do("eve", Join("\u0410nn"))
    assert "looks like 'Ann', who is at this table already" in str(answer.text)


def test_bots_pass_for_nobody_either() -> None:
    desk = Desk()
    _, _, namesake, other, *_ = guests("t1")
    desk.ok("bob", Join(namesake.name.replace("l", "I")))
    desk.ok("ann", PutBot(2, "easy"))
    assert desk.table.seats[2].name == other.name


def test_names_of_earlier_logs_are_replayed_as_they_are() -> None:
    desk = gathered()
    entries = decode(desk.log)
    joined = next(at for at, entry in enumerate(entries) if entry.by == "bob" and isinstance(entry.fact, Joined))
    fact = entries[joined].fact
    entries[joined] = replace(entries[joined], fact=replace(fact, name="\u0410nn\ufe0f"))
    assert Table.replay(entries).seats[1].name == "\u0410nn\ufe0f"


def test_a_seat_that_is_handed_on_keeps_its_name() -> None:
    desk = gathered()
    token = desk.ok("bob", Invite(1)).token
    desk.ok("bob's phone", Redeem(str(token), "\u0410nn"))
    assert desk.table.seats[1].name == "Bob"
