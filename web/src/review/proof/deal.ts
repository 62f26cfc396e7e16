// Deals a game again from its seed, here in the browser and by nobody else's word: the method of docs/records.md.
import type { PartProof } from "../../api/protocol";
import { fromHex, hmac, joined, sha256, toHex } from "./sha256";

export interface Checked {
  /** The seed's own SHA-256, and whether it is what was told before the deal. */
  fingerprint: string;
  commitment: boolean;
  lots: { right: number; of: number };
  shuffles: { right: number; of: number };
  /** Did everyone get the cards, and the closed rooms theirs, that lay on top? */
  hands: boolean;
}

export function check(part: PartProof): Checked {
  const fingerprint = toHex(sha256(fromHex(part.seed)));
  const numbers = stream(key(part));
  const lots = { right: 0, of: 0 };
  const shuffles = { right: 0, of: 0 };
  for (const { lot, out_of: outOf, order } of part.chances) {
    const kind = order ? shuffles : lots;
    kind.of += 1;
    if (order) kind.right += Number(same(shuffled(order, numbers), order));
    else if (outOf != null) kind.right += Number(below(outOf, numbers) === lot);
  }
  return {
    fingerprint,
    commitment: fingerprint === part.commitment,
    lots,
    shuffles,
    hands: dealtRight(part),
  };
}

/** The seed, mixed with what the players gave. The lengths keep ("ab", "c") and ("a", "bc") apart. */
function key(part: PartProof): Uint8Array {
  const seed = fromHex(part.seed);
  if (!part.contributions.length) return seed;
  const given = part.contributions.map(fromHex);
  const title = new TextEncoder().encode("drlucky contributions");
  return hmac(seed, joined(title, ...given.flatMap((each) => [eightBytes(each.length), each])));
}

/** Numbers of four bytes, block after block. */
function* stream(key: Uint8Array): Generator<number, never> {
  for (let block = 0; ; block++) {
    const bytes = new DataView(hmac(key, eightBytes(block)).buffer);
    for (let at = 0; at < 32; at += 4) yield bytes.getUint32(at);
  }
}

/** The next number below n. What would make some results likelier than others is thrown away. */
function below(n: number, numbers: Generator<number, never>): number {
  const limit = 2 ** 32 - (2 ** 32 % n);
  for (;;) {
    const number = numbers.next().value;
    if (number < limit) return number % n;
  }
}

/** The same cards in their order of numbers, shuffled as Fisher and Yates do. */
function shuffled(cards: readonly number[], numbers: Generator<number, never>): number[] {
  const result = sorted(cards);
  for (let at = result.length - 1; at > 0; at--) {
    const other = below(at + 1, numbers);
    [result[at], result[other]] = [result[other] as number, result[at] as number];
  }
  return result;
}

/** From the front of the last shuffle of the deal come the cards for closed rooms, and then the hands, a card at a time.
    In a game that is played on, the cards on closed rooms stay there and are in no shuffle. */
function dealtRight(part: PartProof): boolean {
  const shuffles = part.chances
    .slice(0, part.dealt)
    .flatMap((chance) => (chance.order ? [chance.order] : []));
  const order = shuffles[shuffles.length - 1] ?? [];
  const aside = part.aside.filter((card) => order.includes(card));
  // Strangers hold no cards and are passed over.
  const hands = part.hands.filter((hand) => hand.length);
  const dealt = order.slice(aside.length);
  const isRight = (hand: readonly number[], place: number) =>
    same(sorted(hand.map((_, round) => dealt[round * hands.length + place] ?? -1)), sorted(hand));
  return same(sorted(order.slice(0, aside.length)), sorted(aside)) && hands.every(isRight);
}

const sorted = (cards: readonly number[]): number[] => [...cards].sort((a, b) => a - b);
const same = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((each, at) => each === b[at]);

function eightBytes(n: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(n));
  return bytes;
}
