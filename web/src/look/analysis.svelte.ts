// The analysis of a finished game: asked for, and asked for again until it is made.
import { address, Refusal } from "../server/http";
import type { NotYet, Outcome } from "../server/protocol";

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

export interface Part {
  readonly escape: boolean;
  readonly players: readonly string[];
  readonly first: number;
  readonly last: number;
  readonly outcome: Outcome | null;
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

/** Is a better one being made? */
export const isRough = (analysis: Analysis): boolean => analysis.playouts < FINE;

export class Analyst {
  found = $state.raw<Analysis | null>(null);
  /** Why there is none. */
  trouble = $state.raw<Refusal | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(path: string) {
    void this.#ask(path, ROUGH, 1);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #ask(path: string, playouts: number, times: number): Promise<void> {
    try {
      const response = await fetch(address(`${path}/analysis`, { playouts }));
      if (this.#stopped) return;
      const answer: unknown = await response.json();
      if (response.status === 202) {
        // Someone who waits for long is asked to be patient, and so is the server.
        const pause = Math.min(LONGEST_PAUSE, (answer as NotYet).again * 1000 * Math.sqrt(times));
        this.#timer = setTimeout(() => void this.#ask(path, playouts, times + 1), pause);
      } else if (response.ok) {
        const found = answer as Analysis;
        // What the rough one takes for a turning point may not be one of the better one.
        this.found = isRough(found) ? { ...found, turning_points: [] } : found;
        if (isRough(found)) void this.#ask(path, FINE, 1);
      } else {
        const { code, text } = answer as { code: string; text: string };
        this.trouble = new Refusal(code, text, response.status);
      }
    } catch {
      this.#timer = setTimeout(() => void this.#ask(path, playouts, times + 1), LONGEST_PAUSE);
    }
  }
}
