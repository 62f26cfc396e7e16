// How much of an attempt is shown: one beat after the other, however many came at once.
import type { Drama } from "../../game/attempt";

const BEAT = 750;
/** The outcome stays until it has been read. */
const LINGERS = 4200;
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Beats {
  /** The attempt on the stage; null when it is empty. */
  drama = $state.raw<Drama | null>(null);
  shown = $state(0);
  #closed = -1;
  #met = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Told of the last attempt after every change. */
  watch(drama: Drama | null): void {
    const isOld = !this.#met && drama?.outcome != null;
    this.#met = true;
    if (drama === null) {
      this.#leave(-1);
    } else if (isOld) {
      // Whoever comes later has not missed anything that goes on.
      this.#closed = drama.at;
    } else if (drama.at !== this.#closed && (drama.fresh || this.drama?.at === drama.at)) {
      if (this.drama?.at !== drama.at) this.shown = 1;
      this.drama = drama;
      if (still.matches) this.shown = beatsOf(drama);
      this.shown = Math.min(this.shown, beatsOf(drama));
      this.#next();
    } else if (drama.at !== this.drama?.at) {
      // Too much has happened since for anyone to want to see it.
      this.#leave(drama.at);
    }
  }

  close(): void {
    this.#leave(this.drama?.at ?? -1);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #next = (): void => {
    clearTimeout(this.#timer);
    const drama = this.drama;
    if (!drama) return;
    if (this.shown < beatsOf(drama)) {
      this.#timer = setTimeout(() => {
        this.shown += 1;
        this.#next();
      }, BEAT);
    } else if (drama.outcome !== null) {
      this.#timer = setTimeout(() => this.close(), LINGERS);
    }
  };

  #leave(at: number): void {
    clearTimeout(this.#timer);
    this.#closed = at;
    this.drama = null;
    this.shown = 0;
  }
}

/** The strike, each answer, and the outcome. */
const beatsOf = (drama: Drama): number => 1 + drama.replies.length + (drama.outcome === null ? 0 : 1);
