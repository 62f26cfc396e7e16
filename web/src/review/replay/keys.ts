// The keys of a replay, wherever the focus is.
import type { Playback } from "./playback.svelte";
import type { Timeline } from "./timeline";

export function replayKey(event: KeyboardEvent, playback: Playback, timeline: Timeline): void {
  const target = event.target as HTMLElement | null;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target?.closest("input, select, textarea, dialog, [role=slider], .log")) return;
  const { at } = playback;
  const does: Record<string, () => void> = {
    ArrowLeft: () => playback.go(event.shiftKey ? timeline.turn(at, -1) : at - 1),
    ArrowRight: () => playback.go(event.shiftKey ? timeline.turn(at, 1) : at + 1),
    PageUp: () => playback.go(timeline.turn(at, -1)),
    PageDown: () => playback.go(timeline.turn(at, 1)),
    Home: () => playback.go(0),
    End: () => playback.go(timeline.last),
    "+": () => playback.hurry(1),
    "-": () => playback.hurry(-1),
  };
  // On a button the space bar presses it.
  if (!target?.closest("button, a, summary")) does[" "] = () => playback.toggle();
  const act = does[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}
