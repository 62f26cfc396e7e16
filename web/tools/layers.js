// Fails when a folder of the page imports from one above it, or beside it, or when files import each other in a circle.
// Types count too: it reads the sources with the parsers of Svelte and TypeScript, not what is built from them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "svelte/compiler";
import ts from "typescript";

/** From bottom to top. A folder imports from those below it; those on one line know nothing of each other. */
export const LAYERS = [
  ["i18n"],
  ["api"],
  ["ui"],
  ["cast"],
  ["game"],
  ["board"],
  ["cards", "sound"],
  ["ratings"],
  ["learn", "me", "puzzle", "review"],
  ["home", "table"],
  ["."], // App.svelte and main.ts
];

/** Everything that is wrong with the sources in a folder, a line each. */
export function faults(sources) {
  const files = readdirSync(sources, { recursive: true })
    .filter((name) => /\.(svelte|ts)$/.test(name) && !name.endsWith(".d.ts"))
    .sort();
  const graph = new Map(files.map((file) => [file, imported(sources, file)]));
  const upwards = files.flatMap((file) =>
    graph
      .get(file)
      .filter((other) => !mayImport(file, other))
      .map((other) => `${file} imports ${other}, which is not below it`),
  );
  const unplaced = files
    .filter((file) => layer(file) < 0)
    .map((file) => `${file}: its folder has no layer in tools/layers.js`);
  return [...unplaced, ...upwards, ...circles(graph).map((circle) => `a circle: ${circle.join(" -> ")}`)];
}

const folder = (file) => (file.includes("/") ? file.split("/")[0] : ".");
const layer = (file) => LAYERS.findIndex((folders) => folders.includes(folder(file)));

function mayImport(file, other) {
  return folder(file) === folder(other) || layer(other) < layer(file);
}

/** The files of ours that a file imports, whether at once, later, or for a type. */
function imported(sources, file) {
  const path = join(sources, file);
  const text = readFileSync(path, "utf8");
  const names = file.endsWith(".svelte")
    ? inTree(parse(text, { modern: true }))
    : ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  return names
    .filter((name) => name.startsWith(".") && !name.endsWith(".css"))
    .map((name) => {
      const to = resolve(dirname(path), name);
      // What is generated need not be there.
      return relative(sources, existsSync(to) && /\.(svelte|ts)$/.test(to) ? to : `${to}.ts`);
    });
}

/** The names in the imports of a component: in its scripts, and in its markup. */
function inTree(node) {
  if (Array.isArray(node)) return node.flatMap(inTree);
  if (typeof node !== "object" || node === null) return [];
  const isImport = /^(Import|Export\w+Declaration|TSImportType)/.test(node.type ?? "");
  const source = isImport ? (node.source ?? node.argument) : null;
  const name = source?.value ?? source?.literal?.value;
  return [...(typeof name === "string" ? [name] : []), ...Object.values(node).flatMap(inTree)];
}

/** One circle through each file that is in one and in none that was found before. */
function circles(graph) {
  const found = [];
  const done = new Set();
  const visit = (file, way) => {
    const at = way.indexOf(file);
    if (at >= 0) found.push([...way.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    for (const other of graph.get(file) ?? []) visit(other, [...way, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = faults(process.argv[2] ?? fileURLToPath(new URL("../src", import.meta.url)));
  for (const fault of found) console.error(fault);
  process.exitCode = found.length ? 1 : 0;
}
