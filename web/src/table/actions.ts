// Actions as the server writes them: a verb, maybe a pawn, and then a room, a card or a seat.
import type { CardFacts } from "../game/cards";

/** A legal action, taken apart, with what the server calls it in the reader's language. */
export interface Choice {
  readonly action: string;
  readonly words: string;
  readonly verb: string;
  /** Whom it moves; null is the player's own pawn. */
  readonly pawn: string | null;
  /** Where it leads to. */
  readonly room: string | null;
  readonly card: string | null;
  readonly seat: number | null;
  /** Which copy of the card, where one was pointed at. */
  readonly copy?: number | null;
  /** What should be known before it is done. */
  readonly warning?: string | null;
}

const PAWN = /^(doctor|cat|dog|stranger-\d+)$/;
const WITH_ROOM = new Set(["step"]);
const WITH_CARD = new Set(["walk", "jump", "lay", "attempt", "play"]);
const MOVES = new Set(["step", "walk", "jump"]);

export function choice(action: string, words: string, cards: ReadonlyMap<string, CardFacts>): Choice {
  const [verb = "", ...rest] = action.split(" ");
  const pawn = MOVES.has(verb) && PAWN.test(rest[0] ?? "") ? (rest.shift() ?? null) : null;
  const object = rest.join(" ") || null;
  const card = WITH_CARD.has(verb) ? object : null;
  const room = WITH_ROOM.has(verb)
    ? object
    : verb === "jump" && card
      ? (cards.get(card)?.room ?? null)
      : null;
  const seat = verb === "attack" ? Number(object?.replace("seat-", "")) : null;
  return { action, words: sentence(words), verb, pawn, room, card, seat };
}

/** Buttons begin with a capital letter. */
export const sentence = (words: string): string => words.charAt(0).toLocaleUpperCase() + words.slice(1);

/** Those who can be moved now, the player first: null, "doctor", "cat", ... */
export function movers(choices: readonly Choice[]): (string | null)[] {
  const found = new Set(choices.filter((each) => MOVES.has(each.verb)).map((each) => each.pawn));
  return [...found].sort((one, other) => Number(other === null) - Number(one === null));
}

/** The ways into each room for one pawn, or for any. */
export function byRoom(choices: readonly Choice[], pawn?: string | null): Map<string, Choice[]> {
  const wanted = choices.filter((each) => each.room !== null && (pawn === undefined || each.pawn === pawn));
  return grouped(wanted, (each) => each.room ?? "");
}

/** What each card in the hand can do. */
export const byCard = (choices: readonly Choice[]): Map<string, Choice[]> =>
  grouped(
    choices.filter((each) => each.card !== null),
    (each) => each.card ?? "",
  );

function grouped<T>(all: readonly T[], key: (one: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const one of all) {
    const group = found.get(key(one));
    if (group) group.push(one);
    else found.set(key(one), [one]);
  }
  return found;
}

/** Which action to ask about when a card cannot be played now: the one that its kind is for. */
export function wanted(card: CardFacts, phase: string): string {
  if (phase === "answer") return `play ${card.name}`;
  if (card.kind === "weapon" || card.kind === "aid") return `attempt ${card.name}`;
  if (card.kind === "failure") return `play ${card.name}`;
  return `${card.steps ? "walk" : "jump"} ${card.name}`;
}
