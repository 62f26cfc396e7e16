"""Faults: what someone could get wrong, each planted by itself into the real code or into what is simulated. The
simulation has to find them all."""

from simulation.planting import Fault

LIVE = "drlucky.table.live"
REGISTRY = "drlucky.table.registry"
OWNERSHIP = "drlucky.table.cluster.ownership"
MEMBERSHIP = "drlucky.cluster.membership"
POSTGRES = "drlucky.postgres"
STORE = "drlucky.table.store.postgres"
READER = "drlucky.table.store.postgres_reader"
TABLE = "drlucky.table.table"
STEADY_CLOCK = "drlucky.table.steady_clock"
STATE = "drlucky.table.state"
TIMERS = "drlucky.table.timers"
COMPANY = "drlucky.table.company"
HANDOVER = "drlucky.table.cluster.handover"
SNAPSHOT = "drlucky.table.snapshot"
VISIBILITY = "drlucky.table.visibility"
SHOWN = "drlucky.server.ws.snapshots"
HANDLERS = "drlucky.table.handlers"
STATEMENTS = "simulation.statements"
DATABASE = "simulation.database"


def fault(name: str, module: str, *changes: str) -> Fault:
    """What stands there, and what instead, in turn."""
    return Fault(name, module, tuple(zip(changes[::2], changes[1::2], strict=True)))


