// The ratings of those at a rated table, for all that is drawn there; nothing is asked for at any other.
import { getContext, setContext } from "svelte";
import { get } from "../api/http";
import type { CountedGame, SeatRating, TableRatings as Answer } from "../api/protocol";
import type { TableState } from "../api/table.svelte";

const RATINGS = Symbol("ratings");

export class TableRatings {
  #found = $state.raw<Answer | null>(null);

  constructor(table: TableState) {
    // Asked for anew when someone sits down or leaves, when a game begins, and when it is over.
    const asked = $derived.by(() => {
      const sheet = table.sheet;
      if (!sheet?.settings.rated) return "";
      const seats = sheet.seats.map((seat) => `${seat.member ?? ""}${seat.level ?? ""}`);
      return [sheet.table, sheet.settings.edition, sheet.phase, sheet.game?.number, ...seats].join(" ");
    });
    $effect(() => {
      const id = asked && table.sheet?.table;
      if (!id) {
        this.#found = null;
        return;
      }
      let isStale = false;
      get<Answer>(`/tables/${id}/ratings`).then(
        (found) => isStale || (this.#found = found),
        () => {},
      );
      return () => (isStale = true);
    });
  }

  /** Of a seat at the table. */
  seat = (number: number): SeatRating | undefined => this.#found?.seats[number] ?? undefined;

  /** What the last game has changed, when it is settled. */
  get game(): CountedGame | null {
    return this.#found?.game ?? null;
  }
}

export function setRatings(table: TableState): void {
  setContext(RATINGS, new TableRatings(table));
}

/** None where nobody is at a table, as in a replay. */
export const getRatings = (): TableRatings | undefined => getContext<TableRatings | undefined>(RATINGS);
