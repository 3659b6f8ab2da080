import { lookForServer, onReach } from '../online.ts';

const nothing = (): void => {};

/**
 * Takes pictures off this phone. They lie in the browser's own cache alone, for a day: asked for past it, what the server refuses
 * takes their place.
 */
export async function dropPictures(addresses: readonly string[]): Promise<void> {
  await Promise.all(addresses.map((address) => fetch(address, { cache: 'reload' }).then(nothing, nothing)));
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
