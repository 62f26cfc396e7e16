// The first page in each language: its words are asked for together with the script that says them, not after it.
const WORDS = /virtual:words\/(\w+)\/first$/;

/** @returns {import("vite").Plugin} */
export function translatedPages() {
  return {
    name: "translatedPages",
    enforce: "post",
    generateBundle(_, bundle) {
      const page = String(bundle["index.html"].source);
      for (const [name, chunk] of Object.entries(bundle)) {
        const language = chunk.type === "chunk" && WORDS.exec(chunk.facadeModuleId ?? "")?.[1];
        if (!language) continue;
        const early = `<link rel="modulepreload" crossorigin href="/${name}">`;
        const source = page
          .replace(/<html lang="\w+">/, `<html lang="${language}">`)
          .replace("</head>", `  ${early}\n  </head>`);
        this.emitFile({ type: "asset", fileName: `index.${language}.html`, source });
      }
    },
  };
}
