// Whether anyone has clicked or typed on this page since it was loaded. The browser's own answer to that
// (navigator.userActivation) may be yes for the page that was here before, or for a script that looks after the page.
let touched = false;

function touch(event: Event): void {
  touched ||= event.isTrusted;
}

/** From now on it is known; the page begins with it. */
export function watchForTouch(): void {
  for (const kind of ["pointerdown", "keydown"])
    addEventListener(kind, touch, { capture: true, passive: true });
}

export function isTouched(): boolean {
  return touched;
}
