import { afterAll, vi } from 'vitest';
import { resetClock } from './limit-windows.ts';

// Files share a process: each must reset the clock.
afterAll(() => {
  vi.useRealTimers();
  resetClock();
});
