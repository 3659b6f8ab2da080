import { afterEach, expect, it, vi } from 'vitest';
import { countView } from './views.ts';

afterEach(() => vi.unstubAllGlobals());

function stubNavigator(signals: Partial<Navigator> & { globalPrivacyControl?: boolean }) {
  const sendBeacon = vi.fn<(address: string, body: Blob) => boolean>(() => true);
  vi.stubGlobal('navigator', { onLine: true, doNotTrack: null, sendBeacon, ...signals });
  return sendBeacon;
}

it('[CA-08] sends the pattern of the screen and nothing else, as JSON', async () => {
  const sent = stubNavigator({});
  countView('/post/:id');
  const [address, body] = sent.mock.lastCall ?? [];
  expect([address, body?.type]).toEqual(['/api/views', 'application/json']);
  expect(await body?.text()).toBe('{"screen":"/post/:id"}');
});

it.each([
  ['Do Not Track', { doNotTrack: '1' }],
  ['Global Privacy Control', { globalPrivacyControl: true }],
  ['being offline', { onLine: false }],
])('[CA-08] sends nothing with %s', (_, signals) => {
  const sent = stubNavigator(signals);
  countView('/');
  expect(sent).not.toHaveBeenCalled();
});

it('bears a browser whose beacon throws or is gone', () => {
  stubNavigator({
    sendBeacon: () => {
      throw new Error('blocked');
    },
  });
  countView('/');
  vi.stubGlobal('navigator', { onLine: true });
  countView('/');
  expect(navigator.sendBeacon).toBeUndefined();
});
