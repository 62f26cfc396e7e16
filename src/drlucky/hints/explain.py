"""Grounds: what speaks for a plan, in the order in which a player would say it. Found by the rules, from what the
player can see."""

from collections.abc import Iterator

from drlucky.engine import codes
from drlucky.engine.play import legal
from drlucky.engine.state import State
from drlucky.game.setup import Setting
from drlucky.hints.attempts import Luck
from drlucky.hints.model import Why
from drlucky.hints.prospects import Prospect, doctors_way
from drlucky.search.ways import Way

FORESEEN = 6
"""So many of the doctor's moves ahead it still makes sense to wait for him."""


class Grounds:
    def __init__(self, setting: Setting, s: State, seat: int) -> None:
        self.setting = setting
        self.s = s
        self.seat = seat
        self.engine = setting.engine
        # What comes if the turn ended where everyone stands now.
        can_end = s.phase == codes.TURN and not s.owed
        self.otherwise = Prospect(setting, s, seat, Way([codes.END], s, 0)) if can_end else None

    def of(self, plan: Prospect) -> tuple[Why, ...]:
        """The one or two that weigh most."""
        if len(legal(self.s)) == 1 and len(plan.actions) == 1:
            return (Why("only choice"),)
        return tuple(self.found(plan))[:2]

    def found(self, plan: Prospect) -> Iterator[Why]:
        match plan.kind:
            case "answer":
                yield from Luck(self.setting, self.s, self.seat).answering(plan)
            case "strike":
                yield from self.striking(plan)
            case "haunt":
                yield from self.haunting(plan)
            case _:
                yield from self.ending(plan)

    # Striking.

    def striking(self, plan: Prospect) -> Iterator[Why]:
        luck = Luck(self.setting, self.s, self.seat)
        if not luck.held_by(luck.asked(plan.victim)):
            yield from luck.striking(plan)
            return
        if self.moves(plan):
            yield self.opportunity(plan)
        yield from luck.striking(plan)

    def opportunity(self, plan: Prospect) -> Why:
        """What can be done where the plan leads."""
        room = self.room(plan.end)
        if plan.victim is not None:
            return Why("can attack", room=room, seats=(plan.victim,))
        seers = self.seers(plan.end)
        return Why("seen with the doctor" if seers else "unseen with the doctor", room=room, seats=seers)

    def haunting(self, plan: Prospect) -> Iterator[Why]:
        """Escape: the doctor is sent upon somebody."""
        for victim, strength in plan.attacks:
            if victim != self.seat:
                yield Why("sends the doctor", seats=(victim,), strength=strength)
            else:
                yield self.facing(plan, strength)

    def facing(self, plan: Prospect, strength: int) -> Why:
        """Escape: what the player has against the doctor's attack."""
        hand = plan.end.cards_at(self.seat)
        return Why("faces the doctor", strength=strength, luck=Luck(self.setting, self.s, self.seat).of(hand))

    # Drawing a card, or ending the turn with nothing.

    def ending(self, plan: Prospect) -> Iterator[Why]:
        if plan.killed:
            died = (p for p in range(self.engine.seats) if plan.end.rooms[p] < 0 <= self.s.rooms[p])
            yield Why("doctor kills", seats=tuple(died))
        yield from self.another_turn(plan)
        yield from self.kept_from_others(plan)
        if plan.kind == "draw":
            yield from self.drawing(plan)
        if self.engine.players_attack():
            yield from self.staying_alive(plan)
        elif not plan.again:
            yield from self.waiting(plan)
        yield from self.keeping(plan)

    def another_turn(self, plan: Prospect) -> Iterator[Why]:
        """The train: the doctor walks in on the player, who is next then."""
        if plan.again and plan.can_strike_next:
            yield Why("train and strike", room=self.room(plan.next), seats=self.seers(plan.next))
        elif plan.again:
            yield Why("train", room=self.room(plan.next))

    def kept_from_others(self, plan: Prospect) -> Iterator[Why]:
        """What somebody else would have of it if the turn ended at once, and has not."""
        before = self.otherwise
        if before is None or before.begins is None or plan.begins is None or before.again:
            return
        rival = before.begins[0]
        if before.can_strike_next and not (plan.can_strike_next and plan.begins[0] == rival):
            yield Why("keeps from striking", seats=(rival,))
        elif before.is_called and plan.begins != before.begins:
            yield Why("keeps from the turn", seats=(rival,))

    def drawing(self, plan: Prospect) -> Iterator[Why]:
        if plan.stage_changes:
            sinks = "ship sinks" if plan.next.over else "deck sinks"
            yield Why(sinks if self.setting.ship_decks else "lights go out")
        if self.is_seen(plan.end):
            yield Why("another card", cards=plan.end.count_at(self.seat) + 1)
        else:
            yield Why("can draw unseen", room=self.room(plan.end))

    def waiting(self, plan: Prospect) -> Iterator[Why]:
        """Where the doctor comes by his numbers, here or near by."""
        if plan.next.over:
            yield from () if plan.stage_changes else (Why("last turn"),)
        if plan.stage_changes or plan.next.over:
            return
        here = plan.end.rooms[self.seat]
        stops = doctors_way(self.setting, plan.end, FORESEEN)
        if here in stops[1:]:
            yield Why("on the doctor's way", room=self.room(plan.end), turns=stops.index(here, 1) + 1)
            return
        steps = self.distances(plan.end, here)
        near = min((steps[room], turns, room) for turns, room in enumerate(stops, 1) if room in steps and room != here)
        yield Why("near the doctor's way", room=self.setting.room_names[near[2]], turns=near[1], steps=near[0])

    def staying_alive(self, plan: Prospect) -> Iterator[Why]:
        """Escape: out of the doctor's way, and out of the others'."""
        before = self.otherwise
        if before is not None and before.attacked == self.seat and plan.attacked != self.seat:
            yield Why("flees the doctor", room=self.setting.room_names[before.doctor_goes or 0])
        if plan.attacked == self.seat:
            yield self.facing(plan, plan.attack_strength)
        elif plan.attacked is not None:
            yield Why("doctor attacks", seats=(plan.attacked,))
        steps = self.distances(plan.end, plan.end.rooms[self.seat])
        others = [p for p in range(self.engine.seats) if p != self.seat and plan.end.rooms[p] in steps]
        nearest = min(steps[plan.end.rooms[p]] for p in others)
        if nearest:
            near = tuple(p for p in others if steps[plan.end.rooms[p]] == nearest)
            yield Why("apart", seats=near, steps=nearest)
        elif plan.attacked is None:
            where = plan.end.rooms[self.engine.doctor] if plan.doctor_goes is None else plan.doctor_goes
            yield Why("doctor elsewhere", room=self.setting.room_names[where])

    def keeping(self, plan: Prospect) -> Iterator[Why]:
        """What is not spent."""
        drawable = not plan.end.owed and self.engine.draw_obstacle(plan.end) == codes.ALLOWED
        if plan.kind == "end" and drawable and self.setting.ship_decks:
            left = self.engine.pile_ends_from(plan.end)[0] - plan.end.pile_at
            yield Why("stays afloat", cards=left)
        cards = plan.end.count_at(self.seat)
        if not plan.cost[0] and cards and plan.kind == "end":
            yield Why("keeps cards", cards=cards)

    # What follows from where everyone stands.

    def moves(self, plan: Prospect) -> bool:
        return list(plan.end.rooms) != list(self.s.rooms)

    def distances(self, s: State, start: int) -> dict[int, int]:
        """How many steps it is from a room to each other."""
        house = self.engine.house
        found = {start: 0}
        edge = [start]
        while edge:
            room = edge.pop(0)
            for other in range(house.rooms):
                if other not in found and house.adjacent[s.stage * house.rooms + room] >> other & 1:
                    found[other] = found[room] + 1
                    edge.append(other)
        return found

    def room(self, s: State) -> str:
        return self.setting.room_names[s.rooms[self.seat]]

    def seers(self, s: State) -> tuple[int, ...]:
        """The other players who see this one."""
        seers = self.engine.seers(s, s.rooms[self.seat])
        return tuple(
            p for p in range(self.engine.seats) if p != self.seat and s.rooms[p] >= 0 and seers >> s.rooms[p] & 1
        )

    def is_seen(self, s: State) -> bool:
        """By anyone at all, players, doctor or pets."""
        seers = self.engine.seers(s, s.rooms[self.seat])
        return any(room >= 0 and seers >> room & 1 for pawn, room in enumerate(s.rooms) if pawn != self.seat)
