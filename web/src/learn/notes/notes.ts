// What needs a word when it first matters, whoever plays.
import { say } from "../../i18n/say";
import { type Lesson, seat } from "../guide/lessons/lesson";

export const notes = (): Lesson[] => [
  {
    id: "closed",
    when: (now) => now.view.closed.length > 0,
    title: () => say("Closed rooms"),
    text: () =>
      say(
        "With so few players a part of the house is closed: nobody enters it, and the doctor leaves it out. Some cards lie in there, out of the game.",
      ),
    at: () => ["[data-closed]"],
    section: "setting-up",
  },
  {
    id: "lanterns",
    when: (now) => now.ownTurns > 1,
    title: () => say("The lanterns"),
    text: () =>
      say(
        "The numbers on the lanterns are the doctor's next rooms, in order. If he walks in on someone, it's their turn: wait where he's going.",
      ),
    at: () => ["[data-lantern]"],
    section: "doctor",
  },
  {
    id: "reasons",
    when: (now) => now.happened("reason"),
    title: () => say("Reasons"),
    text: () =>
      say(
        "An attempt has failed, and a card of it is kept under the face of whoever tried: a Reason. Each makes all their later attempts stronger by 1.",
      ),
    at: (now) => [seat(Number(now.last("reason")?.seat ?? now.me))],
    section: "after-a-failure",
  },
  {
    id: "seen cards",
    when: (now) => now.view.discards.length + now.view.out_of_game.length > 2,
    title: () => say("Cards that everyone has seen"),
    text: () =>
      say(
        "What has been played lies open here. Look at it now and then: luck and failures that are gone can't stop anyone any more.",
      ),
    at: () => [".piles button"],
    section: "stopping",
  },
];
