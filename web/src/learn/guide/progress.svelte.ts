// What of a guided game has been learnt, kept in the browser so that a reload begins nothing anew.
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
    this.#key = `drlucky.guide.${family}`;
    const kept = read(this.#key);
    this.lessons = new Set(kept.lessons);
    this.goals = new Set(kept.goals);
    this.ended = kept.ended;
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

  clear(): void {
    localStorage.removeItem(this.#key);
  }

  #keep(): void {
    const kept: Kept = { lessons: [...this.lessons], goals: [...this.goals], ended: this.ended };
    localStorage.setItem(this.#key, JSON.stringify(kept));
  }
}

/** Whatever is there, even if something else wrote it. */
function read(key: string): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Kept>;
    return { lessons: names(found.lessons), goals: names(found.goals), ended: found.ended === true };
  } catch {
    return { lessons: [], goals: [], ended: false };
  }
}

const names = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];
