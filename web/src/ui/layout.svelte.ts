// How the parts of a table lie, by how much fits on the screen in letters as they are: large letters on a large screen
// are as few as small ones on a phone. Queries of media do not know how large somebody has made the letters of a page.

/** Everything beside the board; a phone on its side; a phone; or so little that the page is scrolled. */
export type Layout = "wide" | "side" | "tall" | "small";

class CurrentLayout {
  #current = $state<Layout>("wide");

  constructor() {
    // Changes its width with the size of the letters, whoever changes that.
    const letter = document.createElement("div");
    letter.className = "unseen";
    letter.style.width = "1rem";
    letter.ariaHidden = "true";
    document.body.append(letter);
    const measure = (): void => this.#measure(letter.getBoundingClientRect().width || 16);
    addEventListener("resize", measure);
    new ResizeObserver(measure).observe(letter);
    measure();
  }

  get current(): Layout {
    return this.#current;
  }

  #measure(letter: number): void {
    const [wide, high] = [innerWidth / letter, innerHeight / letter];
    if (wide >= 64) this.#current = "wide";
    else if (high <= 34) this.#current = wide >= 40 ? "side" : "small";
    else this.#current = "tall";
    // Styles ask the page for it.
    document.documentElement.dataset["layout"] = this.#current;
  }
}

export const layout = new CurrentLayout();
