// Floor plans by board, layout and closed wings.
import { cached } from "../api/cache";
import { get } from "../api/http";
import type { Plan } from "../api/protocol";

/** The plan of a view: `plan(view.board, view.layout, view.closed)`. */
export const plan = cached((board: string, layout: string, closed: readonly string[]) =>
  get<Plan>(`/boards/${encodeURIComponent(board)}/plan`, { layout, closed: closed.join(",") || "none" }),
);
