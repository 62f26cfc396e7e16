// Coming to a table: the server has to know who someone is before they can do anything there.
import { me } from "../api/me.svelte";
import type { AnyDeed, Answered } from "../api/protocol";
import type { TableState } from "../api/table.svelte";
import { problem } from "../ui/problem";
import { toast } from "../ui/toasts.svelte";
import { refusal } from "./refusals";

/** After this the table knows us, by this name if one is given. */
export async function enter(table: TableState, name?: string): Promise<void> {
  await me.load();
  const wasKnown = me.known;
  await me.ensure(name);
  if (!wasKnown) table.reconnect();
}

/** Asks the table for something, and says why if it does not follow. */
export async function ask(table: TableState, deed: AnyDeed): Promise<Answered | null> {
  try {
    await enter(table);
    const answer = await table.do(deed);
    if (!answer.accepted) toast(refusal(answer), "bad");
    return answer;
  } catch (error) {
    toast(problem(error), "bad");
    return null;
  }
}
