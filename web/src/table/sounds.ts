// Small sounds of our own, made on the spot. None is heard until someone has switched them on, and none before anything
// on the page was clicked or typed: browsers do not let a page speak up by itself, and people do not want it to.
import { isTouched } from "../ui/touched";
import { preferences } from "./preferences.svelte";

type Note = readonly [frequency: number, at: number, length: number, shape?: OscillatorType];

const SOUNDS: Record<string, readonly Note[]> = {
  step: [[180, 0, 0.07, "triangle"]],
  card: [
    [620, 0, 0.05, "triangle"],
    [820, 0.05, 0.06, "triangle"],
  ],
  attempt: [
    [110, 0, 0.5, "sawtooth"],
    [116.5, 0.02, 0.5, "sawtooth"],
  ],
  foiled: [
    [392, 0, 0.12],
    [330, 0.12, 0.22],
  ],
  bell: [
    [880, 0, 0.5],
    [1320, 0.02, 0.35],
  ],
  win: [
    [392, 0, 0.16],
    [494, 0.14, 0.16],
    [587, 0.28, 0.16],
    [784, 0.42, 0.5],
  ],
};

const OF_EVENTS: Record<string, keyof typeof SOUNDS> = {
  stepped: "step",
  "doctor moved": "step",
  "stranger moved": "step",
  jumped: "step",
  drew: "card",
  played: "card",
  "laid down": "card",
  "turned up": "card",
  attempt: "attempt",
  attacked: "attempt",
  foiled: "foiled",
  died: "attempt",
  over: "win",
};

let context: AudioContext | undefined;

/** The sound of the last of these events that has one. */
export function soundOf(kinds: readonly string[]): void {
  const heard = kinds.filter((kind) => kind in OF_EVENTS).at(-1);
  if (heard) sound(OF_EVENTS[heard] ?? "step");
}

export function sound(name: keyof typeof SOUNDS): void {
  if (!preferences.sounds || !isTouched()) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const now = context.currentTime;
  for (const [frequency, at, length, shape = "sine"] of SOUNDS[name] ?? []) {
    const tone = new OscillatorNode(context, { frequency, type: shape });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setTargetAtTime(0.06, now + at, 0.008);
    volume.gain.setTargetAtTime(0, now + at + length * 0.5, length * 0.25);
    tone.connect(volume).connect(context.destination);
    tone.start(now + at);
    tone.stop(now + at + length * 2);
  }
}
