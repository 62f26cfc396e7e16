// Weather, water and iron: what house and ship suffer.
import type { Voice } from "../instruments";

export const ELEMENTS = {
  thunder(voice: Voice) {
    for (let crack = 0; crack < 4; crack += 1)
      voice.hiss({
        at: voice.about(0.09, 0.5) * crack,
        colour: "pink",
        frequency: voice.about(1500, 0.4),
        q: 0.6,
        peak: 0.4 / (1 + crack),
        attack: 0.004,
        decay: 0.22,
      });
    // It rolls: one wave of the sound after the other, each farther away.
    for (let roll = 0; roll < 5; roll += 1)
      voice.hiss({
        at: 0.12 + roll * voice.about(0.42, 0.25),
        colour: "brown",
        filter: "lowpass",
        frequency: voice.about(620 - 80 * roll),
        to: 90,
        peak: voice.about(0.6 - 0.09 * roll, 0.2),
        attack: 0.14,
        decay: 1.3,
      });
  },
  /** Plates that work against each other. */
  groan(voice: Voice) {
    groan(voice, 0, 0.75);
  },
  splash(voice: Voice) {
    voice.thump(70, { peak: 0.2, decay: 0.25 });
    voice.hiss({ colour: "pink", frequency: 700, to: 2400, q: 0.7, peak: 0.55, attack: 0.03, decay: 0.45 });
    voice.hiss({ at: 0.2, frequency: 3800, to: 1900, q: 0.8, peak: 0.18, attack: 0.1, decay: 0.6 });
    bubbles(voice, 0.3, 5, 0.5);
  },
  /** The hum of the lamps falls, one of them bursts, and the storm answers. */
  lightsOut(voice: Voice) {
    for (const [frequency, peak] of [
      [100, 0.16],
      [200, 0.14],
      [300, 0.1],
    ] as const)
      voice.tone({
        frequency,
        to: frequency / 5,
        shape: "triangle",
        peak,
        attack: 0.05,
        hold: 0.15,
        decay: 0.7,
      });
    voice.hiss({ at: 0.18, filter: "highpass", frequency: 3200, peak: 0.15, attack: 0.001, decay: 0.05 });
    voice.ring(
      2900,
      [
        [1, 1, 0.12],
        [1.53, 0.7, 0.09],
      ],
      { at: 0.2, peak: 0.06 },
    );
    voice.hiss({
      at: 0.75,
      colour: "brown",
      filter: "lowpass",
      frequency: 360,
      to: 60,
      peak: 0.6,
      attack: 0.2,
      decay: 1.8,
    });
  },
  /** The water comes in, and a deck goes under. */
  deckSinks(voice: Voice) {
    groan(voice, 0, 0.6);
    voice.hiss({
      at: 0.3,
      colour: "pink",
      filter: "lowpass",
      frequency: 260,
      to: 1500,
      peak: 0.5,
      attack: 1.1,
      hold: 0.3,
      decay: 1.3,
    });
    bubbles(voice, 1.2, 12, 1.4);
  },
};

export function groan(voice: Voice, at: number, peak: number): void {
  const plates = { attack: 0.5, hold: 0.4, decay: 1.2, q: 12 };
  voice.creak({ ...plates, at, frequency: 41, to: 33, body: [131, 247, 392], peak: peak * 0.9 });
  voice.creak({ ...plates, at: at + 0.5, frequency: 29, to: 37, body: [178, 311, 523], peak: peak * 0.8 });
  voice.tone({
    at,
    frequency: voice.about(64),
    to: 49,
    shape: "triangle",
    dull: 220,
    peak: peak * 0.16,
    attack: 0.5,
    hold: 0.3,
    decay: 1.3,
  });
}

export function bubbles(voice: Voice, at: number, count: number, seconds: number, peak = 0.09): void {
  for (let bubble = 0; bubble < count; bubble += 1) {
    const frequency = voice.about(480, 0.5);
    const later = at + voice.random() * seconds;
    voice.tone({
      at: later,
      frequency,
      to: frequency * 1.9,
      peak: voice.about(peak, 0.5),
      attack: 0.01,
      decay: 0.08,
    });
  }
}
