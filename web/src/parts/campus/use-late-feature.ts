import type { Feature } from '@madang/contract/campus/rules';
import { useHydrated } from '../../router/hydrated.ts';
import { type LateModule, useModule } from '../../ui/use-module.ts';
import { useCampus } from './campus-context.ts';

/**
 * Whether a feature is lit, and the part of the app that it is made of, once that is here and if it is wanted. What the
 * server draws is the same for everybody, so the part is never in there.
 */
export function useLateFeature<Module>(feature: Feature, late: LateModule<Module>, wanted = true) {
  const lit = useCampus().features.includes(feature);
  return { lit, parts: useModule(late, useHydrated() && lit && wanted) };
}
