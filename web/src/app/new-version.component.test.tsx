import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { BuildQuestion } from '../../worker/messages.ts';
import { makeEvent } from '../testing/answers.ts';
import { openApp } from '../testing/open-app.tsx';
import { startWorker } from './new-version.ts';

/** Waiting worker of another build. */
const next = {
  state: 'installed',
  postMessage: (_: BuildQuestion, [port]: MessagePort[]) => port?.postMessage('another'),
};
const registration = Object.assign(new EventTarget(), {
  waiting: null as typeof next | null,
  installing: null,
  update: vi.fn<() => Promise<void>>(async () => {}),
});
const container = Object.assign(new EventTarget(), {
  controller: null,
  register: async () => registration,
});

afterEach(() => {
  registration.waiting = null;
  delete document.documentElement.dataset['build'];
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('[PH-12] app shown again: checks for a new version, at most once a minute', async () => {
  await openApp('/', {
    'GET /api/events': { events: [makeEvent()] },
    'GET /api/buildings': { buildings: [] },
  });
  const showAgain = () => act(() => void document.dispatchEvent(new Event('visibilitychange')));
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
  const looks = () => registration.update.mock.calls.length;
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  document.documentElement.dataset['build'] = 'this one';
  vi.useFakeTimers();
  await startWorker();
  expect(looks()).toBe(1);
  for (let times = 0; times < 5; times += 1) showAgain();
  await pass(59);
  expect(looks()).toBe(1);
  await pass(2);
  expect(looks()).toBe(2);
  // After a pause it checks immediately.
  await pass(120);
  expect(looks()).toBe(2);
  showAgain();
  expect(looks()).toBe(3);
  vi.useRealTimers();
  expect(screen.queryByText('새 버전이 있어요.')).toBeNull();
  registration.waiting = next;
  showAgain();
  await screen.findByText('새 버전이 있어요.');
});
