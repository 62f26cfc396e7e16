// What of a guided game has been learnt, kept in the browser so that a reload begins nothing anew.
import { forget, keep, kept, texts } from "../../api/storage";
import type { Family } from "../../game/editions";

interface Kept {
  lessons: string[];
  goals: string[];
  ended: boolean;
}

export class Progress {
  lessons = $state.raw<ReadonlySet<string>>(new Set());
  goals = $state.raw<ReadonlySet<string>>(new Set());
  /** The guide was sent away. */
  ended = $state(false);
  readonly #key: string;

  constructor(family: Family) {
    this.#key = `guide.${family}`;
    const found = read(this.#key);
    this.lessons = new Set(found.lessons);
    this.goals = new Set(found.goals);
    this.ended = found.ended;
  }

  learnt(lesson: string): void {
    this.lessons = new Set([...this.lessons, lesson]);
    this.#keep();
  }

  /** True if it is new. */
  reached(goal: string): boolean {
    if (this.goals.has(goal)) return false;
    this.goals = new Set([...this.goals, goal]);
    this.#keep();
    return true;
  }

  end(): void {
    this.ended = true;
    this.#keep();
  }

  /** Another game with the guide: what was told need not be told again, and everything is to be tried anew. */
  goOn(): void {
    this.goals = new Set();
    this.ended = false;
    this.#keep();
  }

  clear(): void {
    forget(this.#key);
  }

  #keep(): void {
    const now: Kept = { lessons: [...this.lessons], goals: [...this.goals], ended: this.ended };
    keep(this.#key, now);
  }
}

/** Whatever is there, even if something else wrote it. */
function read(key: string): Kept {
  const found = (kept(key) ?? {}) as Partial<Record<keyof Kept, unknown>>;
  return { lessons: texts(found.lessons), goals: texts(found.goals), ended: found.ended === true };
}
