import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { createLog } from '../log/log.ts';
import { makeSecret, Sessions } from './sessions.ts';

let sessions: Sessions;
afterEach(() => sessions.close());

/** Opens sessions over a database in which every secret is valid; `asked` counts its queries. */
function openSessions(most?: number) {
  const row = () => ({ id: randomUUID(), user_id: randomUUID(), last_seen_at: new Date() });
  const first = vi.fn<() => Promise<ReturnType<typeof row> | undefined>>(async () => row());
  const database = { first, rows: async () => [], change: async () => 1 } as unknown as Database;
  sessions = new Sessions(database, createLog('silent'), undefined, most);
  return first;
}

test('sessions: evicts the least recently used one without open streams', async () => {
  openSessions(3);
  const [streaming = '', used = '', unused = '', another = ''] = Array.from({ length: 4 }, makeSecret);
  const onEnd = vi.fn<() => void>();
  const session = await sessions.resolve(streaming);
  if (session) sessions.watch(session, onEnd);
  await sessions.resolve(used);
  await sessions.resolve(unused);
  sessions.peek(used);
  await sessions.resolve(another);
  expect([streaming, used, unused, another].map((secret) => sessions.peek(secret) !== undefined)).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(onEnd).not.toHaveBeenCalled();
});

test('sessions: does not cache a session that ends during its query', async () => {
  const first = openSessions();
  const secret = makeSecret();
  first.mockImplementationOnce(async () => {
    first.mockResolvedValueOnce(undefined);
    sessions.forget(() => true);
    return { id: randomUUID(), user_id: randomUUID(), last_seen_at: new Date() };
  });
  expect(await sessions.resolve(secret)).toBeNull();
  expect(sessions.peek(secret)).toBeUndefined();
  expect(first).toHaveBeenCalledTimes(2);
});
