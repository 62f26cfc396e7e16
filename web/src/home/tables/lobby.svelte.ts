// The tables that one can go to, asked for anew now and then while someone looks.
import { get, put, remove } from "../../api/http";
import { me } from "../../api/me.svelte";
import type { Lobby, LobbyTable, OwnTable, PastTable } from "../../api/protocol";

const PAUSE = 8000;
const GAMES = 4;

export class Tables {
  mine = $state.raw<OwnTable[]>([]);
  /** Some were left out just now, and can be brought back. */
  hid = $state(false);
  gathering = $state.raw<LobbyTable[]>([]);
  playing = $state.raw<LobbyTable[]>([]);
  past = $state.raw<PastTable[]>([]);
  state = $state<"asking" | "known" | "lost">("asking");
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Begins to ask; what it returns ends it. */
  follow(): () => void {
    document.addEventListener("visibilitychange", this.#seen);
    void this.#ask();
    return () => {
      document.removeEventListener("visibilitychange", this.#seen);
      clearTimeout(this.#timer);
    };
  }

  /** Leaves a table out of our list. We keep our seat there. */
  async hide({ table }: OwnTable): Promise<void> {
    this.mine = await remove<OwnTable[]>(`/me/tables/${table}`);
    this.hid = true;
  }

  /** Everything is in the list again. */
  async showAll(): Promise<void> {
    this.mine = await put<OwnTable[]>("/me/tables");
    this.hid = false;
  }

  #seen = (): void => {
    if (document.visibilityState === "visible") void this.#ask();
  };

  async #ask(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      await me.load();
      const [mine, lobby, past] = await Promise.all([
        me.known ? get<OwnTable[]>("/me/tables") : [],
        get<Lobby>("/lobby"),
        get<PastTable[]>("/games", { limit: GAMES }),
      ]);
      const own = new Set(mine.map((table) => table.table));
      this.mine = mine;
      this.gathering = lobby.gathering.filter((table) => !own.has(table.table));
      this.playing = lobby.playing.filter((table) => !own.has(table.table));
      this.past = past;
      this.state = "known";
    } catch {
      this.state = "lost";
    }
    clearTimeout(this.#timer);
    if (document.visibilityState === "visible") this.#timer = setTimeout(() => void this.#ask(), PAUSE);
  }
}
