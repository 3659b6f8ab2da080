import { onReach } from '../platform/online.ts';

const broken = new Set<HTMLLinkElement>();

/** Hears of every style that does not come: Vite asks for each only once. */
function noteBroken({ target }: Event): void {
  if (target instanceof HTMLLinkElement) broken.add(target);
}
/** From now on. */
export function noteBrokenStyles(): void {
  document.addEventListener('error', noteBroken, true);
}

/** Reads a script, and the styles that did not come before, once the server can be reached again. */
export async function readWhenReached<Module>(read: () => Promise<Module>): Promise<Module> {
  await new Promise<void>((resolve) => {
    const stop = onReach((reached) => {
      if (!reached) return;
      stop();
      resolve();
    });
  });
  for (const link of broken) {
    broken.delete(link);
    const again = link.cloneNode() as HTMLLinkElement;
    const settled = new Promise((resolve) => (again.onload = again.onerror = resolve));
    link.replaceWith(again);
    await settled;
  }
  return read();
}
