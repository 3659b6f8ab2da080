import { expect, test, vi } from 'vitest';
import { createLog } from '../../log/log.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const metrics = new Metrics({ version: '1.2.3', edition: 'official' });
const lines: string[] = [];
const log = createLog('warn', { write: (line: string) => void lines.push(line) });

const testApp = await startTestApp({ edition: 'official', metrics, log });

const counts = async () =>
  (await metrics.render()).split('\n').filter((line) => line.startsWith('madang_page_faults_total{'));
const report = (body: object) =>
  testApp.browser().send('POST', '/api/faults', { json: { path: '/', release: '1.2.3', ...body } });

test('faults of pages: counted by screen and release, without their contents in numbers or lines', async () => {
  const post = '0199f0a0-0000-7000-8000-00000000abcd';
  for (const body of [
    { path: `/post/${post}` },
    { path: '/post/another', requestId: '4f5e6d7c8b9a0f1e2d3c4b5a69788796' },
    { path: '/mypage/cases', release: '1.2.2' },
    { path: '/조용한-곳/비밀' },
  ])
    expect((await report(body)).status).toBe(204);
  expect((await counts()).sort()).toEqual([
    'madang_page_faults_total{screen="/mypage/cases",release="other"} 1',
    'madang_page_faults_total{screen="/post/:id",release="1.2.3"} 2',
    'madang_page_faults_total{screen="unknown",release="1.2.3"} 1',
  ]);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 'warn', screen: '/post/:id', release: '1.2.3', msg: 'a page failed' },
    { screen: '/post/:id', failedRequest: '4f5e6d7c8b9a0f1e2d3c4b5a69788796' },
    { screen: '/mypage/cases', release: '1.2.2' },
    { screen: 'unknown' },
  ]);
  expect(lines.join()).not.toMatch(/abcd|another|비밀/);
});

test('a report of another shape is refused and counted nowhere', async () => {
  const before = await counts();
  for (const body of [
    { path: 'post' },
    { path: `/${'a'.repeat(2_000)}` },
    { release: '1.2' },
    { release: '1.2.3"} 9' },
    { requestId: 'a b' },
    { requestId: 'a'.repeat(65) },
    { message: 'what failed is not told' },
  ])
    expect((await report(body)).status).toBe(422);
  expect(await counts()).toEqual(before);
});

test('one address: may report a limited number of times', async () => {
  const limited = await startTestApp({
    edition: 'official',
    limited: true,
    metrics: new Metrics({ version: '1', edition: '' }),
  });
  const browser = limited.browser();
  // The hour of the limit must not end meanwhile.
  vi.useFakeTimers({ toFake: ['Date'] });
  const statuses = [];
  for (let time = 0; time < 301; time += 1)
    statuses.push(
      (await browser.send('POST', '/api/faults', { json: { path: '/', release: '1.2.3' } })).status,
    );
  vi.useRealTimers();
  expect(statuses.filter((status) => status === 204)).toHaveLength(300);
  expect(statuses.at(-1)).toBe(429);
  await limited.close();
});

test('without the feature: no report is sent', async () => {
  const beta = await startTestApp();
  expect(
    (await beta.browser().send('POST', '/api/faults', { json: { path: '/', release: '1.2.3' } })).status,
  ).toBe(404);
  await beta.close();
});
