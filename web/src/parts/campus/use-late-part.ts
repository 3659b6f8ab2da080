import { useHydrated } from '../../router/hydrated.ts';
import { type LateModule, useModule } from '../../ui/use-module.ts';
import { useOfficial } from './campus-context.ts';

/**
 * Whether this is the official edition, and a part of the app that only it has, once that is here and if it is wanted. What
 * the server draws is the same for everybody, so the part is never in there.
 */
export function useLatePart<Module>(late: LateModule<Module>, wanted = true) {
  const official = useOfficial();
  return { official, parts: useModule(late, useHydrated() && official && wanted) };
}
