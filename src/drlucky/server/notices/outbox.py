"""The outbox: notices on their way, so many at once, each for so long and so often, and a share for each person."""

import asyncio
import hashlib
import hmac
import json
import logging
import time
from base64 import b64encode
from collections import Counter
from collections.abc import Awaitable, Callable

from msgspec import Struct

from drlucky.server.metrics import Metrics
from drlucky.server.notices.encryption import encrypted
from drlucky.server.notices.outside import Outside, Reply, Unreachable
from drlucky.server.notices.subscriptions import Subscription
from drlucky.server.notices.vapid import Vapid, unpadded
from drlucky.server.rate_limit import Buckets
from drlucky.table.turns import Turns

AT_ONCE = 8
MOST_WAITING, MOST_OF_ONE = 1000, 20
WAITS = (30.0, 120.0, 600.0)
"""Seconds after which it is tried again; after the last of them no more."""
LONGEST_WAIT = 3600.0
"""However long the other side asks for."""
OF_ONE_PER_HOUR, OF_ONE_AT_ONCE = 60.0, 30.0
"""Notices for one person, at however many tables they play."""
TO_ONE_HOST_PER_SECOND, TO_ONE_HOST_AT_ONCE = 20.0, 200.0
"""Requests to one host, whoever asked for them: push services have many of ours, and nobody else should."""
FAILURES = 10
"""Notices in a row that did not arrive, after which a subscription is as good as dead."""
GONE = (404, 410)
KEPT_FOR = 86_400
"""Seconds for which a push service keeps a notice for a browser that is not running."""

IsWanted = Callable[[], Awaitable[bool]]

log = logging.getLogger(__name__)


class Notice(Struct, frozen=True):
    """What is said. It tells nothing that someone who looks over a shoulder should not know: no cards, and no code."""

    kind: str
    """turn, reminder or hello."""
    table: str
    title: str
    text: str
    path: str
    """Of the page that it leads to."""
    open_words: str
    off_words: str
    deadline: float | None = None

    def pushed(self, number: str) -> bytes:
        said = {
            "title": self.title,
            "body": self.text,
            "path": self.path,
            "tag": self.table,
            "open": self.open_words,
            "off": self.off_words,
            "id": number,
        }
        return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()

    def hooked(self, number: str, base: str) -> bytes:
        """For programs, and for the chats that take `text` or `content` as it is."""
        link = base + self.path
        words = f"{self.title}: {self.text} {link}"
        said = {
            "kind": self.kind,
            "title": self.title,
            "text": words,
            "content": words,
            "link": link,
            "deadline": self.deadline,
            "off": f"{base}/me#off={number}",
        }
        return json.dumps(said, ensure_ascii=False).encode()


class Outbox:
    def __init__(self, outside: Outside, vapid: Vapid, metrics: Metrics, dead: Callable[[Subscription], None]) -> None:
        self._outside = outside
        self._vapid = vapid
        self._metrics = metrics
        self._dead = dead
        self._turns = Turns(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting: Counter[str] = Counter()
        """By person."""
        self.of_one = Buckets(OF_ONE_PER_HOUR / 3600, OF_ONE_AT_ONCE)
        self.to_host = Buckets(TO_ONE_HOST_PER_SECOND, TO_ONE_HOST_AT_ONCE)
        self._failures: Counter[str] = Counter()
        """In a row, by subscription."""

    def __len__(self) -> int:
        return len(self._tasks)

    def put(self, to: Subscription, notice: Notice, is_wanted: IsWanted) -> bool:
        """Sends it as soon as may be, for as long as `is_wanted`. False if there are too many already."""
        is_full = len(self._tasks) >= MOST_WAITING or self._waiting[to.person] >= MOST_OF_ONE
        if is_full or not self.of_one.of(to.person).take():
            self._count(to, "left out")
            return False
        self._waiting[to.person] += 1
        task = asyncio.get_running_loop().create_task(self._deliver(to, notice, is_wanted))
        self._tasks.add(task)
        task.add_done_callback(lambda _: self._done(task, to.person))
        return True

    def _done(self, task: "asyncio.Task[None]", person: str) -> None:
        self._tasks.discard(task)
        self._waiting[person] -= 1
        if not self._waiting[person]:
            del self._waiting[person]
        if not task.cancelled() and task.exception() is not None:
            log.error("a notice could not be sent", exc_info=task.exception())

    async def _deliver(self, to: Subscription, notice: Notice, is_wanted: IsWanted) -> None:
        for number in range(1 + len(WAITS)):
            async with self._turns.of(to.person):
                if not await is_wanted():
                    self._count(to, "not needed")
                    return
                reply = await self._tried(to, notice)
            if reply is not None and 200 <= reply.status < 300:
                self._failures.pop(to.id, None)
                self._count(to, "sent")
                return
            if reply is not None and reply.status in GONE:
                self._count(to, "gone")
                self._dead(to)
                return
            is_final = reply is not None and 300 <= reply.status < 500 and reply.status not in (408, 425, 429)
            if is_final or number == len(WAITS):
                break
            asked = reply.retry_after if reply is not None else None
            await asyncio.sleep(min(LONGEST_WAIT, max(WAITS[number], asked or 0.0)))
        self._count(to, "failed")
        self._failures[to.id] += 1
        if self._failures[to.id] >= FAILURES:
            del self._failures[to.id]
            self._dead(to)

    async def _tried(self, to: Subscription, notice: Notice) -> Reply | None:
        """None if nobody answered."""
        host = self._outside.place(to.address).host
        if not self.to_host.of(host).take():
            return None
        headers, body = self._pushed(to, notice) if to.kind == "push" else hooked(to, notice)
        try:
            return await self._outside.post(to.address, headers, body)
        except Unreachable:
            return None

    def _pushed(self, to: Subscription, notice: Notice) -> tuple[dict[str, str], bytes]:
        left = KEPT_FOR if notice.deadline is None else max(0, min(KEPT_FOR, int(notice.deadline - time.time())))
        topic = unpadded(hashlib.sha256(f"{to.id} {notice.table}".encode()).digest()[:18])
        headers = {
            "Authorization": self._vapid.authorization(to.address),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(left),
            "Topic": topic,  # a newer one takes the place of one that was not fetched yet
            "Urgency": "high" if notice.kind == "reminder" else "normal",
        }
        return headers, encrypted(notice.pushed(to.id), to.p256dh, to.secret)

    def _count(self, to: Subscription, result: str) -> None:
        self._metrics.notices.labels(to.kind, result).inc()

    async def close(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._outside.close()


def hooked(to: Subscription, notice: Notice) -> tuple[dict[str, str], bytes]:
    """Signed as Standard Webhooks are, so that the other side knows who calls."""
    body = notice.hooked(to.id, to.base)
    number = unpadded(hashlib.sha256(body + to.id.encode()).digest()[:12])
    at = str(int(time.time()))
    signed = hmac.digest(to.secret.encode(), f"{number}.{at}.".encode() + body, hashlib.sha256)
    return {
        "Content-Type": "application/json",
        "User-Agent": "drlucky",
        "webhook-id": number,
        "webhook-timestamp": at,
        "webhook-signature": f"v1,{b64encode(signed).decode()}",
    }, body
