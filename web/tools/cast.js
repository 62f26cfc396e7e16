// Who can be played, for what has to be drawn at once: `virtual:cast` has the names and the pawns of the package's own
// list of the cast. What they are like and what they say comes from the server, in the reader's language.
import { readFileSync } from "node:fs";

const ASKED = "virtual:cast";
const FIELD = /^(id|name|letter|day|night|pawn) = (".*")$/gm;

/** @returns {import("vite").Plugin} */
export function cast({ people }) {
  return {
    name: "cast",
    resolveId: (id) => (id === ASKED ? "\0" + id : undefined),
    load(id) {
      if (id !== "\0" + ASKED) return;
      this.addWatchFile(people);
      const entries = readFileSync(people, "utf8").split("[[person]]").slice(1);
      const found = entries.map((entry) =>
        // What they say comes after this.
        Object.fromEntries(
          [...entry.split("[person.lines]", 1)[0].matchAll(FIELD)].map(([, name, text]) => [
            name,
            JSON.parse(text),
          ]),
        ),
      );
      return `export default ${JSON.stringify(found)}`;
    },
  };
}
