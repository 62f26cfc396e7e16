// Up to where this browser has watched games of others, so that their replays begin there.
import { keep, kept } from "./storage";

/** A game at a table, and how many of its events were shown. */
export interface Watched {
  readonly table: string;
  readonly code: string;
  readonly game: number;
  readonly shown: number;
}

const KEPT = "watched";
const MOST = 30;

function all(): Watched[] {
  const found = kept(KEPT);
  if (!Array.isArray(found)) return [];
  return found.filter((each: unknown): each is Watched => {
    const { table, code, game, shown } = (each ?? {}) as Record<string, unknown>;
    return [table, code].every((text) => typeof text === "string") && isCount(game) && isCount(shown);
  });
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

export function noteWatched(now: Watched): void {
  const others = all().filter(({ table, game }) => table !== now.table || game !== now.game);
  keep(KEPT, [now, ...others].slice(0, MOST));
}

/** Up to where one of these games of a table, which is named by its id or its code, was watched; the latest of them. */
export function lastWatched(table: string, games: readonly number[]): Watched | null {
  const code = table.toUpperCase();
  const mine = all().filter(
    (each) => (each.table === table || each.code === code) && games.includes(each.game),
  );
  return mine.sort((one, other) => other.game - one.game)[0] ?? null;
}

/** It has been gone through: the next time its replay begins at the beginning. */
export function forgetWatched({ table, game }: Watched): void {
  keep(
    KEPT,
    all().filter((each) => each.table !== table || each.game !== game),
  );
}
