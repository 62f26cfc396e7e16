// What is asked about one moment of a game, and is void in the next.
export class Momentary<T> {
  readonly #now: () => string;
  #kept = $state.raw<{ value: T; at: string } | null>(null);

  /** `now` says which moment it is. */
  constructor(now: () => string) {
    this.#now = now;
  }

  get value(): T | null {
    return this.#kept?.at === this.#now() ? this.#kept.value : null;
  }

  set value(value: T | null) {
    this.#kept = value === null ? null : { value, at: this.#now() };
  }
}
