// The words of the page come from the one catalogue of the package: `virtual:words/de` holds those that the page says.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ASKED = "virtual:words/";
const LITERAL = /"((?:[^"\\]|\\.)*)"/.source;
const SAID = new RegExp(String.raw`\b(say|count|pick)\(\s*${LITERAL}(?:,\s*${LITERAL})?`, "g");

/** @returns {import("vite").Plugin} */
export function words({ catalogue, sources }) {
  return {
    name: "words",
    resolveId: (id) => (id.startsWith(ASKED) ? "\0" + id : undefined),
    load(id) {
      if (!id.startsWith("\0" + ASKED)) return;
      const path = catalogue(id.slice(1 + ASKED.length));
      this.addWatchFile(path);
      const all = parse(readFileSync(path, "utf8"));
      const said = Object.fromEntries(
        [...messages(sources)].filter((key) => all[key]).map((key) => [key, all[key]]),
      );
      return `export default ${JSON.stringify(said)}`;
    },
  };
}

/** The keys of all messages in the sources: the message itself, or "context|message". */
function messages(folder) {
  const found = new Set();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!/\.(svelte|ts)$/.test(entry.name)) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), "utf8");
    for (const [, how, first, second] of text.matchAll(SAID)) {
      found.add(how === "pick" ? `${unquote(first)}|${unquote(second)}` : unquote(first));
    }
  }
  return found;
}

/** A gettext catalogue as an object: a text, or an array of them where a number decides. */
export function parse(text) {
  const result = {};
  for (const block of text.split(/\n\s*\n/)) {
    const fields = {};
    let field = "";
    for (const line of block.split("\n")) {
      const match = /^(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)?\s*"(.*)"$/.exec(line.trim());
      if (!match) continue;
      if (match[1]) fields[(field = match[1])] = "";
      fields[field] += unquote(match[2]);
    }
    if (!fields.msgid) continue;
    const key = fields.msgctxt ? `${fields.msgctxt}|${fields.msgid}` : fields.msgid;
    const plurals = Object.keys(fields).filter((name) => name.startsWith("msgstr["));
    result[key] = plurals.length ? plurals.sort().map((name) => fields[name]) : fields.msgstr;
  }
  return result;
}

const unquote = (text) => JSON.parse(`"${text}"`);
