// Feet on the floors of the house and of the ship, and the doors that they go through.
import type { Voice } from "../instruments";

/** Two steps, the second a little softer. */
const walk = (foot: (voice: Voice, at: number, weight: number) => void) => (voice: Voice) => {
  foot(voice, 0, 1);
  foot(voice, voice.about(0.27, 0.08), voice.about(0.75));
};

export const STEPS = {
  stepOnWood: walk((voice, at, weight) => {
    voice.thump(voice.about(82), { at, peak: 0.16 * weight, decay: 0.11 });
    voice.hiss({ at, colour: "pink", frequency: voice.about(360), q: 2.5, peak: 0.5 * weight, decay: 0.07 });
    voice.hiss({ at, filter: "highpass", frequency: 2600, peak: 0.12 * weight, decay: 0.02 });
    if (voice.random() < 0.2)
      voice.creak({
        at: at + 0.05,
        frequency: 70,
        to: 84,
        body: [540, 980],
        peak: 0.05,
        attack: 0.06,
        decay: 0.2,
      });
  }),
  stepOnCarpet: walk((voice, at, weight) => {
    voice.thump(voice.about(58), { at, peak: 0.14 * weight, decay: 0.12 });
    voice.hiss({
      at,
      colour: "pink",
      filter: "lowpass",
      frequency: voice.about(420),
      peak: 0.35 * weight,
      attack: 0.015,
      decay: 0.12,
    });
  }),
  stepOnStone: walk((voice, at, weight) => {
    voice.hiss({ at, frequency: voice.about(1500), q: 2, peak: 0.55 * weight, attack: 0.001, decay: 0.05 });
    voice.hiss({ at, frequency: voice.about(3200), q: 1.4, peak: 0.2 * weight, attack: 0.001, decay: 0.03 });
    voice.hiss({ at: at + 0.05, filter: "highpass", frequency: 4200, peak: 0.03, attack: 0.02, decay: 0.08 });
    voice.thump(110, { at, peak: 0.07 * weight, decay: 0.06 });
  }),
  stepOnGrass: walk((voice, at, weight) => {
    const rustle = { colour: "white", filter: "bandpass", q: 0.8 } as const;
    voice.hiss({
      ...rustle,
      at,
      frequency: voice.about(2400),
      peak: 0.4 * weight,
      attack: 0.03,
      decay: 0.09,
    });
    voice.hiss({ ...rustle, at: at + 0.07, frequency: 4600, peak: 0.2 * weight, attack: 0.02, decay: 0.09 });
  }),
  /** Planks with nothing below them. */
  stepOnDeck: walk((voice, at, weight) => {
    voice.thump(voice.about(104), { at, peak: 0.16 * weight, decay: 0.2 });
    voice.hiss({ at, colour: "pink", frequency: voice.about(215), q: 7, peak: 0.5 * weight, decay: 0.2 });
    voice.hiss({ at, frequency: 900, q: 2, peak: 0.25 * weight, decay: 0.04 });
  }),
  stepOnSteel: walk((voice, at, weight) => {
    const plate = [
      [1, 1, 0.22],
      [2.63, 0.6, 0.16],
      [4.41, 0.35, 0.11],
      [6.9, 0.16, 0.07],
    ] as const;
    voice.ring(voice.about(236, 0.04), plate, { at, peak: 0.12 * weight });
    voice.hiss({ at, frequency: 1800, q: 1, peak: 0.25 * weight, attack: 0.001, decay: 0.03 });
  }),
  /** The latch, the hinges, and the door falls shut. */
  door(voice: Voice) {
    latch(voice, 0);
    voice.creak({
      at: 0.12,
      frequency: voice.about(62),
      to: voice.about(118),
      body: [620, 1180, 1900],
      peak: 0.5,
      attack: 0.12,
      hold: 0.2,
      decay: 0.35,
    });
    voice.thump(64, { at: 0.82, peak: 0.2, decay: 0.22 });
    voice.hiss({ at: 0.82, colour: "brown", filter: "lowpass", frequency: 380, peak: 0.4, decay: 0.16 });
    latch(voice, 0.86);
  },
  /** A trunk, a painting and a good part of the wall: someone goes by a card, unseen. */
  passage(voice: Voice) {
    voice.hiss({ colour: "pink", frequency: 260, to: 1700, q: 1.6, peak: 0.4, attack: 0.3, decay: 0.25 });
    voice.creak({ at: 0.1, frequency: 38, to: 46, body: [310, 560], peak: 0.45, attack: 0.15, decay: 0.4 });
    voice.thump(50, { at: 0.62, peak: 0.22, decay: 0.3 });
  },
};

function latch(voice: Voice, at: number): void {
  voice.hiss({ at, frequency: 2700, q: 4, peak: 0.5, attack: 0.001, decay: 0.025 });
  voice.hiss({ at: at + 0.05, frequency: 1600, q: 4, peak: 0.45, attack: 0.001, decay: 0.04 });
  voice.ring(1240, [[1, 1, 0.05]], { at: at + 0.05, peak: 0.05 });
}
