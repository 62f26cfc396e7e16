// Floor plans by board, layout and closed wings. They never change, so each is asked for once in each language.
import { get } from "../api/http";
import type { Plan } from "../api/protocol";
import { language } from "../i18n/language.svelte";

export type BoardPlan = Plan;

const known = new Map<string, Promise<BoardPlan>>();

/** The plan of a view: `plan(view.board, view.layout, view.closed)`. */
export function plan(board: string, layout: string, closed: readonly string[]): Promise<BoardPlan> {
  const query = { layout, closed: closed.join(",") || "none" };
  const key = [language.current, board, ...Object.values(query)].join("|");
  let asked = known.get(key);
  if (!asked) {
    asked = get<BoardPlan>(`/boards/${encodeURIComponent(board)}/plan`, query);
    asked.catch(() => known.delete(key));
    known.set(key, asked);
  }
  return asked;
}
