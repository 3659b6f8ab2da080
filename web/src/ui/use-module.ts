import { useEffect, useState } from 'react';

/** A part of the app that is fetched when it is first needed. */
export interface LateModule<Module> {
  read: () => Promise<Module>;
  /** Once it is here, everybody has it at once. */
  here?: Module;
}

/** Names such a part by what imports it: `lateModule(() => import('./own-content.ts'))`. */
export const lateModule = <Module>(read: () => Promise<Module>): LateModule<Module> => ({ read });

const TRY_AGAIN_AFTER = 3_000;

/** The module once it is here, if it is wanted at all. Without a network it is asked for again every few seconds. */
export function useModule<Module>(late: LateModule<Module>, wanted = true): Module | undefined {
  const [, show] = useState(late.here);
  useEffect(() => {
    if (!wanted || late.here) return;
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
  }, [late, wanted]);
  return wanted ? late.here : undefined;
}
