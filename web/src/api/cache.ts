// What never changes while the page is open is asked for once in each language.
import { language } from "../i18n/language.svelte";

/** The same question gets the same answer, without the server; one that failed is asked again. */
export function cached<Question extends unknown[], Answer>(
  ask: (...question: Question) => Promise<Answer>,
): (...question: Question) => Promise<Answer> {
  const known = new Map<string, Promise<Answer>>();
  return (...question) => {
    const key = JSON.stringify([language.current, ...question]);
    let answer = known.get(key);
    if (!answer) {
      answer = ask(...question);
      answer.catch(() => known.delete(key));
      known.set(key, answer);
    }
    return answer;
  };
}
