// Everything that follows from a change at the table without anyone clicking: made once, while a component is set up.
import { untrack } from "svelte";
import type { Plan } from "../api/protocol";
import { plan } from "../board/plans";
import { lastAttempt } from "../game/attempt";
import { facts } from "../game/cards";
import { language } from "../i18n/language.svelte";
import { say } from "../i18n/say";
import { toast } from "../ui/toasts.svelte";
import { Announcer } from "./announcer";
import { Stage } from "./attempt/stage.svelte";
import type { Controller } from "./controller.svelte";
import { newsWords } from "./news";
import { sound, soundOf } from "./sounds";

/** So much at once is not news but a page that was away for long. */
const NO_NEWS = 40;

export class Effects {
  floor = $state.raw<Plan | null>(null);
  /** What is said to those who listen. */
  announced = $state("");
  /** Why the one who is asked has no choice but to stop the attempt. */
  forced = $state<string | null>(null);
  readonly stage = new Stage();
  readonly #play: Controller;

  constructor(play: Controller) {
    this.#play = play;
    this.#print();
    this.#look();
    this.#stage();
    this.#explain();
    this.#announce();
    this.#tell();
    this.#take();
  }

  /** What is printed on board and cards, in the language spoken now. */
  #print(): void {
    $effect(() => {
      void language.current;
      const view = this.#play.table.view;
      if (!view) return;
      const { edition, shorter, board, layout, closed } = view;
      // What cannot be had now is asked for again after the next change.
      const later = (): void => undefined;
      void facts(edition, shorter).then((found) => (this.#play.cards = found), later);
      void plan(board, layout, closed).then((found) => (this.floor = found), later);
    });
  }

  #look(): void {
    $effect(() => {
      void this.#play.table.version;
      if (this.#play.table.view) untrack(() => void this.#play.look());
    });
  }

  #stage(): void {
    $effect(() => {
      // Nobody waits for the end of an attempt in a game that was given up.
      const { sheet, told } = this.#play.table;
      const attempt = sheet?.game?.abandoned ? null : lastAttempt(told);
      untrack(() => this.stage.watch(attempt));
    });
    $effect(() => () => this.stage.stop());
  }

  #explain(): void {
    $effect(() => {
      const { table, choices } = this.#play;
      const isBound = choices.length > 0 && table.view?.phase === "answer" && !table.legal.has("pass");
      this.forced = null;
      if (isBound) void this.#play.whyNot("pass").then((found) => (this.forced = found?.text ?? null));
    });
  }

  #announce(): void {
    const announcer = new Announcer((words) => (this.announced = words));
    let told = untrack(() => this.#play.table.told.length);
    $effect(() => {
      const fresh = this.#play.table.told.slice(told);
      told = this.#play.table.told.length;
      if (fresh.length > NO_NEWS) return;
      announcer.add(fresh.map(({ words }) => words));
      soundOf(fresh.map(({ event }) => event.kind));
    });
    const isAsked = $derived(this.#play.choices.length > 0);
    $effect(() => {
      if (isAsked) sound("bell");
    });
    $effect(() => () => announcer.stop());
  }

  /** What happens around the game is told in passing, once. */
  #tell(): void {
    let heard = untrack(() => this.#play.table.version);
    let mine = untrack(() => this.#play.table.sheet?.you?.seats ?? []);
    $effect(() => {
      const sheet = this.#play.table.sheet;
      if (!sheet) return;
      const seats = sheet.you?.seats ?? [];
      if (sheet.you && sheet.phase === "playing" && mine.some((seat) => !seats.includes(seat)))
        toast(say("Someone used the link and now plays in your seat. You can watch."));
      mine = seats;
      for (const news of sheet.news) if (news.version > heard) toast(newsWords(news, sheet) ?? "");
      heard = sheet.version;
    });
  }

  /** Whoever passed the device on has to take it again. */
  #take(): void {
    $effect(() => {
      if (this.#play.table.view?.to_decide !== this.#play.lifted) this.#play.lifted = null;
    });
  }
}
