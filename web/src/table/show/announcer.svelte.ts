// The one voice for those who listen to a game. What happens is said when it is shown, then what is asked of them, all in
// one go where it comes in one go: nothing is said twice, and no question comes before what led to it.
import { untrack } from "svelte";
import type { Told } from "../../api/table.svelte";
import type { Controller } from "../controller.svelte";
import { prompt, promptWords, type Prompt } from "../dock/prompt";

/** So many sentences are said in one go at the most: the last ones, and before them what the listener has drawn. */
const MOST = 6;
const BEGINNINGS = new Set(["turn", "called up"]);

export class Announcer {
  /** What was said last; each time another object, as the same words may be said again. */
  said = $state.raw({ words: "" });
  #pending: string[] = [];
  #drawn: string[] = [];
  /** What was asked last, and when: it is asked again only after something has happened. */
  #asked = "";
  #title = "";
  /** It has just been said that it is the listener's turn. */
  #isTurnTold = false;
  readonly #play: Controller;

  /** While a component is set up. */
  constructor(play: Controller) {
    this.#play = play;
    $effect(() => play.director.on(({ told }) => this.#tell(told)));
    $effect(() => {
      const { view, sheet, told } = play.table;
      const question = play.choices.length && view ? prompt(view, sheet, true, play.armed) : null;
      untrack(() => this.#ask(question, told.length));
    });
    $effect(() => {
      const hint = play.best?.text;
      if (hint) untrack(() => this.#say(hint));
    });
  }

  #tell(told: readonly Told[]): void {
    const me = this.#play.table.view?.seat ?? null;
    // That a turn is over is plain from the next one.
    for (const { event, words } of told) {
      if (event.kind === "drew" && event.seat === me) this.#drawn.push(words);
      if (event.kind !== "turn over") this.#say(words);
      if (BEGINNINGS.has(event.kind)) this.#isTurnTold = event.seat === me;
    }
  }

  /** Null if nothing is asked of the listener. */
  #ask(question: Prompt | null, happened: number): void {
    const asked = question ? `${happened} ${promptWords(question)}` : "";
    if (question && asked !== this.#asked) {
      const isPlain = this.#isTurnTold || question.title === this.#title;
      this.#say(promptWords(isPlain && question.detail ? { ...question, title: "" } : question));
    }
    this.#asked = asked;
    this.#title = question?.title ?? "";
    this.#isTurnTold = false;
  }

  #say(words: string): void {
    // What follows from the same change is said with it.
    if (!this.#pending.length) queueMicrotask(this.#speak);
    this.#pending.push(words);
  }

  #speak = (): void => {
    const last = this.#pending.splice(0).slice(-MOST);
    const drawn = this.#drawn.splice(0).filter((words) => !last.includes(words));
    this.said = { words: [...drawn, ...last].join(" ") };
  };
}
