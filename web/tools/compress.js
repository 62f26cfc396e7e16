// Files that are sent as they are can be packed once, and better than there is time for when they are asked for.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** @returns {import("vite").Plugin} */
export function compress() {
  return {
    name: "compress",
    apply: "build",
    // Not before everything is written: until then other plugins may change what is in a file.
    writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle)) {
        if (!/\.(js|css|html|svg|webmanifest)$/.test(name)) continue;
        const path = join(dir, name);
        const content = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(content));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
