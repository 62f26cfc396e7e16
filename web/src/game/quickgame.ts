// Tables that one opens oneself. Nothing is asked of a newcomer: a name is made up.
import { post, Refusal } from "../api/http";
import { me } from "../api/me.svelte";
import { forgetCharacter, lastCharacter } from "../api/played";
import type { Opened, OpenTable, QuickGame } from "../api/protocol";

/** The code of the table of a game against bots that begins at once. A `lesson` is a first game whose deal and script
 * are kept. */
export async function quickGame(edition: string, level: string, players = 4, lesson = ""): Promise<string> {
  await me.ensure();
  return (await openedAs<QuickGame>("/quick", { edition, players, level, lesson })).code;
}

/** Opens a table at which one is whom one was last. */
export async function openedAs<T extends OpenTable | QuickGame>(path: string, wanted: T): Promise<Opened> {
  const character = lastCharacter();
  try {
    return await post<Opened>(path, { ...wanted, character });
  } catch (error) {
    if (!character || !(error instanceof Refusal) || error.code !== "invalid") throw error;
    // Nobody knows them here.
    forgetCharacter();
    return post<Opened>(path, wanted);
  }
}
