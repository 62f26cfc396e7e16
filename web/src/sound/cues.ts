// What each thing that happens sounds like.
import type { Event } from "../api/protocol";
import type { FloorName } from "../board/art/floors";
import { furnishing } from "../board/art/rooms";
import type { Effect } from "./effects/catalogue";

/** Where it happens, and to what end people play. */
export interface Setting {
  ship: boolean;
  /** Is the doctor to be saved? */
  saving: boolean;
}

/** One sound, so many seconds after what is shown with it. */
export interface Cue {
  effect: Effect;
  after: number;
}

const SOUNDS: Record<string, Effect> = {
  jumped: "passage",
  drew: "draw",
  walks: "lay",
  "laid down": "lay",
  played: "lay",
  "turned up": "turnUp",
  shuffled: "shuffle",
  attacked: "strike",
  died: "died",
  "called up": "flourish",
  "lights out": "lightsOut",
  "deck sank": "deckSinks",
  "washed up": "splash",
};

const SURFACES: Partial<Record<FloorName, Effect>> = {
  deck: "stepOnDeck",
  steel: "stepOnSteel",
  ice: "stepOnSteel",
  grass: "stepOnGrass",
  coal: "stepOnStone",
  tiles: "stepOnStone",
  checks: "stepOnStone",
  marble: "stepOnStone",
  flags: "stepOnStone",
  stone: "stepOnStone",
  cobbles: "stepOnStone",
  red: "stepOnCarpet",
  green: "stepOnCarpet",
  blue: "stepOnCarpet",
  rose: "stepOnCarpet",
  lilac: "stepOnCarpet",
  white: "stepOnCarpet",
  gold: "stepOnCarpet",
};

/** What happens at once is heard one after the other, this far apart, and not more of it than this. */
const APART = 0.3;
const MOST = 4;

/** The sounds of what is shown in one go. Of several that are alike the first is heard. */
export function cues(events: readonly Event[], setting: Setting): Cue[] {
  const effects = new Set(events.flatMap((event) => effectOf(event, setting) ?? []));
  // How it ends is heard, whatever else there is.
  return [...effects].slice(-MOST).map((effect, at) => ({ effect, after: at * APART }));
}

export function effectOf(event: Event, { ship, saving }: Setting): Effect | null {
  switch (event.kind) {
    case "stepped":
    case "stranger moved":
      return step(event.room ?? "", ship);
    case "doctor moved":
      return ship ? step(event.room ?? "", ship) : "door";
    case "attempt":
      return saving ? "rescue" : "strike";
    case "foiled":
      return saving ? "slipped" : "foiled";
    case "over":
      if (event.how === "sunk" || event.how === "turn limit") return "lost";
      return saving ? "rescued" : "murder";
    default:
      return SOUNDS[event.kind] ?? null;
  }
}

function step(room: string, ship: boolean): Effect {
  const { rug, floor } = furnishing(room, "room");
  return SURFACES[rug ?? floor] ?? (ship ? "stepOnDeck" : "stepOnWood");
}
