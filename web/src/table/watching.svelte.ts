// What someone who watches does beside looking on: they sit at somebody's place, and their browser remembers how far
// they have watched. Both stay on the page: the server tells every spectator the same.
import { untrack } from "svelte";
import { noteWatched } from "../api/watched";
import type { Controller } from "./controller.svelte";

/** Those whose place can be sat at: whoever is in the game. */
export function places(play: Controller): number[] {
  const view = play.director.view;
  return view ? view.players.map((_, seat) => seat).filter((seat) => view.rooms[seat] != null) : [];
}

/** The place after this one; from the last one steps back from the table again. */
export function nextPlace(play: Controller): number | null {
  const all = places(play);
  const at = play.place === null ? -1 : all.indexOf(play.place);
  return all[at + 1] ?? null;
}

/** Remembers what is shown while a game is watched. Made once, while a component is set up. */
export function rememberWatching(play: Controller): void {
  const { table, director } = play;

  function note(): void {
    const { sheet, view } = table;
    // A page in the background is watched by nobody.
    if (!sheet?.game || view?.seat != null || sheet.you?.seats.length || document.hidden) return;
    noteWatched({
      table: sheet.table,
      code: sheet.code,
      game: sheet.game.number,
      shown: director.shown,
    });
  }

  // Whoever comes when a game is over has not watched it.
  untrack(() => table.sheet?.phase === "playing" && note());
  $effect(() => director.on(note));
}
