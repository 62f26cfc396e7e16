"""Observations: what a seat may know of a state, as a row of numbers. Where each number stands is laid out by
`drlucky.game.encoding`.

Nothing is copied wholesale: every number is fetched by name, as `game.view` does it, so that a hidden card could get in
only by a line that says so. Players are counted from the seat that looks, to the left."""

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from drlucky.engine.codes import DISCARD, GONE, GROUPS, LAY, NOBODY, NOWHERE, OVER, PLACES, TABLE, WALK
from drlucky.engine.play import legal_into
from drlucky.engine.state import Rules, State
from drlucky.engine.tables import count_bits, set_at

AHEAD: Final = 6
"""So many of the doctor's next rooms are in an observation, beside the one he is in."""


class Scales:
    """How numbers are written. A number's place in both tables is `first` of its range, and the number: there the bits
    of a float32, and a byte."""

    def __init__(self, floats: list[int], bytes_: list[int], first: dict[str, int]) -> None:
        self.floats: Final[vec[i32]] = vec[i32](floats)
        self.bytes: Final[vec[u8]] = vec[u8](bytes_)
        self.first: dict[str, int] = first
        self.one: i32 = floats[first["seat"] + 1]


class Sheet:
    """Rows to be written on, which are all 0 before: either bytes, or the bits of float32, since compiled code has no
    such type."""

    def __init__(self, scales: Scales, size: i64, rows: i64, floats: bool) -> None:
        self.scales: Final[Scales] = scales
        self.in_floats: bool = floats
        numbers = size * rows
        self.floats: Final[vec[i32]] = vec[i32]([0] * (numbers * floats))
        self.bytes: Final[vec[u8]] = vec[u8]([0] * (numbers * (not floats)))
        self.start: i64 = 0  # of the row that is being written

    def mark(self, at: i64) -> None:
        """Writes 1."""
        if self.in_floats:
            set_float(self.floats, self.start + at, self.scales.one)
        else:
            set_byte(self.bytes, self.start + at, 1)

    def write(self, at: i64, scale: i64, number: i64) -> None:
        """Writes a number by a scale where 0 stands."""
        if number:
            self.rewrite(at, scale, number)

    def rewrite(self, at: i64, scale: i64, number: i64) -> None:
        """Writes a number by a scale, whatever stands there."""
        if self.in_floats:
            set_float(self.floats, self.start + at, self.scales.floats[scale + number])
        else:
            set_byte(self.bytes, self.start + at, self.scales.bytes[scale + number])


# As `set_at` of the engine's tables, and for the same reason.


def set_float(rows: vec[i32], at: i64, number: i32) -> None:
    rows[at] = number


def set_byte(rows: vec[u8], at: i64, number: u8) -> None:
    rows[at] = number


