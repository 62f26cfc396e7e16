// The lessons of a first murder.
import { say } from "../../words/say";
import { calledUp, doctorWalks, hint, log, moveCards, ownAttempt } from "./common";
import { HAND, type Lesson, pawn, PROMPT, seat } from "./lesson";

/** As many rooms as anyone would read. */
const SHOWN_ROOMS = 4;

export const KILL: Lesson[] = [
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
