// What the clues in the notebook say. The server tells those that it is asked for; the cards themselves come without them.
import { cached } from "../api/cache";
import { get } from "../api/http";
import type { PuzzleAbout } from "../api/protocol";
import { known } from "./notebook";

const told = cached((clues: string) => get<PuzzleAbout>("/puzzle", { clues }));

/** Null for a clue that was not found. */
export async function clue(number: number): Promise<string | null> {
  const numbers = known();
  if (!numbers.includes(number)) return null;
  const { clues } = await told(numbers.join());
  return clues.find((each) => each.number === number)?.text ?? null;
}
