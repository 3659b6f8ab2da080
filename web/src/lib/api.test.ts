import { afterEach, beforeEach, expect, it, test, vi } from 'vitest';
import { countView, forgetDrawn, giveAnswers, peekGiven, takeGiven } from './api.ts';

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

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  giveAnswers({ 'GET /api/campus': { name: '마당' }, 'GET /api/session': { user: null } });
});
afterEach(() => vi.useRealTimers());

test('what came with the page answers its call once', () => {
  expect(takeGiven('GET /api/session')).toEqual({ user: null });
  expect(takeGiven('GET /api/session')).toBeUndefined();
  expect(takeGiven('GET /api/campus')).toEqual({ name: '마당' });
  expect(takeGiven('GET /api/events')).toBeUndefined();
});

test('after a write nothing that came before it is an answer', () => {
  expect(takeGiven('POST /api/buildings/main-hall/posts')).toBeUndefined();
  expect(takeGiven('GET /api/session')).toBeUndefined();
});

test('a page that has stood a while asks', () => {
  vi.advanceTimersByTime(5_001);
  expect(takeGiven('GET /api/session')).toBeUndefined();
});

test('what is old is shown, and asked for all the same', () => {
  giveAnswers({ 'GET /api/campus': { name: '마당' } }, true);
  expect(takeGiven('GET /api/campus')).toBeUndefined();
  expect(peekGiven('GET /api/campus')).toEqual({ name: '마당' });
});

test('a page that brings nothing asks', () => {
  giveAnswers({});
  expect(takeGiven('GET /api/session')).toBeUndefined();
});

test('the first drawing shows what the page was drawn from, whatever was asked or written meanwhile', () => {
  takeGiven('GET /api/campus');
  takeGiven('POST /api/buildings/main-hall/posts');
  vi.advanceTimersByTime(5_001);
  expect(peekGiven('GET /api/campus')).toEqual({ name: '마당' });
  expect(peekGiven('GET /api/session')).toEqual({ user: null });
  forgetDrawn();
  expect(peekGiven('GET /api/campus')).toBeUndefined();
});
