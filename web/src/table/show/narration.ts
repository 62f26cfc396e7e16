// What the narrator says: what just happened, and why the turn went where it went.
import type { Event, View } from "../../api/protocol";
import type { Told } from "../../api/table.svelte";
import { pawnName, roomOf } from "../../game/names";
import { say } from "../../i18n/say";

export interface Narration {
  /** The place of the event that it is about. */
  readonly at: number;
  readonly kind: string;
  readonly words: string;
  /** Whom it is about. */
  readonly pawn: number | string | null;
  /** Does it say why it is someone's turn? */
  readonly isReason: boolean;
  /** Where that is, if anyone has moved. */
  readonly room: string | null;
}

const SILENT = new Set(["shuffled", "placed", "dealt face up", "reason", "robbed"]);
const TURNS = new Set(["turn", "called up"]);

/** Of the last thing that is worth telling. */
export function narration(told: readonly Told[], view: View): Narration | null {
  for (let at = told.length - 1; at >= 0; at--) {
    const { event, words } = told[at] as Told;
    const before = told[at - 1]?.event;
    const said = spoken(event, before, words, view);
    if (!said) continue;
    const pawn = event.pawn ?? event.seat ?? null;
    const isMove = event.room != null && event.pawn !== undefined && event.kind !== "placed";
    const room = isMove || event.kind === "stranger moved" ? (event.room ?? null) : null;
    const isReason = TURNS.has(event.kind) && said !== words;
    return { at, kind: event.kind, words: said, pawn, isReason, room };
  }
  return null;
}

function spoken(event: Event, before: Event | undefined, words: string, view: View): string | null {
  const { kind, seat } = event;
  const isMine = seat != null && seat === view.seat;
  const name = pawnName(seat ?? null, view);
  if (SILENT.has(kind)) return null;
  if (kind === "called up")
    return isMine
      ? say("The doctor walks in on you: it's your turn!")
      : say("The doctor walks in on {name}: {name}'s turn!", { name });
  if (kind === "turn" && before?.kind === "doctor moved" && isAlone(view))
    return isMine
      ? say("The doctor walks in on nobody: you are next.")
      : say("The doctor walks in on nobody: {name} is next.", { name });
  if (kind === "turn over")
    return before && TURNS.has(before.kind) && before.seat === seat
      ? isMine
        ? say("You end your turn without doing anything.")
        : say("{name} ends the turn without doing anything.", { name })
      : null;
  return words || null;
}

const isAlone = (view: View): boolean => !view.players.some((_, seat) => roomOf(seat, view) === view.doctor);
