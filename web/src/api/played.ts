// Who has played on this device: whom of the cast its owner was last, and the names of others with theirs, the latest
// first. It is offered the next time, and never leaves the browser by itself.
import { forget, keep, kept, texts } from "./storage";

export interface Guest {
  readonly name: string;
  readonly character: string;
}

const CHARACTER = "character";
const GUESTS = "guests";
const MOST = 8;

/** Whom the owner of this device played last; null if that is not known, or someone else plays them. */
export function lastCharacter(isTaken: (character: string) => boolean = () => false): string | null {
  const found = kept(CHARACTER);
  return typeof found === "string" && found && !isTaken(found) ? found : null;
}

/** The others who played on this device. */
export function guests(): Guest[] {
  const found = kept(GUESTS);
  return Array.isArray(found)
    ? found.flatMap((each: unknown) => {
        const [name, character] = texts(each);
        return name && character !== undefined ? [{ name, character }] : [];
      })
    : [];
}

/** Those who have begun a game here: the owner of the device first, then whoever shares it. */
export function notePlayed([owner, ...others]: readonly Guest[]): void {
  if (owner?.character) keep(CHARACTER, owner.character);
  if (!others.length) return;
  const names = new Set(others.map(({ name }) => name));
  const known = guests().filter(({ name }) => !names.has(name));
  const all = [...others, ...known].slice(0, MOST);
  keep(
    GUESTS,
    all.map(({ name, character }) => [name, character]),
  );
}

/** The server does not know them. */
export function forgetCharacter(): void {
  forget(CHARACTER);
}
