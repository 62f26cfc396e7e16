// Which windows are open over a table.
export class Opened {
  /** What the panel at the side shows. */
  tab = $state<"log" | "chat">("log");
  /** Where there is no room for that panel it is a window. */
  side = $state(false);
  menu = $state(false);
  keys = $state(false);
}
