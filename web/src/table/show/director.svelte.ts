// The director: between the table as it is (`TableState`) and everything that shows it stands one queue. What the server
// tells is cut into beats (see beats.ts), which are shown one after the other; nothing overtakes and nothing spoils.
//
// Whatever shows the game reads it from here, and never from the table:
//   director.told      the events that have been shown so far (log, remarks, spoken words)
//   director.view      the table as of the beat that is on (board, seats, hands, piles, prompt)
//   director.sheet     the same for what is on the sheet beside the view (kept Reasons, penalties, who is next, stakes)
//   director.attempt   the attempt on the stage, as far as it has been shown; null when the stage is empty
//   director.narration what the narrator says of it, and who moves where
//   director.beat      the beat that is on; null when everything is shown
//   director.isOver    the game is over, and everyone has seen how
//   director.on(hear)  hear of every moment when it begins, with the events that are told by it (sound, spoken words)
// What someone may *do* comes from the table itself (`Controller.choices`): whoever is asked is asked at once. Then, and
// when they act, come back to the tab or take something back, all that is left is shown at once.
import { untrack } from "svelte";
import type { Sheet, View } from "../../api/protocol";
import type { TableState, Told } from "../../api/table.svelte";
import { type AttemptHistory, lastAttempt } from "../../game/attempt";
import { preferences, type Speed } from "../preferences.svelte";
import { type Beat, cut, tempoOf } from "./beats";
import { type Narration, narration } from "./narration";
import { after } from "./scene";

/** What is shown in one go: mostly one beat, more if the show catches up. */
export interface Moment {
  readonly beats: readonly Beat[];
  readonly told: readonly Told[];
  /** There was no time to show it beat by beat. */
  readonly atOnce: boolean;
}

/** How things stood when so many events had happened. */
interface Known {
  readonly upTo: number;
  readonly view: View;
  readonly sheet: Sheet;
}

const FACTORS: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.4, step: 1 };
/** A show that is behind by so many milliseconds hurries. */
const BEHIND = 6000;
/** So much at once is not news but a page that was away for long. */
const NO_NEWS = 40;
/** So much is never waiting to be shown. */
const MOST = 600;
/** In steps one does not stop here: the next beat belongs to it. */
const FLOWS_ON = new Set(["setup", "quiet", "breath", "end of turn", "doctor"]);

