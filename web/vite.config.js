import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { cast } from "./tools/cast.js";
import { compress } from "./tools/compress.js";
import { icons } from "./tools/icons.js";
import { messages } from "./tools/messages.js";
import { translatedPages } from "./tools/pages.js";
import { serviceWorker } from "./tools/serviceworker.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.DRLUCKY_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [
    svelte(),
    messages({
      catalogue: (language) => here(`../src/drlucky/phrases/locale/${language}/LC_MESSAGES/drlucky.po`),
      sources: here("src"),
      start: here("src/main.ts"),
      pages: here("src/App.svelte"),
    }),
    cast({ people: here("../src/drlucky/cast/people.toml") }),
    icons(),
    translatedPages(),
    serviceWorker({ source: here("src/sw.js") }),
    compress(),
  ],
  build: {
    target: "es2022",
    // light-dark() has to stay: spelt out for older browsers it would forget that some parts of the page are always dark.
    cssTarget: ["chrome123", "firefox121", "safari17.5"],
    // What is small would become a data: address, which the page's policy does not allow for scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What the first page needs is one file: where the line is slow, each one more is waited for.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } } },
    reportCompressedSize: false,
  },
  // While the page is written: `npm run dev` beside `drlucky serve --origin http://localhost:5173`.
  server: { proxy: { "/api": { target: server, ws: true } }, fs: { allow: [".", "../src/drlucky"] } },
});
