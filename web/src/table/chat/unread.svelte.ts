// How much was said at a table since the chat was last looked at: made once, while a component is set up.
import { untrack } from "svelte";
import type { Line } from "../../api/protocol";

export class Unread {
  readonly #lines: () => Line[];
  /** The last line that was seen, by its version. What was said before we came is not news. */
  #seen: number;

  constructor(lines: () => Line[], isLookedAt: () => boolean) {
    this.#lines = lines;
    this.#seen = $state(untrack(() => this.#last));
    $effect.pre(() => {
      if (isLookedAt()) this.#seen = this.#last;
    });
  }

  get count(): number {
    return this.#lines().filter((line) => line.version > this.#seen).length;
  }

  get #last(): number {
    return this.#lines().at(-1)?.version ?? 0;
  }
}
