// The lessons of the guided games. Each is told when its situation first comes up, and says only what is true then.
import { count, say } from "../words/say";
import type { Family } from "./editions";
import type { Situation } from "./situation";

export interface Lesson {
  readonly id: string;
  readonly when: (now: Situation) => boolean;
  readonly title: (now: Situation) => string;
  readonly text: (now: Situation) => string;
  /** What it points at: the first of these that is on the page. */
  readonly at: (now: Situation) => string[];
  /** It cannot wait: somebody is asked something, or something goes on. */
  readonly urgent?: true;
  /** Where the rules tell more. */
  readonly section: string;
}

const PROMPT = '[data-guide="prompt"]';
const HAND = '[data-guide="hand"]';
const pawn = (who: number | string): string => `[data-pawn="${who}"]`;
const seat = (who: number): string => `[data-seat="${who}"]`;
const SHOWN_ROOMS = 4;

/** Lessons that both games have. */
const doctorWalks: Lesson = {
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

const calledUp: Lesson = {
  id: "called",
  when: (now) => !now.isOver && now.happened("called up"),
  title: (now) =>
    now.last("called up")?.seat === now.me ? say("He has come to you") : say("He has come to somebody"),
  text: (now) => {
    const who = now.last("called up")?.seat;
    if (who === now.me)
      return say(
        "The doctor has walked in on you, and so you got the turn, out of order. That is the train: whoever stays ahead of him gets turn after turn.",
      );
    return say(
      "The doctor has walked in on {name}, who got the turn for it, out of order. Stand where he is going to be, and next time it is you.",
      { name: now.name(who) },
    );
  },
  at: (now) => [seat(now.last("called up")?.seat ?? now.me), pawn("doctor")],
  section: "turn-order",
};

const moveCards = (text: () => string): Lesson => ({
  id: "cards",
  when: (now) => now.deciding && now.can("walk", "jump") && (now.ownTurns > 1 || now.view.steps === 0),
  title: () => say("Cards that move"),
  text,
  at: () => [HAND],
  section: "moving",
});

const log: Lesson = {
  id: "log",
  when: (now) => !now.isOver && now.ownTurns > 0 && now.view.turn > 2,
  title: () => say("What happened"),
  text: () =>
    say("Everything that happens is written down. Point at a line, and the board shows what it speaks of."),
  at: () => ['[data-guide="log"]'],
  section: "your-turn",
};

const hint: Lesson = {
  id: "hint",
  when: (now) => now.deciding && now.ownTurns > 2,
  title: () => say("Not sure what to do?"),
  text: () =>
    say(
      "Ask for a hint: it says what a good player would do, and why. And whatever you cannot do tells you the reason when you point at it.",
    ),
  at: () => ['[aria-keyshortcuts="i"]', PROMPT],
  section: "your-turn",
};

const ownAttempt: Lesson = {
  id: "mine",
  when: (now) => now.view.phase === "answer" && now.view.attempt?.attacker === now.me,
  title: () => say("Now they are asked"),
  text: (now) =>
    say(
      "One after the other, from your left, the others may play against you. If they do not get to {n}, you have won.",
      {
        n: now.view.attempt?.strength ?? 0,
      },
    ),
  at: () => [PROMPT],
  urgent: true,
  section: "stopping",
};

const KILL: Lesson[] = [
  {
    id: "welcome",
    when: (now) => !now.isOver,
    title: () => say("Good evening"),
    text: () =>
      say(
        "This is the house, seen from above, and this pawn is you. The others are guests like you, and they want what you want.",
      ),
    at: (now) => [pawn(now.me)],
    section: "setting-up",
  },
  {
    id: "doctor",
    when: (now) => !now.isOver,
    title: () => say("Doctor Lucky"),
    text: (now) => {
      const goal = say(
        "You win if you strike when you are alone with him, no other player sees you, and nobody stops you.",
      );
      return now.doctorNext
        ? `${goal} ${say("As things stand, he walks here when the turn is over: {room}.", { room: now.word(now.doctorNext) })}`
        : goal;
    },
    at: () => [pawn("doctor")],
    section: "attempts",
  },
  {
    id: "hand",
    when: (now) => !now.isOver && (now.view.hand?.length ?? 0) > 0,
    title: () => say("Your cards"),
    text: () =>
      say(
        "A weapon makes your attempt stronger, and most do even more in the room they name. A move card takes you further. And a clover is luck: with it you stop the attempts of others, whatever else the card is.",
      ),
    at: () => [HAND],
    section: "setting-up",
  },
  {
    id: "turn",
    when: (now) => now.deciding && now.view.steps > 0 && now.view.cards_played === 0,
    title: () => say("Your turn"),
    text: () =>
      say(
        "First you may move: one step is free, to any room that is lit. Then you draw a card, or strike, or just end your turn, as far as each is possible.",
      ),
    at: () => [PROMPT],
    section: "your-turn",
  },
  {
    id: "seen",
    when: (now) => now.deciding && now.isSeenDrawing && (now.seenBy?.length ?? 0) > 0,
    title: () => say("You are seen"),
    text: (now) => {
      const seen = say("You are seen here by {names}, and so you cannot draw a card.", {
        names: now.names(now.seenBy ?? []),
      });
      const rooms = now.toDraw.slice(0, SHOWN_ROOMS);
      const where = rooms.length
        ? say("Nobody would see you now in: {rooms}.", { rooms: now.words(rooms) })
        : say("At the moment there is no room where nobody would.");
      return `${seen} ${where} ${say("Point at a room, and its sight lines are drawn.")}`;
    },
    at: (now) => [pawn(now.me)],
    section: "sight",
  },
  {
    id: "unseen",
    when: (now) => now.deciding && now.can("draw"),
    title: () => say("Nobody sees you"),
    text: () =>
      say(
        "Not even the doctor. So you may draw a card, which ends your turn. Draw whenever there is nothing better to do: many cards are half the victory.",
      ),
    at: () => ['[data-action="draw"]', PROMPT],
    section: "drawing",
  },
  {
    id: "chance",
    when: (now) => now.deciding && now.can("attempt", "lay"),
    title: () => say("Your chance"),
    text: (now) => {
      const bare = 1 + (now.view.reasons[now.me] ?? 0);
      return [
        say("You are alone with the doctor, and no other player sees you: strike!"),
        say("With bare hands your attempt is worth {n}, and a weapon adds to that.", { n: bare }),
        say("The others stop it with as much luck, if they have it and want to part with it."),
      ].join(" ");
    },
    at: () => ['[data-action^="attempt"]', PROMPT],
    urgent: true,
    section: "attempts",
  },
  {
    id: "lay",
    when: (now) => now.asked && now.view.phase === "lay",
    title: () => say("The weapon is on the table"),
    text: (now) =>
      now.can("lay")
        ? say("You may lay down another one, which makes the attempt stronger still. Then strike.")
        : say("Now there is no way back: strike."),
    at: () => [PROMPT],
    urgent: true,
    section: "attempts",
  },
  ownAttempt,
  {
    id: "attempt",
    when: (now) => now.view.phase === "answer" && !now.asked && now.view.attempt?.attacker !== now.me,
    title: () => say("Somebody strikes"),
    text: (now) =>
      say(
        "{name} is alone with the doctor and strikes with a strength of {strength}. Everyone else with cards is asked once whether to play luck against it.",
        {
          name: now.name(now.view.attempt?.attacker),
          strength: now.view.attempt?.strength ?? 0,
        },
      ),
    at: () => [PROMPT],
    urgent: true,
    section: "stopping",
  },
  {
    id: "answer",
    when: (now) => now.asked && now.view.phase === "answer",
    title: () => say("Will you stop it?"),
    text: (now) =>
      [
        say("It takes {n} more luck to stop this.", { n: now.missing }),
        say("Your cards have {luck} in all.", { luck: now.luck }),
        now.isLastAsked
          ? say("Nobody is asked after you: if you do not stop it, it succeeds.")
          : say(
              "You may leave it to those who are asked after you, and hope that they can. Luck that was played is gone.",
            ),
      ].join(" "),
    at: () => [PROMPT],
    urgent: true,
    section: "stopping",
  },
  {
    id: "reason",
    when: (now) => !now.isOver && now.happened("reason"),
    title: (now) =>
      (now.view.reasons[now.me] ?? 0) > 0 ? say("You have your reasons") : say("They have their reasons"),
    text: (now) =>
      (now.view.reasons[now.me] ?? 0) > 0
        ? say(
            "Your attempt failed, but not for nothing: each card that you keep from it makes every later attempt of yours stronger by 1.",
          )
        : say(
            "An attempt that fails leaves a card with whoever made it, and each such card makes their later attempts stronger by 1. Nobody stays harmless for long.",
          ),
    at: (now) => [seat(Number(now.last("reason")?.seat ?? now.me))],
    section: "after-a-failure",
  },
  moveCards(() =>
    say(
      "You need not stop after one step. A move card gives you more steps, or takes you straight to the room it names. Click it to play it; it is gone afterwards.",
    ),
  ),
  doctorWalks,
  calledUp,
  {
    id: "dark",
    when: (now) => !now.isOver && now.view.lights_out,
    title: () => say("Lights out"),
    text: () =>
      say(
        "The pile is empty and the lights are out: from now on only those in your own room see you, and there is nothing left to draw.",
      ),
    at: () => [pawn("doctor")],
    section: "lights-out",
  },
  log,
  hint,
];

const SAVE: Lesson[] = [
  {
    id: "welcome",
    when: (now) => !now.isOver,
    title: () => say("Welcome on board"),
    text: () =>
      say(
        "This is the ship, deck by deck, and it is sinking. This pawn is you. The others want to be heroes as well.",
      ),
    at: (now) => [pawn(now.me)],
    section: "setting-up",
  },
  {
    id: "doctor",
    when: (now) => !now.isOver,
    title: () => say("Doctor Lucky"),
    text: (now) => {
      const goal = say(
        "You win if you save him while at least one other player sees you, and nobody stops it.",
      );
      return now.doctorNext
        ? `${goal} ${say("As things stand, he walks here when the turn is over: {room}.", { room: now.word(now.doctorNext) })}`
        : goal;
    },
    at: () => [pawn("doctor")],
    section: "attempts",
  },
  {
    id: "hand",
    when: (now) => !now.isOver && (now.view.hand?.length ?? 0) > 0,
    title: () => say("Your cards"),
    text: () =>
      say(
        "An aid makes your rescue stronger, and many do even more in the room they name. A move card moves you, or the doctor. And with failures you stop the rescues of others.",
      ),
    at: () => [HAND],
    section: "setting-up",
  },
  {
    id: "turn",
    when: (now) => now.deciding && now.view.steps > 0 && now.view.cards_played === 0,
    title: () => say("Your turn"),
    text: () =>
      say(
        "One step is free, to any room that is lit, and you may play cards that move you or the doctor. Then you draw a card, or try a rescue, or just end your turn, as far as each is possible.",
      ),
    at: () => [PROMPT],
    section: "your-turn",
  },
  {
    id: "draw",
    when: (now) => now.deciding && now.can("draw"),
    title: () => say("A card, and a little water"),
    text: (now) => {
      const left = now.view.piles.find((pile) => pile > 0) ?? 0;
      return [
        say("You have played no card, so you may draw one, which ends your turn."),
        count(
          "But cards come from the lowest deck that has any: {n} is left there, and without it the deck sinks.",
          "But cards come from the lowest deck that has any: {n} are left there, and without them the deck sinks.",
          left,
        ),
      ].join(" ");
    },
    at: () => ['[data-action="draw"]', PROMPT],
    section: "drawing",
  },
  {
    id: "unseen",
    when: (now) =>
      now.deciding &&
      now.withDoctor &&
      !now.can("attempt") &&
      now.seenBy !== null &&
      !now.seenBy.some((who) => typeof who === "number"),
    title: () => say("No witness"),
    text: () =>
      say(
        "You are with the doctor, but no other player sees you, and what nobody sees makes nobody a hero. Point at a room to see who would see you there.",
      ),
    at: (now) => [pawn(now.me)],
    section: "sight",
  },
  {
    id: "chance",
    when: (now) => now.deciding && now.can("attempt"),
    title: () => say("Your chance"),
    text: (now) =>
      [
        say("You are with the doctor, and you have a witness: {names}.", {
          names: now.names((now.seenBy ?? []).filter((who) => typeof who === "number")),
        }),
        say(
          "With bare hands your rescue is worth 1, with an aid as much as the aid. The others stop it with failures that add up to that.",
        ),
      ].join(" "),
    at: () => ['[data-action^="attempt"]', PROMPT],
    urgent: true,
    section: "attempts",
  },
  ownAttempt,
  {
    id: "attempt",
    when: (now) => now.view.phase === "answer" && !now.asked && now.view.attempt?.attacker !== now.me,
    title: () => say("Somebody wants to be a hero"),
    text: (now) =>
      say(
        "{name} tries to save the doctor, with a strength of {strength}. Everyone else with cards is asked once whether to play failures against it.",
        {
          name: now.name(now.view.attempt?.attacker),
          strength: now.view.attempt?.strength ?? 0,
        },
      ),
    at: () => [PROMPT],
    urgent: true,
    section: "stopping",
  },
  {
    id: "forced",
    when: (now) => now.asked && now.view.phase === "answer" && !now.can("pass"),
    title: () => say("It is up to you"),
    text: () =>
      say(
        "You are the last one asked, and your failures can stop this rescue: so you must. All you choose is which cards you play.",
      ),
    at: () => [PROMPT],
    urgent: true,
    section: "stopping",
  },
  {
    id: "answer",
    when: (now) => now.asked && now.view.phase === "answer" && now.can("pass"),
    title: () => say("Will you stop it?"),
    text: (now) =>
      [
        say("It takes failures worth {n} more to stop this.", { n: now.missing }),
        say("Yours are worth {luck} in all.", { luck: now.luck }),
        now.isLastAsked
          ? say("Nobody is asked after you: if you do not stop it, it succeeds.")
          : say(
              "You may leave it to those who are asked after you. The last one asked must stop it if able.",
            ),
      ].join(" "),
    at: () => [PROMPT],
    urgent: true,
    section: "stopping",
  },
  {
    id: "foiled",
    when: (now) => !now.isOver && now.happened("foiled"),
    title: () => say("A rescue has failed"),
    text: () =>
      say(
        "All cards that were played for it and against it are out of the game. So every failure that is played is one less against the next rescue.",
      ),
    at: () => [pawn("doctor")],
    section: "after-a-failure",
  },
  moveCards(() =>
    say(
      "A move card takes you, or the doctor, straight to its room, or, as most do, some steps in any direction. Bring him to where you are and others can see you! Moving him by a card changes nobody's turn.",
    ),
  ),
  doctorWalks,
  calledUp,
  {
    id: "sunk",
    when: (now) => !now.isOver && now.view.sunk.length > 0,
    title: () => say("A deck has gone under"),
    text: (now) =>
      say(
        "Deck {deck} has sunk. Whoever was on it has come up to the next one, the doctor too. Nobody enters it any more, and when the last deck sinks nobody has won.",
        {
          deck: now.view.sunk.at(-1) ?? "",
        },
      ),
    at: () => [pawn("doctor")],
    section: "sinking",
  },
  log,
  hint,
];

const LESSONS: Record<Family, readonly Lesson[]> = { kill: KILL, save: SAVE };

/** The lesson to tell now: what cannot wait first, then in their order. */
export function lesson(family: Family, now: Situation, learnt: ReadonlySet<string>): Lesson | null {
  const fitting = LESSONS[family].filter((each) => !learnt.has(each.id) && each.when(now));
  return fitting.find((each) => each.urgent) ?? fitting[0] ?? null;
}
