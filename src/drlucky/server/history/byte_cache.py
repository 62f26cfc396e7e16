"""A cache bounded by bytes: one large thing counts for many small ones."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class ByteCache(Generic[Key, Value]):
    """What was not asked for for longest is forgotten first; what is larger than all of it is not kept at all."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Key, tuple[Value, int]] = OrderedDict()
        self.size = 0

    def get(self, key: Key) -> Value | None:
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key][0]

    def put(self, key: Key, value: Value, size: int) -> None:
        if key in self._kept:
            self.size -= self._kept.pop(key)[1]
        if size > self._most:
            return
        self._kept[key] = (value, size)
        self.size += size
        while self.size > self._most:
            _, (_, gone) = self._kept.popitem(last=False)
            self.size -= gone

    def drop(self, is_unwanted: Callable[[Key], bool]) -> None:
        for key in [each for each in self._kept if is_unwanted(each)]:
            self.size -= self._kept.pop(key)[1]
