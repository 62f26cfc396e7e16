"""The penalty tally: words of murder, aids called weapons and taunts cost, and nothing else does."""

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import drlucky
from drlucky.decks import deck
from drlucky.errors import DrLuckyError, SetUpError
from drlucky.game.view import Outcome
from drlucky.penalties import MURDER, STRIKING, TAUNTS, WEAPON, Line, Offence, Tally, offences_in, tally

AIDS = [card.name for card in deck("save").cards if card.kind == "aid"]


def kinds(text: str, **options: Any) -> list[str]:
    return [kind for kind, _ in offences_in(text, options.pop("language", None), aids=AIDS, **options)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I kill him", "murder"),
        ("MURDER!", "murder"),
        ("he was slain", "murder"),
        ("an assassination", "murder"),
        ("Ich töte ihn", "murder"),
        ("ich toete ihn", "murder"),
        ("TÖTEN", "murder"),
        ("to\N{COMBINING DIAERESIS}ten", "murder"),
        ("wir wollten ihn umbringen", "murder"),
        ("er wurde ermordet", "murder"),
        ("ein Mordversuch", "murder"),
        ("Mörder!", "murder"),
        ("my best weapon", "weapon"),
        ("Das ist meine Waffe.", "weapon"),
        ("knives", "weapon"),
        ("I attack him with the Oar", "weapon"),
        ("Bash him with my pipe wrench", "weapon"),
        ("ich werde mit Whiskey zuschlagen", "weapon"),
        ("Take that!", "taunt"),
        ("TAKE  THAT, Doctor", "taunt"),
        ("Die, Die, Die!", "taunt"),
        ("nimm das", "taunt"),
        ("Stirb!", "taunt"),
        ("fahr zur Hölle", "taunt"),
    ],
)
def test_what_costs(text: str, kind: str) -> None:
    assert kinds(text) == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I save him",
        "That took some skill, Skiller",
        "don't be a killjoy, that would be overkill",
        "Have you played Kill Doctor Lucky?",
        "Kill Dr. Lucky is older",
        "I like “kill doctor lucky” too",
        "the Ice Pick is for the ice",
        "take the Oar",
        "The iceberg hit us, play the Bucket",
        "die Oar, die du hast",
        "the die is cast",
        "modern words, a lot of them",
        "Das Meer ist Mist",
        "take the card. That one",
    ],
)
def test_what_costs_nothing(text: str) -> None:
    assert kinds(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "k i l l",
        "I k i l l him",
        "k.i.l.l",
        "K-I-L-L",
        "k1ll",
        "killllll",
        "kiiill",
        "kíll",
        "\uff4b\uff49\uff4c\uff4c",
        "k\u200bill",
        "k\u00adill",
    ],
)
def test_simple_disguises_are_seen_through(text: str) -> None:
    assert kinds(text) == ["murder"]


def test_the_word_is_given_as_it_was_written() -> None:
    assert list(offences_in("so: K i l l ! And ... Take   THAT", "en")) == [
        ("murder", "K i l l"),
        ("taunt", "Take   THAT"),
    ]
    assert list(offences_in("Ihr Mo\N{COMBINING DIAERESIS}rder!", None)) == [
        ("murder", "Mo\N{COMBINING DIAERESIS}rder")
    ]


def test_only_the_exact_title_is_spared() -> None:
    assert kinds("kill doctor lucky") == ["murder"]
    assert kinds("KILL DOCTOR LUCKY!") == ["murder"]
    assert kinds("Kill Doctor Lucky is the game in which we kill him") == ["murder"]


def test_each_kind_counts_once_a_line() -> None:
    assert kinds("kill kill kill, murder, with a gun and a knife, take that, take that") == [
        "murder",
        "weapon",
        "taunt",
    ]


def test_a_language_keeps_the_other_s_words_out() -> None:
    assert kinds("Die, die die Karten haben", language="de") == []
    assert kinds("Stab", language="de") == []
    assert kinds("Mord", language="en") == []
    assert kinds("Mord", language="de") == ["murder"]


def test_names_are_never_offences() -> None:
    line = [Line(1, "Well played, Killer Joe. Your turn, Skiller.")]
    assert tally(line, "save-2000", ["Killer Joe", "Skiller"]).totals == (0, 0)
    assert tally(line, "save-2000", 2).totals == (0, 1)
    assert tally([Line(1, "killer joe")], "save-2000", ["Killer Joe", "Skiller"]).totals == (0, 1)


