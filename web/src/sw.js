// Keeps the shell of the page, so that it opens at once and also without a connection. What the server says is never
// kept: a game is where the server has it. `tools/serviceworker.js` puts in what there is when the page is built.
const SHELL = ["SHELL"];
const CACHE = "drlucky-VERSION";
/** A server that does not answer for so many milliseconds is taken for gone. */
const PATIENCE = 4000;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)));
});

addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith("drlucky-") && name !== CACHE))
      .then((old) => Promise.all(old.map((name) => caches.delete(name)))),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith("/assets/") || SHELL.includes(pathname)) event.respondWith(asset(request));
});

/** The newest page there is; without a server the one that is kept, which says so itself. */
async function page(request) {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
  } catch {
    return (await caches.match("/", { cacheName: CACHE })) ?? Response.error();
  }
}

/** Names of assets have a hash of their content: one that is kept is right for ever. */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(request, fresh.clone());
  return fresh;
}
