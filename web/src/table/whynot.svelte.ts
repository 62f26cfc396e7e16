// Why something is not possible, told beside the hand for as long as it is looked at.
import type { Obstacle, Playing } from "./controller.svelte";

/** Hands pass over many things on their way: only what is looked at for a moment is asked about. */
const A_MOMENT = 120;
/** Time enough to follow the link to the rules. */
const LINGERS = 1500;

export class Explaining {
  /** Of the element that shows it, for those who hear rather than see. */
  readonly id = "why-not";
  shown = $state.raw<Obstacle | null>(null);
  readonly #play: Playing;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = "";

  constructor(play: Playing) {
    this.#play = play;
  }

  ask(action: string): void {
    clearTimeout(this.#timer);
    this.#asked = action;
    this.#timer = setTimeout(async () => {
      const found = await this.#play.whyNot(action);
      if (this.#asked === action) this.shown = found;
    }, A_MOMENT);
  }

  /** Keeps what is shown. */
  stay = (): void => clearTimeout(this.#timer);

  leave = (): void => {
    clearTimeout(this.#timer);
    this.#asked = "";
    this.#timer = setTimeout(() => (this.shown = null), LINGERS);
  };

  clear(): void {
    clearTimeout(this.#timer);
    this.#asked = "";
    this.shown = null;
  }
}
