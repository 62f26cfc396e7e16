// What went wrong on this page. The server says it in the reader's language, and better than we could guess it.
import { Refusal } from "../api/http";
import { problem } from "../ui/problem";

export function trouble(error: unknown): string {
  return error instanceof Refusal && error.message ? error.message : problem(error);
}
