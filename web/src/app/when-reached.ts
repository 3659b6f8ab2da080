import { onReach } from '../lib/online.ts';

const broken = new Set<HTMLLinkElement>();

/** Records each style that fails to load: Vite requests it only once. */
function noteBroken({ target }: Event): void {
  if (target instanceof HTMLLinkElement) broken.add(target);
}
/** Starts recording styles that fail to load. */
export function noteBrokenStyles(): void {
  document.addEventListener('error', noteBroken, true);
}

/** Loads a script, and the styles that failed before, once the server is reachable. */
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
