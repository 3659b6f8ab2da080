import { afterAll, vi } from 'vitest';
import { resetClock } from './limit-windows.ts';
import { closeOpened } from './opened.ts';

// A file without selected tests runs no hook: the next file closes its servers.
await closeOpened();
// Files share a process: each must reset the clock and free its connections.
afterAll(async () => {
  vi.useRealTimers();
  resetClock();
  await closeOpened();
});
