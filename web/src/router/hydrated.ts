import { useDeferredValue, useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Returns false on the server and during hydration, which must render the same; then true. Device data and viewer state are
 * shown only from then on. They render in pieces, since a single long rendering would delay the first touch.
 */
export function useHydrated(): boolean {
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return useDeferredValue(hydrated);
}
