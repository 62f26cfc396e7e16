// What happens, cut into beats: what is shown at once, and for how long nothing else is. How long is settled by
// `drlucky.table.pace`, by which the server's bots wait too.
import pace from "../../../../src/drlucky/table/beats.json" with { type: "json" };
import type { Settings } from "../../api/protocol";
import type { Told } from "../../api/table.svelte";

export interface Beat {
  /** As in BEATS, or "breath": the moment before a verdict, in which nothing happens. */
  readonly name: string;
  /** The events that are told when it begins: those of these places, the last one not included. */
  readonly from: number;
  readonly to: number;
  /** Milliseconds at normal speed. */
  readonly length: number;
}

/** What comes by the way is told with what was before it; a verdict stands alone. */
const BY_THE_WAY = new Set(["quiet", "setup"]);
const QUIET = { name: "quiet", seconds: 0, breath: 0, read: false };
const BEATS: Readonly<Record<string, Partial<typeof QUIET>>> = pace.beats;
const WORD = pace.word;

/** By how much a table's tempo makes everything shorter that need not be read: its bots do not wait for longer. */
export const tempoOf = (settings: Settings | undefined): number => pace.tempos[settings?.tempo ?? "normal"];

/** The beats of what was told from a place on. */
export function cut(told: readonly Told[], from: number): Beat[] {
  const beats: Beat[] = [];
  for (let at = from; at < told.length; at++) {
    const { event, words } = told[at] as Told;
    const { name, seconds, breath, read } = { ...QUIET, ...BEATS[event.kind] };
    const length = 1000 * (seconds + (read ? WORD * count(words) : 0));
    const last = beats.at(-1);
    const joins = last && (last.name === "verdict" ? name === "verdict" : BY_THE_WAY.has(name));
    if (joins) {
      beats[beats.length - 1] = { ...last, to: at + 1, length: last.length + length };
      continue;
    }
    if (breath) beats.push({ name: "breath", from: at, to: at, length: 1000 * breath });
    beats.push({ name, from: at, to: at + 1, length });
  }
  return beats;
}

const count = (words: string): number => words.split(/\s+/).filter(Boolean).length;
