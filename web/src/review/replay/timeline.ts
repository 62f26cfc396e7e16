// A replay as it comes: each frame has what changed. Any moment is found from the nearest one that was kept.
import type { Event, Replayed, ReplayPart, View } from "../../api/protocol";
import type { Told } from "../../api/table.svelte";

/** With open eyes there are all hands, by seat. */
export type Shown = View & { hands?: string[][]; copies?: number[][] };

const KEEP_EVERY = 64;
/** The events with which turns begin. */
const BEGINNINGS = new Set(["turn", "called up"]);

export class Timeline {
  readonly last: number;
  readonly #replayed: Replayed;
  readonly #kept = new Map<number, Shown>();
  #lately: { at: number; shown: Shown } | null = null;
  /** The frame of each event, part by part. */
  readonly #frames: number[][];
  readonly #told: Told[][];

  constructor(replayed: Replayed) {
    this.#replayed = replayed;
    this.last = replayed.frames.length - 1;
    this.#told = replayed.parts.map(() => []);
    this.#frames = replayed.parts.map(() => []);
    for (const [at, frame] of replayed.frames.entries()) {
      const nth = this.nth(at);
      for (const [place, event] of (frame.events ?? []).entries()) {
        this.#told[nth]?.push({ event: event as Event, words: frame.told?.[place] ?? "" });
        this.#frames[nth]?.push(at);
      }
    }
  }

  /** Which part a frame belongs to. */
  nth(at: number): number {
    let nth = 0;
    while ((this.#replayed.parts[nth + 1]?.first ?? Infinity) <= at) nth += 1;
    return nth;
  }

  part(at: number): ReplayPart | undefined {
    return this.#replayed.parts[this.nth(at)];
  }

  view(at: number): Shown {
    const first = this.part(at)?.first ?? 0;
    let from = first;
    let shown = {} as Shown;
    for (let kept = at - (at % KEEP_EVERY); kept > first; kept -= KEEP_EVERY) {
      const found = this.#kept.get(kept);
      if (!found) continue;
      [from, shown] = [kept + 1, found];
      break;
    }
    const lately = this.#lately;
    if (lately && lately.at <= at && lately.at + 1 > from) [from, shown] = [lately.at + 1, lately.shown];
    for (let frame = from; frame <= at; frame++) {
      shown = { ...shown, ...(this.#replayed.frames[frame]?.view as Partial<Shown>) };
      if (frame % KEEP_EVERY === 0) this.#kept.set(frame, shown);
    }
    this.#lately = { at, shown };
    return shown;
  }

  /** What has happened in this part up to a frame. */
  told(at: number): Told[] {
    const nth = this.nth(at);
    const frames = this.#frames[nth] ?? [];
    let count = frames.length;
    while (count && (frames[count - 1] ?? 0) > at) count -= 1;
    return (this.#told[nth] ?? []).slice(0, count);
  }

  /** The number of the turn in which the decision of a frame was made, counted from 1 in each part. */
  turnAt(at: number): number {
    const before = Math.max(this.part(at)?.first ?? 0, at - 1);
    return Math.max(1, this.told(before).filter(({ event }) => BEGINNINGS.has(event.kind)).length);
  }

  /** The frame in which the event with this place in `told` happened. */
  frameOf(at: number, place: number): number {
    return this.#frames[this.nth(at)]?.[place] ?? at;
  }

  /** The nearest frame before or after this one in which a turn or a part begins, or the end. */
  turn(at: number, step: 1 | -1): number {
    let place = at + step;
    while (place > 0 && place < this.last && !this.#begins(place)) place += step;
    return Math.min(this.last, Math.max(0, place));
  }

  #begins(at: number): boolean {
    const events = this.#replayed.frames[at]?.events ?? [];
    return events.some(({ kind }) => BEGINNINGS.has(kind)) || this.part(at)?.first === at;
  }
}

/** The frame up to which so many events of a part had happened. */
export function frameAfter({ parts, frames }: Replayed, nth: number, events: number): number {
  const end = (parts[nth + 1]?.first ?? frames.length) - 1;
  let at = parts[nth]?.first ?? 0;
  for (let left = events; at < end; at++) {
    left -= frames[at]?.events?.length ?? 0;
    if (left <= 0) break;
  }
  return at;
}
