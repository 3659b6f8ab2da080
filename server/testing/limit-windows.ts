const { now } = Date;
let ahead = 0;

/**
 * All windows of limits begin with a minute: a test that saw one end would count twice as much. When less than half a
 * minute is left, the clock that the limits read is set on to the next one.
 */
export function beginFreshWindow(): void {
  const left = 60_000 - (Date.now() % 60_000);
  if (left >= 30_000) return;
  ahead += left;
  Date.now = () => now() + ahead;
}

/** Takes back what {@link beginFreshWindow} did to the clock. */
export function resetClock(): void {
  ahead = 0;
  Date.now = now;
}
