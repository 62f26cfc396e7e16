// Lessons that both games have. What differs is handed in: the words of the one or the other.
import { say } from "../../../i18n/say";
import type { Situation } from "../situation";
import { HAND, type Lesson, pawn, PROMPT, seat } from "./lesson";

type Words = () => string;
type WordsFor = (now: Situation) => string;

export const welcome = (title: Words, text: Words): Lesson => ({
  id: "welcome",
  when: (now) => !now.isOver,
  title,
  text,
  at: (now) => [pawn(now.me)],
  section: "setting-up",
});

export const theDoctor = (goal: Words): Lesson => ({
  id: "doctor",
  when: (now) => !now.isOver,
  title: () => say("Doctor Lucky"),
  text: (now) =>
    now.doctorNext
      ? `${goal()} ${say("As things stand, at the end of the turn he'll walk here: {room}.", { room: now.word(now.doctorNext) })}`
      : goal(),
  at: () => [pawn("doctor")],
  section: "attempts",
});

export const ownHand = (text: Words): Lesson => ({
  id: "hand",
  when: (now) => !now.isOver && (now.view.hand?.length ?? 0) > 0,
  title: () => say("Your cards"),
  text,
  at: () => [HAND],
  section: "setting-up",
});

export const ownTurn = (text: Words): Lesson => ({
  id: "turn",
  when: (now) => now.deciding && now.view.steps > 0 && now.view.cards_played === 0,
  title: () => say("Your turn"),
  text,
  at: () => [PROMPT],
  section: "your-turn",
});

export const othersAttempt = (
  title: Words,
  text: (fields: { name: string; strength: number }) => string,
): Lesson => ({
  id: "attempt",
  when: (now) => now.view.phase === "answer" && !now.asked && now.view.attempt?.attacker !== now.me,
  title,
  text: (now) =>
    text({ name: now.name(now.view.attempt?.attacker), strength: now.view.attempt?.strength ?? 0 }),
  at: () => [PROMPT],
  urgent: true,
  section: "stopping",
});

export const answer = (needed: WordsFor, held: WordsFor, leaving: WordsFor): Lesson => ({
  id: "answer",
  when: (now) => now.asked && now.view.phase === "answer" && now.can("pass"),
  title: () => say("Will you stop it?"),
  text: (now) =>
    [
      needed(now),
      held(now),
      now.isLastAsked ? say("Nobody is asked after you: if you don't stop it, it succeeds.") : leaving(now),
    ].join(" "),
  at: () => [PROMPT],
  urgent: true,
  section: "stopping",
});

export const doctorWalks: Lesson = {
  id: "walk",
  when: (now) => !now.isOver && now.happened("doctor moved"),
  title: () => say("The doctor walks"),
  text: (now) =>
    say(
      "After every turn the doctor walks on by himself, along the numbers of the rooms. Now he is here: {room}.",
      { room: now.word(now.view.doctor) },
    ),
  at: () => [pawn("doctor")],
  section: "doctor",
};

export const calledUp: Lesson = {
  id: "called",
  when: (now) => !now.isOver && now.happened("called up"),
  title: (now) =>
    now.last("called up")?.seat === now.me ? say("He has come to you") : say("He has come to somebody"),
  text: (now) => {
    const who = now.last("called up")?.seat;
    if (who === now.me)
      return say(
        "The doctor walked in on you, so it's your turn, out of order. Players call this the train: stay ahead of him, and you get turn after turn.",
      );
    return say(
      "The doctor walked in on {name}, so it was {name}'s turn, out of order. Stand where he's going, and next time it's yours.",
      { name: now.name(who) },
    );
  },
  at: (now) => [seat(now.last("called up")?.seat ?? now.me), pawn("doctor")],
  section: "turn-order",
};

export const moveCards = (text: Words): Lesson => ({
  id: "cards",
  when: (now) => now.deciding && now.can("walk", "jump") && (now.ownTurns > 1 || now.view.steps === 0),
  title: () => say("Cards that move"),
  text,
  at: () => [HAND],
  section: "moving",
});

export const log: Lesson = {
  id: "log",
  when: (now) => !now.isOver && now.ownTurns > 0 && now.view.turn > 2,
  title: () => say("What happened"),
  text: () =>
    say(
      "Everything that happens is written down here. Point at a line, and the board shows what it's about.",
    ),
  at: () => ['[data-guide="log"]'],
  section: "your-turn",
};

export const hint: Lesson = {
  id: "hint",
  when: (now) => now.deciding && now.ownTurns > 2,
  title: () => say("Not sure what to do?"),
  text: () =>
    say(
      "Ask for a hint: it says what a good player would do, and why. And if you can't do something, point at it to see the reason.",
    ),
  at: () => ['[aria-keyshortcuts="i"]', PROMPT],
  section: "your-turn",
};

export const ownAttempt: Lesson = {
  id: "mine",
  when: (now) => now.view.phase === "answer" && now.view.attempt?.attacker === now.me,
  title: () => say("Now they are asked"),
  text: (now) =>
    say(
      "One after the other, starting on your left, the others may play cards against you. If they don't reach {n}, you win.",
      {
        n: now.view.attempt?.strength ?? 0,
      },
    ),
  at: () => [PROMPT],
  urgent: true,
  section: "stopping",
};
