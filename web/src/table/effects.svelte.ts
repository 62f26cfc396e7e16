// Everything that follows from a change at the table without anyone clicking: made once, while a component is set up.
import { untrack } from "svelte";
import { notePlayed } from "../api/played";
import type { Plan } from "../api/protocol";
import { plan } from "../board/plans";
import { facts } from "../game/cards";
import { language } from "../i18n/language.svelte";
import { say } from "../i18n/say";
import { toast } from "../ui/toasts.svelte";
import type { Controller } from "./controller.svelte";
import { newsWords } from "./news";
import { Announcer } from "./show/announcer.svelte";
import { soundtrack } from "./soundtrack.svelte";
import { rememberWatching } from "./watching.svelte";

export class Effects {
  floor = $state.raw<Plan | null>(null);
  readonly announcer: Announcer;
  /** Why the one who is asked has no choice but to stop the attempt. */
  forced = $state<string | null>(null);
  /** The room in which the doctor has just walked in on someone, and the place of that event. */
  burst = $state.raw<{ room: string; at: number } | null>(null);
  readonly #play: Controller;

  constructor(play: Controller) {
    this.#play = play;
    this.announcer = new Announcer(play);
    this.#print();
    this.#look();
    this.#explain();
    this.#flourish();
    this.#tell();
    this.#take();
    this.#remember();
    rememberWatching(play);
    soundtrack(play, () => this.floor);
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
      void [this.#play.table.version, this.#play.side];
      // Where the doctor goes next would tell where he has gone.
      if (this.#play.table.view && this.#play.director.isCaughtUp) untrack(() => void this.#play.look());
    });
  }

  #explain(): void {
    $effect(() => {
      const { table, choices } = this.#play;
      const isBound = choices.length > 0 && table.view?.phase === "answer" && !table.legal.has("pass");
      const asked = table.version;
      this.forced = null;
      if (!isBound) return;
      void this.#play.whyNot("pass").then((found) => {
        // What comes late is about something else.
        if (table.version === asked) this.forced = found?.text ?? null;
      });
    });
  }

  /** The doctor walks in on someone. */
  #flourish(): void {
    const { director } = this.#play;
    $effect(() =>
      director.on(({ told }) => {
        const room = told.at(-1)?.event.kind === "called up" ? director.view?.doctor : undefined;
        this.burst = room === undefined ? null : { room, at: director.shown };
      }),
    );
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

  /** Who plays here is offered the same the next time. */
  #remember(): void {
    const { sheet } = untrack(() => this.#play.table);
    const mine = (sheet?.phase === "playing" && sheet.you?.seats) || [];
    const seats = mine.flatMap((seat) => sheet?.seats[seat] ?? []);
    notePlayed(seats.map(({ name = "", character = "" }) => ({ name, character })));
  }

  /** Whoever passed the device on has to take it again. */
  #take(): void {
    $effect(() => {
      if (this.#play.table.view?.to_decide !== this.#play.lifted) this.#play.lifted = null;
    });
  }
}
