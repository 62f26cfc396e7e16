import { mount } from "svelte";
import App from "./App.svelte";
import { language, preferred } from "./i18n/language.svelte";
import { watchForTouch } from "./ui/touched";

watchForTouch();
await language.begin(preferred());
const target = document.getElementById("app");
if (target) mount(App, { target });
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // Not before the page is at rest: what the worker keeps for later need not be in the way of what is needed now.
  setTimeout(() => void navigator.serviceWorker.register("/sw.js").catch(() => undefined), 3000);
}
