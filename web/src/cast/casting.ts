// Who plays whom, for all that is drawn within a table or a replay.
import { getContext, setContext } from "svelte";
import { type Person, person } from "./people";

const CASTING = Symbol("casting");
type Casting = (seat: number) => Person | undefined;

export function setCasting(cast: () => readonly string[]): void {
  setContext<Casting>(CASTING, (seat) => person(cast()[seat]));
}

/** Whom the player at a seat plays; nobody where nothing is played. */
export function getCasting(): Casting {
  return getContext<Casting | undefined>(CASTING) ?? (() => undefined);
}
