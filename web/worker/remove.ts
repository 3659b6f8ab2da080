export {};

declare const self: ServiceWorkerGlobalScope;

// Stands in the place of the worker where the operator wants none: it takes its place at once, and takes itself away.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(removeAll()));

async function removeAll(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
