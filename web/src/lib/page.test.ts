import { afterEach, expect, it, vi } from 'vitest';
import { whenIdle } from './page.ts';

afterEach(() => vi.unstubAllGlobals());

it('[PH-02] whenIdle: runs within three seconds on a busy page', () => {
  const requestIdleCallback = vi.fn<(act: () => void, options?: IdleRequestOptions) => number>();
  vi.stubGlobal('requestIdleCallback', requestIdleCallback);
  const act = (): void => {};
  whenIdle(act);
  expect(requestIdleCallback.mock.calls.map(([, options]) => options)).toEqual([{ timeout: 3_000 }]);
});
