// Where in the page we are: the address is the truth, and links are ordinary links.
class Route {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));
  /** What is after the #: an invitation, or a moment of a replay. */
  hash = $state(location.hash.slice(1));

  constructor() {
    addEventListener("popstate", this.#read);
    addEventListener("hashchange", this.#read);
    document.addEventListener("click", this.#follow);
  }

  go(to: string, how: "push" | "replace" = "push"): void {
    history[how === "push" ? "pushState" : "replaceState"](null, "", to);
    this.#read();
    if (how === "push") scrollTo(0, 0);
  }

  /** The parts of the path if it fits a pattern such as /games/:table/:number. */
  match(pattern: string): Record<string, string> | null {
    const wanted = pattern.split("/");
    const parts = this.path.replace(/(.)\/$/, "$1").split("/");
    if (wanted.length !== parts.length) return null;
    const found: Record<string, string> = {};
    for (const [at, part] of wanted.entries()) {
      const given = parts[at] ?? "";
      if (part.startsWith(":")) found[part.slice(1)] = decoded(given);
      else if (part !== given) return null;
    }
    return found;
  }

  #read = (): void => {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
    this.hash = location.hash.slice(1);
  };

  #follow = (event: MouseEvent): void => {
    const link = (event.target as Element | null)?.closest("a");
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0;
    if (!link || elsewhere || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    // A link within the page is the browser's own business.
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  };
}

/** An address that nobody has made properly is taken as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const route = new Route();
