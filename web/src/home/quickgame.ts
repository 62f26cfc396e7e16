// A game against bots that begins at once. Nothing is asked of a newcomer: a name is made up.
import { post } from "../api/http";
import { me } from "../api/me.svelte";
import type { Opened, QuickGame } from "../api/protocol";
import { route } from "../ui/route.svelte";

const PLAYERS = 4;

export async function play(edition: string, level: string): Promise<void> {
  await me.ensure();
  const wanted: QuickGame = { edition, players: PLAYERS, level };
  const { code } = await post<Opened>("/quick", wanted);
  route.go(`/t/${code}`);
}