class Observer:
    """Writes the observations of one set-up. `at` says where each range begins, `phases` and `endings` where the
    codes stand in theirs, and the other tables, read at `(stage * rooms + from) * rooms + to`, how many of his
    moves the doctor takes from one room to another, and how many steps anyone does."""

    def __init__(
        self,
        rules: Rules,
        scales: Scales,
        size: int,
        at: dict[str, int],
        phases: list[int],
        endings: list[int],
        doctor_moves: list[int],
        steps: list[int],
        piles: int,
    ) -> None:
        self.rules: Final[Rules] = rules
        self.scales: Final[Scales] = scales
        self.size: i64 = size
        self.phases: Final[vec[i64]] = vec[i64](phases)
        self.endings: Final[vec[i64]] = vec[i64](endings)
        self.doctor_moves: Final[vec[i64]] = vec[i64](doctor_moves)
        self.distances: Final[vec[i64]] = vec[i64](steps)
        self.piles: i64 = piles
        self.seat: i64 = at["seat"]
        self.phase: i64 = at["phase"]
        self.turn: i64 = at["turn"]
        self.stage: i64 = at["stage"]
        self.current: i64 = at["current"]
        self.decider: i64 = at["decider"]
        self.rooms: i64 = at["rooms"]
        self.doctor: i64 = at["doctor"]
        self.cat: i64 = at.get("cat", 0)
        self.dog: i64 = at.get("dog", 0)
        self.steps: i64 = at["steps"]
        self.walk: i64 = at["walk"]
        self.walker: i64 = at["walker"]
        self.owed: i64 = at["owed"]
        self.played: i64 = at["played"]
        self.between: i64 = at["between"]
        self.hand: i64 = at["hand"]
        self.discards: i64 = at["discards"]
        self.out_of_game: i64 = at["out_of_game"]
        self.table: i64 = at["table"]
        self.hand_sizes: i64 = at["hand_sizes"]
        self.reasons: i64 = at["reasons"]
        self.pile_sizes: i64 = at["piles"]
        self.attempt_by: i64 = at["attempt_by"]
        self.attempt_on: i64 = at["attempt_on"]
        self.strength: i64 = at["strength"]
        self.luck: i64 = at["luck"]
        self.ending: i64 = at["ending"]
        self.winner: i64 = at["winner"]
        self.loser: i64 = at["loser"]
        self.seen_by: i64 = at["seen_by"]
        self.doctor_comes: i64 = at["doctor_comes"]
        self.to_doctor: i64 = at["to_doctor"]
        first = scales.first
        self.by_turn: i64 = first["turn"]
        self.by_steps: i64 = first["steps"]
        self.by_copies: i64 = first["hand"]
        self.by_hand: i64 = first["hand_sizes"]
        self.by_pile: i64 = first["piles"]
        self.by_strength: i64 = first["strength"]
        self.by_way: i64 = first["doctor_comes"]

    def single(self, s: State, seat: i64) -> Sheet:
        """A sheet with one row, in floats."""
        return self.single_by(self.scales, s, seat)

    def single_by(self, scales: Scales, s: State, seat: i64) -> Sheet:
        """The same by other scales."""
        sheet = Sheet(scales, self.size, 1, True)
        self.observe(s, seat, sheet, 0)
        return sheet

    def observe(self, s: State, seat: i64, sheet: Sheet, row: i64) -> None:
        """Writes all that a seat may know on a row that is all 0."""
        self.observe_but_open_cards(s, seat, sheet, row)
        self.write_faces(s, self.rules.seats + DISCARD, self.discards, sheet)
        self.write_faces(s, self.rules.seats + GONE, self.out_of_game, sheet)
        self.write_faces(s, self.rules.seats + TABLE, self.table, sheet)

    def observe_but_open_cards(self, s: State, seat: i64, sheet: Sheet, row: i64) -> None:
        """The same without the cards that everyone sees, for those who have them already: see `OpenCards`."""
        sheet.start = row * self.size
        self.write_game(s, seat, sheet)
        self.write_pawns(s, seat, sheet)
        self.write_cards(s, seat, sheet)
        if s.phase == WALK:
            sheet.write(self.walk, self.by_steps, s.walk)
            sheet.mark(self.walker + s.walker)
        elif s.phase == LAY:
            self.write_attempt(s.current, s.target, seat, sheet)
        elif s.strength:
            self.write_attempt(s.striker, s.target, seat, sheet)
            sheet.write(self.strength, self.by_strength, s.strength)
            sheet.write(self.luck, self.by_strength, s.luck)
        if s.phase == OVER:
            self.write_ending(s, seat, sheet)
        elif s.rooms[seat] != NOWHERE:
            self.write_sight(s, seat, sheet)

    def turned(self, player: i64, seat: i64) -> i64:
        """A player, counted from the seat that looks to its left."""
        if player >= seat:
            return player - seat
        return player - seat + self.rules.seats

    def write_game(self, s: State, seat: i64, sheet: Sheet) -> None:
        sheet.mark(self.seat + seat)
        sheet.mark(self.phase + self.phases[s.phase])
        sheet.write(self.turn, self.by_turn, s.turn)
        sheet.mark(self.stage + s.stage)
        sheet.mark(self.current + self.turned(s.current, seat))
        if s.phase != OVER:
            sheet.mark(self.decider + self.turned(s.decider, seat))
        sheet.write(self.steps, self.by_steps, s.steps)
        sheet.write(self.owed, self.by_steps, s.owed)
        sheet.write(self.played, self.by_steps, s.played)
        if s.turn_done:
            sheet.mark(self.between)

    def write_pawns(self, s: State, seat: i64, sheet: Sheet) -> None:
        rules = self.rules
        player: i64
        for player in range(rules.seats):
            turned = self.turned(player, seat)
            room = s.rooms[player]
            if room != NOWHERE:
                sheet.mark(self.rooms + turned * rules.house.rooms + room)
            sheet.write(self.reasons + turned, self.by_hand, s.reasons[player])
        sheet.write(self.reasons + rules.seats, self.by_hand, s.reasons[rules.seats])
        sheet.mark(self.doctor + s.rooms[rules.doctor])
        if rules.cat != NOBODY:
            sheet.mark(self.cat + s.rooms[rules.cat])
        if rules.dog != NOBODY:
            sheet.mark(self.dog + s.rooms[rules.dog])

    def write_cards(self, s: State, seat: i64, sheet: Sheet) -> None:
        """The cards that only this seat sees; of the others how many there are."""
        seats = self.rules.seats
        self.write_faces(s, seat, self.hand, sheet)
        player: i64
        for player in range(seats):
            sheet.write(self.hand_sizes + self.turned(player, seat), self.by_hand, s.count_at(player))
        if self.piles == 1:
            sheet.write(self.pile_sizes, self.by_pile, len(s.pile) - s.pile_at)
            return
        at = self.pile_sizes
        begin = s.pile_at
        for end in self.rules.pile_ends_from(s):
            sheet.write(at, self.by_pile, end - begin)
            begin = end
            at += 1

    def write_faces(self, s: State, place: i64, at: i64, sheet: Sheet) -> None:
        """How many copies of each type are in a place."""
        group: i64
        for group in range(GROUPS):
            held = s.hands[GROUPS * place + group]
            self.rewrite_faces(group, held, held, at, sheet)

    def rewrite_faces(self, group: i64, held: i64, changed: i64, at: i64, sheet: Sheet) -> None:
        """How many copies there are of each type that has one among the changed cards of a group."""
        while changed:
            card_type = self.rules.cards.lowest_type(group, changed)
            copies = self.rules.cards.masks[card_type]
            changed &= ~copies
            sheet.rewrite(at + card_type, self.by_copies, count_bits(held & copies))

    def write_attempt(self, striker: i64, target: i64, seat: i64, sheet: Sheet) -> None:
        sheet.mark(self.attempt_by + self.turned_pawn(striker, seat))
        sheet.mark(self.attempt_on + self.turned_pawn(target, seat))

    def turned_pawn(self, pawn: i64, seat: i64) -> i64:
        """As `turned`, with the doctor last, whom a target of nobody means."""
        if pawn == NOBODY or pawn == self.rules.doctor:
            return self.rules.seats
        return self.turned(pawn, seat)

    def write_ending(self, s: State, seat: i64, sheet: Sheet) -> None:
        sheet.mark(self.ending + self.endings[s.ending])
        if s.winner != NOBODY:
            sheet.mark(self.winner + self.turned(s.winner, seat))
        if s.loser != NOBODY:
            sheet.mark(self.loser + self.turned(s.loser, seat))

    def write_sight(self, s: State, seat: i64, sheet: Sheet) -> None:
        """Who sees this seat, when the doctor comes to whom, and how far it is from here to where he is and goes."""
        rules = self.rules
        rooms = rules.house.rooms
        seers = rules.seers(s, s.rooms[seat])
        doctor = s.rooms[rules.doctor]
        from_doctor = (s.stage * rooms + doctor) * rooms
        player: i64
        for player in range(rules.seats):
            room = s.rooms[player]
            if room == NOWHERE:
                continue
            turned = self.turned(player, seat)
            if turned and (seers >> room) & 1:
                sheet.mark(self.seen_by + turned - 1)
            sheet.write(self.doctor_comes + turned, self.by_way, self.doctor_moves[from_doctor + room])
        if (seers >> doctor) & 1:
            sheet.mark(self.seen_by + rules.seats - 1)
        if rules.dog != NOBODY and (seers >> s.rooms[rules.dog]) & 1:
            sheet.mark(self.seen_by + rules.seats)
        from_here = (s.stage * rooms + s.rooms[seat]) * rooms
        ahead: i64
        for ahead in range(AHEAD + 1):
            sheet.write(self.to_doctor + ahead, self.by_steps, self.distances[from_here + doctor])
            doctor = rules.house.doctor_next[s.stage * rooms + doctor]


