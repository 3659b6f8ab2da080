import type { Edition } from '@madang/contract/campus/rules';
import { PrecacheController } from 'workbox-precaching/PrecacheController.js';
import { CacheFirst } from 'workbox-strategies/CacheFirst.js';
import { StaleWhileRevalidate } from 'workbox-strategies/StaleWhileRevalidate.js';
import { type BuildQuestion, TAKE_OVER } from './messages.ts';
import { openPlace, renewPush, showPush } from './push.ts';
import { inTime, isOurs, isShown, unredirected, wayOf } from './ways.ts';

declare const self: ServiceWorkerGlobalScope;
/** Build, and its files precached on the phone (web/worker.ts). */
declare const BUILD: string;
declare const FILES: readonly string[];
declare const OFFICIAL_FILES: readonly string[];

/** The only cached document: a page without user data. */
const SHELL = '/shell';
/** Milliseconds after which a page is served from the cache. */
const PATIENCE = 3_000;
/** Limits of cached files and pictures, oldest deleted first; the files cover two whole builds. */
const [FILES_MAX, PICTURES_MAX] = [300, 60];

/** Caches only our own answers, at most `most`. */
const keep = (most: number) => ({
  cacheWillUpdate: async ({ response }: { response: Response }) =>
    response.status === 200 && isOurs(response) ? response : null,
  async cacheDidUpdate({ cacheName }: { cacheName: string }) {
    const cache = await caches.open(cacheName);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
  },
});

const { cacheWillUpdate } = keep(0);
const start = new PrecacheController({ plugins: [{ cacheWillUpdate }] });
const files = new CacheFirst({ cacheName: 'files', plugins: [keep(FILES_MAX)] });
const pictures = new StaleWhileRevalidate({ cacheName: 'pictures', plugins: [keep(PICTURES_MAX)] });

start.precache([{ url: SHELL, revision: BUILD }, ...FILES.map((url) => ({ url, revision: null }))]);

self.addEventListener('install', (event) => event.waitUntil(keepOfficial(event)));

self.addEventListener('activate', (event) => {
  // Also claims the first page, so that it detects the first new version.
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const way = wayOf(request, self.location.origin);
  if (way === 'page') event.respondWith(answerPage(event));
  if (way === 'file') event.respondWith(answerFile(event));
  if (way === 'picture') event.respondWith(pictures.handle({ event, request }));
});

/** Caches the files of official screens, unless the server serves the beta. */
async function keepOfficial(event: ExtendableEvent): Promise<void> {
  const { edition } = (await (await fetch('/api/campus')).json()) as { edition: Edition };
  if (edition !== 'official') return;
  const coming = OFFICIAL_FILES.map((request) => files.handleAll({ event, request }));
  await Promise.all(coming.flat());
}

async function answerFile(event: FetchEvent): Promise<Response> {
  const { request } = event;
  return (await start.matchPrecache(request)) ?? files.handle({ event, request });
}

async function answerPage(event: FetchEvent): Promise<Response> {
  const coming = askNetwork(event);
  event.waitUntil(coming.catch(() => undefined));
  const answer = await inTime(coming, PATIENCE);
  if (answer && isShown(answer)) return unredirected(answer);
  return (await start.matchPrecache(SHELL)) ?? coming;
}

async function askNetwork({ preloadResponse, request }: FetchEvent): Promise<Response> {
  try {
    const preloaded = (await preloadResponse) as Response | undefined;
    if (preloaded) return preloaded;
  } catch {
    // Without a network it fails; asked once more, that is said as ever.
  }
  return fetch(request);
}

self.addEventListener('push', (event) => event.waitUntil(showPush(event)));
self.addEventListener('notificationclick', (event) => event.waitUntil(openPlace(event)));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewPush(event)));

self.addEventListener('message', (event) => {
  const question = event.data as BuildQuestion | typeof TAKE_OVER;
  if (question === TAKE_OVER) event.waitUntil(self.skipWaiting());
  else {
    event.ports[0]?.postMessage(BUILD);
    if (question.build === BUILD) event.waitUntil(takeOverAlone());
  }
});

/** Skips waiting if this build's page is the only one; another may be older. */
async function takeOverAlone(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length === 1) await self.skipWaiting();
}
