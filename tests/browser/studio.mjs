// The modules that make the page's sounds as one script, which calls them `studio`: for tests that listen to them.
import { fileURLToPath } from "node:url";
import { rolldown } from "../../web/node_modules/rolldown/dist/index.mjs";

const SOUND = new URL("../../web/src/sound/", import.meta.url);
const MODULES = [
  "mixer",
  "ambience",
  "noise",
  "tension",
  "cues",
  "effects/catalogue",
];

const entry = MODULES.map(
  (name) =>
    `export * from ${JSON.stringify(fileURLToPath(new URL(`${name}.ts`, SOUND)))};`,
);
const bundle = await rolldown({
  input: "studio",
  plugins: [
    {
      name: "studio",
      resolveId: (name) => (name === "studio" ? name : null),
      load: (name) => (name === "studio" ? entry.join("\n") : null),
    },
  ],
});
const { output } = await bundle.generate({ format: "iife", name: "studio" });
process.stdout.write(output[0].code);
