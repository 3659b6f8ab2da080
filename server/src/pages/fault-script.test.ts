import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { faultScript } from './pages.ts';

type Listener = (event: Record<string, unknown>) => void;

/** A page that contains the script, as far as the script reads it. */
function openPage(navigator: Record<string, unknown> = {}) {
  const reports: unknown[] = [];
  const listeners: Record<string, Listener> = {};
  const window: { fault?: (error: unknown) => void } = {};
  runInNewContext(faultScript('1.2.3'), {
    window,
    location: { pathname: '/post/7' },
    addEventListener: (name: string, listener: Listener) => (listeners[name] = listener),
    Blob: function (this: { parts?: string[] }, parts: string[]) {
      this.parts = parts;
    },
    navigator: {
      sendBeacon: (address: string, { parts }: { parts: string[] }) =>
        void reports.push([address, JSON.parse(parts.join(''))]),
      ...navigator,
    },
  });
  const fault = (error: unknown) => window.fault?.(error);
  return { reports, listeners, fault };
}

const report = ['/api/faults', { path: '/post/7', release: '1.2.3' }];
const named = (name: string, status?: number, requestId?: string) =>
  Object.assign(new Error(name), { name, status, requestId });

test('error, rejection and reported fault: each sent once, without its message', () => {
  const { reports, listeners, fault } = openPage();
  const error = new Error('조용한 곳');
  listeners['error']?.({ error });
  fault(error);
  expect(reports).toEqual([report]);
  listeners['unhandledrejection']?.({ reason: new TypeError() });
  listeners['unhandledrejection']?.({ reason: undefined });
  expect(reports).toEqual([report, report, report]);
});

test('answer 500: reported with its request id; refusals and lost connections are no faults', () => {
  const { reports, listeners, fault } = openPage();
  for (const error of [
    named('ApiError', 422),
    named('ApiError', 401),
    named('ApiError', 503),
    named('NetworkError'),
    named('AbortError'),
    named('TimeoutError'),
  ]) {
    fault(error);
    listeners['unhandledrejection']?.({ reason: error });
  }
  // Browser errors about images or resize loops have no error object.
  listeners['error']?.({ error: null });
  listeners['error']?.({});
  expect(reports).toEqual([]);
  fault(named('ApiError', 500, 'abc-1'));
  expect(reports).toEqual([['/api/faults', { path: '/post/7', release: '1.2.3', requestId: 'abc-1' }]]);
});

test('page: reports five at most; none if tracking is refused or without beacon', () => {
  const busy = openPage();
  for (let time = 0; time < 9; time += 1) busy.fault(new Error(String(time)));
  expect(busy.reports).toHaveLength(5);
  for (const navigator of [{ doNotTrack: '1' }, { globalPrivacyControl: true }, { sendBeacon: undefined }]) {
    const { reports, fault } = openPage(navigator);
    fault(new Error('x'));
    expect(reports).toEqual([]);
  }
});
