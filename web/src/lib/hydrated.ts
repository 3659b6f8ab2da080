import { useDeferredValue, useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Returns false on the server and during hydration, then true. Both must render the same. Device data and viewer state follow in
 * pieces: one long rendering would delay touches.
 */
export function useHydrated(): boolean {
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return useDeferredValue(hydrated);
}
