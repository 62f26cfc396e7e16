// Paper: a card that is drawn, laid down, turned up, and all of them shuffled.
import type { Voice } from "../instruments";

export const CARDS = {
  draw(voice: Voice) {
    voice.hiss({ frequency: 2600, to: 5600, q: 1.2, peak: 0.6, attack: 0.05, decay: 0.13 });
    voice.hiss({ at: 0.15, frequency: 3900, q: 2.5, peak: 0.6, attack: 0.001, decay: 0.025 });
  },
  lay(voice: Voice) {
    voice.hiss({ frequency: 1700, to: 1100, q: 0.9, peak: 0.12, attack: 0.06, decay: 0.06 });
    slap(voice, 0.1, 0.5);
  },
  turnUp(voice: Voice) {
    voice.hiss({ frequency: 4300, q: 2, peak: 0.3, attack: 0.001, decay: 0.03 });
    voice.hiss({ at: 0.04, frequency: 2000, to: 3600, q: 1, peak: 0.15, attack: 0.05, decay: 0.08 });
    voice.hiss({ at: 0.19, frequency: 2700, q: 1.4, peak: 0.5, attack: 0.001, decay: 0.05 });
    voice.thump(210, { at: 0.19, peak: 0.06, decay: 0.05 });
  },
  shuffle(voice: Voice) {
    for (let card = 0; card < 14; card += 1)
      voice.hiss({
        at: 0.9 * Math.sqrt(card / 14),
        frequency: voice.about(3300, 0.2),
        q: 2,
        peak: voice.about(0.28, 0.3),
        attack: 0.001,
        decay: 0.03,
      });
    slap(voice, 0.98, 0.45);
  },
};

function slap(voice: Voice, at: number, peak: number): void {
  voice.hiss({ at, frequency: 1500, q: 0.8, peak, attack: 0.001, decay: 0.045 });
  voice.thump(150, { at, peak: peak * 0.2, decay: 0.07 });
}
