"""The numbers that stand for phases, card groups, places, actions, endings, obstacles and happenings."""

from typing import Final

# What the game waits for.
TURN: Final = 0  # the player in turn moves, draws, makes an attempt, attacks or ends the turn
WALK: Final = 1  # a move card's walk is under way: a step, or stop
LAY: Final = 2  # weapons lie on the table: one more, or strike
ANSWER: Final = 3  # a player may play cards against the attempt, or pass
SHUFFLE: Final = 4  # a card is wanted and the discards must be shuffled first: see `turns.reshuffle`
OVER: Final = 5

# The three groups a deck's cards fall into; a hand is one bit mask for each.
WEAPON: Final = 0  # weapons, or the aids of Save
MOVE: Final = 1  # move and room cards
FAILURE: Final = 2
GROUPS: Final = 3

# Where a card can be apart from the pile and the hands: offsets behind the last hand.
DISCARD: Final = 0  # face up; shuffled again when the pile is empty, where the rule book says so
GONE: Final = 1  # out of the game for good, face up or kept as a Reason
ASIDE: Final = 2  # out of the game and seen by no one
TABLE: Final = 3  # played in the attempt under way
KEPT: Final = 4  # Reasons taken off the pile, seen by no one
PLACES: Final = 5

# The first pawn that a player may move is the player's own; see `SetUp.movers` for the others.
SELF: Final = 0

# The actions without a parameter; the others are numbered behind them, see `SetUp`.
END: Final = 0
DRAW: Final = 1
STOP: Final = 2
PASS: Final = 3
ATTEMPT: Final = 4
PLAIN_ACTIONS: Final = 5

# How a game ended.
UNFINISHED: Final = 0
SUCCESS: Final = 1  # an attempt was not stopped
SUNK: Final = 2  # the last deck went down
TURN_LIMIT: Final = 3
LAST_ALIVE: Final = 4  # Escape: everyone else is out
ENDINGS: Final = 5

NOBODY: Final = -1
NOWHERE: Final = -1

# What stands in the way of an action. 0: nothing, the action is legal.
ALLOWED: Final = 0
GAME_OVER: Final = 1
NOT_IN_THIS_GAME: Final = 2  # no such action in this set-up
MUST_ANSWER: Final = 3  # an attempt is waiting for cards or a pass
NO_ATTEMPT: Final = 4  # there is no attempt to answer
MUST_WALK: Final = 5  # a card's walk is not finished
NO_WALK: Final = 6
MUST_STRIKE: Final = 7  # weapons lie on the table
NO_STEPS_LEFT: Final = 8
NOT_NEXT_DOOR: Final = 9
ROOM_CLOSED: Final = 10  # closed, sunk, or on no floor in play
CARD_NOT_HELD: Final = 11
CARD_WITHOUT_STEPS: Final = 12
CARD_WITHOUT_ROOM: Final = 13
ALREADY_THERE: Final = 14
FREE_STEP_IS_YOURS: Final = 15  # another pawn moves by a card only
STEPS_UNUSED: Final = 16  # a card was played for steps and none was taken yet
CARD_PLAYED: Final = 17  # who plays a card does not draw
NOT_A_NAMED_ROOM: Final = 18
SEEN_BY_PLAYER: Final = 19
SEEN_BY_DOCTOR: Final = 20
PILE_EMPTY: Final = 21
DOCTOR_ELSEWHERE: Final = 22
NO_WITNESS: Final = 23
CARD_WITHOUT_LUCK: Final = 24
MUST_STOP_IT: Final = 25  # whoever is bound can stop the attempt, and so must
OTHER_PAWN_WALKS: Final = 26  # a card's walk is all one pawn's
SEEN_BY_DOG: Final = 27
NO_JUMP_FOR_PET: Final = 28  # a pet moves by movement points only
NOBODY_TO_ATTACK: Final = 29  # Escape: that player is not in the room, or out
DRAWN_ALREADY: Final = 30  # Escape: a card is drawn at the start of a turn and at no other time
DOCTOR_IS_DEAD: Final = 31  # Escape: he cannot be killed again; attack a player
NOT_NEXT_NUMBER: Final = 32  # Escape: the doctor walks by his numbers
NOT_YOUR_TURN: Final = 33  # not from the engine: it only answers for the one who must decide

# What happened, for the diary: a code and up to three numbers.
DEALT_UP: Final = 0  # pawn, card: dealt face up to find out who starts and where
PLACED: Final = 1  # pawn, room
TURN_BEGAN: Final = 2  # seat, called: 1 if the doctor called this player up
STEPPED: Final = 3  # pawn, room
CARD_FOR_STEPS: Final = 4  # seat, card type, pawn
JUMPED: Final = 5  # pawn, room, card type
DREW: Final = 6  # seat, card
SHUFFLED: Final = 7  # how many cards
STRUCK: Final = 8  # seat, strength, room: an attempt on the doctor
LAID: Final = 9  # seat, card type
ANSWERED: Final = 10  # seat, card type, luck played against the attempt so far
PASSED: Final = 11  # seat
FOILED: Final = 12  # striker (a pawn)
REASON: Final = 13  # striker (a pawn), how many now
LIGHTS_OUT: Final = 14
DECK_SANK: Final = 15  # how many are gone now
WASHED_UP: Final = 16  # pawn, room
DOCTOR_MOVED: Final = 17  # room
ENDED: Final = 18  # how, winner, loser
TURN_ENDED: Final = 19  # seat
TURNED_UP: Final = 20  # seat, card, luck so far: a Stranger's answer off the pile
STRANGER_MOVED: Final = 21  # seat, room
ATTACKED: Final = 22  # Escape: striker (a pawn), victim, strength
DIED: Final = 23  # Escape: seat, striker (a pawn)
ROBBED: Final = 24  # Escape: striker (a seat), victim, how many cards
