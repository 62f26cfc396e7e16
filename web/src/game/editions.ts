// The rule books, and which of them to begin with.
import { cached } from "../api/cache";
import { get } from "../api/http";
import type { EditionAbout } from "../api/protocol";

export type Family = "kill" | "save";

export const editions = cached(() => get<EditionAbout[]>("/editions"));

export const familyOf = (edition: EditionAbout): Family => (edition.saving ? "save" : "kill");

/** The book for a first game: the first of its family in which the house or the ship changes too, so that it shows all. */
export function usual(all: readonly EditionAbout[], family: Family): EditionAbout | null {
  const related = all.filter((edition) => familyOf(edition) === family);
  return related.find((edition) => edition.stages !== "one") ?? related[0] ?? null;
}
