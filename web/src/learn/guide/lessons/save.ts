// The lessons of a first rescue.
import { count, say } from "../../../i18n/say";
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
import { type Lesson, pawn, PROMPT } from "./lesson";

export const SAVE: Lesson[] = [
  welcome(
    () => say("Welcome on board"),
    () =>
      say(
        "This is the ship, deck by deck, and it is sinking. This pawn is you. The others want to be heroes as well.",
      ),
  ),
  theDoctor(() =>
    say("You win if you save him while at least one other player sees you, and nobody stops it."),
  ),
  ownHand(() =>
    say(
      "An aid makes your rescue stronger, and many count even more in the room they name. A move card moves you, or the doctor. And failures stop the rescues of others.",
    ),
  ),
  ownTurn(() =>
    say(
      "One step is free, to any room that is lit up, and you may play cards that move you or the doctor. Then draw a card, try a rescue or just end your turn, whichever is possible.",
    ),
  ),
  {
    id: "draw",
    when: (now) => now.deciding && now.can("draw"),
    title: () => say("A card, and a little water"),
    text: (now) => {
      const left = now.view.piles.find((pile) => pile > 0) ?? 0;
      return [
        say("You have played no card, so you may draw one, which ends your turn."),
        count(
          "But cards come from the lowest deck that still has any: {n} is left there, and when it's gone the deck sinks.",
          "But cards come from the lowest deck that still has any: {n} are left there, and when they're gone the deck sinks.",
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
  othersAttempt(
    () => say("Somebody wants to be a hero"),
    (fields) =>
      say(
        "{name} tries to save the doctor, with a strength of {strength}. Everyone else with cards is asked once whether to play failures against it.",
        fields,
      ),
  ),
  {
    id: "forced",
    when: (now) => now.asked && now.view.phase === "answer" && !now.can("pass"),
    title: () => say("It is up to you"),
    text: () =>
      say(
        "You sit to the right of whoever tries this rescue, and your failures can stop it: so you must. All you choose is which cards you play.",
      ),
    at: () => [PROMPT],
    urgent: true,
    section: "stopping",
  },
  answer(
    (now) => say("It takes failures worth {n} more to stop this.", { n: now.missing }),
    (now) => say("Yours are worth {luck} in all.", { luck: now.luck }),
    (now) =>
      now.view.attempt?.bound == null
        ? say(
            "You may leave it to those who are asked after you. But nobody has to stop it: the hand to the rescuer's right is empty.",
          )
        : say(
            "You may leave it to those who are asked after you. Whoever sits to the rescuer's right must stop it if able.",
          ),
  ),
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
      "A move card takes you or the doctor straight to its room. Most can move one of you some steps in any direction instead. Bring him to where you are and others can see you! Moving him with a card doesn't change whose turn it is.",
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
        "Deck {deck} has sunk. Everyone on it has moved up to the next deck, the doctor too. Nobody can enter it any more, and if the last deck sinks, nobody wins.",
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
