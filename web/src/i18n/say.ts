// Words in the reader's language. `make words` finds messages by the names of these three functions and a literal in
// double quotes after them, so they are called with nothing else.
import { language } from "./language.svelte";

type Fields = Record<string, string | number>;

export function say(message: string, fields: Fields = {}): string {
  return filled(found(message) ?? message, fields);
}

/** Words that mean different things in different places. */
export function pick(context: string, message: string, fields: Fields = {}): string {
  return filled(found(`${context}|${message}`) ?? message, fields);
}

/** One or many: `{n}` is the number. */
export function count(one: string, many: string, n: number, fields: Fields = {}): string {
  const forms = language.catalogue[one];
  const [single, several] = Array.isArray(forms) ? forms : [one, many];
  return filled((n === 1 ? single : several) ?? many, { n, ...fields });
}

function found(key: string): string | undefined {
  const text = language.catalogue[key];
  return typeof text === "string" && text ? text : undefined;
}

function filled(text: string, fields: Fields): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(fields[name] ?? whole));
}
