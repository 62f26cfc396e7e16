// Where a long word may be parted. Not every browser knows how, and a card is narrow.

const BETWEEN_VOWELS = /(?<=[aeiouyäöü])[^aeiouyäöü]+(?=[aeiouyäöü])/giu;
/** What stays together begins the next syllable: one letter, or several that are one sound. */
const SOUND = /(?:sch|ch|ck|ph|th|qu|pf|[bpdtgkf][rl]|.)$/iu;
const LONG = 10;
/** So many letters stay together at either end. */
const ENDS = 3;

/** The text with soft hyphens in its long words. */
export const parted = (text: string): string =>
  text.replace(/\p{L}+/gu, (word) => (word.length < LONG ? word : inSyllables(word)));

const inSyllables = (word: string): string =>
  word.replace(BETWEEN_VOWELS, (between, from: number) => {
    const sound = between.search(SOUND);
    const isInside = from + sound >= ENDS && from + sound <= word.length - ENDS;
    return isInside ? `${between.slice(0, sound)}\u00ad${between.slice(sound)}` : between;
  });

/** A number and its percent sign stay on one line. */
export const unbroken = (text: string): string => text.replaceAll(" %", "\u00a0%");
