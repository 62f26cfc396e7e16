// The games that a newcomer is led to, one after the other.
import { editions, type Family, usual } from "../game/editions";
import { quickGame } from "../game/quickgame";
import { Progress } from "./guide/progress.svelte";

/** The first game goes by a script; then come a free one with the guide, and one without. */
export type Game = "first" | "guided" | "plain";

/** As many as the scripts of first games are for. */
const PLAYERS = 3;

/** Begins a game, and returns the path of its table. */
export async function begin(family: Family, game: Game): Promise<string> {
  const book = usual(await editions(), family);
  if (!book) throw new Error(`there is no book to begin with: ${family}`);
  if (game === "plain") return `/t/${await quickGame(book.id, "normal")}`;
  const code = await quickGame(book.id, "easy", PLAYERS, game === "first" ? family : "");
  return `/t/${code}?guide=${family}`;
}

/** From the beginning: the guide tells everything. */
export const forgetLessons = (family: Family): void => new Progress(family).clear();

/** Once more: what has been told need not be told again. */
export const keepLessons = (family: Family): void => new Progress(family).goOn();
