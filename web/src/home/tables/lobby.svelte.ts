// The tables that one can go to, asked for anew now and then while someone looks.
import { get } from "../../api/http";
import { me } from "../../api/me.svelte";
import type { Lobby, LobbyTable, PastTable } from "../../api/protocol";

const PAUSE = 8000;
const GAMES = 4;

export class Tables {
  mine = $state.raw<LobbyTable[]>([]);
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

  #seen = (): void => {
    if (document.visibilityState === "visible") void this.#ask();
  };

  async #ask(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      await me.load();
      const [mine, lobby, past] = await Promise.all([
        me.known ? get<LobbyTable[]>("/me/tables") : [],
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
