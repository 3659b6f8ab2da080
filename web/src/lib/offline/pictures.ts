import { lookForServer, onReach } from '../online.ts';

const nothing = (): void => {};

/** With `reload` and `no-store`, the browser drops its cached answer and stores none instead. */
const DROP = { cache: 'reload', headers: { 'Cache-Control': 'no-store' } } as const;

/** Deletes pictures from this phone. They are only in the browser's HTTP cache, for a day. */
export async function dropPictures(addresses: readonly string[]): Promise<void> {
  await Promise.all(addresses.map((address) => fetch(address, DROP).then(nothing, nothing)));
}

/** Hides pictures that fail to load offline, and loads them again when the network returns. */
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
      // Requests the picture again.
      picture.setAttribute('src', picture.getAttribute('src') ?? '');
    }
    lost.clear();
  });
}
