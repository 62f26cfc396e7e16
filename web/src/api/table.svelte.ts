// The table as this person may see it: the last sheet, kept up to date, and ways to ask and to act.
import { language } from "../i18n/language.svelte";
import { remember } from "./commitments";
import type {
  AnyDeed,
  Answered,
  Bye,
  Event,
  Hinted,
  Line,
  Reasoned,
  Seen,
  Sheet,
  Table,
  View,
} from "./protocol";
import { type Link, type Pressed, Socket } from "./socket";

/** Something that happened, with its sentence. */
export interface Told {
  event: Event;
  words: string;
}

export class TableState {
  sheet = $state.raw<Sheet | null>(null);
  told = $state.raw<Told[]>([]);
  lines = $state.raw<Line[]>([]);
  /** The words of each legal action, by the action. */
  legal = $state.raw<Map<string, string>>(new Map());
  link = $state<Link>("connecting");
  farewell = $state.raw<Bye | null>(null);
  /** The server's clock is so many seconds ahead of ours. */
  ahead = $state(0);
  /** Commands that are not answered yet. */
  pressed = $state.raw<Pressed[]>([]);
  /** Whose eyes we look through, for a person with several seats; null leaves it to the server. */
  eyes = $state<number | null>(null);

  readonly #socket: Socket;
  #linesFrom = 0;
  #whys = new Map<string, Promise<Reasoned>>();
  #seen: { version: number; of: number | null; sight: Promise<Seen> } | null = null;

  constructor(code: string) {
    this.#socket = new Socket(
      code,
      () => ({ since: this.sheet?.version ?? null, seat: this.eyes, language: language.current }),
      {
        table: (message) => this.#take(message),
        link: (now, why) => {
          this.link = now;
          this.farewell = why ?? null;
        },
        clock: (ahead) => (this.ahead = ahead),
        pressed: (all) => (this.pressed = all),
      },
    );
  }

  get view(): View | null {
    return this.sheet?.game?.view ?? null;
  }

  get version(): number {
    return this.sheet?.version ?? 0;
  }

  /** Is it for us to decide now? */
  get asked(): boolean {
    return (this.view?.legal.length ?? 0) > 0;
  }

  do = (deed: AnyDeed): Promise<Answered> => this.#socket.do(deed, this.version);

  /** Takes a command back that was never sent; false if it was. */
  withdraw = (id: string): boolean => this.#socket.withdraw(id);

  act = (action: string, confirmed = false, copy: number | null = null): Promise<Answered> =>
    this.do({ do: "act", action, confirmed, copy });

  /** Why an action is not possible now. Asked once as long as nothing changes. */
  why(action: string): Promise<Reasoned> {
    let asked = this.#whys.get(action);
    if (!asked) {
      asked = this.#socket.why(action);
      asked.catch(() => this.#whys.delete(action));
      this.#whys.set(action, asked);
    }
    return asked;
  }

  /** Who sees whom, and how the rooms are for a seat of the game; null: our own, else that of the player in turn. */
  sight(of: number | null = null): Promise<Seen> {
    if (this.#seen?.version !== this.version || this.#seen.of !== of) {
      const sight = this.#socket.sight(of);
      const seen = { version: this.version, of, sight };
      sight.catch(() => this.#seen === seen && (this.#seen = null));
      this.#seen = seen;
    }
    return this.#seen.sight;
  }

  hint = (): Promise<Hinted> => this.#socket.hint();

  /** Through the eyes of another seat of ours, or in the language that is spoken now. */
  look(seat: number | null = this.eyes): void {
    this.eyes = seat;
    this.#socket.look(seat, language.current);
  }

  /** After an identity has been made: until then the server takes us for a stranger. */
  reconnect(): void {
    this.#socket.reconnect();
  }

  close(): void {
    this.#socket.close();
  }

  #take({ sheet, words }: Table): void {
    const game = sheet.game;
    if (game) {
      const fresh = game.events.map((event, at) => ({ event, words: words?.events?.[at] ?? "" }));
      this.told = [...this.told.slice(0, game.events_at), ...fresh];
      this.legal = new Map(game.view.legal.map((action, at) => [action, words?.legal?.[at] ?? action]));
    } else {
      this.told = [];
      this.legal = new Map();
    }
    // The server keeps only the last lines, and counts all that were ever said.
    if (sheet.since == null) {
      this.#linesFrom = sheet.lines_at;
      this.lines = sheet.lines;
    } else if (sheet.lines.length) {
      this.lines = [...this.lines.slice(0, sheet.lines_at - this.#linesFrom), ...sheet.lines];
    }
    if (sheet.commitment && sheet.phase !== "over") remember(sheet.commitment);
    this.#whys.clear();
    this.sheet = sheet;
  }
}
