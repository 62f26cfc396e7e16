// What is printed on the cards of an edition, by the name that views and actions use.
import { cached } from "../api/cache";
import { get } from "../api/http";
import type { CardAbout, CardFace, Cards } from "../api/protocol";
import { count, pick, say } from "../i18n/say";

export interface CardFacts extends CardAbout {
  /** Which deck it is in. */
  deck: string;
  /** Which of its copies it is, from 0: they play the same and may look different. */
  copy: number;
}
export type Facts = ReadonlyMap<string, CardFacts>;

/** `shorter` are the options of a shorter game, as a view has them: they change what cards are worth. */
export const facts = cached(async (edition: string, shorter: readonly string[] = []): Promise<Facts> => {
  const options = Object.fromEntries(shorter.map((option) => [option, "true"]));
  const { cards, deck = "" } = await get<Cards>(`/editions/${edition}/cards`, options);
  return new Map(cards.map((card) => [card.name, { ...card, deck, copy: 0 }]));
});

/** A card by its name, as one of its copies. */
export function cardOf(facts: Facts, name: string, copy?: number | null): CardFacts {
  const card = facts.get(name) ?? blank(name);
  return copy ? { ...card, copy } : card;
}

/** Cards by their names; `copies` tells which they are, where there are several. */
export const cardsOf = (
  facts: Facts,
  names: readonly string[],
  copies: readonly number[] = [],
): CardFacts[] => names.map((name, at) => cardOf(facts, name, copies[at]));

/** What is printed on a card beside what it does. */
export const faceOf = ({ faces = [], copy, word }: CardFacts): CardFace =>
  faces[copy] ?? faces[0] ?? { title: word, line: "", art: "" };

/** A card of which nothing is known yet but its name. */
export function blank(name: string): CardFacts {
  return {
    name,
    word: name,
    kind: "failure",
    copies: 1,
    value: 0,
    value_in_room: 0,
    room: null,
    room_word: null,
    steps: 0,
    luck: 0,
    does: "",
    deck: "",
    copy: 0,
  };
}

/** Any card of this deck may have luck on it, and those that have nothing else are cards of luck, not failures. */
const LUCKY = "modern";

export function kindWord({ kind, deck }: Pick<CardFacts, "kind" | "deck">): string {
  switch (kind) {
    case "weapon":
      return pick("kind of card", "Weapon");
    case "aid":
      return pick("kind of card", "Aid");
    case "move":
      return pick("kind of card", "Move");
    case "failure":
      return deck === LUCKY ? pick("kind of card", "Luck") : pick("kind of card", "Failure");
  }
}

/** What is played against an attempt: on the ship failures, in the house whatever has luck on it. */
export const againstWord = (saving: boolean): string => (saving ? say("failures") : say("luck"));

export const isFailure = ({ kind, deck }: CardFacts): boolean => kind === "failure" && deck !== LUCKY;

/** Everything on a card, for those who hear it. */
export function told(card: CardFacts): string {
  const parts = [kindWord(card)];
  if (card.value) parts.push(say("worth {value}", { value: card.value }));
  if (card.value_in_room && card.room_word)
    parts.push(
      say("worth {value} in this room: {room}", { value: card.value_in_room, room: card.room_word }),
    );
  if (card.steps) parts.push(count("{n} step", "{n} steps", card.steps));
  if (card.kind === "move" && card.room_word) parts.push(say("jumps to: {room}", { room: card.room_word }));
  if (card.luck && isFailure(card)) parts.push(say("worth {value}", { value: card.luck }));
  else if (card.luck) parts.push(say("luck {luck}", { luck: card.luck }));
  const { title } = faceOf(card);
  return `${title === card.word ? title : `${title} (${card.word})`}: ${parts.join(", ")}`;
}

export const ORDERS = ["kind", "value", "luck", "drawn"] as const;
export type Order = (typeof ORDERS)[number];
const KINDS: CardFacts["kind"][] = ["weapon", "aid", "move", "failure"];

/** A hand in the order that its owner likes. */
export function sorted(cards: readonly CardFacts[], order: Order): CardFacts[] {
  const rank = (card: CardFacts): number => KINDS.indexOf(card.kind);
  const strength = (card: CardFacts): number => Math.max(card.value, card.value_in_room);
  const byKind = (a: CardFacts, b: CardFacts): number =>
    rank(a) - rank(b) || strength(b) - strength(a) || b.steps - a.steps || b.luck - a.luck;
  switch (order) {
    case "kind":
      return [...cards].sort((a, b) => byKind(a, b) || a.word.localeCompare(b.word));
    case "value":
      return [...cards].sort((a, b) => strength(b) - strength(a) || b.steps - a.steps || byKind(a, b));
    case "luck":
      return [...cards].sort((a, b) => b.luck - a.luck || byKind(a, b));
    case "drawn":
      return [...cards];
  }
}
