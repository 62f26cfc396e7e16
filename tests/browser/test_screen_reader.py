"""With a screen reader: the tree that it reads is whole at every decision of a game, and what happens is said once
and in order."""

import re
from collections.abc import Callable

import pytest

from browser.listening import INTERACTIVE, Listener, Node, faults
from browser.person import Person
from browser.prepared import TWO, at_table
from browser.typing_player import KeyPlayer
from server.blackbox.house import House

Arrive = Callable[..., Person]
KINDS = re.compile("Weapon|Aid|Move|Luck|Failure")
LANDMARKS = ("main", "complementary Around the table", "complementary Log and chat", "region Your hand")
LABELS = "(all) => all.map((each) => each.getAttribute('aria-label'))"


def listening(person: Person) -> None:
    KeyPlayer.watch(person)
    Listener.begin(person)


def named(tree: list[Node], name: str) -> list[Node]:
    return [each for each in tree if each.role in INTERACTIVE and each.name == name]


def assert_told(ann: Person, listener: Listener) -> None:
    """All that a decision takes is in the tree, under names that can be told apart."""
    lit = ann("[data-room][data-lit]").evaluate_all(LABELS)
    tree = listener.tree()
    if lit != ann("[data-room][data-lit]").evaluate_all(LABELS):
        # Who sees what is told a moment later.
        return assert_told(ann, listener)
    assert not faults(tree)
    assert not {*LANDMARKS} - {group for each in tree for group in each.within}
    title = ann("[data-prompt] b").inner_text()
    assert any(title in each.name for each in tree), f"“{title}” is not told"
    for room in lit:
        (found,) = named(tree, room)
        assert "You can: " in found.name
    (own,) = [each for each in tree if each.role == "button" and re.search(r"\. Here: [^.]*\byou\b", each.name)]
    assert own.description.startswith("One step from here: ")
    hand = [each for each in tree if each.within and each.within[-1] == "list Hand" and each.role == "button"]
    assert len(hand) == ann("button[data-card]").count()
    assert all(KINDS.search(each.name) for each in hand)
    # What can be played says what for.
    playable = ann("button[data-card][aria-disabled=false]").count()
    assert sum(". " in each.name for each in hand) >= playable
    return None


def in_order(said: list[str], log: list[str]) -> list[str]:
    """What is left of the announcements when everything that happened is cut out of them, once and in order."""
    at, left = 0, []
    for words in said:
        while words and (
            found := next((place for place in range(at, len(log)) if words.startswith(log[place])), -1) + 1
        ):
            words, at = words[len(log[found - 1]) :].strip(), found
        left.append(words)
    return [words for words in left if words]


@pytest.mark.parametrize(("edition", "seed"), [("kill-2016", 7), ("save-2000", 3)])
def test_a_whole_game_is_told(arrive: Arrive, house: House, edition: str, seed: int) -> None:
    """By somebody who plays with keys alone: at no moment does nothing have the focus."""
    ann = at_table(arrive, house, edition, TWO, before=listening).ann
    listener = Listener(ann)
    ann("button[data-card]").first.wait_for()
    ann("[data-room][tabindex]").first.wait_for()
    keys = KeyPlayer(ann, seed)
    assert keys.play(before_each=lambda: assert_told(ann, listener))
    # How many of the ways there is time for depends on the game: that each of them works is tried in test_for_everyone.
    assert keys.used
    title = ann("#end-title").inner_text()
    tree = listener.tree()
    assert not faults(tree)
    assert any(each.role == "heading" and each.name == title for each in tree)
    assert title in listener.heard("focus")
    log = [" ".join(each.split()) for each in ann("[data-event] .entry").all_inner_texts()]
    said = listener.heard("announcer")
    assert log[-1] in said[-1]
    # Beside what happened nothing is said but what is asked.
    questions = in_order(said, log)
    assert len(questions) > 5
    assert not [words for words in questions if any(event in words for event in log)]
