// Why something is not possible, told beside the hand for as long as it is looked at.

export interface Obstacle {
  text: string;
  section: string | null;
}

/** Hands pass over many things on their way: only what is looked at for a moment is asked about. */
const A_MOMENT = 120;
/** Time enough to follow the link to the rules. */
const LINGERS = 1500;

export class Explanation {
  /** Of the element that shows it, for those who hear rather than see. */
  readonly id = "why-not";
  shown = $state.raw<Obstacle | null>(null);
  readonly #whyNot: (action: string) => Promise<Obstacle | null>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = "";

  /** `whyNot` asks the table about an action. */
  constructor(whyNot: (action: string) => Promise<Obstacle | null>) {
    this.#whyNot = whyNot;
  }

  ask(action: string): void {
    clearTimeout(this.#timer);
    this.#asked = action;
    this.#timer = setTimeout(async () => {
      const found = await this.#whyNot(action);
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
