// Words for those who listen: what comes in quick succession is said in one go, and not too much of it.
const QUIET = 900;
const MOST = 6;

export class Announcer {
  #words: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #say: (words: string) => void;

  constructor(say: (words: string) => void) {
    this.#say = say;
  }

  add(words: readonly string[]): void {
    if (!words.length) return;
    this.#words.push(...words);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#say(this.#words.slice(-MOST).join(" "));
      this.#words = [];
    }, QUIET);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
