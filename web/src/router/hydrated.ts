import { useDeferredValue, useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False on the server and in the browser's first drawing of a page that the server drew, which must be the same; then
 * true. What lies on the device or belongs to the viewer alone is shown from then on. That is drawn in pieces: all at
 * once it would hold up the first touch.
 */
export function useHydrated(): boolean {
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return useDeferredValue(hydrated);
}