const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Director {
  /** How many events are shown. */
  shown = $state(0);
  beat = $state.raw<Beat | null>(null);
  /** In steps: everything waits for `next`. */
  waits = $state(false);
  #known = $state.raw<readonly Known[]>([]);
  /** The attempt whose outcome may still be read though the show has gone on. */
  #lingers = $state<number | null>(null);
  /** The attempt that someone has closed. */
  #closed = $state<number | null>(null);
  /** How many events have been put into the queue. */
  #queued = 0;
  #game: number | null = null;
  #events: readonly Told[] = [];
  #queue: Beat[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lingering: ReturnType<typeof setTimeout> | undefined;
  /** When the beat that is on is over. */
  #until = 0;
  readonly #table: TableState;
  readonly #listeners = new Set<(moment: Moment) => void>();

  constructor(table: TableState) {
    this.#table = table;
    // Before anything is drawn: what is for someone to decide is never seen without what it is about.
    $effect.pre(() => {
      void [table.sheet, table.told];
      untrack(() => this.#take());
    });
    $effect(() => {
      const back = (): void => void (document.hidden || this.skip());
      document.addEventListener("visibilitychange", back);
      return () => {
        document.removeEventListener("visibilitychange", back);
        this.#stop();
      };
    });
  }

  readonly told: readonly Told[] = $derived.by(() => {
    const { told } = this.#table;
    return this.shown >= told.length ? told : told.slice(0, this.shown);
  });

  /** Has everything been shown that has happened? */
  readonly isCaughtUp: boolean = $derived.by(
    () => this.shown >= this.#table.told.length && this.beat === null,
  );

  readonly #then: Known | null = $derived.by(() =>
    this.shown >= this.#table.told.length
      ? null
      : (this.#known.filter(({ upTo }) => upTo <= this.shown).at(-1) ?? null),
  );

  readonly view: View | null = $derived.by(() => {
    const then = this.#then;
    if (!then) return this.#table.view;
    const events = this.told.slice(then.upTo).map(({ event }) => event);
    return events.length ? after(then.view, events) : then.view;
  });

  readonly sheet: Sheet | null = $derived.by(() => {
    const { sheet } = this.#table;
    const known = this.#then;
    const then = known?.sheet;
    if (!known || !then || !sheet?.game || !then.game) return sheet;
    const { reasons } = then.game;
    // Who is next and what is at stake is known of the positions that the server told of, and not between them.
    const { forecast = null, stakes = null, answers = null } = known.upTo === this.shown ? then.game : {};
    const game = { ...sheet.game, ...(reasons ? { reasons } : {}), forecast, stakes, answers };
    return { ...sheet, tally: then.tally ?? null, game };
  });

  readonly #attempt: AttemptHistory | null = $derived.by(() => lastAttempt(this.told));

  readonly attempt: AttemptHistory | null = $derived.by(() => {
    const last = this.#attempt;
    // Nobody waits for the end of an attempt in a game that was given up.
    if (!last || this.#closed === last.at || this.#table.sheet?.game?.abandoned) return null;
    const isOn = last.fresh && (last.outcome === null || this.beat?.name === "verdict");
    return isOn || this.#lingers === last.at ? last : null;
  });

  /** The outcome can still be read, and everything goes on meanwhile. */
  readonly lingers: boolean = $derived.by(() => this.beat === null && this.attempt?.outcome != null);

  readonly narration: Narration | null = $derived.by(() =>
    this.view ? narration(this.told, this.view) : null,
  );

  readonly isOver: boolean = $derived.by(
    () => this.#table.sheet?.phase === "over" && this.isCaughtUp && !this.attempt,
  );

  /** Hear of every moment, until the returned function is called. */
  on(hear: (moment: Moment) => void): () => void {
    this.#listeners.add(hear);
    return () => this.#listeners.delete(hear);
  }

  /** Shows everything that is left at once. */
  skip(): void {
    this.#leave();
    this.#stop();
    this.#show(this.#queue.splice(0), true);
    this.beat = null;
    this.waits = false;
  }

  /** On to the next beat: what someone wants who clicks. */
  next(): void {
    if (this.beat === null) this.#leave();
    else this.#on(true);
  }

  /** Closes the attempt on the stage, and goes on if its outcome was still being read. */
  close(): void {
    this.#closed = this.attempt?.at ?? null;
    if (this.beat?.name === "verdict") this.next();
  }

  /** Takes up what the table tells. */
  #take(): void {
    const { told, sheet, view } = this.#table;
    const game = sheet?.game?.number ?? null;
    const isAnother = game !== this.#game || !sheet || !view;
    const before = this.#known.at(-1);
    const isTakenBack = agreed(this.#events, told) < this.#events.length;
    const fresh = told.length - this.#queued;
    this.#events = told;
    this.#game = game;
    if (isAnother || isTakenBack || !before) return this.#begin();
    // Whoever shares a device has other eyes now: what one of them holds is not shown to the next.
    const isForOthers = before.view.seat !== view.seat;
    const known = { upTo: told.length, view, sheet };
    this.#known = [...this.#known.filter(({ upTo }) => upTo < told.length), known];
    if (fresh) {
      this.#queue.push(...cut(told, this.#queued));
      this.#queued = told.length;
    }
    if (this.#table.asked) this.#catchUp();
    else if (isForOthers || document.hidden || fresh > NO_NEWS || this.#queue.length > MOST) this.skip();
    else if (sheet.game?.abandoned) this.skip();
    else if (!this.beat) this.#on();
  }

  /** From here on: nothing of what happened before is shown. */
  #begin(): void {
    const { told, sheet, view } = this.#table;
    this.#stop();
    this.#queue = [];
    this.#queued = this.shown = told.length;
    this.beat = this.#closed = this.#lingers = null;
    this.waits = false;
    this.#known = view && sheet ? [{ upTo: told.length, view, sheet }] : [];
  }

  /** Someone here is asked: everything is shown at once, and an outcome that they cannot have read stays for a while. */
  #catchUp(): void {
    const verdict = this.#queue.filter(({ name }) => name === "verdict").at(-1);
    const left = verdict
      ? verdict.length
      : this.beat?.name === "verdict"
        ? this.#until - performance.now()
        : 0;
    this.skip();
    const last = this.#attempt;
    if (left <= 0 || last?.outcome == null) return;
    this.#lingers = last.at;
    this.#lingering = setTimeout(() => this.#leave(), left);
  }

  /** Begins the next beat; those that take no time come with it. */
  #on(wanted = false): void {
    clearTimeout(this.#timer);
    const ended = this.beat;
    const isStep = preferences.speed === "step" && ended !== null && !FLOWS_ON.has(ended.name);
    if (isStep && !wanted && !still.matches) {
      this.waits = true;
      return;
    }
    this.waits = false;
    const beats: Beat[] = [];
    let length = 0;
    while (this.#queue.length && !length) {
      const beat = this.#queue.shift() as Beat;
      beats.push(beat);
      length = this.#length(beat);
    }
    if (!beats.length) {
      this.beat = null;
      return;
    }
    this.#leave();
    this.#show(beats, beats.length > 1);
    this.beat = length ? (beats.at(-1) ?? null) : null;
    if (!length) return;
    this.#until = performance.now() + length;
    this.#timer = setTimeout(() => this.#on(), length);
  }

  /** Milliseconds that a beat is given. However fast, and however little motion is wanted, a verdict can be read. */
  #length(beat: Beat): number {
    const factor = FACTORS[preferences.speed] * tempoOf(this.#table.sheet?.settings);
    if (beat.name === "verdict") return beat.length * Math.max(1, factor);
    if (still.matches) return 0;
    const left = this.#queue.reduce((sum, { length }) => sum + length, 0);
    return beat.length * factor * (left > BEHIND ? 0.5 : 1);
  }

  #show(beats: readonly Beat[], atOnce: boolean): void {
    const from = this.shown;
    const to = beats.at(-1)?.to ?? from;
    this.shown = Math.max(from, to);
    const past = this.#known.filter(({ upTo }) => upTo <= this.shown).length;
    if (past > 1) this.#known = this.#known.slice(past - 1);
    if (!beats.length) return;
    const moment = { beats, told: this.#table.told.slice(from, to), atOnce };
    for (const hear of this.#listeners) hear(moment);
  }

  #leave(): void {
    clearTimeout(this.#lingering);
    this.#lingers = null;
  }

  #stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#lingering);
  }
}

/** How many events have stayed as they were. A sentence may be in another language, and a card known to another seat. */
function agreed(before: readonly Told[], now: readonly Told[]): number {
  let at = 0;
  for (; at < before.length && at < now.length; at++) {
    const [one, other] = [before[at]?.event, now[at]?.event];
    if (one === other) continue;
    if (one?.kind !== other?.kind || one?.seat !== other?.seat || one?.pawn !== other?.pawn) break;
    if (one?.room !== other?.room || one?.number !== other?.number) break;
  }
  return at;
}
