// The service worker is written by hand; what it has to keep is known when everything else is built.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const SHELL = ["/", "/manifest.webmanifest", "/icon.svg"];

/** @returns {import("vite").Plugin} */
export function serviceWorker({ source }) {
  return {
    name: "serviceWorker",
    enforce: "post",
    generateBundle(_, bundle) {
      const assets = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css)$/.test(name));
      // All pages and not the first alone: one that is open when the server gets another version still finds its own.
      const shell = [...SHELL, ...assets.sort().map((name) => `/${name}`)];
      const version = createHash("sha256").update(shell.join()).digest("hex").slice(0, 12);
      const text = readFileSync(source, "utf8")
        .replace('["SHELL"]', JSON.stringify(shell))
        .replace("VERSION", version);
      this.emitFile({ type: "asset", fileName: "sw.js", source: text });
    },
  };
}
