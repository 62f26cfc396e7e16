// Small things that this browser remembers. What is kept may be old, or not ours: whoever reads it checks it.
export function kept(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`drlucky.${name}`) ?? "null");
  } catch {
    return null;
  }
}

export function keep(name: string, value: unknown): void {
  localStorage.setItem(`drlucky.${name}`, JSON.stringify(value));
}
