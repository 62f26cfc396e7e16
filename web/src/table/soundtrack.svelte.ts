// What is heard at a table, made once while a component is set up.
import type { Plan } from "../api/protocol";
import { cues } from "../sound/cues";
import { loudspeaker } from "../sound/loudspeaker";
import { mood } from "../sound/tension";
import type { Controller } from "./controller.svelte";

/** So much at once is not news but a page that was away for long. */
const NO_NEWS = 40;

export function soundtrack(play: Controller, floor: () => Plan | null): void {
  const decks = $derived(Object.keys(floor()?.decks ?? {}).length);

  $effect(() => loudspeaker.listen());

  $effect(() =>
    play.director.on(({ beats, told, atOnce }) => {
      if (told.length > NO_NEWS) return;
      if (!atOnce && beats[0]?.name === "breath") loudspeaker.play("breath");
      const setting = { ship: decks > 0, saving: play.saving };
      const events = told.map(({ event }) => event);
      for (const { effect, after } of cues(events, setting)) loudspeaker.play(effect, after);
    }),
  );

  const isAsked = $derived(play.choices.length > 0);
  $effect(() => {
    if (isAsked) loudspeaker.play("bell");
  });

  $effect(() => {
    const view = play.director.view;
    if (view && floor()) loudspeaker.surround(decks > 0 ? "ship" : "house", mood(view, decks));
  });
}
