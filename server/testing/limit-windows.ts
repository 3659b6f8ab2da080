import { setTimeout as sleep } from 'node:timers/promises';

/** All windows of limits begin with a minute: a test that saw one end would count twice as much. */
export async function awaitFreshWindow(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 15_000) await sleep(left);
}
