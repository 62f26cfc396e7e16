// Who we are to the server. There are no accounts: a name is all, and it is asked for only when it matters.
import { language } from "../i18n/language.svelte";
import { get, put, remove } from "./http";
import type { Me } from "./protocol";
import { forgetPeople } from "./storage";

/** Guests whom nobody remembers inviting. */
const GUESTS = [
  ..."Agatha Ambrose Barnaby Beatrix Cecily Clement Cosima Dashiell Dorothea Edwina Emmeline Ferdinand".split(
    " ",
  ),
  ..."Florian Gideon Hester Horatio Imogen Isidor Jasper Josefine Kasimir Leopold Lavinia Mathilda".split(
    " ",
  ),
  ..."Montague Nathaniel Octavia Ottilie Percival Philippa Quentin Rosalind Rupert Sybil".split(" "),
  ..."Tabitha Theodor Ursula Valentin Vesper Wilhelmina Winifred Xaver Yvette Zacharias".split(" "),
];

/** A name for someone who has not said theirs. */
export function someone(taken: readonly string[] = []): string {
  const free = GUESTS.filter((name) => !taken.includes(name));
  const pool = free.length ? free : GUESTS;
  return pool[Math.floor(Math.random() * pool.length)] ?? "Agatha";
}

class Person {
  name = $state("");
  /** Have we an identity? Null until the server has said so. */
  known = $state<boolean | null>(null);
  #asked: Promise<void> | null = null;
  #last: Promise<void> = Promise.resolve();

  /** Asks the server who we are, once. */
  load(): Promise<void> {
    this.#asked ??= get<Me>("/me").then(this.#take, (error: unknown) => {
      this.#asked = null;
      throw error;
    });
    return this.#asked;
  }

  /** After this we have an identity, under this name if one is given. One at a time, lest there be two of us. */
  ensure(name?: string): Promise<void> {
    const made = this.#last.then(async () => {
      await this.load();
      const wanted = name?.trim() || this.name || someone();
      if (this.known && wanted === this.name) return;
      this.#take(await put<Me>("/me", { name: wanted, language: language.current }));
    });
    this.#last = made.catch(() => undefined);
    return made;
  }

  rename = (name: string): Promise<void> => this.ensure(name);

  /** Gives up who we are, in this browser and wherever else it is known. */
  async forget(): Promise<void> {
    this.#take(await remove<Me>("/me"));
    forgetPeople();
  }

  #take = (me: Me): void => {
    this.name = me.name;
    this.known = me.known;
  };
}

export const me = new Person();
