// Opening a table as it was chosen.
import { post } from "../api/http";
import { me } from "../api/me.svelte";
import type { Answered, Command, EditionAbout, Opened, OpenTable } from "../api/protocol";
import { type Draft, settingsOf } from "../game/settings/draft";

/** Its code. Where nobody else is expected the game begins at once. */
export async function openTable(edition: EditionAbout, draft: Draft): Promise<string> {
  await me.ensure();
  const wanted: OpenTable = { settings: settingsOf(edition, draft), seats: draft.players, bots: draft.bots };
  const { code, version } = await post<Opened>("/tables", wanted);
  if (draft.bots.length === draft.players - 1) {
    const start: Command = { id: "start", version, do: { do: "start" } };
    await post<Answered>(`/tables/${code}/commands`, start);
  }
  return code;
}
