import { type BuildQuestion, TAKE_OVER } from '../../worker/messages.ts';
import { copy } from '../copy.ko.ts';
import { showToast } from '../lib/toast-store.ts';

/** Milliseconds between two checks for a new version. */
const LOOK_EVERY = 60_000;
/** Milliseconds the notice is shown; it returns when the app is shown again. */
const OFFERED_FOR = 30_000;

/** Whether the student requested a reload as soon as the new version takes over. */
let wanted = false;

/**
 * Registers the worker and offers new versions; reloads only at the student's request. With the worker disabled, pages name no
 * build, and an existing worker updates to the removing one.
 */
export async function startWorker(): Promise<void> {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  const { build } = document.documentElement.dataset;
  if (!serviceWorker) return;
  if (build === undefined) return void (await (await serviceWorker.getRegistration())?.update());
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  let taken: ServiceWorker | null = null;
  const offer = () => void offerNext(registration.waiting, taken, build);
  serviceWorker.addEventListener('controllerchange', () => {
    taken = serviceWorker.controller;
    if (wanted) window.location.reload();
    else offer();
  });
  const followInstalling = (): void => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => installing.state === 'installed' && offer());
  };
  registration.addEventListener('updatefound', followInstalling);
  // The browser checks on each navigation, and may have found a version before this ran.
  followInstalling();
  lookWhenShown(registration, offer);
  offer();
  if (serviceWorker.controller) keepStyles();
}

/** Fetches styles that the server inlined: scripts need the files when no server renders. */
function keepStyles(): void {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][disabled]'))
    fetch(href).catch(() => undefined);
}

/** Checks for updates when shown: an installed app is never reloaded automatically. */
function lookWhenShown(registration: ServiceWorkerRegistration, offer: () => void): void {
  let lookedAt = -LOOK_EVERY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    clearTimeout(timer);
    if (document.hidden) return;
    const left = lookedAt + LOOK_EVERY - performance.now();
    if (left > 0) {
      timer = setTimeout(look, left);
      return;
    }
    lookedAt = performance.now();
    registration.update().catch(() => undefined);
  };
  const seen = (): void => {
    look();
    offer();
  };
  window.addEventListener('pageshow', seen);
  document.addEventListener('visibilitychange', seen);
  look();
}

/**
 * Offers another build's waiting version, or one another tab activated; a hidden page without input then reloads.
 */
async function offerNext(
  waiting: ServiceWorker | null,
  taken: ServiceWorker | null,
  build: string,
): Promise<void> {
  const next = waiting ?? taken;
  if (!next || (await askBuild(next, build)) === build) return;
  if (document.hidden) {
    if (!waiting && !isTyped()) window.location.reload();
    return;
  }
  const run = (): void => {
    wanted = true;
    if (waiting?.state === 'installed') waiting.postMessage(TAKE_OVER);
    else window.location.reload();
  };
  showToast(copy['version.new'], { label: copy['action.reload'], run }, OFFERED_FOR);
}

/** Returns the build of a worker, which receives this page's build and may take over. */
function askBuild(worker: ServiceWorker, build: string): Promise<string> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data as string);
    worker.postMessage({ build } satisfies BuildQuestion, [port2]);
  });
}

function isTyped(): boolean {
  if (document.querySelector('dialog[open]')) return true;
  const fields = document.querySelectorAll<HTMLInputElement>(
    'textarea, input:not([type=checkbox], [type=radio])',
  );
  return [...fields].some(({ value }) => value !== '');
}
