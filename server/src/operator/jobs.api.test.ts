import { expect, test } from 'vitest';
import { makeTroubledJobs } from '../../testing/job-place.ts';
import { operate } from '../../testing/operate.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { listAuditEntries } from '../audit.ts';

const testApp = await startTestApp();

const jobs = (...words: string[]) => operate(testApp, 'jobs', ...words);

test('operator: lists failed jobs, and restarts them', async () => {
  expect((await jobs('list')).output).toBe('none');
  await makeTroubledJobs(testApp.database);
  expect((await jobs('list')).output).toMatch(/^kind +will be retried +abandoned\npurge +1 +1$/);
  const told = JSON.parse((await jobs('list', '--json')).output) as unknown;
  expect(told).toEqual({ kind: 'purge', delayed: 1, givenUp: 1 });

  const retried = await jobs('retry', 'purge');
  expect([retried.code, retried.output]).toEqual([0, '2 of purge are due now; a running server does them']);
  const rows = await testApp.database.rows(
    `SELECT attempts, due_at <= now() AS due, given_up_at FROM jobs WHERE kind = 'purge'`,
  );
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ attempts: 0, due: true, given_up_at: null })));
  expect((await jobs('list')).output).toBe('none');
  const [act] = await listAuditEntries(testApp.database, 1);
  expect(act).toMatchObject({ action: 'jobs retry', target: 'purge' });

  const again = await jobs('retry', 'purge');
  expect([again.code, again.errors]).toEqual([1, 'operator: no job "purge" has failed']);
});
