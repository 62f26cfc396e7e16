// The focus of whoever uses the keyboard never falls to the body of the page. When what had it goes away or can no
// longer have it, it goes to what stands in the same place of the same group (the next card of a hand), else back to
// what had it before, else to the beginning of the page.

/** A group whose members come and go: within it the place is kept. */
const GROUP = "[data-group]";
const MEMBERS = "a[href], button, input, select, textarea, [tabindex]";
const MOST_REMEMBERED = 12;

interface Held {
  readonly element: HTMLElement;
  readonly group: Element | null;
  readonly place: number;
}

let held: Held | null = null;
let before: HTMLElement[] = [];
/** Whoever points at things is not led about: the browser knows where the next Tab begins. */
let points = false;

let isReturning = false;
/** Something comes to have the focus, and nobody has asked for it: there is nothing to explain. */
export const returns = (): boolean => isReturning;

/** `beginning` has it when nothing else can; `had` are those that had it before anyone kept it, the last one last. */
export function keepFocus(beginning: HTMLElement, had: readonly HTMLElement[]): void {
  had.forEach(remember);
  const now = document.activeElement;
  if (now !== document.body) points = !now?.matches(":focus-visible");
  /** Where the browser is taking it; until it is there the body seems to have it. */
  let goesTo: HTMLElement | null = null;
  document.addEventListener("focusin", ({ target }) => {
    goesTo = null;
    remember(target as HTMLElement);
  });
  addEventListener("pointerdown", () => (points = true), { capture: true });
  addEventListener("keydown", () => (points = false), { capture: true });
  // Software for readers clicks without a place.
  addEventListener("click", ({ detail }) => (points &&= detail > 0), { capture: true });
  const look = (changes: readonly MutationRecord[] = []): void => {
    if (!held || points || (goesTo && canHold(goesTo))) return;
    const { element } = held;
    // What is barred has it until the page is next drawn.
    const isLost = document.activeElement === document.body;
    if (!isLost && (document.activeElement !== element || !isBarred(element))) return;
    if (!canHold(element)) giveBack(held, beginning);
    // What is put elsewhere in its list has lost it on the way.
    else if (changes.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(element))))
      give([element]);
  };
  const attributeFilter = ["disabled", "hidden", "inert", "class", "open"];
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributeFilter });
  // What is hidden loses it a moment later, when the page is next drawn.
  document.addEventListener("focusout", ({ relatedTarget }) => {
    goesTo = relatedTarget as HTMLElement | null;
    if (!goesTo) queueMicrotask(() => look());
    requestAnimationFrame(() => {
      goesTo = null;
      look();
    });
  });
  document.addEventListener("close", () => look(), { capture: true });
  look();
}

function remember(element: HTMLElement): void {
  if (held)
    before = [...before.filter((each) => each !== held?.element), held.element].slice(-MOST_REMEMBERED);
  const group = element.closest(GROUP);
  held = { element, group, place: group ? membersOf(group).indexOf(element) : -1 };
}

/** Who leaves the page by the Tab key has left it: what had the focus could still have it. */
const canHold = (element: HTMLElement): boolean =>
  element.checkVisibility({ visibilityProperty: true }) && !isBarred(element);

const isBarred = (element: HTMLElement): boolean => element.closest(":disabled, [inert]") !== null;

function giveBack({ group, place }: Held, beginning: HTMLElement): void {
  const members = group?.isConnected ? membersOf(group) : [];
  const neighbour = members[Math.min(Math.max(place, 0), members.length - 1)];
  give([neighbour, ...[...before].reverse(), beginning]);
}

/** To the first that can have it. */
function give(candidates: readonly (HTMLElement | undefined)[]): void {
  isReturning = true;
  candidates.find((each) => {
    if (each?.isConnected) each.focus({ preventScroll: true });
    return document.activeElement === each;
  });
  isReturning = false;
}

const membersOf = (group: Element): HTMLElement[] => [...group.querySelectorAll<HTMLElement>(MEMBERS)];
