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

// Notices. They are encrypted for this browser, and have only words that anyone may read over a shoulder.
addEventListener("push", (event) => {
  event.waitUntil(notify(event.data));
});

addEventListener("notificationclick", (event) => {
  const { path, id } = event.notification.data;
  event.notification.close();
  event.waitUntil(event.action === "off" ? noMore(id) : show(path));
});

// The browser has given its address at the push service up, or got another one.
addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event));
});

async function notify(data) {
  const { title, body, path, tag, open, off, id } = data.json();
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  // Whoever looks at the page sees it there. One that somebody asked for to see it has no table, and is shown.
  if (tag && pages.some(({ visibilityState }) => visibilityState === "visible")) return;
  await registration.showNotification(title, {
    body,
    tag: tag || "hello",
    renotify: true,
    icon: "/icon-192.png",
    data: { path, id },
    actions: [
      { action: "open", title: open },
      { action: "off", title: off },
    ],
  });
}

/** Brings the table to the front, or opens it. */
async function show(path) {
  const { href, pathname, origin } = new URL(path, location.origin);
  if (origin !== location.origin) return;
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find(({ url }) => new URL(url).pathname === pathname);
  await (open ? open.focus() : clients.openWindow(href));
}

async function noMore(id) {
  await send("/api/notices/off", { id });
  await (await registration.pushManager.getSubscription())?.unsubscribe();
}

async function renew({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options;
  const fresh = newSubscription ?? (options && (await registration.pushManager.subscribe(options)));
  if (fresh) await send("/api/me/notices/push", fresh.toJSON());
}

const send = (path, body) =>
  fetch(path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
