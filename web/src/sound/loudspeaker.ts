// Where the page says what is to be heard. What makes the sounds is loaded when someone wants them, and none is heard
// before anything on the page was touched: browsers do not let a page speak up by itself, and people do not want it to.
import { isTouched } from "../ui/touched";
import type { Place } from "./ambience";
import type { Effect } from "./effects/catalogue";
import type { Engine } from "./engine";
import { settings } from "./settings.svelte";
import type { Mood } from "./tension";

const TOUCHES = ["pointerdown", "keydown"] as const;
/** What took longer to load than this is no longer what happens, in milliseconds. */
const LATE = 1500;
const CALM: Mood = { tension: 0, water: 0 };

class Loudspeaker {
  #engine: Promise<Engine> | null = null;
  #around: { place: Place | null; mood: Mood } = { place: null, mood: CALM };

  /** From when one comes to a table until one leaves it. */
  listen(): () => void {
    const touch = (): void => this.#wake();
    for (const kind of TOUCHES) addEventListener(kind, touch, { passive: true });
    return () => {
      for (const kind of TOUCHES) removeEventListener(kind, touch);
      this.#around = { place: null, mood: CALM };
      this.#stop();
    };
  }

  play(effect: Effect, after = 0): void {
    const asked = performance.now();
    if (settings.effects)
      this.#with((engine) => {
        if (performance.now() - asked < LATE) engine.play(effect, after);
      });
  }

  /** What is around: the house or the ship, and how things stand. */
  surround(place: Place | null, mood: Mood): void {
    this.#around = { place, mood };
    this.#apply();
  }

  /** After something about it was chosen. */
  turn(): void {
    if (settings.on) this.#apply();
    else this.#stop();
  }

  #apply(): void {
    this.#with((engine) => {
      const { place, mood } = this.#around;
      engine.turn(settings.effects, settings.ambience);
      engine.surround(settings.ambience ? place : null, mood);
    });
  }

  #wake(): void {
    if (this.#engine) this.#with((engine) => engine.wake());
    else this.#apply();
  }

  /** Does nothing while nothing may be heard. */
  #with(use: (engine: Engine) => void): void {
    if (!settings.on || !isTouched()) return;
    this.#engine ??= import("./engine").then(({ Engine }) => new Engine());
    const engine = this.#engine;
    // What cannot be had now is asked for again with the next sound.
    const later = (): void => void (this.#engine === engine && (this.#engine = null));
    engine.then((it) => this.#engine === engine && use(it), later);
  }

  #stop(): void {
    void this.#engine?.then(
      (engine) => engine.close(),
      () => undefined,
    );
    this.#engine = null;
  }
}

export const loudspeaker = new Loudspeaker();
