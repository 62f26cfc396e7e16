// Handing something on: to the clipboard, to the system's own window for sharing, or into a file.
import { say } from "../i18n/say";
import { toast } from "./toasts.svelte";

export async function copied(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    // Over plain http browsers do not let pages copy.
    toast(say("Your browser doesn't let this page copy. Select the link and copy it yourself."), "bad");
  }
}

/** Does the system take files of this kind from a page? */
export const takesFiles = (type: string): boolean =>
  typeof navigator.canShare === "function" &&
  navigator.canShare({ files: [new File([new Blob([""], { type })], "file", { type })] });

/** Saves a file, as a link with `download` does. */
export function saved(file: File): void {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement("a"), { href: address, download: file.name });
  link.click();
  // The browser has taken it over by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
