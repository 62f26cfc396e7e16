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

export class Analyst {
  found = $state.raw<Analysis | null>(null);
  /** Why there is none. */
  trouble = $state.raw<Refusal | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(path: string) {
    void this.#ask(path, ROUGH, 1);
  }

  /** A better one is being made. */
  get isRough(): boolean {
    return this.found !== null && this.found.playouts < FINE;
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
        this.found = answer as Analysis;
        if (playouts < FINE) void this.#ask(path, FINE, 1);
      } else {
        const { code, text } = answer as { code: string; text: string };
        this.trouble = new Refusal(code, text, response.status);
      }
    } catch {
      this.#timer = setTimeout(() => void this.#ask(path, playouts, times + 1), LONGEST_PAUSE);
    }
  }
}
