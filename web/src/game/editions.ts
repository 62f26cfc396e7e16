// The rule books, and which of them to begin with.
import { get } from "../api/http";
import type { EditionAbout } from "../api/protocol";
import { language } from "../i18n/language.svelte";

export type Family = "kill" | "save";

const asked = new Map<string, Promise<EditionAbout[]>>();

export function editions(): Promise<EditionAbout[]> {
  const key = language.current;
  let found = asked.get(key);
  if (!found) {
    found = get<EditionAbout[]>("/editions");
    found.catch(() => asked.delete(key));
    asked.set(key, found);
  }
  return found;
}

export const familyOf = (edition: EditionAbout): Family => (edition.saving ? "save" : "kill");

/** The book for a first game: the first of its family in which the house or the ship changes too, so that it shows all. */
export function usual(all: readonly EditionAbout[], family: Family): EditionAbout | null {
  const related = all.filter((edition) => familyOf(edition) === family);
  return related.find((edition) => edition.stages !== "one") ?? related[0] ?? null;
}
