export {};

declare const self: ServiceWorkerGlobalScope;

// Replaces the worker if the operator disables it: activates at once, then unregisters itself.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(removeAll()));

async function removeAll(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