def test_twofold_in_an_attempt() -> None:
    lines = [
        Line(0, "I will kill him"),
        Line(2, "Take that!", in_attempt=True),
        Line(None, "kill, kill!", in_attempt=True),
        Line(2, "what a weapon"),
    ]
    expected = Tally(
        (1, 0, 3),
        (
            Offence(0, "murder", 1, 0, "kill"),
            Offence(2, "taunt", 2, 1, "Take that"),
            Offence(2, "weapon", 1, 3, "weapon"),
        ),
    )
    for edition in ("save-2000", "save-paizo"):
        assert tally(lines, edition, 3) == expected


def test_the_loser_pays_for_every_point_left() -> None:
    ended = Outcome("success", winner=0, loser=2)
    hand = ["Failure-3", "Oar", "Failure-1", "Failure-1", "Bridge"]
    got = tally([Line(2, "kill")], "save-2000", 3, outcome=ended, hand=hand)
    assert got.totals == (0, 0, 6)
    assert got.offences[-1] == Offence(2, "unplayed", 5)
    assert tally([], "save-2000", 3, outcome=ended, hand=["Oar"]).offences == ()
    assert tally([], "save-2000", 3, outcome=Outcome("sunk", None, None), hand=hand).totals == (0, 0, 0)


@pytest.mark.parametrize("edition", ["save-2000", "save-paizo"])
def test_a_played_game_s_loser_pays(edition: str) -> None:
    """The first edition names a loser when failures were left, the second never does."""
    paid = 0
    for seed in range(12):
        game = drlucky.new(edition, 4, seed=seed)
        while game.to_decide is not None:
            strikes = [action for action in game.legal if action.verb == "attempt" and action.card]
            passes = [action for action in game.legal if action.verb == "pass"]
            game.play((strikes or passes or game.legal)[-1])
        ended = game.outcome
        assert ended is not None
        hand = game.view(ended.loser).hand or () if ended.loser is not None else ()
        paid += sum(tally([], edition, game.players, outcome=ended, hand=hand).totals)
    assert (paid > 0) == (edition == "save-2000")


@pytest.mark.parametrize("edition", ["kill-1996", "kill-2016", "kill-de"])
def test_where_murder_is_the_game_there_are_no_penalties(edition: str) -> None:
    with pytest.raises(SetUpError, match="knows no penalties"):
        tally([], edition, 4)


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(SetUpError, match="no edition"):
        tally([], "chess", 4)
    for seat in (4, -1, True):
        with pytest.raises(DrLuckyError, match="the seats are 0 to 3"):
            tally([Line(seat, "hello")], "save-2000", 4)


def test_the_lists_are_spelled_as_words_are_read() -> None:
    """Every listed word and taunt costs when it is written down as it is listed."""
    for kind, lists in (("murder", MURDER), ("weapon", WEAPON)):
        for language, text in lists.items():
            for word in text.split():
                assert kind in kinds(word, language=language), word
    for language, taunts in TAUNTS.items():
        for taunt in taunts:
            assert "taunt" in kinds(taunt, language=language)
    for language, text in STRIKING.items():
        for word in text.split():
            assert "weapon" in kinds(f"{word} {'with' if language == 'en' else 'mit'} the Oar", language=language)


def test_no_card_or_room_of_the_game_costs_anything_by_its_name() -> None:
    names = [card.name for card in deck("save").cards] + [room.name for room in drlucky.board("ship").rooms]
    assert all(kinds(f"I play the {name}.") == [] for name in names)


@given(st.text(max_size=300), st.sampled_from([None, "en", "de"]))
def test_any_text_is_read(text: str, language: Any) -> None:
    found = list(offences_in(text, language, names=["Ann", ".*", "["], aids=AIDS))
    assert all(word and word in text for _, word in found)


@given(st.text(alphabet="kil aIdemt1.*\u0308\u200b", max_size=200))
def test_any_mixture_of_the_parts_is_read(text: str) -> None:
    assert all(word in text for _, word in offences_in(text, None, aids=AIDS))


@given(st.sampled_from(["kill", "Waffe", "take that"]), st.text(alphabet="xyz", min_size=1, max_size=5))
def test_only_whole_words_count(word: str, more: str) -> None:
    assert kinds(more + word) in ([], ["taunt"])[: 1 + (word == "take that")]
    assert kinds(word + more) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "k i l l ",
        "kill ",
        "i ",
        "die ",
        "take ",
        "\u0308",
        "o\u0308",
        "\u0316\u0301",
        "Kill Doctor ",
        "'Kill ",
        "﷽",
    ],
)
def test_a_very_long_line_takes_no_longer_than_it_must(piece: str) -> None:
    text = (piece * 100_000)[:100_000]
    began = time.process_time()
    tally([Line(0, text)], "save-2000", ["Ann", "Bob"])
    assert time.process_time() - began < 2
