import { lookForServer, onReach } from '../online.ts';

const nothing = (): void => {};

/** Asked past the cache for an answer that is not stored, the browser stores none in the place of the one it has. */
const DROP = { cache: 'reload', headers: { 'Cache-Control': 'no-store' } } as const;

/** Takes pictures off this phone: they lie in the browser's own cache alone, for a day. */
export async function dropPictures(addresses: readonly string[]): Promise<void> {
  await Promise.all(addresses.map((address) => fetch(address, DROP).then(nothing, nothing)));
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
