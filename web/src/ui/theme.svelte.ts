// Dark or light: as the system has it, unless chosen here.
export type Theme = "dark" | "light";
const KEPT = "drlucky.theme";
/** What browsers paint around the page. */
const AROUND = { dark: "#1a2032", light: "#fbf7ec" };
const system = matchMedia("(prefers-color-scheme: light)");

class ThemeChoice {
  /** Null leaves it to the system. */
  chosen = $state<Theme | null>(kept());
  #system = $state<Theme>(system.matches ? "light" : "dark");
  readonly current = $derived<Theme>(this.chosen ?? this.#system);

  constructor() {
    system.addEventListener("change", () => {
      this.#system = system.matches ? "light" : "dark";
      this.#wear();
    });
    this.#wear();
  }

  choose(theme: Theme | null): void {
    this.chosen = theme;
    if (theme) localStorage.setItem(KEPT, theme);
    else localStorage.removeItem(KEPT);
    this.#wear();
  }

  /** At once, lest the first picture be in the wrong colours. */
  #wear(): void {
    document.documentElement.dataset["theme"] = this.current;
    for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
      meta.content = AROUND[this.current];
    }
  }
}

function kept(): Theme | null {
  const found = localStorage.getItem(KEPT);
  return found === "dark" || found === "light" ? found : null;
}

export const theme = new ThemeChoice();
