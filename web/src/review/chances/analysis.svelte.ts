// The analysis of a finished game: asked for, and asked for again until it is made.
import { get, post, Refusal } from "../../api/http";
import type { NotYet, Outcome } from "../../api/protocol";

export interface Chance {
  readonly chance: number;
  /** The interval that holds it with 95 % of certainty. */
  readonly low: number;
  readonly high: number;
}

/** The chances before a decision, or at the end of a part. There is one for each frame of the replay. */
export interface Point {
  readonly part: number;
  readonly turn: number;
  readonly decider: number | null;
  readonly action: string | null;
  readonly known: readonly Chance[];
  readonly open: readonly Chance[];
  readonly nobody: Chance;
}

/** So much of a chance, and the interval that holds it with 95 % of certainty. */
export interface Amount {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface Mistake {
  readonly seat: number;
  /** The point before it, and the point after it. */
  readonly first: number;
  readonly last: number;
  readonly words: Readonly<Record<string, string>>;
}

/** How a seat came from its chance before the deal to its result. */
export interface Account {
  readonly seat: number;
  readonly deal: Amount;
  readonly draws: Amount;
  readonly others: Amount;
  readonly own: Amount;
  /** 1 if it won, otherwise 0. */
  readonly result: number;
  /** In whole percent that add up to the result. */
  readonly rounded: Readonly<Record<"start" | "deal" | "draws" | "others" | "own", number>>;
  readonly mistakes: readonly Mistake[];
}

export interface Part {
  readonly escape: boolean;
  readonly players: readonly string[];
  readonly first: number;
  readonly last: number;
  readonly outcome: Outcome | null;
  /** For each seat, of a game that has ended. */
  readonly accounts: readonly Account[];
}

export interface TurningPoint {
  readonly number: number;
  readonly part: number;
  readonly first: number;
  readonly last: number;
  /** The point after the decision that changed most. */
  readonly sharpest: number;
  readonly turn: number;
  readonly words: Readonly<Record<string, string>>;
}

export interface Analysis {
  readonly playouts: number;
  readonly parts: readonly Part[];
  readonly points: readonly Point[];
  readonly turning_points: readonly TurningPoint[];
}

const LONGEST_PAUSE = 10_000;
/** How often the game is played on from each decision: first to see something soon, then to see it well. */
const ROUGH = 10;
const FINE = 100;

const isRough = (analysis: Analysis): boolean => analysis.playouts < FINE;

/** How an analysis of so many playouts is asked for. */
type Asking = (playouts: number) => Promise<Analysis | NotYet>;

/** Of a game that the server keeps: /games/TABLE/NUMBER */
export const ofGame =
  (path: string): Asking =>
  (playouts) =>
    get(`${path}/analysis`, { playouts });

/** Of a record that somebody has. */
export const ofRecord =
  (record: string): Asking =>
  (playouts) =>
    post("/analysis", { record }, { playouts });

export class Analyst {
  found = $state.raw<Analysis | null>(null);
  /** Why there is none, or none that is better. */
  trouble = $state.raw<Refusal | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(asking: Asking) {
    void this.#ask(asking, ROUGH, 1);
  }

  /** The best there is so far: null while the first is made, undefined if there will be none. */
  get best(): Analysis | null | undefined {
    return this.found ?? (this.trouble ? undefined : null);
  }

  /** The one that is not made any better. */
  get fine(): Analysis | null {
    return this.found && !isRough(this.found) ? this.found : null;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #ask(asking: Asking, playouts: number, times: number): Promise<void> {
    const again = (pause: number): void => {
      this.#timer = setTimeout(() => void this.#ask(asking, playouts, times + 1), pause);
    };
    try {
      const answer = await asking(playouts);
      if (this.#stopped) return;
      if ("again" in answer) {
        // Someone who waits for long is asked to be patient, and so is the server.
        again(Math.min(LONGEST_PAUSE, answer.again * 1000 * Math.sqrt(times)));
        return;
      }
      // What the rough one takes for a turning point may not be one of the better one.
      this.found = isRough(answer) ? { ...answer, turning_points: [] } : answer;
      if (isRough(answer)) void this.#ask(asking, FINE, 1);
    } catch (error) {
      if (this.#stopped) return;
      if (error instanceof Refusal && error.code !== "offline") this.trouble = error;
      else again(LONGEST_PAUSE);
    }
  }
}
