"""What all the worlds of one set-up share: tables, and the words in which players are told what happens."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from drlucky.engine import codes
from drlucky.engine.deal import begin
from drlucky.engine.state import Happening
from drlucky.game.encoding import Encoder
from drlucky.game.options import OPTIONS, Option
from drlucky.game.setup import Setting, setting_by_lot

Parameters = tuple[tuple[str, bool | int | str], ...]


class Kit:
    """A set-up as worlds need it. Types of cards are numbered as in the deck; a word is a number that tells something:
    an action, a card that a player gets or that is shown, a lot, a loser."""

    def __init__(self, parameters: Parameters, setting: Setting) -> None:
        self.parameters = parameters
        self.setting = setting
        self.engine = setting.engine
        self.encoder = Encoder(setting)
        self.live = setting.live
        self.names = [card.name for card in setting.deck.cards]
        self.luck = [card.luck for card in setting.deck.cards]
        self.copies = Counter({kind: card.copies for kind, card in enumerate(setting.deck.cards)})
        self.types = [int(kind) for kind in self.engine.cards.type_of]
        self.deck = list(range(len(self.types)))
        first = begin(self.engine, 0, self.deck, self.deck, [])
        self.dealt = int(first.pile_at)
        """How many cards leave the pile before the first decision."""
        cards = self.engine.cards
        self.card_at = {(cards.group[self.types[card]], cards.bit_of[card]): card for card in self.deck}
        """The card that a bit stands for in the mask of a group."""
        kinds = {name: kind for kind, name in enumerate(self.names)}
        self.card_of = [kinds.get(action.card or "", -1) for action in setting.actions]
        """The type of card that an action plays; -1 if none."""
        self.words = ["", *(str(action) for action in setting.actions)]
        self.gets = len(self.words)
        self.words += [f"+{name}" for name in self.names]
        self.shows = len(self.words)
        self.words += [f"={name}" for name in self.names]
        self.lot = len(self.words)
        self.words += [f"lot for {setting.live[k]}" for k in range(len(setting.live))]
        self.loses = len(self.words)
        self.words += [f"loser {seat}" for seat in range(setting.seats)]

    def __reduce__(self) -> tuple[Callable[[Parameters], "Kit"], tuple[Parameters]]:
        return kit_for, (self.parameters,)

    def stacked(self, cards: Sequence[int], kinds: Iterable[int]) -> list[int]:
        """The cards with one of each of these types on top, in this order."""
        rest = list(cards)
        top = []
        for kind in kinds:
            card = next(card for card in rest if self.types[card] == kind)
            rest.remove(card)
            top.append(card)
        return top + rest

    def needs_placing(self, lot: int, shown: Sequence[int]) -> bool:
        """Are more cards than these dealt face up to place the pawns?"""
        diary: list[Happening] = []
        begin(self.engine, lot, self.stacked(self.deck, shown), self.deck, diary)
        return sum(what == codes.DEALT_UP for what, *_ in diary) > len(shown)


def unset(option: Option) -> bool | int | str:
    """OpenSpiel has no None: what stands for an option that is left to the rule book, or else its default."""
    default: bool | int | str | None = option.default
    if default is not None:
        return default
    return True if option.kind is bool else -1 if option.kind is int else ""


@lru_cache(maxsize=64)
def kit_for(parameters: Parameters) -> Kit:
    """The kit of a set-up, given by OpenSpiel's parameters. Games with the same parameters share it."""
    chosen = dict(parameters)
    options = {name: chosen[name] for name, option in OPTIONS.items() if chosen[name] != unset(option)}
    return Kit(parameters, setting_by_lot(str(chosen["edition"]), int(chosen["players"]), **options))
