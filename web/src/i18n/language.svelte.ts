// Which language the page speaks. English is in the source; the others come from the package's catalogue when asked for.
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;
export type Catalogue = Record<string, string | string[]>;

const KEPT = "drlucky.language";
type Words = () => Promise<{ default: Catalogue }>;
const CATALOGUES: Record<Exclude<Language, "en">, { first: Words; all: Words }> = {
  de: { first: () => import("virtual:words/de/first"), all: () => import("virtual:words/de") },
};

class Speaker {
  current = $state<Language>("en");
  catalogue = $state.raw<Catalogue>({});
  /** Whatever is loaded after the first page waits for this. */
  complete: Promise<void> = Promise.resolve();

  /** With the few words of the first page, which is there sooner for it. The others follow. */
  async begin(wanted: Language): Promise<void> {
    if (wanted !== "en") this.#use(wanted, (await CATALOGUES[wanted].first()).default);
    this.complete = this.speak(wanted);
  }

  /** Loads the words first, so that a page is never in two languages. */
  async speak(wanted: Language): Promise<void> {
    this.#use(wanted, wanted === "en" ? {} : (await CATALOGUES[wanted].all()).default);
  }

  #use(wanted: Language, words: Catalogue): void {
    this.current = wanted;
    this.catalogue = words;
    document.documentElement.lang = wanted;
    localStorage.setItem(KEPT, wanted);
  }
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
