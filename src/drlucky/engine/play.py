"""Play: what is legal, what stands in the way of an action, and what an action does. All who play start here."""

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.attempts import (
    answer,
    answer_obstacle,
    answers_into,
    attack,
    attacks_into,
    decline,
    lay,
    pass_obstacle,
    strike_as_player,
    weapons_into,
)
from drlucky.engine.codes import (
    ALLOWED,
    ANSWER,
    ATTEMPT,
    CARD_NOT_HELD,
    DRAW,
    END,
    GAME_OVER,
    LAY,
    MUST_ANSWER,
    MUST_STRIKE,
    MUST_WALK,
    NO_ATTEMPT,
    NO_WALK,
    NOT_IN_THIS_GAME,
    OVER,
    PASS,
    STEPS_UNUSED,
    STOP,
    TURN,
    WALK,
)
from drlucky.engine.moves import (
    jump_obstacle,
    moves_into,
    play_for_jump,
    play_for_steps,
    step,
    step_obstacle,
    stop,
    walk_obstacle,
)
from drlucky.engine.state import State
from drlucky.engine.strangers import play_strangers
from drlucky.engine.turns import draw, end_turn


def legal_into(s: State, buf: vec[i64]) -> i64:
    """Writes the legal actions into `buf`, which has room for all, and says how many there are."""
    n: i64 = 0
    if s.phase == ANSWER:
        n = answers_into(s, buf, n)
    elif s.phase == LAY:
        n = weapons_into(s, buf, n)
    elif s.phase == WALK:
        n = moves_into(s, buf, n)
    elif s.phase == TURN:
        if not s.owed:
            buf[n] = END
            n += 1
            if s.rules.draw_obstacle(s) == ALLOWED:
                buf[n] = DRAW
                n += 1
            if s.rules.attempt_obstacle(s) == ALLOWED:
                n = weapons_into(s, buf, n)
            if s.rules.actions > s.rules.attack_at:
                n = attacks_into(s, buf, n)
        n = moves_into(s, buf, n)
    return n


def legal(s: State) -> list[int]:
    """The legal actions, empty only when the game is over or waits for a shuffle."""
    buf = s.rules.scratch
    actions: list[int] = []
    i: i64
    for i in range(legal_into(s, buf)):
        actions.append(buf[i])
    return actions


def advance(s: State, action: i64) -> list[int]:
    """Plays a legal action and says what is legal then. For those who drive the engine from Python, where it is one
    call instead of two and about a tenth faster."""
    apply(s, action)
    return legal(s)


def obstacle(s: State, action: i64) -> i64:
    """What stands in the way of an action, whatever number it is; ALLOWED (0) if nothing does."""
    rules = s.rules
    if action < 0 or action >= rules.actions:
        return NOT_IN_THIS_GAME
    if s.phase == OVER:
        return GAME_OVER
    if action == PASS or rules.answer_at <= action < rules.attack_at:
        if s.phase != ANSWER:
            return NO_ATTEMPT
        return pass_obstacle(s) if action == PASS else answer_obstacle(s, action - rules.answer_at)
    if s.phase == ANSWER:
        return MUST_ANSWER
    if action == ATTEMPT or rules.weapon_at <= action < rules.attack_at:
        return strike_obstacle(s, action)
    if s.phase == LAY:
        return MUST_STRIKE
    return turn_obstacle(s, action)


def strike_obstacle(s: State, action: i64) -> i64:
    if s.phase == WALK:
        return MUST_WALK
    if s.phase == TURN:
        if s.owed:
            return STEPS_UNUSED
        why = s.rules.attempt_obstacle(s)
        if why:
            return why
    if action == ATTEMPT or s.holds(s.current, action - s.rules.weapon_at):
        return ALLOWED
    return CARD_NOT_HELD


def turn_obstacle(s: State, action: i64) -> i64:
    """An obstacle to moving, drawing, attacking a player or ending the turn."""
    rules = s.rules
    if action == STOP:
        if s.phase != WALK:
            return NO_WALK
        return STEPS_UNUSED if s.owed else ALLOWED
    if action >= rules.attack_at:
        if s.phase == WALK:
            return MUST_WALK
        return STEPS_UNUSED if s.owed else rules.attack_obstacle(s, action - rules.attack_at)
    if rules.step_at <= action < rules.walk_at:
        return step_obstacle(s, rules.mover_of[action], rules.goal_of[action])
    if s.phase == WALK:
        return MUST_WALK
    if action >= rules.jump_at:
        return jump_obstacle(s, rules.mover_of[action], rules.goal_of[action])
    if action >= rules.walk_at:
        return walk_obstacle(s, rules.goal_of[action])
    if s.owed:
        return STEPS_UNUSED
    return ALLOWED if action == END else rules.draw_obstacle(s)


def apply(s: State, action: i64) -> None:
    """Plays a legal action. What an illegal one would do is not defined: ask `obstacle` first."""
    if action >= s.rules.walk_at:
        play_card(s, action)
    elif action >= s.rules.step_at:
        step(s, s.rules.mover_of[action], s.rules.goal_of[action])
    elif action == END:
        end_turn(s)
    elif action == DRAW:
        draw(s)
    elif action == STOP:
        stop(s)
    elif action == PASS:
        decline(s)
    else:
        strike_as_player(s)
    if s.rules.strangers:
        play_strangers(s)


def play_card(s: State, action: i64) -> None:
    """Plays an action that takes a card, or attacks a player."""
    rules = s.rules
    if action >= rules.attack_at:
        attack(s, action - rules.attack_at)
    elif action >= rules.answer_at:
        answer(s, action - rules.answer_at)
    elif action >= rules.weapon_at:
        lay(s, action - rules.weapon_at)
    elif action >= rules.jump_at:
        play_for_jump(s, rules.mover_of[action], rules.goal_of[action])
    else:
        play_for_steps(s, rules.mover_of[action], rules.goal_of[action])
