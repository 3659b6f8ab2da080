/** Acts once the browser has nothing else to do. Safari has no idle callbacks. */
export const whenIdle: (act: () => void) => void =
  globalThis.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 1_000));
