// What the characters at a table say, in the reader's language; nothing where nobody wants to hear it.
import type { Cast } from "../api/protocol";
import type { TableState } from "../api/table.svelte";
import { complete, described, PEOPLE, theCast } from "../cast/people";
import { moods, remarks, type Speaker } from "../cast/remarks";
import type { Spoken } from "../game/Log.svelte";
import { language } from "../i18n/language.svelte";
import { say } from "../i18n/say";
import { preferences } from "./preferences.svelte";
import type { Director } from "./show/director.svelte";

/** For so many events a remark stays beside whoever made it. */
const LINGERS = 7;

export class Remarks {
  #cast = $state.raw<Cast | null>(null);
  readonly #table: TableState;
  readonly #director: Director;

  constructor(table: TableState, director: Director) {
    this.#table = table;
    this.#director = director;
    $effect(() => {
      void language.current;
      theCast().then(
        (found) => (this.#cast = found),
        () => {},
      );
    });
  }

  readonly #events = $derived.by(() => this.#director.told.map(({ event }) => event));
  readonly parts = $derived.by(() => partsOf(this.#table));
  readonly moods = $derived.by(() => moods(this.#events, this.#table.view?.players.length ?? 0));

  readonly #all = $derived.by((): { at: number; spoken: Spoken }[] => {
    if (!preferences.remarks || !this.#cast) return [];
    return remarks(this.#events).flatMap(({ at, seat, moment }) => {
      const { lines, ...who } = this.#speaker(seat);
      const line = lines?.[moment];
      return line ? [{ at, spoken: { ...who, seat, line } }] : [];
    });
  });

  #speaker(seat: Speaker): Omit<Spoken, "seat" | "line"> & { lines: Record<string, string> | undefined } {
    const view = this.#table.view;
    if (seat === "doctor") {
      const side = view?.escape ? "beside" : "composed";
      return { character: "doctor", side, name: say("Doctor Lucky"), lines: this.#cast?.doctor.lines };
    }
    const character = this.parts[seat] ?? "";
    const lines = described(this.#cast, character)?.lines;
    return { character, side: "composed", name: view?.players[seat] ?? "", lines };
  }

  /** By the place of the event that they are about. */
  readonly after = $derived.by(() => {
    const found = new Map<number, Spoken[]>();
    for (const { at, spoken } of this.#all) found.set(at, [...(found.get(at) ?? []), spoken]);
    return found;
  });

  /** What was said last, for a while: about one event, by one or several. */
  readonly latest = $derived.by((): readonly Spoken[] => {
    const at = this.#all.at(-1)?.at ?? -LINGERS;
    return this.#events.length - at <= LINGERS ? (this.after.get(at) ?? []) : [];
  });
}

/** Whom everyone in the game plays. In games that began before there was a cast they get the first that are free. */
export function partsOf(table: TableState): string[] {
  const game = table.sheet?.game;
  if (!game) return [];
  if (game.cast?.length) return game.cast;
  return complete(game.view.players.map((name) => PEOPLE.find((person) => person.name === name)?.id));
}
