// What the table says beside the hand: why something is not possible, for as long as it is looked at, and the answer to
// whoever has pressed a key, until it is read.

export interface Obstacle {
  text: string;
  section: string | null;
}

/** Hands pass over many things on their way: only what is looked at for a moment is asked about. */
const A_MOMENT = 120;
/** Time enough to follow the link to the rules. */
const LINGERS = 1500;
/** An answer is not taken away before it is read: so many milliseconds, and more for each letter. */
const READ = 2500;
const FOR_EACH_LETTER = 60;

export class Explanation {
  /** Of the element that shows it, for those who hear rather than see. */
  readonly id = "why-not";
  shown = $state.raw<Obstacle | null>(null);
  /** It was asked for by a key, and stays until it is closed or the game goes on. */
  isAnswer = $state(false);
  /** Counts what was shown: the same words may be told again. */
  times = $state(0);
  readonly #whyNot: (action: string) => Promise<Obstacle | null>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = "";
  #readAt = 0;

  /** `whyNot` asks the table about an action. */
  constructor(whyNot: (action: string) => Promise<Obstacle | null>) {
    this.#whyNot = whyNot;
  }

  ask(action: string): void {
    clearTimeout(this.#timer);
    this.#asked = action;
    this.#timer = setTimeout(async () => {
      const found = await this.#whyNot(action);
      if (this.#asked === action) this.#show(found, false);
    }, A_MOMENT);
  }

  tell(text: string, section: string | null = null): void {
    this.stay();
    this.#asked = "";
    this.#readAt = Date.now() + READ + FOR_EACH_LETTER * text.length;
    this.#show({ text, section }, true);
  }

  /** Keeps what is shown. */
  stay = (): void => clearTimeout(this.#timer);

  leave = (): void => {
    if (!this.isAnswer) this.#closeIn(LINGERS);
  };

  /** The game went on. */
  clear(): void {
    if (this.isAnswer) this.#closeIn(this.#readAt - Date.now());
    else this.close();
  }

  close = (): void => {
    this.stay();
    this.#asked = "";
    this.#show(null, false);
  };

  #closeIn(milliseconds: number): void {
    this.stay();
    this.#asked = "";
    this.#timer = setTimeout(this.close, milliseconds);
  }

  #show(shown: Obstacle | null, isAnswer: boolean): void {
    this.shown = shown;
    this.isAnswer = isAnswer;
    this.times += 1;
  }
}
