// Where a replay stands, and how it goes on by itself.
export const SPEEDS = [0.5, 1, 2, 4, 8] as const;

/** Milliseconds for a frame at speed 1: what is dramatic is shown for longer. */
const PLAIN = 900;
const LONG = 2000;
const DRAMATIC = new Set(["attempt", "attacked", "foiled", "died", "lights out", "deck sank", "over"]);

export class Playback {
  at = $state(0);
  isPlaying = $state(false);
  speed = $state<number>(1);
  #last = 0;
  #kinds: (at: number) => readonly string[] = () => [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** What is played: how many frames there are after the first, and what happens in each. */
  load(last: number, kinds: (at: number) => readonly string[]): void {
    this.#last = last;
    this.#kinds = kinds;
    this.at = Math.min(this.at, last);
  }

  go(to: number): void {
    this.at = Math.min(this.#last, Math.max(0, Math.round(to) || 0));
    if (this.isPlaying) this.#wait();
  }

  toggle(): void {
    if (this.isPlaying) this.stop();
    else {
      if (this.at >= this.#last) this.at = 0;
      this.isPlaying = true;
      this.#wait();
    }
  }

  stop(): void {
    this.isPlaying = false;
    clearTimeout(this.#timer);
  }

  /** One notch faster or slower. */
  hurry(by: 1 | -1): void {
    const notch = SPEEDS.findIndex((each) => each === this.speed) + by;
    this.speed = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, notch))] ?? 1;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const isDramatic = this.#kinds(this.at).some((kind) => DRAMATIC.has(kind));
    this.#timer = setTimeout(this.#next, (isDramatic ? LONG : PLAIN) / this.speed);
  }

  #next = (): void => {
    if (this.at >= this.#last) return this.stop();
    this.at += 1;
    if (this.at >= this.#last) this.stop();
    else this.#wait();
  };
}
