/** A page that never rests, on a slow or busy phone, does it all the same after this, in milliseconds. */
const AT_LAST = 3_000;

/** Acts once the browser is idle. Safari has no idle callbacks. */
export const whenIdle: (act: () => void) => void =
  'requestIdleCallback' in globalThis
    ? (act) => requestIdleCallback(act, { timeout: AT_LAST })
    : (act) => setTimeout(act, 1_000);
