// What is at stake: the call, the blow, the breath that is held, and how it ends.
import type { Voice } from "../instruments";
import { bubbles, groan } from "./elements";

/** The partials of a bell that was cast: hum, prime, tierce, quint, nominal and above. */
const CAST_BELL = [
  [0.5, 0.5, 2.6],
  [1, 0.8, 2],
  [1.19, 0.6, 1.5],
  [1.5, 0.35, 1],
  [2, 0.7, 1.2],
  [2.74, 0.3, 0.6],
  [3.76, 0.18, 0.35],
] as const;
const SMALL_BELL = [
  [1, 1, 0.9],
  [2.76, 0.45, 0.45],
  [5.4, 0.2, 0.2],
] as const;

export const DRAMA = {
  /** It is your turn. */
  bell(voice: Voice) {
    voice.ring(988, SMALL_BELL, { peak: 0.17 });
    voice.ring(1318, SMALL_BELL, { at: 0.14, peak: 0.13 });
  },
  /** The doctor walks in on someone, whose turn it is now. */
  flourish(voice: Voice) {
    for (const [at, note] of [294, 349, 440, 587, 698, 880].entries())
      pluck(voice, at * 0.06, note, 0.13 + 0.015 * at);
    voice.ring(587, SMALL_BELL, { at: 0.38, peak: 0.12 });
    voice.hiss({ frequency: 900, to: 5200, q: 1.4, peak: 0.06, attack: 0.3, decay: 0.2 });
  },
  /** Someone strikes at the doctor. */
  strike(voice: Voice) {
    voice.hiss({ colour: "pink", frequency: 380, to: 2800, q: 1.8, peak: 0.5, attack: 0.19, decay: 0.08 });
    voice.thump(40, { at: 0.22, peak: 0.34, decay: 0.5 });
    voice.hiss({ at: 0.22, frequency: 1900, q: 0.7, peak: 0.4, attack: 0.001, decay: 0.09 });
    for (const frequency of [110, 116.5, 164.8])
      voice.tone({ at: 0.22, frequency, shape: "sawtooth", dull: 1100, peak: 0.1, attack: 0.03, decay: 1.1 });
  },
  /** Someone throws a rope, and may be just in time. */
  rescue(voice: Voice) {
    voice.hiss({ colour: "pink", frequency: 500, to: 1900, q: 2, peak: 0.45, attack: 0.25, decay: 0.12 });
    voice.hiss({
      at: 0.32,
      colour: "pink",
      frequency: 900,
      to: 2600,
      q: 0.7,
      peak: 0.3,
      attack: 0.02,
      decay: 0.35,
    });
    horn(voice, 0.3, [147, 220, 294], 0.9, 0.13);
  },
  /** A breath is drawn and held; a heart is heard. All of it in the moment that the show gives it. */
  breath(voice: Voice) {
    voice.hiss({ colour: "pink", frequency: 420, to: 1500, q: 1.3, peak: 0.34, attack: 0.42, decay: 0.1 });
    voice.hiss({ filter: "highpass", frequency: 3500, peak: 0.03, attack: 0.38, decay: 0.08 });
    voice.thump(46, { at: 0.56, peak: 0.25, decay: 0.16 });
    voice.thump(46, { at: 0.72, peak: 0.17, decay: 0.16 });
  },
  /** Not dead at all: the weapon clatters to the floor. */
  foiled(voice: Voice) {
    for (const [at, peak] of [
      [0, 0.2],
      [0.16, 0.13],
      [0.27, 0.08],
      [0.34, 0.05],
    ] as const)
      voice.ring(
        voice.about(830, 0.06),
        [
          [1, 1, 0.16],
          [2.32, 0.7, 0.1],
          [4.25, 0.5, 0.06],
        ],
        { at, peak },
      );
    for (const [at, note] of [466, 440, 415, 392].entries())
      voice.tone({
        at: 0.36 + at * 0.17,
        frequency: note,
        to: note * (at === 3 ? 0.9 : 0.99),
        shape: "triangle",
        dull: 1400,
        peak: 0.16,
        attack: 0.02,
        hold: 0.05,
        decay: at === 3 ? 0.7 : 0.13,
      });
  },
  /** The rope slips: the sea has him still. */
  slipped(voice: Voice) {
    voice.tone({ frequency: 620, to: 150, peak: 0.13, attack: 0.03, decay: 0.5 });
    voice.thump(62, { at: 0.42, peak: 0.22, decay: 0.3 });
    voice.hiss({
      at: 0.42,
      colour: "pink",
      frequency: 1900,
      to: 480,
      q: 0.7,
      peak: 0.5,
      attack: 0.02,
      decay: 0.6,
    });
    bubbles(voice, 0.7, 7, 0.7);
    horn(voice, 0.75, [139, 165], 0.9, 0.1);
  },
  /** Dead. The bell of the chapel tolls. */
  murder(voice: Voice) {
    voice.thump(36, { peak: 0.34, decay: 0.7 });
    voice.ring(220, CAST_BELL, { at: 0.05, peak: 0.16 });
    voice.ring(220, CAST_BELL, { at: 1.25, peak: 0.13 });
    for (const frequency of [110, 130.8, 164.8])
      voice.tone({
        at: 0.1,
        frequency,
        shape: "sawtooth",
        dull: 600,
        peak: 0.05,
        attack: 0.3,
        hold: 1,
        decay: 1.6,
      });
  },
  /** Saved. The ship's bell, and horns. */
  rescued(voice: Voice) {
    for (const at of [0, 0.22]) voice.ring(1175, SMALL_BELL, { at, peak: 0.16 });
    horn(voice, 0.45, [196, 247, 294], 0.45, 0.1);
    horn(voice, 0.85, [220, 277, 330], 0.45, 0.1);
    horn(voice, 1.25, [294, 370, 440, 587], 1.5, 0.1);
  },
  /** Nobody wins: a horn in the fog, and iron. */
  lost(voice: Voice) {
    horn(voice, 0, [87, 110], 1.6, 0.2);
    groan(voice, 1, 0.6);
    bubbles(voice, 1.6, 8, 1.4);
  },
  /** One of us is gone. */
  died(voice: Voice) {
    voice.thump(38, { peak: 0.3, decay: 0.6 });
    voice.hiss({ frequency: 2300, to: 600, q: 0.8, peak: 0.3, attack: 0.001, decay: 0.3 });
    voice.ring(277, CAST_BELL, { at: 0.15, peak: 0.13 });
  },
};

function pluck(voice: Voice, at: number, frequency: number, peak: number): void {
  voice.tone({ at, frequency, shape: "triangle", peak, attack: 0.003, decay: 0.7 });
  voice.tone({ at, frequency: frequency * 2, peak: peak * 0.3, attack: 0.002, decay: 0.3 });
}

function horn(voice: Voice, at: number, notes: readonly number[], seconds: number, peak: number): void {
  for (const frequency of notes)
    voice.tone({
      at,
      frequency: voice.about(frequency, 0.003),
      shape: "sawtooth",
      dull: frequency * 3.5,
      peak,
      attack: 0.09,
      hold: seconds * 0.5,
      decay: seconds * 0.5,
    });
}
