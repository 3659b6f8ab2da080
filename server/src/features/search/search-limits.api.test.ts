import { expect, test } from 'vitest';
import { beginFreshWindow } from '../../../testing/limit-windows.ts';
import { makeUser } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';

test('[FS-14] twenty-first search in a minute: gets a retry time; pages and similar questions count separately', async () => {
  const limited = await startTestApp({ edition: 'official', limited: true });
  beginFreshWindow();
  const student = await makeUser(limited);
  const ask = (cursor?: string) =>
    student.browser.call('GET /api/search', { query: { query: '도서관', ...(cursor ? { cursor } : {}) } });
  for (let time = 0; time < 20; time += 1) expect((await ask()).status).toBe(200);
  const { status, problem } = await ask();
  expect([status, problem?.code]).toEqual([429, 'limit.reached']);
  expect(problem?.retryAfter).toBeGreaterThan(0);
  expect(problem?.retryAfter).toBeLessThanOrEqual(60);
  const cursor = `r00_0_${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`;
  for (let time = 0; time < 120; time += 1) expect((await ask(cursor)).status).toBe(200);
  expect((await ask(cursor)).status).toBe(429);
  const similar = () => student.browser.call('GET /api/search/similar', { query: { title: '도서관 자리' } });
  for (let time = 0; time < 60; time += 1) expect((await similar()).status).toBe(200);
  expect((await similar()).status).toBe(429);
  const other = await makeUser(limited);
  expect((await other.browser.call('GET /api/search', { query: { query: '도서관' } })).status).toBe(200);
});

test('search disabled: its calls do not exist', async () => {
  const beta = await startTestApp();
  const student = await makeUser(beta);
  for (const path of ['/api/search?query=a', '/api/search/similar?title=a'])
    expect((await student.browser.send('GET', path)).status).toBe(404);
});
