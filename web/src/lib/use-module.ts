import { useEffect, useState } from 'react';
import { useHydrated } from './page.ts';

/** Module that is loaded on first use. */
export interface LazyModule<Module> {
  read: () => Promise<Module>;
  /** The loaded module, shared by all users of it. */
  here?: Module;
}

/** Returns a lazy module from its import: `lazyModule(() => import('./own-content.ts'))`. */
export const lazyModule = <Module>(read: () => Promise<Module>): LazyModule<Module> => ({ read });

const TRY_AGAIN_AFTER = 3_000;

/** Returns the module once loaded and the page is hydrated, if `wanted`. Without a network it retries every few seconds. */
export function useModule<Module>(late: LazyModule<Module>, wanted = true): Module | undefined {
  const [, show] = useState(late.here);
  const ready = useHydrated() && wanted;
  useEffect(() => {
    if (!ready || late.here) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const fetchModule = async (): Promise<void> => {
      try {
        late.here = await late.read();
        if (!left) show(late.here);
      } catch {
        if (!left) timer = setTimeout(() => void fetchModule(), TRY_AGAIN_AFTER);
      }
    };
    void fetchModule();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [late, ready]);
  return ready ? late.here : undefined;
}
