// Which lesson to tell. Each is told when its situation first comes up, and says only what is true then.
import type { Family } from "../../../game/editions";
import type { Situation } from "../situation";
import { KILL } from "./kill";
import type { Lesson } from "./lesson";
import { SAVE } from "./save";

const LESSONS: Record<Family, readonly Lesson[]> = { kill: KILL, save: SAVE };

/** The lesson to tell now: what cannot wait first, then in their order. */
export function lesson(family: Family, now: Situation, learnt: ReadonlySet<string>): Lesson | null {
  const fitting = LESSONS[family].filter((each) => !learnt.has(each.id) && each.when(now));
  return fitting.find((each) => each.urgent) ?? fitting[0] ?? null;
}
