// What a first game should have in it. Read off what has happened, so that nothing is ticked off by chance.
import type { Event } from "../../api/protocol";
import type { Family } from "../../game/editions";
import { say } from "../../i18n/say";
import type { Situation } from "./situation";

export interface Goal {
  readonly id: string;
  readonly words: string;
  readonly isReached: (now: Situation) => boolean;
}

export function goals(family: Family): Goal[] {
  const saving = family === "save";
  const all: (Goal | null)[] = [
    {
      id: "step",
      words: say("Step into another room"),
      isReached: (now) => now.happened("stepped", (event) => event.pawn === now.me),
    },
    {
      id: "draw",
      words: saving ? say("Draw a card") : say("Draw a card unseen"),
      isReached: (now) => now.happened("drew", (event) => event.seat === now.me),
    },
    { id: "card", words: say("Move with a card"), isReached: (now) => moved(now, now.me) },
    saving
      ? { id: "send", words: say("Move the doctor with a card"), isReached: (now) => moved(now, "doctor") }
      : null,
    {
      id: "train",
      words: say("Be where the doctor is going"),
      isReached: (now) => now.happened("called up", (event) => event.seat === now.me),
    },
    {
      id: "stop",
      words: saving ? say("Play a failure against a rescue") : say("Play luck against an attempt"),
      isReached: (now) => now.happened("played", (event) => event.seat === now.me),
    },
    {
      id: "strike",
      words: saving ? say("Try to save the doctor") : say("Try to kill the doctor"),
      isReached: (now) => now.happened("attempt", (event) => event.seat === now.me),
    },
  ];
  return all.filter((goal) => goal !== null);
}

/** Did a card of the player move this pawn? A jump does not say whose card it was, but whose turn it was does. */
function moved(now: Situation, pawn: number | "doctor"): boolean {
  let turn: number | null = null;
  return now.events.some((event: Event) => {
    if (event.kind === "turn" || event.kind === "called up") turn = event.seat ?? null;
    if (event.kind === "walks") return event.seat === now.me && event.pawn === pawn;
    return event.kind === "jumped" && event.pawn === pawn && turn === now.me;
  });
}
