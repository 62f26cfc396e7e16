// Why the table did not follow a command, in the reader's language.
import type { Answered } from "../api/protocol";
import { say } from "../i18n/say";

export function refusal(answer: Answered): string {
  switch (answer.code) {
    case "illegal":
      return answer.text ?? say("That's not possible now.");
    case "stale":
      return say("The game has moved on in the meantime. Please choose again.");
    case "ahead":
    case "too old":
      return say("This page had lost track of the table. Please try again.");
    case "malformed":
    case "invalid":
      return say("The table didn't understand that.");
    case "not now":
      return say("That's not possible at the moment.");
    case "not yours":
      return say("That's not for you to decide now.");
    case "host only":
      return say("Only the host may do that.");
    case "not here":
      return say("Join the table first.");
    case "no such seat":
      return say("There is no such seat any more.");
    case "taken":
      return say("Someone else was quicker: that seat is taken.");
    case "full":
      return say("There is no room left at this table.");
    case "name":
      return say(
        "You can't use that name: it needs 1 to 40 visible characters, and nobody else at the table may have it, or one that looks like it.",
      );
    case "settings":
      return say("These settings don't go together.");
    case "not ready":
      return say("Not everyone is ready yet.");
    case "paused":
      return say("The game is paused. Any player can resume it.");
    case "confirm":
      return say("This can't be undone.");
    case "nothing to undo":
      return say("The last step can't be undone: a card was revealed, or the turn is over.");
    case "muted":
      return say("The host has asked you to be quiet.");
    case "too long":
      return say("That message is too long.");
    case "too fast":
      return say("That was a lot of messages at once. Wait a moment.");
    case "bad token":
      return say("This invitation has been used or has run out, or a newer one has replaced it.");
    case "kicked":
      return say("The host has asked you to leave this table. You can come back by invitation.");
    case "by invitation":
      return say("This table is by invitation only. Ask the host for a link.");
    default:
      return "";
  }
}

/** One undoes one's own actions, within one's own turn. */
export function undoRefusal(answer: Answered): string {
  if (answer.code === "not yours")
    return say("You can undo only your own steps, and only while it's up to you.");
  return refusal(answer);
}

/** A link to the seat of someone who was sent away is for that person only. */
export function linkRefusal(answer: Answered): string {
  if (answer.code === "not yours")
    return say("Until the game is over only the person who was sent away can come back to this seat.");
  return refusal(answer);
}