class Row:
    """An observation in floats and a mask of what is legal, to be written on again and again. Both must be all 0."""

    def __init__(self, observer: Observer) -> None:
        self.observer: Final[Observer] = observer
        self.sheet: Final[Sheet] = Sheet(observer.scales, observer.size, 1, True)
        self.mask: Final[vec[u8]] = vec[u8]([0] * observer.rules.actions)

    def observe(self, s: State, seat: i64) -> None:
        self.observer.observe(s, seat, self.sheet, 0)

    def mark_legal(self, s: State) -> None:
        mark(self.mask, 0, s.rules.scratch, legal_into(s, s.rules.scratch))


class OpenCards:
    """The cards that everyone sees in each of many games: those discarded, out of the game, and on the table, as they
    stand in observations one behind the other. Few of them change from one decision to the next, and only those are
    written; to write all was most of the time of an observation."""

    def __init__(self, observer: Observer, games: i64, floats: bool) -> None:
        types = observer.rules.cards.types
        self.observer: Final[Observer] = observer
        self.start: i64 = observer.discards  # of their range in an observation
        self.size: i64 = observer.table + types - observer.discards
        self.sheet: Final[Sheet] = Sheet(observer.scales, self.size, games, floats)
        self.written: Final[vec[i64]] = vec[i64]([0] * (games * GROUPS * PLACES))

    def update(self, s: State, game: i64) -> None:
        self.sheet.start = game * self.size
        self.update_place(s, game, DISCARD, self.observer.discards - self.start)
        self.update_place(s, game, GONE, self.observer.out_of_game - self.start)
        self.update_place(s, game, TABLE, self.observer.table - self.start)

    def update_place(self, s: State, game: i64, place: i64, at: i64) -> None:
        written = GROUPS * (game * PLACES + place)
        group: i64
        for group in range(GROUPS):
            held = s.hands[GROUPS * (s.rules.seats + place) + group]
            changed = held ^ self.written[written + group]
            if changed:
                set_at(self.written, written + group, held)
                self.observer.rewrite_faces(group, held, changed, at, self.sheet)


def listed(observer: Observer, places: Scales, numbers: list[Any], s: State, seat: i64) -> list[Any]:
    """An observation as a list of Python's own numbers. `places` has for each number its place in the table `numbers`,
    which begins with 0: so none of them is made anew, which would take ten times as long as all else."""
    sheet = observer.single_by(places, s, seat)
    found: list[Any] = [numbers[0]] * observer.size
    at: i64
    for at in range(observer.size):
        place: i64 = i64(sheet.floats[at])
        if place:
            found[at] = numbers[place]
    return found


def legal_mask(s: State, seat: i64) -> vec[u8]:
    """1 for each action that the seat may take now: none if it is not asked."""
    mask = vec[u8]([0] * s.rules.actions)
    if seat == s.decider:
        mark(mask, 0, s.rules.scratch, legal_into(s, s.rules.scratch))
    return mask


def mark(masks: vec[u8], start: i64, actions: vec[i64], number: i64) -> None:
    """Writes 1 for so many of these actions."""
    i: i64
    for i in range(number):
        masks[start + actions[i]] = 1
