import { campus } from '../testing/answers.ts';
import { expect, test, vi } from 'vitest';
import { campusQuery } from '../features/campus/campus-queries.ts';
import { startOfficial } from './after-start.ts';
import { createQueryClient } from './query-client.ts';
import { moduleAt } from './routes.tsx';

test.each([
  ['beta', 0],
  ['official', 1],
] as const)('[ED-01] the %s edition at rest fetches what follows pushes %d times', async (edition, times) => {
  const client = createQueryClient();
  client.setQueryData(campusQuery.queryKey, { ...campus, edition });
  const followPush = vi.fn<(client: unknown) => void>();
  const read = vi.fn<() => Promise<{ followPush: typeof followPush }>>(async () => ({ followPush }));
  await startOfficial(client, read);
  expect([read.mock.calls.length, followPush.mock.calls]).toEqual([times, times ? [[client]] : []]);
});

test('[ED-01] beta: loads no screens of the official edition', () => {
  expect(moduleAt('/map', false, 'official')).toBe('places/map');
  expect(moduleAt('/map', false, 'beta')).toBe('accounts/login');
  expect(moduleAt('/board/new', false, 'beta')).toBe('posts/latest');
  expect(moduleAt('/board/new', true, 'beta')).toBe('accounts/login');
});
