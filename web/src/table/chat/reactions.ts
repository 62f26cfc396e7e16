// What can be said without a word: its drawing, lines on a square of 24 by 24, and the words that follow a name.
import type { React } from "../../api/protocol";
import { say } from "../../i18n/say";

export type Reaction = React["reaction"];

const FACE = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z";

export const DRAWN: Readonly<Record<Reaction, string>> = {
  // A mouth and eyes as wide open as they go.
  gasp: `${FACE}M8 8.500a1.3 1.300 0 1 0 .01 0zM16 8.500a1.3 1.300 0 1 0 .01 0zM12 13a2 2.600 0 1 0 .01 0z`,
  // Two hands in gloves.
  applause:
    "M4 14l5-8 3 2-4 7M12 8l3-3 3 3-5 9c-2 3-6 4-8 1M15 11l3-2 2 3-4 7c-1 2-3 2-5 2M19 3v2M22 5l-1.500 1.500M15 2l.5 1.500",
  eyebrow: `${FACE}M6.500 10h3M14 7.500q2-2 4 .5M8.200 12.500h.01M16 11.500h.01M9 17q3-1.500 6-.5`,
  // A string of them.
  pearls:
    "M4 4q1 13 8 15 7-2 8-15M5.500 9.500h.01M7 13.500h.01M9.500 17h.01M12 18.800h.01M14.500 17h.01M17 13.500h.01M18.500 9.500h.01",
  // A clock, and a tick.
  alibi: "M10 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 7.500V11l2.500 1.500M13 19l3 2.500 6-7",
  // A tray with a cloche, in a hand.
  butler: "M3 13h18M5 13a7 7 0 0 1 14 0M12 6V4M8 16h8M12 16v2q0 3-4 3",
  tea: "M4 9h12v5a5 5 0 0 1-5 5H9a5 5 0 0 1-5-5zM16 10h2a2.500 2.500 0 0 1 0 5h-2M3 21h14M8 6q-1-1.500 0-3M12 6q-1-1.500 0-3",
  // Someone on a sofa, feet up.
  faint:
    "M2 19v-6q0-2 2-2t2 2v2h12v-2q0-2 2-2t2 2v6zM9 11a2 2 0 1 0-.01 0M11 12l7-1 1-6M15 4l-1-2M20 3l1-1.500",
  // A letter with a black edge.
  condolences: "M3 6h18v13H3zM3 6l9 7 9-7M3 16l3 3M21 16l-3 3",
  // A coin goes into the box.
  advance: "M4 12h16v9H4zM9 12h6M12 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 9v1M8 17h8",
};

/** In the order in which they are offered. */
export const REACTIONS = Object.keys(DRAWN) as Reaction[];

export const isReaction = (name: string | undefined): name is Reaction => name !== undefined && name in DRAWN;

export function reactionWords(reaction: Reaction): string {
  switch (reaction) {
    case "gasp":
      return say("gasps audibly");
    case "applause":
      return say("applauds without taking off the gloves");
    case "eyebrow":
      return say("raises an eyebrow");
    case "pearls":
      return say("clutches the family pearls");
    case "alibi":
      return say("has an alibi, should anyone ask");
    case "butler":
      return say("suspects the butler");
    case "tea":
      return say("pours another cup of tea");
    case "faint":
      return say("faints onto the nearest sofa");
    case "condolences":
      return say("sends condolences, just in case");
    case "advance":
      return say("pays a penalty in advance");
  }
}
