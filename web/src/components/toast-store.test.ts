import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createToastStore } from '../lib/toast-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('toast: disappears after its delay', () => {
  const store = createToastStore(5000);
  store.show('안녕');
  vi.advanceTimersByTime(4999);
  expect(store.read()?.text).toBe('안녕');
  vi.advanceTimersByTime(1);
  expect(store.read()).toBeUndefined();
});

it('toast: pauses, then shows for the rest of its time', () => {
  const store = createToastStore(5000);
  store.show('안녕');
  vi.advanceTimersByTime(3000);
  store.pause();
  vi.advanceTimersByTime(60_000);
  store.resume();
  vi.advanceTimersByTime(1999);
  expect(store.read()).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(store.read()).toBeUndefined();
});

it('newer toast: gets its full time', () => {
  const store = createToastStore(5000);
  store.show('하나');
  vi.advanceTimersByTime(4000);
  store.show('둘');
  vi.advanceTimersByTime(4000);
  expect(store.read()?.text).toBe('둘');
});
