// The mark of each kind of card.
import type { CardFacts } from "../game/cards";
import type { IconName } from "../ui/Icon.svelte";

export const MARKS: Record<CardFacts["kind"], IconName> = {
  weapon: "knife",
  aid: "lifebuoy",
  move: "step",
  failure: "luck",
};
