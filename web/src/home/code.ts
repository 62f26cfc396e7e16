// Codes of tables, as people write them.
const CODE = /^[A-Z0-9]{6}$/;

/** The address within the page that a code or a link leads to; null if it is neither. Spaces and case do not matter. */
export function place(given: string): string | null {
  const text = given.trim();
  const link = /\/t\/([A-Za-z0-9]+)(#\S+)?/.exec(text);
  if (link) return `/t/${link[1]?.toUpperCase()}${link[2] ?? ""}`;
  const code = text.replace(/[\s-]/g, "").toUpperCase();
  return CODE.test(code) ? `/t/${code}` : null;
}
