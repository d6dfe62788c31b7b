// The service worker: caches the built files, which carry a fingerprint, and the offline page; shows push messages.
// Answers of the API are never cached.
const CACHE = "ludotheque-1";
const OFFLINE = "/offline.html";
// More than one build has: a file that is in use is not dropped.
const MAX_FILES = 300;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(OFFLINE)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(cached(request));
});

async function cached(request) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    // Files of earlier builds go, the oldest first; the offline page is the very first and stays.
    const [, ...files] = await cache.keys();
    for (const file of files.slice(0, Math.max(0, files.length - MAX_FILES))) await cache.delete(file);
  }
  return answer;
}

// A push message arrives. Browsers require a notification for each, even one that cannot be read.
self.addEventListener("push", (event) => {
  const { table, title = "Ludothèque", text = "" } = parse(event.data);
  const path = table ? `/t/${encodeURIComponent(table)}` : "/";
  const notice = { body: text, tag: path, data: path, icon: "/icon.svg", renotify: true };
  event.waitUntil(self.registration.showNotification(title, notice));
});

function parse(data) {
  try {
    return data.json() ?? {};
  } catch {
    return {};
  }
}

// A click on a notification opens its table.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(event.notification.data ?? "/", self.location.origin).href;
  event.waitUntil(
    (async () => {
      const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
      const there = open.find(({ url }) => url.split(/[?#]/)[0] === address);
      await (there ? there.focus() : self.clients.openWindow(address));
    })(),
  );
});
