// The words of the page come from the one catalogue of the package: `virtual:words/de` holds those that the page says,
// and `virtual:words/de/first` those of them that are said by what is loaded first.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ASKED = "virtual:words/";
const LITERAL = /"((?:[^"\\]|\\.)*)"/.source;
const IMPORTED = /^\s*import\s(?!type\b)[^"(]*"(\.[^"]+)"/gm;
const SAID = new RegExp(String.raw`\b(say|count|pick)\(\s*${LITERAL}(?:,\s*${LITERAL})?`, "g");

/** @returns {import("vite").Plugin} */
export function messages({ catalogue, sources, start }) {
  return {
    name: "messages",
    resolveId: (id) => (id.startsWith(ASKED) ? "\0" + id : undefined),
    load(id) {
      if (!id.startsWith("\0" + ASKED)) return;
      const [language, part] = id.slice(1 + ASKED.length).split("/");
      const path = catalogue(language);
      this.addWatchFile(path);
      const all = parse(readFileSync(path, "utf8"));
      const keys = keysOf(part === "first" ? reached(start) : everything(sources));
      const said = Object.fromEntries([...keys].filter((key) => all[key]).map((key) => [key, all[key]]));
      return `export default ${JSON.stringify(said)}`;
    },
  };
}

function everything(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => /\.(svelte|ts)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** All sources that come together with the first. */
function reached(first) {
  const found = [first];
  for (const path of found) {
    for (const [, name] of readFileSync(path, "utf8").matchAll(IMPORTED)) {
      const other = [join(dirname(path), name), join(dirname(path), `${name}.ts`)].find(existsSync);
      if (other && !found.includes(other)) found.push(other);
    }
  }
  return found;
}

/** The keys of all messages in sources: the message itself, or "context|message". */
function keysOf(paths) {
  const found = new Set();
  for (const path of paths) {
    for (const [, how, first, second] of readFileSync(path, "utf8").matchAll(SAID)) {
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
