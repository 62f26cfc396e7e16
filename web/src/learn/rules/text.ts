// The text of the rules taken apart, so that it can be shown without ever being taken for HTML, and searched.
export interface Piece {
  readonly text: string;
  readonly strong: boolean;
  /** Which of the places that were searched for it is, counted through the whole book; null if it is none. */
  readonly found: number | null;
}

export type Block =
  { readonly kind: "text"; readonly pieces: Piece[] } | { readonly kind: "list"; readonly items: Piece[][] };

/** Counts what is found, from section to section. */
export class Search {
  count = 0;
  readonly #wanted: RegExp | null;

  constructor(words: string) {
    const plain = words.trim();
    this.#wanted = plain.length < 2 ? null : new RegExp(plain.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "giu");
  }

  /** Two letters at least, or everything would be found. */
  get isAny(): boolean {
    return this.#wanted !== null;
  }

  /** Paragraphs, and lists of lines that begin with a dash. */
  blocks(text: string): Block[] {
    return text.split(/\n\n+/).map((paragraph) => {
      const lines = paragraph.split("\n");
      if (!lines.every((line) => line.startsWith("- ")))
        return { kind: "text", pieces: this.pieces(paragraph) };
      return { kind: "list", items: lines.map((line) => this.pieces(line.slice(2))) };
    });
  }

  /** Words that matter have two asterisks on either side. */
  pieces(text: string): Piece[] {
    return text.split("**").flatMap((part, at) => this.#split(part, at % 2 === 1));
  }

  #split(text: string, strong: boolean): Piece[] {
    const pieces: Piece[] = [];
    let from = 0;
    for (const match of this.#wanted ? text.matchAll(this.#wanted) : []) {
      if (match.index > from) pieces.push({ text: text.slice(from, match.index), strong, found: null });
      pieces.push({ text: match[0], strong, found: this.count++ });
      from = match.index + match[0].length;
    }
    if (from < text.length) pieces.push({ text: text.slice(from), strong, found: null });
    return pieces;
  }
}
