/** Timeout for a page that is never idle, on a slow or busy phone, in milliseconds. */
const AT_LAST = 3_000;

/** Calls the function once the browser is idle. Safari has no idle callbacks. */
export const whenIdle: (act: () => void) => void =
  'requestIdleCallback' in globalThis
    ? (act) => requestIdleCallback(act, { timeout: AT_LAST })
    : (act) => setTimeout(act, 1_000);
