import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('[PH-02] whenIdle: acts within three seconds on a page that is never idle', async () => {
  const requestIdleCallback = vi.fn<(act: () => void, options?: IdleRequestOptions) => number>();
  vi.stubGlobal('requestIdleCallback', requestIdleCallback);
  const act = (): void => {};
  (await import('./page.ts')).whenIdle(act);
  expect(requestIdleCallback.mock.calls.map(([, options]) => options)).toEqual([{ timeout: 3_000 }]);
});