WRITING = (
    fault(
        "people are told before it is on disk",
        LIVE,
        "            is_given_up = await outlast(self._store.append(about, entries[0].version, encode(entries)))",
        "            self._apply(entries, action)\n"
        "            is_given_up = await outlast(self._store.append(about, entries[0].version, encode(entries)))",
        "        self._written = about\n        self._apply(entries, action)",
        "        self._written = about",
    ),
    fault(
        "nothing is caught up with after an error",
        LIVE,
        "            await self._catch_up()\n            raise",
        "            raise",
    ),
    fault(
        "an error of the store is taken for an acceptance",
        LIVE,
        "                if self.table.receipts.version_of(person, command.id) is None:\n                    raise",
        "                pass",
    ),
    fault(
        "an entry is applied twice",
        LIVE,
        "            self.table.apply(entry, action)",
        "            self.table.apply(entry, action)\n            self.table.apply(entry, action)",
    ),
    fault("who is fenced out goes on", LIVE, "            raise moved() from None", "            is_given_up = False"),
    fault(
        "commands are judged at the same time",
        LIVE,
        "        self.want()\n        async with self._one_at_a_time:",
        "        self.want()\n        if True:",
    ),
    fault(
        "whoever gives up takes back what is written",
        LIVE,
        "            is_cancelled = True\n        except StoreError:",
        "            raise\n        except StoreError:",
    ),
    fault(
        "whoever gives up is not let go",
        LIVE,
        "        raise asyncio.CancelledError\n    writing.result()",
        "        pass\n    writing.result()",
    ),
    fault("an entry loses its command", TABLE, "Entry(version, at, fact, by, command)", "Entry(version, at, fact, by)"),
    fault(
        "an entry loses its person",
        TABLE,
        "Entry(version, at, fact, by, command)",
        "Entry(version, at, fact, None, command)",
    ),
    fault(
        "entries skip a version",
        TABLE,
        "enumerate(facts, self.version + 1)]\n\n    # Changing",
        "enumerate(facts, self.version + 2)]\n\n    # Changing",
    ),
    fault(
        "a clock that is set back is believed",
        STEADY_CLOCK,
        "max(self._now + at - self._at, time.time())",
        "time.time()",
    ),
    fault(
        "it is acknowledged before it is written",
        STORE,
        "            self._waiting.append(waiting(done))",
        "            self._waiting.append(waiting(asyncio.get_running_loop().create_future()))\n"
        "            done.set_result(None)",
    ),
    fault(
        "a failed commit is taken for a good one",
        STORE,
        "            refused = dict.fromkeys(tables, self._refusal(error))",
        "            refused = {}",
    ),
    fault(
        "of two tables that are written at a time one is forgotten",
        STORE,
        "        return list(batch.values())\n",
        "        return list(batch.values())[:1]\n",
    ),
    fault(
        "commits do not wait for the disk",
        POSTGRES,
        "                await connection.execute(begin)",
        "                await connection.execute(begin.replace('_commit = on', '_commit = off'))",
    ),
    fault(
        "nothing is committed", POSTGRES, 'await connection.execute("COMMIT")', 'await connection.execute("ROLLBACK")'
    ),
    fault(
        "an error of rolling back hides what it was",
        POSTGRES,
        "        except LOST:\n            pass  # the first error says what is wrong\n    cut(connection)",
        "        finally:\n            cut(connection)",
    ),
    fault(
        "who sleeps keeps its locks",
        POSTGRES,
        "                await connection.execute(begin)",
        "                await connection.execute(begin.partition('SET LOCAL idle')[0])",
    ),
    fault(
        "what is deleted is only said to be", LIVE, "            await outlast(self._store.delete(self.table.id))\n", ""
    ),
    fault(
        "anyone may delete a table",
        LIVE,
        "            self.check_erasable(person)\n            await outlast",
        "            await outlast",
    ),
    fault(
        "a log is read from one entry too far on",
        READER,
        "return await believed(table, await self._fetch(sql.READ, table, after), after)",
        "return await believed(table, await self._fetch(sql.READ, table, after + bool(after)), after + bool(after))",
    ),
    fault(
        "a log is read without its last entry",
        STATEMENTS,
        "    return entries(tx, table, after) + (",
        "    return entries(tx, table, after)[:-1] + (",
    ),
    fault(
        "a new table is not written",
        STORE,
        "            await insert(connection, entry_rows(opened))\n",
        "",
    ),
    fault(
        "what is committed is lost on the way",
        DATABASE,
        "            if backend.has_crashed:\n                return\n            self._apply(transaction)",
        "            if backend.has_crashed:\n                return",
    ),
)
LEASES = (
    fault(
        "the fence is skipped",
        STATEMENTS,
        '        if tx.get("lease", table) != (node, epoch):\n            continue',
        "",
        '        if tx.get("lease", table) == (node, epoch):\n            found',
        "        if True:\n            found",
    ),
    fault("the fence does not lock", STATEMENTS, '        await tx.lock("lease", table, mode="share")\n', ""),
    fault(
        "a lease is taken from the living",
        STATEMENTS,
        "or not is_alive(tx, now, lease[0]):\n        epoch",
        "or True:\n        epoch",
    ),
    fault(
        "a lease is never taken from the dead",
        STATEMENTS,
        "lease[0] == node or not is_alive(tx, now, lease[0]):\n        epoch",
        "lease[0] == node:\n        epoch",
    ),
    fault(
        "the epoch stays the same",
        STATEMENTS,
        "        epoch = lease[1] + (lease != (node, known))",
        "        epoch = lease[1]",
    ),
    fault("a table is handed over to nobody", HANDOVER, "        await self._store.hand_over(live.id, heir)\n", ""),
    fault(
        "what is handed over keeps its epoch",
        STATEMENTS,
        'epoch = tx.get("lease", table)[1] + 1\n    tx.put',
        'epoch = tx.get("lease", table)[1]\n    tx.put',
    ),
    fault(
        "who is unsure of a write does not wait until it is decided",
        STORE,
        "        if table in self._unclear:\n            await self._asked(self._decided(table))",
        "        if table in self._unclear:\n            pass",
    ),
    fault(
        "a released lease is lost", REGISTRY, "                await self.ownership.left(live)", "                pass"
    ),
    fault(
        "a lease is released in words only",
        OWNERSHIP,
        "            await self._store.release([live.id])",
        "            pass",
    ),
    fault(
        "a node leads what it has no lease of",
        REGISTRY,
        "        ours = self.ownership is None or is_new",
        "        ours = True",
    ),
    fault(
        "every lease is one's own",
        OWNERSHIP,
        "            is_mine = lease.node == self._peers.me",
        "            is_mine = True",
    ),
    fault("nobody claims what they want", REGISTRY, "            await ownership.take(live)", "            pass"),
    fault(
        "a leader begins without reading on",
        LIVE,
        "            await self._read_on()\n            self.leads = True",
        "            self.leads = True",
    ),
    fault(
        "a leader does not know that it leads",
        LIVE,
        "            self.leads = True\n            self._forget",
        "            self._forget",
    ),
    fault(
        "a leader does not go on",
        LIVE,
        "            await self.wake()\n        except StoreError:\n            if not self._closed",
        "            pass\n        except StoreError:\n            if not self._closed",
    ),
    fault(
        "who follows believes to lead",
        LIVE,
        "self._leaders, self.leads = leaders, False",
        "self._leaders, self.leads = leaders, True",
    ),
    fault(
        "who claims does not lead",
        OWNERSHIP,
        "                await self._unless_damaged(live, live.lead())\n",
        "",
    ),
    fault(
        "who leads believes to follow",
        OWNERSHIP,
        "                self._leaders.pop(live.id, None)\n                self._forget_told",
        "                self._forget_told",
    ),
    fault("nobody remembers who leads", OWNERSHIP, "            self._leaders[live.id] = lease.node\n", ""),
    fault(
        "who is deposed does not mind",
        OWNERSHIP,
        "        self._spawn(self.take(live))\n\n    def erased",
        "        pass\n\n    def erased",
        "            if live.leads:\n                await self.take(live)\n\n    def _drop_follower",
        "            pass\n\n    def _drop_follower",
    ),
    fault("who slept does not look around", MEMBERSHIP, "                await self.doubted()", "                pass"),
    fault(
        "who slept does not notice",
        MEMBERSHIP,
        "was_doubtful = self.is_doubtful or loop.time() > self._said_at + ALIVE_FOR",
        "was_doubtful = self.is_doubtful",
    ),
    fault(
        "a node stops saying that it is alive",
        MEMBERSHIP,
        "            await asyncio.sleep(BEAT_EVERY)\n            await self._beat()",
        "            await asyncio.sleep(BEAT_EVERY)",
    ),
    fault("nobody is told of other nodes", MEMBERSHIP, "            self._meet(others)\n", ""),
    fault(
        "nobody takes over from the dead",
        OWNERSHIP,
        "                self._spawn(self.take(self._tables.live[table]))\n        for table, nodes",
        "                pass\n        for table, nodes",
    ),
    fault(
        "a table is woken twice",
        REGISTRY,
        "await once(self._loading, table, lambda: self._rebuild(table))",
        "await self._rebuild(table)",
    ),
    fault(
        "a table rests and goes on",
        REGISTRY,
        "        await live.close()\n        if self.ownership",
        "        if self.ownership",
    ),
    fault(
        "a table rests where people are",
        REGISTRY,
        "            if live.followers or live.is_closed or",
        "            if live.is_closed or",
    ),
    fault(
        "followers elsewhere do not count",
        LIVE,
        "return len(self._listeners) + self.followers_elsewhere",
        "return len(self._listeners)",
    ),
)
FOLLOWING = (
    fault(
        "who follows judges",
        LIVE,
        "        if self.leads or self._leaders is None:\n            try:",
        "        if True:\n            try:",
        "                if self._leaders is None:\n                    raise\n",
        "                raise\n",
    ),
    fault("what is read is applied from the beginning", LIVE, "written[max(0, self.version - known) :]", "written[0:]"),
    fault(
        "what is read is applied but for the first",
        LIVE,
        "written[max(0, self.version - known) :]",
        "written[max(0, self.version - known) + 1 :]",
    ),
    fault(
        "an answer comes before what it is about",
        OWNERSHIP,
        "                    await self._unless_damaged(live, live.reach(done.answer.at or 0))\n",
        "",
    ),
    fault(
        "a command is handed on with another name",
        OWNERSHIP,
        "wanted = m.packed(m.Do(live.id, person, command, language))",
        "renamed = type(command)(command.id + '!', command.version, command.do)\n"
        "        wanted = m.packed(m.Do(live.id, person, renamed, language))",
    ),
    fault(
        "a command is handed on for another one",
        OWNERSHIP,
        "m.packed(m.Do(live.id, person, command, language))",
        "m.packed(m.Do(live.id, next(iter(live.table.members)), command, language))",
    ),
    fault(
        "a command is accepted unseen",
        OWNERSHIP,
        "            answer = await live.do_here(wanted.person, wanted.command, wanted.language)",
        "            answer = Answer(id=wanted.command.id, accepted=True, version=live.version, at=live.version)",
    ),
    fault("nobody looks at the logs", OWNERSHIP, "                await self._look_at_logs()", "                pass"),
    fault(
        "what is told of others is not heard",
        OWNERSHIP,
        "        live = self._tables.live.get(said.table)\n"
        '        if live is None or live.is_closed:\n            return b""',
        '        live = None\n        if live is None or live.is_closed:\n            return b""',
    ),
    fault("who is there is not said again", OWNERSHIP, "                self._repeat()", "                pass"),
    fault(
        "who is there is not said",
        OWNERSHIP,
        "            self._peers.tell(node, m.PRESENT, m.packed(m.Present(live.id, people)))",
        "            pass",
    ),
    fault(
        "a leader forgets who follows",
        OWNERSHIP,
        "        self._followers.setdefault(live.id, {})[node] = asyncio.get_running_loop().time()",
        "        self._followers.setdefault(live.id, {})",
    ),
    fault(
        "who followed is never forgotten",
        OWNERSHIP,
        "                self._drop_follower(table, node)\n\n    async def doubt",
        "                pass\n\n    async def doubt",
        "        for table, node in silent:\n            self._drop_follower(table, node)",
        "        pass",
    ),
    fault(
        "who went with their node is still there",
        OWNERSHIP,
        "            live.see_elsewhere(node, {})",
        "            pass",
    ),
    fault(
        "people come back as their own echo",
        STATE,
        "for other, people in self._elsewhere.items() if other != node]",
        "for other, people in self._elsewhere.items()]",
    ),
    fault(
        "who left at another node is not missed",
        STATE,
        "        before = self.everyone\n        known = self._elsewhere.pop(node, {})",
        "        known = self._elsewhere.pop(node, {})\n        before = self.everyone",
    ),
    fault("who comes is not seen", LIVE, "self._came_or_went(person, self.table.arrived(person))", "pass"),
    fault("who goes is not missed", LIVE, "self._came_or_went(person, self.table.went(person, self.clock()))", "pass"),
    fault(
        "it is not told who came to another node",
        LIVE,
        "        if any(self.table.is_member(person) for person in changed):\n            self._tell()",
        "",
    ),
    fault(
        "it is not told that others are forgotten",
        LIVE,
        "        self.table.presence.only_here(self.clock())\n        self._tell()",
        "        self.table.presence.only_here(self.clock())",
    ),
    fault(
        "a change is not told",
        LIVE,
        "        self._ahead = max(self._ahead, self.table.now - self._clock())\n        self._tell()",
        "        self._ahead = max(self._ahead, self.table.now - self._clock())",
    ),
    fault("a change has no number", LIVE, "        self.number += 1\n", ""),
    fault(
        "what was shown before is shown again",
        LIVE,
        "        if self._common is None or self._common_at != self.number:",
        "        if self._common is None:",
    ),
    fault(
        "only the first is told",
        LIVE,
        "for key in keys if key in self._listeners]:",
        "for key in keys if key in self._listeners][:1]:",
    ),
    fault(
        "what one knows is not checked",
        SNAPSHOT,
        "    if since is None or since < table.reseated:\n        return None\n    oldest",
        "    if since is None:\n        return None\n    oldest",
    ),
    fault(
        "what was taken back is still shown",
        "drlucky.table.match",
        "return 0 if at < 0 else min([count for _, count in marks[at:]])",
        "return 0 if at < 0 else marks[at][1]",
    ),
    fault(
        "a line is told less",
        "drlucky.table.chat",
        "        return self.said - len(found), found",
        "        return self.said - len(found), found[1:] if version else found",
    ),
)
TIME = (
    fault(
        "nobody looks ahead",
        LIVE,
        "        self._tell()\n        self._look_ahead()\n\n    async def _catch_up",
        "        self._tell()\n\n    async def _catch_up",
    ),
    fault(
        "nobody looks ahead after an error",
        LIVE,
        "                await asyncio.sleep(PAUSE_AFTER_ERROR)\n        self._look_ahead()",
        "                await asyncio.sleep(PAUSE_AFTER_ERROR)",
    ),
    fault(
        "a bot gives up after an error",
        LIVE,
        "            except StoreError:\n                await asyncio.sleep(PAUSE_AFTER_ERROR)\n\n    def _spawn",
        "            except StoreError:\n                return\n\n    def _spawn",
    ),
    fault(
        "bots answer at once",
        LIVE,
        "await asyncio.sleep(min(asked.pace, max(0.0, release(asked.at, asked.pace, now) - now)))",
        "await asyncio.sleep(0)",
    ),
    fault(
        "a bot answers what it was not asked",
        TABLE,
        "        if current is None or current.question != asked.question:",
        "        if current is None:",
    ),
    fault(
        "a clock that is behind stops everything", LIVE, "return self._clock() + self._ahead", "return self._clock()"
    ),
    fault(
        "clocks run out too soon", TIMERS, "        yield deadline, StoodIn", "        yield deadline - 2.0, StoodIn"
    ),
    fault(
        "clocks never run out", TIMERS, "    if deadline is not None:\n        yield", "    if False:\n        yield"
    ),
    fault(
        "nobody stands in for who is away",
        TIMERS,
        "        yield since + table.settings.away, StoodIn",
        "        yield since + 1e9, StoodIn",
    ),
    fault(
        "nobody gets their seat back",
        TIMERS,
        "            yield table.now, Returned(number)",
        "            yield table.now + 1e9, Returned(number)",
    ),
    fault(
        "who comes back is not noticed",
        STATE,
        "        self._arrivals[person] += 1\n        self.returning.add(person)",
        "        self._arrivals[person] += 1",
        "        self.returning |= {person for person, arrivals in people.items()"
        " if arrivals > known.get(person, 0)}\n",
        "",
    ),
    fault(
        "headings are not brought up to date",
        LIVE,
        "        if (not are_moves(entries) or",
        "        if False and (not are_moves(entries) or",
    ),
    fault(
        "headings are brought up to date by the next one only",
        LIVE,
        "(not are_moves(entries) or self.table.phase != about.status)",
        "(about is not before or self.table.phase != about.status)",
        "        self._written = about\n",
        "        before, self._written = self._written, about\n",
    ),
    fault(
        "a heading that was lost is forgotten",
        LIVE,
        "            self._written = None  # the store",
        "            pass  # the store",
    ),
    fault(
        "a heading is written in the wrong place",
        LIVE,
        "self._store.append(current, self.table.version + 1, [])",
        "self._store.append(current, self.table.version, [])",
    ),
    fault("finished games are not kept", LIVE, "        if finished > self._kept and", "        if False and"),
    fault(
        "finished games are kept as the first",
        LIVE,
        "self._store.keep_games(self.table.id, finished, games)",
        "self._store.keep_games(self.table.id, 1, games)",
    ),
)
RULES = (
    fault(
        "receipts are not looked at",
        TABLE,
        "        if self.receipts.version_of(person, command.id) is not None:\n            raise",
        "        if False:\n            raise",
    ),
    fault(
        "receipts are not kept",
        TABLE,
        "            self.receipts.keep(entry.by, entry.command, entry.version)",
        "            pass",
    ),
    fault(
        "receipts are kept for the last command only",
        STATE,
        "        if len(mine) > REMEMBERED:",
        "        if len(mine) > 1:",
    ),
    fault(
        "a move may be made for another moment",
        TABLE,
        '        if made_for == "game" and self.match is not None',
        '        if made_for == "never" and self.match is not None',
    ),
    fault(
        "a move may be made for the future",
        TABLE,
        "        if seen < 0 or (seen > self.version and shown_to(self, person).table):",
        "        if seen < 0:",
    ),
    fault(
        "what is refused is done",
        f"{HANDLERS}.play",
        "    if obstacle is not None:\n        raise",
        "    if False:\n        raise",
    ),
    fault(
        "anyone acts for whoever is asked",
        f"{HANDLERS}.play",
        "    seat = decides if decides in mine else mine[0]",
        "    seat = decides if decides is not None else mine[0]",
    ),
    fault(
        "anyone takes back anything",
        f"{HANDLERS}.play",
        "    if seat not in seats_in_game(table, person):",
        "    if not seats_in_game(table, person):",
    ),
    fault(
        "a pause holds nobody up",
        f"{HANDLERS}.play",
        "    seat = seat_for(table, match, person)\n    check_running(match)",
        "    seat = seat_for(table, match, person)",
    ),
    fault("anyone starts", f"{HANDLERS}.start", "    check_host(table, person)\n    check_ready", "    check_ready"),
    fault(
        "nobody need be ready",
        f"{HANDLERS}.start",
        '        if seat.kind == "person" and not seat.ready and seat.person != person:',
        "        if False:",
    ),
    fault(
        "anyone mutes anyone",
        f"{HANDLERS}.chat",
        "    check_host(table, person)\n    other = person_of",
        "    other = person_of",
    ),
    fault(
        "anyone sends anyone away",
        f"{HANDLERS}.members",
        "    check_host(table, person)\n    other = person_of(table, do.member)\n    if other",
        "    other = person_of(table, do.member)\n    if other",
    ),
    fault(
        "anyone names the host",
        f"{HANDLERS}.members",
        "    check_host(table, person)\n    other = person_of(table, do.member)\n    return NOTHING",
        "    other = person_of(table, do.member)\n    return NOTHING",
    ),
    fault(
        "anyone puts bots anywhere",
        f"{HANDLERS}.lobby",
        "    check_gathering(table)\n    check_host(table, person)\n    check_level",
        "    check_gathering(table)\n    check_level",
    ),
    fault(
        "anyone sends bots away",
        f"{HANDLERS}.lobby",
        "    check_gathering(table)\n    check_host(table, person)\n    if seat_at",
        "    check_gathering(table)\n    if seat_at",
    ),
    fault(
        "anyone arranges seats",
        f"{HANDLERS}.lobby",
        "    check_gathering(table)\n    check_host(table, person)\n    if table.coming",
        "    check_gathering(table)\n    if table.coming",
    ),
    fault(
        "anyone closes a table",
        f"{HANDLERS}.opening",
        "    check_host(table, person)\n    if table.phase",
        "    if table.phase",
    ),
    fault(
        "there are two seals for a game",
        f"{HANDLERS}.rematch",
        "[Gathered(do.what), Sealed(as_seed(None))]",
        "[Gathered(do.what), Sealed(as_seed(None)), Sealed(as_seed(None))]",
    ),
)
SECRETS = (
    fault(
        "spectators see a hand",
        SNAPSHOT,
        "own_game(table, match, game, visitor.seats, seat) if visitor is not None and visitor.seats else None",
        "own_game(table, match, game, (visitor and visitor.seats) or (0,), seat)",
    ),
    fault(
        "everyone sees the next hand",
        SNAPSHOT,
        "        view=None if eyes is None else match.own_view(eyes),",
        "        view=None if eyes is None else match.own_view((eyes + 1) % match.game.setting.seats),",
    ),
    fault(
        "one is told what others drew",
        SNAPSHOT,
        "        events=None if is_the_same else tuple([event.for_seat(eyes) for event in events]),",
        "        events=tuple(events),",
    ),
    fault(
        "everyone is told what others drew",
        SNAPSHOT,
        "        events=tuple([event.for_seat(None) for event in match.events[at:]]),",
        "        events=tuple(match.events[at:]),",
    ),
    fault(
        "games that go on are laid open",
        SNAPSHOT,
        "laid_open=laid_open(match) if table.is_laid_open else None,",
        "laid_open=laid_open(match),",
    ),
    fault(
        "everyone is told what the one who is asked can answer",
        SNAPSHOT,
        "        answers=None if eyes is None else match.answers(eyes),",
        "        answers=match.answers(match.plays(public.to_decide)) if public.to_decide is not None else None,",
    ),
    fault(
        "the seed is shown",
        SNAPSHOT,
        "        commitment=table.commitment if gathering else match.commitment if match else None,",
        "        commitment=table.seed.hex(),",
    ),
    fault(
        "it is shown what someone gave to the deal",
        COMPANY,
        "        name=seat.name,\n        member=table.members[seat.person]",
        "        name=seat.contribution or seat.name,\n        member=table.members[seat.person]",
    ),
    fault("it is shown by what people are known", COMPANY, "            name=member.name,", "            name=person,"),
    fault(
        "anyone may watch",
        VISIBILITY,
        "return EVERYTHING if table.settings.watchable else WHERE",
        "return EVERYTHING if True else WHERE",
    ),
    fault(
        "who looks in from outside sees how much happens",
        SNAPSHOT,
        "        version=table.outside_changed,",
        "        version=table.version,",
    ),
    fault(
        "the lobby tells of a hand",
        "drlucky.table.summary",
        "        games=match.number if match else 0,",
        "        games=sum(map(len, match.game.view(match.plays(0)).hand or ())) if match else 0,",
    ),
    fault(
        "a bot takes longer with more cards of a kind",
        TABLE,
        "        return Asked(match.question, seat, level, match.asked_at, seconds)",
        "        return Asked(match.question, seat, level, match.asked_at, seconds * len(str(match.own_view(seat))))",
    ),
    fault(
        "one is shown what was another's turn",
        SHOWN,
        "mine = own(table, public, live.common.company.you(person), live.clock(), seat)",
        "mine = own(table, public, live.common.company.you(table.host), live.clock(), seat)",
    ),
    fault(
        "what one is told is what another was",
        SHOWN,
        "        if is_shown and person is not None and person in table.members:",
        "        if False:",
    ),
)
FAULTS = (*WRITING, *LEASES, *FOLLOWING, *TIME, *RULES, *SECRETS)
SHORT = (
    "people are told before it is on disk",
    "commits do not wait for the disk",
    "the fence is skipped",
    "the epoch stays the same",
    "an entry is applied twice",
    "an error of the store is taken for an acceptance",
    "a lease is taken from the living",
    "receipts are not kept",
    "an entry loses its command",
    "what is committed is lost on the way",
    "everyone is told what others drew",
    "everyone sees the next hand",
)
IN_SHORT = [each for each in FAULTS if each.name in SHORT]
"""Those that are looked for in the tests; `make simulation` looks for the others."""
