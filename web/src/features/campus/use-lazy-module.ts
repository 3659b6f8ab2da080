import { type LazyModule, useModule } from '../../lib/use-module.ts';
import { useOfficial } from './campus-context.ts';

/**
 * Returns whether this is the official edition, and its lazy module once loaded. The server renders no module, as it renders for
 * every user.
 */
export function useLazyModule<Module>(late: LazyModule<Module>, wanted = true) {
  const official = useOfficial();
  return { official, parts: useModule(late, official && wanted) };
}
