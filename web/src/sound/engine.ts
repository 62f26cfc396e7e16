// Sound while someone is at a table: the browser's device, what is heard through it, and when it is silent.
import { Ambience, type Place } from "./ambience";
import type { Effect } from "./effects/catalogue";
import { Mixer } from "./mixer";
import { chance } from "./noise";
import type { Mood } from "./tension";

/** What is heard now and then is planned this far ahead, in seconds, and looked after this often. */
const AHEAD = 3;
const LOOK = 1000;

export class Engine {
  readonly #context = new AudioContext({ latencyHint: "balanced" });
  readonly #mixer = new Mixer(this.#context);
  #ambience: Ambience | null = null;
  #place: Place | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    document.addEventListener("visibilitychange", this.wake);
    this.wake();
  }

  /** Goes on after a touch or in a tab that is looked at again; a hidden one is silent. */
  wake = (): void => {
    const { state } = this.#context;
    if (document.hidden) void this.#context.suspend();
    else if (state !== "running" && state !== "closed") void this.#context.resume();
  };

  turn(effects: number, ambience: number): void {
    this.#mixer.turn(effects, ambience);
  }

  play(effect: Effect, after: number): void {
    if (!document.hidden) this.#mixer.play(effect, after);
  }

  /** What is heard around all else; null for nothing. */
  surround(place: Place | null, mood: Mood): void {
    if (place !== this.#place) {
      this.#ambience?.stop();
      this.#place = place;
      this.#ambience = place && new Ambience(place, this.#mixer.ambience, mood, chance(11));
      clearInterval(this.#timer);
      if (place) this.#timer = setInterval(() => this.#plan(), LOOK);
      this.#plan();
    } else if (this.#ambience) {
      this.#ambience.mood = mood;
    }
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.wake);
    clearInterval(this.#timer);
    void this.#context.close();
  }

  #plan(): void {
    if (this.#context.state === "running") this.#ambience?.plan(this.#context.currentTime + AHEAD);
  }
}
