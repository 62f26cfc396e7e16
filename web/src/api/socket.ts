// One conversation with the server about one table. It comes back by itself, and what was not answered is said again
// with the same id: the server applies nothing twice.
import type {
  AnyDeed,
  AnyFromClient,
  AnyFromServer,
  Answered,
  Bye,
  Hinted,
  Reasoned,
  Seen,
  Table,
} from "./protocol";

export type Link = "connecting" | "live" | "lost" | "ended";

export interface Listener {
  table(message: Table): void;
  link(now: Link, why?: Bye): void;
  /** How far the server's clock is ahead of this one, in seconds. */
  clock(ahead: number): void;
  /** The commands that are not answered yet, the oldest first. */
  pressed(all: Pressed[]): void;
}

/** A command that is not answered yet. Before it was sent it can be withdrawn. */
export interface Pressed {
  readonly id: string;
  readonly deed: AnyDeed;
  readonly sent: boolean;
}

/** What a hello says of what is known already. */
export interface Known {
  since: number | null;
  seat: number | null;
  language: string;
}

interface Waiting {
  say: AnyFromClient;
  resolve(answer: never): void;
  reject(error: Error): void;
  /** Commands are sent again after a break; questions are not, as what they ask about may have changed. */
  again: boolean;
  /** From then on nobody knows whether the server has followed it. */
  sent: boolean;
}

export class NotAnswered extends Error {}

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;
/** A server that says nothing for so long, not even to a ping, is gone though the socket does not know. */
const SILENCE = 12_000;
/** How long an answer may take when there is reason to doubt that one will come. */
const DOUBT = 2500;

export class Socket {
  #socket: WebSocket | null = null;
  #waiting = new Map<string, Waiting>();
  #pause = FIRST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #closed = false;
  /** Has this socket been welcomed? Before that nothing but a hello is said. */
  #welcome = false;
  #count = 0;
  readonly #session = crypto.getRandomValues(new Uint32Array(2)).join("-");

