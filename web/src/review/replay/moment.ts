// The address of a moment of a replay: ?moment=42, which the server sees and can show where a link is posted. Links from
// before that have it after the #.
import { route } from "../../ui/route.svelte";

export const momentPath = (path: string, at: number | string): string => `${path}?moment=${at}`;

/** The moment that the address names, as it stands there. */
export const namedMoment = (): string => route.hash || (route.query.get("moment") ?? "");
