import { lookForServer, onReach } from '../online.ts';

/** The worker keeps pictures that were seen under a name with this in it. */
const OF_PICTURES = 'pictures';

/** Pictures are where the worker put them; a browser without one has none. */
async function openCaches(): Promise<Cache[]> {
  if (!globalThis.caches) return [];
  const names = await caches.keys();
  return Promise.all(names.filter((name) => name.includes(OF_PICTURES)).map((name) => caches.open(name)));
}

/** Takes pictures off this phone: out of the worker's cache and out of the browser's own. */
export async function dropPictures(addresses: readonly string[]): Promise<void> {
  const all = await openCaches();
  await Promise.all(
    addresses.map(async (address) => {
      // Asked for past the browser's cache, the refusal takes its place there.
      await fetch(address, { cache: 'reload' }).catch(() => undefined);
      await Promise.all(all.map((cache) => cache.delete(address, { ignoreVary: true })));
    }),
  );
}

/** Takes all of them: the student has left. */
export async function dropAllPictures(): Promise<void> {
  if (!globalThis.caches) return;
  const names = (await caches.keys()).filter((name) => name.includes(OF_PICTURES));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** A picture that cannot come without a network leaves its place free, and comes by itself with it: none is shown as broken. */
export function hideLostPictures(): void {
  const lost = new Set<HTMLImageElement>();
  const hide = (picture: HTMLImageElement): void => {
    picture.style.opacity = '0';
    lost.add(picture);
  };
  const hear = async ({ target }: Event): Promise<void> => {
    if (target instanceof HTMLImageElement && !(await lookForServer())) hide(target);
  };
  document.addEventListener('error', (event) => void hear(event), true);
  onReach((reached) => {
    if (!reached) return;
    for (const picture of lost) {
      picture.style.opacity = '';
      // Asks for it again.
      picture.setAttribute('src', picture.getAttribute('src') ?? '');
    }
    lost.clear();
  });
}
