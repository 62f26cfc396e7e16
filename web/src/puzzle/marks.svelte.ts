// What someone has marked in the grids: which two things belong together, and which do not. The browser keeps it.
import type { PuzzleCategory } from "../api/protocol";
import { forget, keep, kept } from "../api/storage";

export type Mark = "yes" | "no" | "crossed" | "open";
/** Crossed: it follows from a yes beside it. */

type Given = Record<string, "yes" | "no">;
const KEPT = "puzzle.marks";
const MOST = 250;

export class Marks {
  #given = $state<Given>(read());

  get isEmpty(): boolean {
    return Object.keys(this.#given).length === 0;
  }

  /** Of two things in the grid of their categories. */
  of(row: string, column: string, rows: PuzzleCategory, columns: PuzzleCategory): Mark {
    const own = this.#given[key(row, column)];
    if (own) return own;
    const beside =
      rows.things.some(({ id }) => this.isYes(id, column)) ||
      columns.things.some(({ id }) => this.isYes(row, id));
    return beside ? "crossed" : "open";
  }

  isYes(one: string, other: string): boolean {
    return this.#given[key(one, other)] === "yes";
  }

  /** Open, no, yes, and open again. */
  change(one: string, other: string): void {
    const name = key(one, other);
    const { [name]: was, ...rest } = this.#given;
    this.#given = was === "yes" ? rest : { ...rest, [name]: was === "no" ? "yes" : "no" };
    keep(KEPT, this.#given);
  }

  clear(): void {
    this.#given = {};
    forget(KEPT);
  }

  /** What belongs to each thing of a category, by the grids: null where nothing or several things do. */
  groups(of: PuzzleCategory, others: readonly PuzzleCategory[]): (string | null)[][] {
    return of.things.map(({ id }) => [
      id,
      ...others.map((category) => {
        const found = category.things.filter((thing) => this.isYes(id, thing.id));
        return found.length === 1 ? (found[0]?.id ?? null) : null;
      }),
    ]);
  }
}

const key = (one: string, other: string): string => [one, other].sort().join(" ");

function read(): Given {
  const found = kept(KEPT);
  const entries = found && typeof found === "object" ? Object.entries(found) : [];
  return Object.fromEntries(entries.filter(([, mark]) => mark === "yes" || mark === "no").slice(0, MOST));
}
