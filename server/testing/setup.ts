import { afterAll, vi } from 'vitest';
import { resetClock } from './limit-windows.ts';

// Files share a process: none leaves another clock to the next one.
afterAll(() => {
  vi.useRealTimers();
  resetClock();
});
