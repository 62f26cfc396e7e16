// What the speeds of the show are called.
import { pick } from "../../i18n/say";
import type { Speed } from "../preferences.svelte";

/** In one word, where there is little room. */
export function speedLabel(speed: Speed): string {
  switch (speed) {
    case "slow":
      return pick("speed of the show", "Slow");
    case "normal":
      return pick("speed of the show", "Normal");
    case "fast":
      return pick("speed of the show", "Fast");
    case "step":
      return pick("speed of the show", "Steps");
  }
}

/** As the end of "Show others' turns …". */
export function speedWord(speed: Speed): string {
  switch (speed) {
    case "slow":
      return pick("speed of the show", "slowly");
    case "normal":
      return pick("speed of the show", "at normal speed");
    case "fast":
      return pick("speed of the show", "fast");
    case "step":
      return pick("speed of the show", "step by step");
  }
}
