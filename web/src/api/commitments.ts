// The commitments that this browser was told while a game was still open: only they prove that a deal was not changed later.
const KEPT = "drlucky.commitments";
const MOST = 100;

export function witness(commitment: string): void {
  const known = all();
  if (!known.includes(commitment))
    localStorage.setItem(KEPT, JSON.stringify([...known, commitment].slice(-MOST)));
}

export const witnessed = (commitment: string): boolean => all().includes(commitment);

function all(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(found) ? found.filter((each): each is string => typeof each === "string") : [];
  } catch {
    return [];
  }
}
