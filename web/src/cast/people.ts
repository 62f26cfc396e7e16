// Who can be played: names and pawns at once, what they are like and what they say when it is wanted.
import PEOPLE from "virtual:cast";
import { cached } from "../api/cache";
import { get } from "../api/http";
import type { Cast, Character } from "../api/protocol";

export { PEOPLE };
export type Person = (typeof PEOPLE)[number];

const BY_ID: ReadonlyMap<string, Person> = new Map(PEOPLE.map((person) => [person.id, person]));

export const person = (id: string | undefined): Person | undefined => BY_ID.get(id ?? "");

/** The colour of someone's pawn, in either theme. */
export const colour = ({ day, night }: Person): string => `light-dark(${day}, ${night})`;

/** In the language that is spoken now. */
export const theCast = cached(() => get<Cast>("/cast"));

export const described = (cast: Cast | null, id: string): Character | undefined =>
  cast?.people.find((each) => each.id === id);

/** Everyone a part: those whom nobody gave one get the first that are free. */
export function complete(parts: readonly (string | undefined)[]): string[] {
  const free = PEOPLE.map(({ id }) => id).filter((id) => !parts.includes(id));
  return parts.map((part) => (person(part) ? (part as string) : (free.shift() ?? "")));
}
