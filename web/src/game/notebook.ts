// The notebook for the puzzle on the failures of the Save deck: the numbers of the clues that were seen in play at this
// browser, and of those that were asked for. It stays when the game is over.
import { keep, kept } from "../api/storage";

/** Copy n of this card, from 0, has clue n + 1. */
const CARD = "Failure-2";
const SIZE = 10;
const NAMES = { seen: "puzzle.seen", asked: "puzzle.asked" };
type How = keyof typeof NAMES;

/** Cards that lie open to the reader of a view, each list with the copies that it is made of. */
export interface Open {
  hand?: readonly string[] | null;
  hand_copies?: readonly number[];
  discards?: readonly string[];
  discard_copies?: readonly number[];
  out_of_game?: readonly string[];
  out_of_game_copies?: readonly number[];
  attempt?: { cards: readonly string[]; copies?: readonly number[] } | null;
}

/** The clues that can be read on them. */
export function cluesIn(open: Open): number[] {
  const lists: [cards: readonly string[] | null | undefined, copies: readonly number[] | undefined][] = [
    [open.hand, open.hand_copies],
    [open.discards, open.discard_copies],
    [open.out_of_game, open.out_of_game_copies],
    [open.attempt?.cards, open.attempt?.copies],
  ];
  const found = lists.flatMap(([cards, copies]) =>
    (cards ?? []).flatMap((card, at) =>
      card === CARD && copies?.[at] !== undefined ? [copies[at] + 1] : [],
    ),
  );
  return distinct(found);
}

/** All that are in the notebook. */
export const known = (): number[] => distinct([...noted("seen"), ...noted("asked")]);

export function noted(how: How): number[] {
  const found = kept(NAMES[how]);
  return Array.isArray(found) ? distinct(found.filter(isNumber)) : [];
}

/** Writes down what is not there yet. */
export function note(numbers: readonly number[], how: How): void {
  const known = noted(how);
  if (numbers.some((number) => !known.includes(number))) keep(NAMES[how], distinct([...known, ...numbers]));
}

const isNumber = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= SIZE;

const distinct = (numbers: readonly number[]): number[] => [...new Set(numbers)].sort((a, b) => a - b);
