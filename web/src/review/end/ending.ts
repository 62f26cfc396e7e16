// How a game ended, in the words of its last page.
import type { Outcome } from "../../api/protocol";
import type { Told } from "../../api/table.svelte";
import { pick, say } from "../../i18n/say";
import type { Scene } from "./EndScene.svelte";

export interface Ending {
  readonly scene: Scene;
  /** Who has won, in short. */
  readonly kicker: string;
  readonly title: string;
}

export interface Circumstances {
  readonly outcome: Outcome | null;
  readonly players: readonly string[];
  readonly saving: boolean;
  /** The seats of the reader in the game. */
  readonly mine: readonly number[];
}

export function ending({ outcome, players, saving, mine }: Circumstances): Ending {
  const winner = outcome?.winner ?? null;
  const kicker = winner === null ? say("Nobody wins") : won(winner, players, mine);
  switch (outcome?.how) {
    case "success":
      return saving
        ? { scene: "saved", kicker, title: say("Doctor Lucky is saved") }
        : { scene: "dead", kicker, title: say("Doctor Lucky is dead") };
    case "sunk":
      return { scene: "sunk", kicker, title: say("The ship has gone down") };
    case "last alive":
      return { scene: "escaped", kicker, title: say("The last one alive") };
    case "turn limit":
      return saving
        ? { scene: "adrift", kicker, title: say("Time is up, and he is still on board") }
        : { scene: "alive", kicker, title: say("Time is up, and he is still alive") };
    default:
      return {
        scene: saving ? "adrift" : "alive",
        kicker: say("Nobody wins"),
        title: say("The game was abandoned"),
      };
  }
}

function won(winner: number, players: readonly string[], mine: readonly number[]): string {
  const isMine = mine.includes(winner);
  // Several people at one device are called by their names.
  if (isMine && mine.length === 1) return pick("end of a game", "You win");
  return say("{name} wins", { name: players[winner] ?? "" });
}

/** How it came to that, in the sentences of the game. */
export function howItCame(
  told: readonly Told[],
  outcome: Outcome | null,
  players: readonly string[],
): string {
  const last = (kind: string) => told.filter(({ event }) => event.kind === kind).at(-1)?.words ?? "";
  if (!outcome) return say("Nobody was left to play it to the end.");
  if (outcome.how !== "success") return last("over");
  const loser = outcome.loser === null ? "" : (players[outcome.loser] ?? "");
  const sentences = [last("attempt"), say("Nobody stopped it.")];
  if (loser)
    sentences.push(
      say("{loser} was the last who still had a card to play against it, and is the loser.", { loser }),
    );
  return sentences.join(" ");
}

/** A word for the reader who has won, or who has not; null for spectators. */
export function consolation({ outcome, saving, mine }: Circumstances): string | null {
  if (!outcome || !mine.length) return null;
  if (outcome.winner !== null && mine.includes(outcome.winner)) {
    if (outcome.how === "last alive") return say("The morning air has never been so fresh.");
    return saving
      ? say("The papers will be full of it.")
      : say("Nobody will ever know. Well, almost nobody.");
  }
  if (outcome.loser !== null && mine.includes(outcome.loser))
    return saving
      ? say(
          "You were the last who still had failures to play and kept them. That makes you the loser, and the one with the story to tell.",
        )
      : say(
          "You were the last who still had luck to play and kept it. That makes you the loser, and the one with the story to tell.",
        );
  switch (outcome.how) {
    case "sunk":
      return say("Everyone got their feet wet. There are other ships.");
    case "turn limit":
      return say("Some nights are just not long enough.");
    case "last alive":
      return say("You did not come out of the house. The doctor is very sorry.");
    default:
      return saving
        ? say("You were there. That is something to tell, too.")
        : say("You have an alibi. That is worth something, too.");
  }
}

/** How it ended in one line, for lists. */
export function outcomeWords(outcome: Outcome | null, players: readonly string[]): string {
  if (!outcome) return say("abandoned");
  const name = outcome.winner === null ? "" : (players[outcome.winner] ?? "");
  switch (outcome.how) {
    case "sunk":
      return say("The ship has gone down");
    case "turn limit":
      return say("Time was up, and nobody had won");
    default:
      return say("{name} wins", { name });
  }
}
