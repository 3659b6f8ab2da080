import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const given = JSON.stringify({ 'GET /api/session': { user: null }, 'GET /api/campus': { name: '마당' } });
let takeGiven: (call: string) => unknown;

/** A new page with these answers. */
async function open(textContent: string | null): Promise<void> {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.stubGlobal('document', {
    getElementById: (id: string) => (id === 'answers' && textContent !== null ? { textContent } : null),
  });
  ({ takeGiven } = await import('./given-answers.ts'));
}
beforeEach(() => open(given));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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

test('a page that brings nothing asks', async () => {
  await open(null);
  expect(takeGiven('GET /api/session')).toBeUndefined();
});
