// The drawings that have come so far. Whoever asks for one of a deck has all of that deck on its way.
import { drawings } from "./art";
import type { Picture } from "./art/picture";

class Drawings {
  #decks = $state.raw<Readonly<Record<string, Record<string, Picture>>>>({});
  #asked = new Set<string>();

  /** Null while it is on its way, and for what nobody has drawn. */
  of(deck: string, art: string): Picture | null {
    if (deck && !this.#asked.has(deck)) {
      this.#asked.add(deck);
      drawings(deck).then(
        (found) => (this.#decks = { ...this.#decks, [deck]: found }),
        () => this.#asked.delete(deck),
      );
    }
    return this.#decks[deck]?.[art] ?? null;
  }
}

export const drawn = new Drawings();
