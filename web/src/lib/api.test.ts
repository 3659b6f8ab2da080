import { afterEach, beforeEach, expect, it, test, vi } from 'vitest';
import { ask, countView, forgetDrawn, giveAnswers, peekGiven, takeGiven } from './api.ts';

afterEach(() => vi.unstubAllGlobals());

function stubNavigator(signals: Partial<Navigator> & { globalPrivacyControl?: boolean }) {
  const sendBeacon = vi.fn<(address: string, body: Blob) => boolean>(() => true);
  vi.stubGlobal('navigator', { onLine: true, doNotTrack: null, sendBeacon, ...signals });
  return sendBeacon;
}

it('[CA-08] sends only the screen’s pattern, as JSON', async () => {
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

it('ignores a browser whose beacon throws or is missing', () => {
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

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  giveAnswers({ 'GET /api/campus': { name: '마당' }, 'GET /api/session': { user: null } });
});
afterEach(() => vi.useRealTimers());

test('answer included in the page: used once', () => {
  expect(takeGiven('GET /api/session')).toEqual({ user: null });
  expect(takeGiven('GET /api/session')).toBeUndefined();
  expect(takeGiven('GET /api/campus')).toEqual({ name: '마당' });
  expect(takeGiven('GET /api/events')).toBeUndefined();
});

test('included answer: counts as just read, once; any other data is stale at once', () => {
  const query = ask('GET /api/campus', undefined);
  expect(query.initialDataUpdatedAt()).toBeCloseTo(Date.now(), -3);
  expect(query.initialDataUpdatedAt()).toBe(0);
  expect(query.staleTime({ state: { dataUpdateCount: 0 } })).toBe(5_000);
  expect(query.staleTime({ state: { dataUpdateCount: 1 } })).toBe(0);
  forgetDrawn();
  expect(query.staleTime({ state: { dataUpdateCount: 0 } })).toBe(0);
});

test('after a write, included answers are not used', () => {
  expect(takeGiven('POST /api/buildings/main-hall/posts')).toBeUndefined();
  expect(takeGiven('GET /api/session')).toBeUndefined();
});

test('old page: requests', () => {
  vi.advanceTimersByTime(5_001);
  expect(takeGiven('GET /api/session')).toBeUndefined();
});

test('outdated answer: shown and requested again', () => {
  giveAnswers({ 'GET /api/campus': { name: '마당' } }, true);
  expect(takeGiven('GET /api/campus')).toBeUndefined();
  expect(peekGiven('GET /api/campus')).toEqual({ name: '마당' });
});

test('page without included answers: requests', () => {
  giveAnswers({});
  expect(takeGiven('GET /api/session')).toBeUndefined();
});

test('first rendering: shows the page’s answers, whatever was requested or written meanwhile', () => {
  takeGiven('GET /api/campus');
  takeGiven('POST /api/buildings/main-hall/posts');
  vi.advanceTimersByTime(5_001);
  expect(peekGiven('GET /api/campus')).toEqual({ name: '마당' });
  expect(peekGiven('GET /api/session')).toEqual({ user: null });
  forgetDrawn();
  expect(peekGiven('GET /api/campus')).toBeUndefined();
});
