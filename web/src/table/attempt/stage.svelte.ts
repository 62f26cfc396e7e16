// How much of an attempt is shown: one beat after the other, however many came at once.
import type { AttemptHistory } from "../../game/attempt";

const BEAT = 750;
/** The outcome stays until it has been read. */
const LINGERS = 4200;
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Stage {
  /** The attempt on the stage; null when it is empty. */
  attempt = $state.raw<AttemptHistory | null>(null);
  shown = $state(0);
  #closed = -1;
  #met = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Told of the last attempt after every change. */
  watch(attempt: AttemptHistory | null): void {
    const isOld = !this.#met && attempt?.outcome != null;
    this.#met = true;
    if (attempt === null) {
      this.#leave(-1);
    } else if (isOld) {
      // Whoever comes later has not missed anything that goes on.
      this.#closed = attempt.at;
    } else if (attempt.at !== this.#closed && (attempt.fresh || this.attempt?.at === attempt.at)) {
      if (this.attempt?.at !== attempt.at) this.shown = 1;
      this.attempt = attempt;
      if (still.matches) this.shown = beatsOf(attempt);
      this.shown = Math.min(this.shown, beatsOf(attempt));
      this.#next();
    } else if (attempt.at !== this.attempt?.at) {
      // Too much has happened since for anyone to want to see it.
      this.#leave(attempt.at);
    }
  }

  close(): void {
    this.#leave(this.attempt?.at ?? -1);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #next = (): void => {
    clearTimeout(this.#timer);
    const attempt = this.attempt;
    if (!attempt) return;
    if (this.shown < beatsOf(attempt)) {
      this.#timer = setTimeout(() => {
        this.shown += 1;
        this.#next();
      }, BEAT);
    } else if (attempt.outcome !== null) {
      this.#timer = setTimeout(() => this.close(), LINGERS);
    }
  };

  #leave(at: number): void {
    clearTimeout(this.#timer);
    this.#closed = at;
    this.attempt = null;
    this.shown = 0;
  }
}

/** The strike, each answer, and the outcome. */
const beatsOf = (attempt: AttemptHistory): number =>
  1 + attempt.replies.length + (attempt.outcome === null ? 0 : 1);