  constructor(
    readonly table: string,
    private readonly known: () => Known,
    private readonly listener: Listener,
  ) {
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#doubt);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#doubt);
    document.removeEventListener("visibilitychange", this.#hurry);
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    this.#socket?.close();
    for (const each of this.#waiting.values()) each.reject(new NotAnswered());
    this.#waiting.clear();
    this.#tell();
  }

  /** Anew, as whoever we are by now: the server goes by the cookie that a socket was opened with. */
  reconnect(): void {
    const before = this.#socket;
    this.#socket = null;
    this.#welcome = false;
    before?.close();
    this.#connect();
  }

  do(deed: AnyDeed, version: number): Promise<Answered> {
    const id = this.#next();
    return this.#ask({ type: "do", id, version, do: deed }, id, true);
  }

  /** Takes a command back that was never sent; false if it was. */
  withdraw(id: string): boolean {
    const found = this.#waiting.get(id);
    if (!found || found.sent) return false;
    this.#fail(id, new NotAnswered());
    return true;
  }

  why = (action: string): Promise<Reasoned> => this.#question((id) => ({ type: "why", id, action }));
  sight = (of: number | null): Promise<Seen> => this.#question((id) => ({ type: "sight", id, of }));
  hint = (): Promise<Hinted> => this.#question((id) => ({ type: "hint", id }));

  look(seat: number | null, language: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#send({ type: "look", seat, language });
  }

  #question<T>(make: (id: string) => AnyFromClient): Promise<T> {
    const id = this.#next();
    return this.#ask(make(id), id, false);
  }

  #next = (): string => `${this.#session}-${++this.#count}`;

  #ask<T>(say: AnyFromClient, id: string, again: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const waiting = { say, resolve, reject, again, sent: false };
      this.#waiting.set(id, waiting);
      if (this.#welcome && this.#socket?.readyState === WebSocket.OPEN) this.#sendWaiting(waiting);
      else if (!again) this.#fail(id, new NotAnswered());
      this.#tell();
    });
  }

  #sendWaiting(waiting: Waiting): void {
    waiting.sent = true;
    this.#send(waiting.say);
  }

  #tell(): void {
    const pressed: Pressed[] = [];
    for (const [id, { say, sent }] of this.#waiting)
      if (say.type === "do") pressed.push({ id, deed: say.do, sent });
    this.listener.pressed(pressed);
  }

  #send(message: AnyFromClient): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #connect = (): void => {
    clearTimeout(this.#timer);
    const socket = new WebSocket(new URL("/api/socket", location.href.replace(/^http/, "ws")));
    this.#socket = socket;
    this.#heard = Date.now();
    let farewell: Bye | undefined;
    socket.onopen = () => {
      this.#send({ type: "hello", table: this.table, ...this.known() });
      clearInterval(this.#watch);
      this.#watch = setInterval(this.#listen, SILENCE / 3);
    };
    socket.onmessage = ({ data }) => {
      this.#heard = Date.now();
      const message = JSON.parse(data as string) as AnyFromServer;
      if (message.type === "bye") farewell = message;
      else this.#hear(message);
    };
    socket.onclose = () => {
      if (this.#socket !== socket || this.#closed) return;
      this.#lost(farewell);
    };
  };

  /** Gives a socket up that gave no sign of life for too long, and else asks for one. */
  #listen = (): void => {
    if (Date.now() - this.#heard > SILENCE) this.#giveUp();
    else if (this.#socket?.readyState === WebSocket.OPEN) this.#send({ type: "ping", id: "" });
  };

  /** The browser says that it is offline, which need not hold for a server on the same machine: that one answers. */
  #doubt = (): void => {
    const asked = Date.now();
    this.#listen();
    setTimeout(() => {
      if (!this.#closed && this.#socket && this.#heard < asked) this.#giveUp();
    }, DOUBT);
  };

  #giveUp(): void {
    const dead = this.#socket;
    this.#socket = null;
    dead?.close();
    this.#lost();
  }

  #lost(farewell?: Bye): void {
    this.#welcome = false;
    clearInterval(this.#watch);
    for (const [id, each] of this.#waiting) if (!each.again) this.#fail(id, new NotAnswered());
    if (farewell && farewell.again == null) {
      this.listener.link("ended", farewell);
      return;
    }
    this.listener.link("lost", farewell);
    const pause = farewell?.again != null ? farewell.again * 1000 : this.#pause;
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 1.7);
    // Not everyone at once, when it was the server that went away.
    this.#timer = setTimeout(this.#connect, pause * (0.7 + 0.6 * Math.random()));
  }

  /** Someone who looks at the page again, or is online again, need not wait. */
  #hurry = (): void => {
    if (document.visibilityState !== "visible" || this.#closed) return;
    if (this.#socket?.readyState === WebSocket.CLOSED || this.#socket === null) this.#connect();
    else this.#listen();
  };

  #hear(message: Exclude<AnyFromServer, Bye>): void {
    switch (message.type) {
      case "welcome":
        this.#pause = FIRST_PAUSE;
        this.listener.clock(message.now - Date.now() / 1000);
        this.listener.link("live");
        this.#welcome = true;
        for (const each of this.#waiting.values()) this.#sendWaiting(each);
        this.#tell();
        break;
      case "table":
        this.listener.table(message);
        break;
      case "pong":
        this.listener.clock(message.now - Date.now() / 1000);
        break;
      case "error":
        if (message.id) this.#fail(message.id, new NotAnswered(message.text));
        break;
      default:
        (this.#waiting.get(message.id)?.resolve as ((answer: unknown) => void) | undefined)?.(message);
        this.#waiting.delete(message.id);
        this.#tell();
    }
  }

  #fail(id: string, error: Error): void {
    this.#waiting.get(id)?.reject(error);
    this.#waiting.delete(id);
    this.#tell();
  }
}
