"""Plugins: editions, decks and boards that other packages bring along.

A package names them in the entry points of its pyproject.toml, in the groups `drlucky.editions`, `drlucky.decks` and
`drlucky.boards`; what belongs to no package is named as MODULE:NAME, by `register` or in the environment variable
DRLUCKY_REGISTER, which processes that are started inherit. Nothing of them is imported before someone asks for what is
not drlucky's own. One that cannot be used is said to whoever runs drlucky, and to those who ask for it by its name; it
keeps nothing else from working."""

import logging
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from threading import RLock
from typing import Any, NamedTuple, TypeVar

from drlucky.errors import DrLuckyError

VARIABLE = "DRLUCKY_REGISTER"
"""MODULE:NAME, or some with commas between them."""
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST_NAME = 40

T = TypeVar("T")
log = logging.getLogger(__name__)
loading = RLock()
said: set[str] = set()


class Offer(NamedTuple):
    """Something that is there to be loaded."""

    value: str
    """MODULE:NAME."""
    name: str = ""
    """What it is called, where an entry point says so."""
    package: str = ""


class Registry(Mapping[str, T]):
    """All editions, decks or boards by their names: first drlucky's own, then those from outside."""

    def __init__(
        self, noun: str, kind: type[T], own: Sequence[str], make: Callable[[str], T], name_of: Callable[[T], str]
    ) -> None:
        """`make` makes one of drlucky's own by its name."""
        self.noun = noun
        self.kind = kind
        self.own = tuple(own)
        self.checks: list[Callable[[T], object]] = []
        """They refuse, with a DrLuckyError, one from outside that could not be used."""
        self._make = make
        self._name_of = name_of
        self._found: dict[str, T] = {}
        self._brought_by: dict[str, str] = {}
        self._faults: dict[str, str] = {}
        self._seen: set[Offer] = set()
        REGISTRIES.append(self)

    def __getitem__(self, name: str) -> T:
        return self._make(name) if name in self.own else self._outside()[name]

    def __iter__(self) -> Iterator[str]:
        yield from self.own
        yield from sorted(self._outside())

    def __len__(self) -> int:
        return len(self.own) + len(self._outside())

    def fault(self, name: str) -> str | None:
        """What is wrong with one that is there and cannot be used, by its name or MODULE:NAME."""
        self._outside()
        return self._faults.get(name)

    def add(self, made: T, brought_by: str) -> None:
        name = self._name_of(made)
        if self._found.get(name) is made:
            return
        if name in self.own:
            raise DrLuckyError(f"{name!r} is one of drlucky's own: give yours another name")
        if name in self._found:
            raise DrLuckyError(f"there is {a(self.noun)} {name!r} already, from {self._brought_by[name]}")
        check_name(name)
        # The checks ask for it by its name.
        self._found[name], self._brought_by[name] = made, brought_by
        try:
            for check in self.checks:
                check(made)
        except BaseException:
            self._forget(name)
            raise

    def _outside(self) -> dict[str, T]:
        with loading:
            for offer in (*installed(self.noun), *registered()):
                if offer not in self._seen:
                    self._seen.add(offer)
                    self._take(offer)
        return self._found

    def _take(self, offer: Offer) -> None:
        try:
            made = EntryPoint(offer.name, offer.value, "").load()
            if isinstance(made, self.kind):
                name = self._name_of(made)
                if offer.name not in ("", name):
                    raise DrLuckyError(f"it calls itself {name!r}")
                self.add(made, offer.package or offer.value)
            elif offer.name:
                raise DrLuckyError(f"{offer.value} is no {self.noun} but {made!r:.60}")
            elif not any(isinstance(made, each.kind) for each in REGISTRIES):
                raise DrLuckyError(f"{offer.value} is no edition, deck or board but {made!r:.60}")
        except (Exception, SystemExit) as error:  # whatever a module of someone else's does when it is imported
            self._refuse(offer, str(error) if isinstance(error, DrLuckyError) else f"{type(error).__name__}: {error}")

    def _refuse(self, offer: Offer, why: str) -> None:
        name = offer.name or offer.value
        self._faults[name] = f"{offer.package or offer.value}: {why}"
        # Of two that want the same name neither has it: which one came first would be chance.
        if self._brought_by.get(name) not in (None, offer.value):
            self._forget(name)
        if self._faults[name] not in said:
            said.add(self._faults[name])
            log.error("%s cannot be used as %s: %s: %s", name, a(self.noun), offer.package or offer.value, why)

    def _forget(self, name: str) -> None:
        del self._found[name], self._brought_by[name]


REGISTRIES: list[Registry[Any]] = []


@cache
def installed(noun: str) -> tuple[Offer, ...]:
    """What the packages that are installed name in their entry points, in an order that does not change."""
    return tuple(
        sorted(
            {
                Offer(each.value, each.name, f"{each.dist.name} {each.dist.version}" if each.dist else "a package")
                for each in entry_points(group=f"drlucky.{noun}s")
            }
        )
    )


def registered() -> tuple[Offer, ...]:
    return tuple(Offer(value) for value in os.environ.get(VARIABLE, "").split(",") if value)


def register(what: object) -> None:
    """Adds an edition, a deck or a board of your own, or what MODULE:NAME names.

    Other processes, such as the workers of a study, import it from its module: one that stands in no module but the
    script or notebook that runs is there in this process only."""
    if isinstance(what, str):
        announce(what)
        for each in REGISTRIES:
            why = each.fault(what)
            if why:
                os.environ[VARIABLE] = ",".join(offer.value for offer in registered() if offer.value != what)
                raise DrLuckyError(f"this cannot be registered: {why}")
        return
    for each in REGISTRIES:
        if isinstance(what, each.kind):
            module_and_name = named_in_a_module(what)
            with loading:
                each.add(what, module_and_name or "this program")
            if module_and_name:
                announce(module_and_name)
            return
    raise DrLuckyError(f"an edition, a deck or a board can be registered, or MODULE:NAME as a text, not {what!r:.60}")


def announce(module_and_name: str) -> None:
    """To this process and to those that it starts."""
    known = [offer.value for offer in registered()]
    if module_and_name not in known:
        os.environ[VARIABLE] = ",".join([*known, module_and_name])


def named_in_a_module(what: object) -> str | None:
    for module in list(sys.modules.values()):
        name = getattr(module, "__name__", "__main__")
        if name != "__main__" and sys.modules.get(name) is module:
            for attribute, value in list(vars(module).items()):
                if value is what:
                    return f"{name}:{attribute}"
    return None


def check_name(name: str) -> None:
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        raise DrLuckyError(f"a name has small letters, digits and dashes, at most {LONGEST_NAME}, unlike {name!r:.60}")


def a(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
