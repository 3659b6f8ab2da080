import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { inTime, isOurs, isShown, unredirected, wayOf } from './ways.ts';

const SITE = 'https://madang.example';
const ask = (path: string, more: { method?: string; mode?: RequestMode } = {}) =>
  wayOf({ method: 'GET', mode: 'no-cors', url: new URL(path, SITE).href, ...more }, SITE);

describe('classification of a request', () => {
  it.each(['/', '/post/1', '/board/new?order=popular', '/at/K7', '/apis', '/shells', '/none'])(
    'navigation to %s is a page',
    (path) => expect(ask(path, { mode: 'navigate' })).toBe('page'),
  );

  it.each([
    '/api/posts/1',
    '/api/me/data',
    '/images/posts/1.webp',
    '/EventImg/1.png',
    '/campus/icon.svg',
    '/assets/start.js',
    '/dev/mailbox',
    '/health/live',
    '/metrics',
    '/shell',
    '/sw.js',
    '/robots.txt',
    '/manifest.webmanifest',
  ])('navigation to %s is left to the browser', (path) =>
    expect(ask(path, { mode: 'navigate' })).toBe('leave'),
  );

  it('forms and foreign requests bypass the worker', () => {
    expect(ask('/login', { mode: 'navigate', method: 'POST' })).toBe('leave');
    expect(ask('/assets/start.js', { method: 'HEAD' })).toBe('leave');
    expect(ask('https://elsewhere.example/assets/a.js')).toBe('leave');
    expect(ask('https://elsewhere.example/', { mode: 'navigate' })).toBe('leave');
  });

  it('stores files of a build and pictures of the campus, no API answers or student pictures', () => {
    expect(ask('/assets/start.js')).toBe('file');
    expect(ask('/campus/buildings/main-hall.svg')).toBe('picture');
    for (const path of [
      '/api/session',
      '/api/campus',
      '/health/live',
      '/images/a.webp',
      '/EventImg/1.png',
      '/shell',
      '/',
    ])
      expect(ask(path, { mode: 'cors' })).toBe('leave');
  });
});

describe('answer to a navigation', () => {
  const POLICY = { 'content-security-policy': "default-src 'none'; script-src 'self'" };
  const html = (status: number, headers: Record<string, string> = {}) =>
    new Response('', { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } });

  it('is shown if it is ours, whatever it says', () => {
    expect(isShown(html(200, POLICY))).toBe(true);
    expect(isShown(html(422, POLICY))).toBe(true);
    expect(isOurs(html(200, POLICY))).toBe(true);
  });

  it('is not shown if it is a network’s login page', () => {
    expect(isShown(html(200))).toBe(false);
    expect(isShown(html(200, { 'content-security-policy': "default-src 'self'" }))).toBe(false);
    expect(isShown(html(511))).toBe(false);
  });

  it('is not shown if a proxy or a starting server reports unavailability', () => {
    expect(isShown(html(502))).toBe(false);
    expect(isShown(new Response(null, { status: 503 }))).toBe(false);
    expect(isShown(html(503, POLICY))).toBe(false);
  });

  it('stays unchanged if it redirects elsewhere or is not a page', () => {
    expect(isShown({ type: 'opaqueredirect', status: 0, headers: new Headers() })).toBe(true);
    expect(isShown(new Response('', { headers: { 'content-type': 'application/pdf' } }))).toBe(true);
    expect(
      isShown(new Response('{}', { status: 404, headers: { 'content-type': 'application/problem+json' } })),
    ).toBe(true);
  });

  it('after a redirect is wrapped again, with status, headers and body', async () => {
    const direct = html(200, POLICY);
    expect(unredirected(direct)).toBe(direct);
    const led = Object.defineProperty(new Response('text', { status: 203, headers: POLICY }), 'redirected', {
      value: true,
    });
    const wrapped = unredirected(led);
    expect(wrapped.redirected).toBe(false);
    expect([wrapped.status, await wrapped.text(), isOurs(wrapped)]).toEqual([203, 'text', true]);
  });
});

describe('patience', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('in time is used; late or failed is not', async () => {
    const after = (milliseconds: number, fail = false) =>
      new Promise<string>((resolve, reject) =>
        setTimeout(fail ? () => reject(new Error('cut')) : resolve, milliseconds, 'page'),
      );
    const taken = Promise.all([
      inTime(after(2_999), 3_000),
      inTime(after(3_001), 3_000),
      inTime(after(10, true), 3_000),
    ]);
    await vi.advanceTimersByTimeAsync(3_001);
    expect(await taken).toEqual(['page', null, null]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
