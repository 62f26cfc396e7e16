"""Grounds: what speaks for an action, found by the rules from what the player can see.

All of it is read off an imagined state, and of that only what the player's view tells: where everyone stands, how many
cards each holds, and the player's own hand."""

from collections.abc import Iterator

from drlucky.engine import codes
from drlucky.engine.play import apply, legal
from drlucky.engine.state import Happening, State
from drlucky.engine.turns import end_turn, reshuffle
from drlucky.game.actions import Action, normal
from drlucky.game.setup import Setting
from drlucky.hints.attempts import Luck
from drlucky.hints.model import Option, Why

FORESEEN = 4
"""So many of the doctor's moves ahead it still makes sense to wait for him."""


class Grounds:
    def __init__(self, setting: Setting, s: State, seat: int) -> None:
        self.setting = setting
        self.s = s
        self.seat = seat
        self.here = self.places(s)

    def of(self, option: Option) -> tuple[Why, ...]:
        """The one or two reasons that weigh most; if there is none, how the imagined games came out."""
        if len(legal(self.s)) == 1:
            return (Why("only choice"),)
        return tuple(self.found(option.action))[:2] or (Why("imagined games"),)

    def found(self, action: Action) -> Iterator[Why]:
        if self.s.phase == codes.ANSWER:
            return Luck(self.setting, self.s, self.seat).answering(action)
        if action.verb in ("attempt", "lay", "attack"):
            return Luck(self.setting, self.s, self.seat).striking(action)
        return self.moving(action)

    # Moving, drawing and ending the turn.

    def moving(self, action: Action) -> Iterator[Why]:
        told, after = self.played(action)
        yield from self.haunting(told)
        if action.verb in ("draw", "end"):
            yield from self.ending(action, self.has_turn_again(told))
        elif after.phase in (codes.TURN, codes.WALK) and after.current == self.seat:
            yield from self.once_there(after, action)

    def ending(self, action: Action, comes_again: bool) -> Iterator[Why]:
        cards = self.s.count_at(self.seat)
        if comes_again:
            yield Why("train", room=self.room(self.s))
        else:
            yield from self.ahead(self.s.rooms[self.seat])
        if action.verb == "draw":
            yield Why("another card", cards=cards + 1)
        elif any(self.setting.actions[number].card for number in legal(self.s)):
            yield Why("keeps cards", cards=cards)

    def once_there(self, after: State, action: Action) -> Iterator[Why]:
        """What the player could do in the position that a move leads to, or a little further on."""
        before = frozenset[str]() if action.verb == "stop" else frozenset(why.code for why in self.here)
        found = [why for why in self.places(after) if why.code not in before]
        if not found:
            # A step on one's way is one, but other moves must open a way that was not there.
            known = [] if action.verb == "step" and action.pawn is None else list(self.further_on(self.s, before))
            found = [why for why in self.further_on(after, before) if why not in known][:1]
        yield from found
        if after.rooms[self.seat] != self.s.rooms[self.seat]:
            yield from self.fleeing(after)
            if not found:
                yield from self.ahead(after.rooms[self.seat])

    def places(self, s: State) -> list[Why]:
        """What the player in turn could do where everyone stands now, if no steps are owed."""
        if s.current != self.seat or s.phase not in (codes.TURN, codes.WALK) or s.owed:
            return []
        e = self.setting.engine
        room = self.room(s)
        found: list[Why] = []
        if e.attempt_obstacle(s) == codes.ALLOWED:
            seers = self.seers(s)
            found.append(Why("seen with the doctor" if seers else "unseen with the doctor", room=room, seats=seers))
        if e.players_attack():
            victims = tuple(p for p in range(e.seats) if e.attack_obstacle(s, p) == codes.ALLOWED)
            found += [Why("can attack", room=room, seats=victims)] if victims else []
        elif not found and self.called_after(s):
            found.append(Why("train", room=room))
        if not e.players_attack() and e.draw_obstacle(s) == codes.ALLOWED:
            found.append(Why("can draw" if self.is_seen(s) else "can draw unseen", room=room))
        return found

    def further_on(self, s: State, before: frozenset[str]) -> Iterator[Why]:
        """The rooms that suit a plan and that the steps left lead to, the nearest first."""
        if s.phase == codes.WALK and s.walker != codes.SELF:
            return
        for room, taken in self.in_reach(s, s.walk if s.phase == codes.WALK else s.steps):
            there = s.copy()
            there.rooms[self.seat] = room
            there.owed = max(0, s.owed - taken)
            for why in self.places(there)[:1]:
                if why.code not in before:
                    yield Why(f"further on: {why.code}", room=why.room, seats=why.seats)

    def in_reach(self, s: State, steps: int) -> Iterator[tuple[int, int]]:
        """Rooms that the player's own steps lead to, the nearest first, each with the steps it takes."""
        house = self.setting.engine.house
        known = {s.rooms[self.seat]}
        edge = [s.rooms[self.seat]]
        for taken in range(1, steps + 1):
            edge = [
                room
                for room in range(house.rooms)
                if room not in known and any(house.adjacent[s.stage * house.rooms + door] >> room & 1 for door in edge)
            ]
            known.update(edge)
            yield from ((room, taken) for room in edge)

    def fleeing(self, after: State) -> Iterator[Why]:
        """Escape: out of the room where the doctor's next walk would bring him upon the player."""
        if not self.s.owed and not after.owed and self.attacked_after(self.s) and not self.attacked_after(after):
            yield Why("flees the doctor", room=self.room(self.s))

    def ahead(self, room: int) -> Iterator[Why]:
        """Does the doctor come to this room soon, by his numbers? If he came there next and gave nobody else the turn,
        it would be the train."""
        e = self.setting.engine
        doctor = self.s.rooms[e.doctor]
        for turns in range(1, FORESEEN + 1):
            doctor = e.house.doctor_next[self.s.stage * e.house.rooms + doctor]
            if doctor == room and turns > 1 and not e.players_attack():
                yield Why("on the doctor's way", room=self.setting.room_names[room], turns=turns)
                return

    def haunting(self, told: list[Happening]) -> Iterator[Why]:
        """Escape: the doctor is sent upon somebody else."""
        for what, striker, victim, strength in told:
            if what == codes.ATTACKED and striker == self.setting.engine.doctor and victim != self.seat:
                yield Why("sends the doctor", seats=(victim,), strength=strength)
                return

    # What follows from the rules alone.

    def played(self, action: Action) -> tuple[list[Happening], State]:
        """What an action leads to. Of a card that is drawn nothing is told on."""
        copy = self.s.copy()
        told: list[Happening] = []
        copy.diary = told
        apply(copy, self.setting.numbers[normal(str(action))])
        if copy.phase == codes.SHUFFLE:
            reshuffle(copy, copy.discards())
        return told, copy

    def ended(self, s: State) -> list[Happening]:
        copy = s.copy()
        told: list[Happening] = []
        copy.diary = told
        end_turn(copy)
        return told

    def called_after(self, s: State) -> bool:
        """Would the doctor give the player another turn if this one ended now?"""
        return self.has_turn_again(self.ended(s))

    def has_turn_again(self, told: list[Happening]) -> bool:
        began = [(seat, called) for what, seat, called, _ in told if what == codes.TURN_BEGAN]
        return began[:1] == [(self.seat, 1)]

    def attacked_after(self, s: State) -> bool:
        """Would the doctor attack the player if the turn ended now?"""
        doctor = self.setting.engine.doctor
        attacked = [victim for what, striker, victim, _ in self.ended(s) if (what, striker) == (codes.ATTACKED, doctor)]
        return attacked[:1] == [self.seat]

    def room(self, s: State) -> str:
        return self.setting.room_names[s.rooms[self.seat]]

    def seers(self, s: State) -> tuple[int, ...]:
        """The other players who see this one."""
        e = self.setting.engine
        seers = e.seers(s, s.rooms[self.seat])
        return tuple(p for p in range(e.seats) if p != self.seat and s.rooms[p] >= 0 and seers >> s.rooms[p] & 1)

    def is_seen(self, s: State) -> bool:
        """By anyone at all, players, doctor or pets."""
        seers = self.setting.engine.seers(s, s.rooms[self.seat])
        return any(room >= 0 and seers >> room & 1 for pawn, room in enumerate(s.rooms) if pawn != self.seat)
