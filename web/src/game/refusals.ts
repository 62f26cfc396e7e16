// Why the table did not follow a command, in the reader's language.
import type { Answered } from "../api/protocol";
import { say } from "../i18n/say";

export function refusal(answer: Answered): string {
  switch (answer.code) {
    case "illegal":
      return answer.text ?? say("That is not possible now.");
    case "stale":
      return say("The game went on meanwhile. Look again, and choose anew.");
    case "ahead":
    case "too old":
      return say("This page had lost track of the table. Please try again.");
    case "malformed":
    case "invalid":
      return say("The table did not understand that.");
    case "not now":
      return say("That is not possible at the moment.");
    case "not yours":
      return say("That is not for you to decide now.");
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
        "That name cannot be used: it needs 1 to 40 letters, and nobody else at the table may have it.",
      );
    case "settings":
      return say("These settings do not go together.");
    case "not ready":
      return say("Not everyone is ready yet.");
    case "paused":
      return say("The game is paused. Anyone who plays may let it go on.");
    case "confirm":
      return say("This cannot be taken back.");
    case "nothing to undo":
      return say("What was done last cannot be taken back: a card came to light, or the turn is over.");
    case "muted":
      return say("The host has asked you to be quiet.");
    case "too long":
      return say("That is too long for one line.");
    case "too fast":
      return say("You have said a lot at once. Wait a moment.");
    case "bad token":
      return say("This invitation has been used already, or has been replaced by a newer one.");
    case "kicked":
      return say("The host has asked you to leave this table. You can come back by invitation.");
    case "by invitation":
      return say("Seats at this table are by invitation only. Ask the host for a link.");
    default:
      return "";
  }
}

/** One undoes one's own actions, within one's own turn. */
export function undoRefusal(answer: Answered): string {
  if (answer.code === "not yours")
    return say("You can take back your own actions only, and only while it is your decision.");
  return refusal(answer);
}
