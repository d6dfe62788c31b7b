// Keeps the built files, which carry a fingerprint and never change, and a page for when the line is cut.
// What the server says is never kept: a table must be as it is, not as it was.
const KEPT = "ludotheque-1";
const OFFLINE = "/offline.html";
// More than one build has: a file that is in use is not dropped.
const MOST = 300;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.add(OFFLINE)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(kept(request));
});

async function kept(request) {
  const cache = await caches.open(KEPT);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    // Files of earlier builds go, the oldest first; the page for when the line is cut is the very first.
    const [, ...files] = await cache.keys();
    for (const file of files.slice(0, Math.max(0, files.length - MOST))) await cache.delete(file);
  }
  return answer;
}

// The house calls while no page of it is open. Browsers want a notice for every message, even one we cannot read.
self.addEventListener("push", (event) => {
  const { table, title = "Ludothèque", text = "" } = called(event.data);
  const path = table ? `/t/${encodeURIComponent(table)}` : "/";
  const notice = { body: text, tag: path, data: path, icon: "/icon.svg", renotify: true };
  event.waitUntil(self.registration.showNotification(title, notice));
});

function called(data) {
  try {
    return data.json() ?? {};
  } catch {
    return {};
  }
}

// Whoever is called to a table and touches the notice goes there.
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
