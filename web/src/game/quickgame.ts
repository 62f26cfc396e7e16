// A game against bots that begins at once. Nothing is asked of a newcomer: a name is made up.
import { post } from "../api/http";
import { me } from "../api/me.svelte";
import type { Opened, QuickGame } from "../api/protocol";

/** The code of its table. */
export async function quickGame(edition: string, level: string, players = 4): Promise<string> {
  await me.ensure();
  const wanted: QuickGame = { edition, players, level };
  return (await post<Opened>("/quick", wanted)).code;
}
