// The lessons of a first murder.
import { say } from "../../../i18n/say";
import {
  answer,
  calledUp,
  doctorWalks,
  hint,
  log,
  moveCards,
  othersAttempt,
  ownAttempt,
  ownHand,
  ownTurn,
  theDoctor,
  welcome,
} from "./common";
import { type Lesson, pawn, PROMPT, seat } from "./lesson";

/** As many rooms as anyone would read. */
const SHOWN_ROOMS = 4;

export const KILL: Lesson[] = [
  welcome(
    () => say("Good evening"),
    () =>
      say(
        "This is the house, seen from above, and this pawn is you. The others are guests like you, and they want what you want.",
      ),
  ),
  theDoctor(() =>
    say("You win if you strike when you are alone with him, no other player sees you, and nobody stops you."),
  ),
  ownHand(() =>
    say(
      "A weapon makes your attempt stronger, and most count even more in the room they name. A move card takes you further. And a clover is luck: it stops the others' attempts, whatever kind of card it's on.",
    ),
  ),
  ownTurn(() =>
    say(
      "First you may move: one step is free, to any room that is lit up. Then draw a card, strike or just end your turn, whichever is possible.",
    ),
  ),
  {
    id: "seen",
    when: (now) => now.deciding && now.isSeenDrawing && (now.seenBy?.length ?? 0) > 0,
    title: () => say("You can be seen"),
    text: (now) => {
      const seen = say("Someone can see you here, so you can't draw a card: {names}.", {
        names: now.names(now.seenBy ?? []),
      });
      const rooms = now.toDraw.slice(0, SHOWN_ROOMS);
      const where = rooms.length
        ? say("Right now nobody would see you in: {rooms}.", { rooms: now.words(rooms) })
        : say("Right now there's no room where nobody would see you.");
      return `${seen} ${where} ${say("Point at a room to see its sight lines.")}`;
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
        "Not even the doctor. So you may draw a card, which ends your turn. Draw whenever there's nothing better to do: a full hand is half the victory.",
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
        say("The others can stop it by playing as much luck, if they have it and are willing to spend it."),
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
  othersAttempt(
    () => say("Somebody strikes"),
    (fields) =>
      say(
        "{name} is alone with the doctor and strikes with a strength of {strength}. Everyone else with cards is asked once whether to play luck against it.",
        fields,
      ),
  ),
  answer(
    (now) => say("It takes {n} more luck to stop this.", { n: now.missing }),
    (now) => say("Your cards have {luck} in all.", { luck: now.luck }),
    () =>
      say(
        "You may leave it to those who are asked after you, and hope that they can. Luck that was played is gone.",
      ),
  ),
  {
    id: "reason",
    when: (now) => !now.isOver && now.happened("reason"),
    title: (now) =>
      (now.view.reasons[now.me] ?? 0) > 0 ? say("You have your reasons") : say("They have their reasons"),
    text: (now) =>
      (now.view.reasons[now.me] ?? 0) > 0
        ? say(
            "Your attempt failed, but not for nothing: each card you keep from it makes all your later attempts stronger by 1.",
          )
        : say(
            "Whoever fails an attempt keeps a card from it, and each such card makes their later attempts stronger by 1. Nobody stays harmless for long.",
          ),
    at: (now) => [seat(Number(now.last("reason")?.seat ?? now.me))],
    section: "after-a-failure",
  },
  moveCards(() =>
    say(
      "You don't have to stop after one step. A move card gives you more steps, or takes you straight to the room it names. Click it to play it; then it's gone.",
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
        "The draw pile is empty and the lights are out: from now on only people in your own room can see you, and there's nothing left to draw.",
      ),
    at: () => [pawn("doctor")],
    section: "lights-out",
  },
  log,
  hint,
];
