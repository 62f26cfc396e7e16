// What went wrong when the server was asked, in the reader's language.
import { Refusal } from "../api/http";
import { say } from "../i18n/say";

export function problem(error: unknown): string {
  const code = error instanceof Refusal ? error.code : "trouble";
  switch (code) {
    case "offline":
      return say("The server can't be reached at the moment.");
    case "too fast":
      return say("That was a lot at once. Wait a moment and try again.");
    case "full":
      return say("The server is full at the moment. Please come back later.");
    case "name":
      return say(
        "You can't use that name: it needs 1 to 40 characters, and nobody else at the table may have it.",
      );
    case "settings":
      return say("These settings don't go together.");
    case "not here":
      return say("There is no such table.");
    case "not yours":
    case "unknown":
      return say("That's not for you to decide.");
    default:
      return say("Something went wrong at the server. Please try again.");
  }
}
