// Keeps every file of the page, so that it opens without a network after the first visit.
const NAME = "symroof-BUILD";
const FILES = ["FILES"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((n) => n.startsWith("symroof-") && n !== NAME);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((n) => caches.delete(n)))).then(() => self.clients.claim()));
});
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((found) => found || fetch(event.request).then((got) => {
    if (got.ok && new URL(event.request.url).origin === location.origin) { const copy = got.clone(); caches.open(NAME).then((cache) => cache.put(event.request, copy)); }
    return got;
  })));
});
