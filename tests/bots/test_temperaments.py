"""Temperaments: how bots of the level normal play for those of the cast: as well as each other, and not alike."""

from random import Random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import drlucky
from drlucky import cast
from drlucky.bots import SensibleBot, StyledBot, bot
from drlucky.bots.names import parse
from drlucky.engine.codes import ANSWER, OVER, PASS, SHUFFLE, TURN
from drlucky.engine.play import apply, legal
from drlucky.engine.state import Rules
from drlucky.errors import DrLuckyError
from drlucky.game.setup import setting
from drlucky.search.heuristic import action_in_style, luck_of, lurking
from drlucky.search.playout import play_on_in_style, random_start, shuffle_discards
from drlucky.search.rng import Rng
from drlucky.search.styles import CAREFUL, GENEROUS, LURKING, SENSIBLE, SLY, TEMPERAMENTS, Style
from drlucky.stats import share

EDITIONS = [book.id for book in drlucky.editions()]
GAMES = 4000
OFF = 0.05
"""So far a share may be from a fair one."""


def won(rules: Rules, styles: list[Style], dice: Random) -> int:
    """The place among the styles, which are those of the seats, of whoever wins a game."""
    rng = Rng(dice.getrandbits(40))
    s = random_start(rules, rng)
    play_on_in_style(s, styles, rng, vec[i64]([0] * rules.actions), rules.turn_limit)
    return s.winner


@pytest.mark.parametrize("style", TEMPERAMENTS, ids=lambda style: style.name)
@pytest.mark.parametrize("edition", EDITIONS)
def test_one_among_three_sensible_players_wins_as_often_as_they_do(edition: str, style: Style) -> None:
    rules, dice = setting(edition, 4).engine, Random(f"{edition} {style.name}")
    wins = 0
    for game in range(GAMES):
        styles = [SENSIBLE] * 4
        styles[game % 4] = style
        wins += won(rules, styles, dice) == game % 4
    found = share(wins, GAMES)
    assert found.low <= 0.25 + OFF
    assert found.high >= 0.25 - OFF, f"{found}"


@pytest.mark.parametrize("edition", EDITIONS)
def test_among_themselves_they_win_alike(edition: str) -> None:
    rules, dice = setting(edition, 4).engine, Random(edition)
    wins = dict.fromkeys((style.name for style in TEMPERAMENTS), 0)
    for _ in range(GAMES):
        styles = dice.sample(TEMPERAMENTS, 4)
        winner = won(rules, styles, dice)
        if winner >= 0:
            wins[styles[winner].name] += 1
    for name, number in wins.items():
        found = share(number, GAMES)
        assert found.low <= 0.25 + OFF, f"{name}: {found}"
        assert found.high >= 0.25 - OFF, f"{name}: {found}"


def habits(style: Style, games: int = 60) -> tuple[float, float, float]:
    """How often in 100 someone passes what they could stop, strikes with a weapon, and ends a turn where the doctor
    comes soon."""
    rules, dice = setting("kill-2016", 4).engine, Random(style.name)
    could = passed = strikes = armed = ended = waited = 0
    for game in range(games):
        rng = Rng(dice.getrandbits(40))
        s = random_start(rules, rng)
        while s.phase != OVER:
            if s.phase == SHUFFLE:
                shuffle_discards(s, rng)
                continue
            action = action_in_style(s, style if s.decider == game % 4 else SENSIBLE, rng.word())
            if s.decider == game % 4:
                if s.phase == ANSWER and PASS in legal(s) and luck_of(s, s.decider) >= s.strength - s.luck:
                    could += 1
                    passed += action == PASS
                verb = setting("kill-2016", 4).actions[action].verb
                if verb == "attempt":
                    strikes += 1
                    armed += rules.weapon_at <= action < rules.answer_at
                if s.phase == TURN and verb in ("draw", "end"):
                    ended += 1
                    waited += lurking(s) > 0
            apply(s, action)
    return 100 * passed / could, 100 * armed / strikes, 100 * waited / ended


def test_each_can_be_told_from_the_others_by_what_it_does() -> None:
    careful, sly, generous, lurks = (habits(style) for style in (CAREFUL, SLY, GENEROUS, LURKING))
    assert careful[0] < 25 < 35 < min(each[0] for each in (sly, generous, lurks)), "stops nearly everything"
    assert sly[0] == max(each[0] for each in (careful, sly, generous, lurks)), "leaves most to others"
    assert generous[1] > 20 > 15 > max(sly[1], lurks[1]), "spends weapons"
    assert lurks[2] > 1.3 * generous[2], "waits for the doctor"


# Who plays so.


def test_everyone_of_the_cast_has_a_temperament_and_each_of_them_several_people() -> None:
    names = [style.name for style in TEMPERAMENTS]
    played = [each.style for each in cast.people()]
    assert set(played) == set(names)
    assert min(map(played.count, names)) >= 2
    assert len({each.manner for each in cast.people()}) == len(names)


def test_bots_of_the_level_normal_play_so_and_others_do_not() -> None:
    found = bot("normal", 1, "careful")
    assert isinstance(found, StyledBot)
    assert found.style is CAREFUL
    assert isinstance(bot("normal", 1), SensibleBot)
    for level in ("easy", "hard", "expert"):
        assert type(bot(level, 1, "careful")) is type(bot(level, 1))
    with pytest.raises(DrLuckyError, match="there is no temperament 'rude'; there are careful, sly"):
        bot("normal", 1, "rude")


def test_they_have_names_as_bots() -> None:
    made = parse("temperament:sly").make(1)
    assert isinstance(made, StyledBot)
    assert made.style is SLY
    with pytest.raises(DrLuckyError, match="there is no bot 'temperament:rude'"):
        parse("temperament:rude")
