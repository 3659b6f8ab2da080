import { type BuildQuestion, TAKE_OVER } from '../../worker/messages.ts';
import { copy } from '../copy.ko.ts';
import { showToast } from '../ui/toast-store.ts';

/** Milliseconds between two looks for a new version. */
const LOOK_EVERY = 60_000;
/** So long the notice stands; it comes again when the app is shown again. */
const OFFERED_FOR = 30_000;

/** Whether the student tapped, and this page is to be loaded again as soon as the new version has taken over. */
let wanted = false;

/**
 * Registers the worker and follows its versions: a new one is offered, and loads the page again only where the student wants it.
 * Where the operator wants no worker the page names no build, and one that is still there learns that it has to go.
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
  // The browser looks by itself at each navigation, and may have found one before this page was at rest.
  followInstalling();
  lookWhenShown(registration, offer);
  offer();
  if (serviceWorker.controller) keepStyles();
}

/** The styles of a screen that the server drew stand in its page: its script needs their files where no server draws it. */
function keepStyles(): void {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][disabled]'))
    fetch(href).catch(() => undefined);
}

/** An app on the home screen is never loaded again by itself: it looks when it is shown. */
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
 * Offers a version that waits, or that another tab took. One that is this page's own is no news. A page that nobody sees
 * and nothing is typed on goes on by itself, where another tab was told to.
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

/** The build of a worker; what it is told of this page may let it take over. */
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
