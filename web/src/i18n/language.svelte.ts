// Which language the page speaks. English is in the source; the others come from the package's catalogue when asked for.
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;
export type Catalogue = Record<string, string | string[]>;

const KEPT = "drlucky.language";
type Words = () => Promise<{ default: Catalogue }>;
/** In this order: what is said by what is loaded first, what the start page says beside that, and everything else. */
const PARTS = ["first", "start", "rest"] as const;
type Part = (typeof PARTS)[number];
const CATALOGUES: Record<Exclude<Language, "en">, Record<Part, Words>> = {
  de: {
    first: () => import("virtual:words/de/first"),
    start: () => import("virtual:words/de/start"),
    rest: () => import("virtual:words/de/rest"),
  },
};

class Speaker {
  current = $state<Language>("en");
  catalogue = $state.raw<Catalogue>({});

  /** Begins with the few words of the first page, which is there sooner for it. */
  async begin(wanted: Language): Promise<void> {
    this.#use(wanted, await words(wanted, "first"));
  }

  /** Whatever is loaded later waits for the words that it says, so that a page is never in two languages. */
  async knows(part: Part): Promise<void> {
    const wanted = this.current;
    const found = await words(wanted, part);
    if (this.current === wanted) this.catalogue = { ...this.catalogue, ...found };
  }

  async speak(wanted: Language): Promise<void> {
    this.#use(wanted, await words(wanted, "rest"));
  }

  #use(wanted: Language, words: Catalogue): void {
    this.current = wanted;
    this.catalogue = words;
    document.documentElement.lang = wanted;
    localStorage.setItem(KEPT, wanted);
  }
}

/** The words of a part and of those before it. */
async function words(wanted: Language, last: Part): Promise<Catalogue> {
  if (wanted === "en") return {};
  const parts = PARTS.slice(0, PARTS.indexOf(last) + 1);
  const found = await Promise.all(parts.map((part) => CATALOGUES[wanted][part]()));
  return Object.assign({}, ...found.map((each) => each.default)) as Catalogue;
}

export const language = new Speaker();

export function isLanguage(text: string | null | undefined): text is Language {
  return text != null && text in LANGUAGES;
}

/** What was chosen before, else the first of the browser's languages that there is. */
export function preferred(): Language {
  const kept = localStorage.getItem(KEPT);
  if (isLanguage(kept)) return kept;
  return navigator.languages.map((each) => each.slice(0, 2)).find(isLanguage) ?? "en";
}
