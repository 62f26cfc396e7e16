// The words of the page come from the one catalogue of the package, in three parts: `virtual:words/de/first` holds what
// is said by the script that is loaded first, `virtual:words/de/start` what the start page says beside that, and
// `virtual:words/de/rest` what all other pages say.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

const ASKED = "virtual:words/";
const LITERAL = /"((?:[^"\\]|\\.)*)"/.source;
const IMPORTED = /^\s*import\s(?!type\b)[^"(]*"(\.[^"]+)"/gm;
const LATER = /\bimport\("(\.[^"]+)"\)/g;
const SAID = new RegExp(String.raw`\b(say|count|pick)\(\s*${LITERAL}(?:,\s*${LITERAL})?`, "g");

/** `start` is the source that is loaded first, `pages` the one that asks for every page but the start page.
 * @returns {import("vite").Plugin} */
export function messages({ catalogue, sources, start, pages }) {
  const parts = {
    first: () => reached(start, () => false),
    start: () => reached(start, (path) => path !== pages),
    rest: () => everything(sources),
  };
  return {
    name: "messages",
    resolveId: (id) => (id.startsWith(ASKED) ? "\0" + id : undefined),
    load(id) {
      if (!id.startsWith("\0" + ASKED)) return;
      const [language, part] = id.slice(1 + ASKED.length).split("/");
      const path = catalogue(language);
      this.addWatchFile(path);
      const all = parse(readFileSync(path, "utf8"));
      const before = Object.keys(parts).slice(0, Object.keys(parts).indexOf(part));
      const known = new Set(before.flatMap((each) => [...keysOf(parts[each]())]));
      const keys = [...keysOf(parts[part]())].filter((key) => all[key] && !known.has(key));
      return `export default ${JSON.stringify(Object.fromEntries(keys.map((key) => [key, all[key]])))}`;
    },
  };
}

function everything(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => /\.(svelte|ts)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** All sources that come together with the first, and those that are asked for later by the ones that are followed. */
function reached(first, isFollowed) {
  const found = [first];
  for (const path of found) {
    const text = readFileSync(path, "utf8");
    const imports = [...text.matchAll(IMPORTED), ...(isFollowed(path) ? text.matchAll(LATER) : [])];
    for (const [, name] of imports) {
      const named = join(dirname(path), name);
      const other = [named, `${named}.ts`, join(named, "index.ts")].find(isFile);
      if (other && !found.includes(other)) found.push(other);
    }
  }
  return found;
}

const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

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
