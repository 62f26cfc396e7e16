// A game against bots that begins at once. Nothing is asked of a newcomer: a name is made up.
import { route } from "../route.svelte";
import { post } from "../server/http";
import { me } from "../server/me.svelte";
import type { Opened, QuickGame } from "../server/protocol";

const PLAYERS = 4;

export async function play(edition: string, level: string): Promise<void> {
  await me.ensure();
  const wanted: QuickGame = { edition, players: PLAYERS, level };
  const { code } = await post<Opened>("/quick", wanted);
  route.go(`/t/${code}`);
}
