// Small things that this browser remembers. What is kept may be old, or not ours: whoever reads it checks it.
export function kept(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`drlucky.${name}`) ?? "null");
  } catch {
    return null;
  }
}

/** The texts in a list that was kept. */
export const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];

export function keep(name: string, value: unknown): void {
  localStorage.setItem(`drlucky.${name}`, JSON.stringify(value));
}

/** What is kept of people who have used this browser, and goes with them: see played.ts and watched.ts. */
const OF_PEOPLE = ["character", "guests", "watched"];

export function forgetPeople(): void {
  OF_PEOPLE.forEach(forget);
}

export function forget(name: string): void {
  localStorage.removeItem(`drlucky.${name}`);
}
