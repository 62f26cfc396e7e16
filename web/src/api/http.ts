// Everything that is not live: one function for each way to ask, errors with the server's own words.
import { language } from "../i18n/language.svelte";
import { connection } from "./connection.svelte";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly status: number,
  ) {
    super(text);
  }
}

type Query = Record<string, string | number | null | undefined>;

export function address(path: string, query: Query = {}): string {
  const given = Object.entries({ language: language.current, ...query }).filter(([, value]) => value != null);
  return `/api${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

export const get = <T>(path: string, query?: Query): Promise<T> => ask<T>("GET", path, query);
export const post = <T>(path: string, body?: unknown, query?: Query): Promise<T> =>
  ask<T>("POST", path, query, body);
export const put = <T>(path: string, body?: unknown): Promise<T> => ask<T>("PUT", path, {}, body);
export const remove = <T>(path: string): Promise<T> => ask<T>("DELETE", path);

async function ask<T>(method: string, path: string, query?: Query, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(address(path, query), {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
  } catch {
    connection.lost = true;
    throw new Refusal("offline", "", 0);
  }
  connection.lost = false;
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  const answer: unknown = isJson ? await response.json() : await response.text();
  if (response.ok) return answer as T;
  const problem = answer as { code?: string; text?: string };
  throw new Refusal(problem.code ?? "trouble", problem.text ?? response.statusText, response.status);
}
