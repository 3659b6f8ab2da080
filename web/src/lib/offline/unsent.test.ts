import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '../api.ts';
import { closeDatabase, type Unsent, withDatabase } from './database.ts';
import { LEASE, listUnsent, putUnsent, sendUnsent, takeLease } from './unsent.ts';

const api = vi.hoisted(() => ({
  call: vi.fn<(key: string, input: unknown, options: unknown) => unknown>(),
  upload: vi.fn<(id: string, image: unknown, options: { userId?: string }) => unknown>(),
}));
vi.mock('../api.ts', async (original) => ({ ...(await original<object>()), call: api.call }));
vi.mock('../files.ts', () => ({ uploadImage: api.upload }));

const me = 'student';
const make = (id: string, more: Partial<Unsent> = {}): Unsent => ({
  id,
  userId: me,
  at: Number(id),
  kind: 'reply',
  key: 'POST /api/posts/{id}/replies',
  input: { body: { id } },
  pictures: [],
  about: '',
  text: id,
  path: '/',
  ...more,
});
const ids = async () => (await listUnsent(me)).map(({ id }) => id);
const sent = () => api.call.mock.calls.map(([, input]) => (input as { body: { id: string } }).body.id);
const refused = (
  code: 'pace.reached' | 'session.required' | 'session.otherUser' | 'server.failed' | 'resource.missing',
  after?: number,
) =>
  new ApiError({
    code,
    status: code === 'server.failed' ? 500 : 409,
    ...(after ? { retryAfter: after } : {}),
  });

beforeEach(async () => {
  await closeDatabase();
  globalThis.indexedDB = new IDBFactory();
  api.call.mockReset().mockResolvedValue(undefined);
  api.upload.mockReset().mockResolvedValue(undefined);
  vi.stubGlobal('navigator', {});
});

test('[PH-03] sends everything once in order, pictures first', async () => {
  const pictures = [{ id: 'picture', bytes: new ArrayBuffer(3), type: 'image/png' }];
  for (const one of [make('2'), make('1', { kind: 'post', pictures }), make('3')]) await putUnsent(one);
  expect(await sendUnsent(me, () => {})).toEqual({ again: null });
  expect(sent()).toEqual(['1', '2', '3']);
  expect(api.upload.mock.calls.map(([id, blob]) => [id, (blob as Blob).size])).toEqual([['picture', 3]]);
  expect(api.upload.mock.invocationCallOrder[0]).toBeLessThan(api.call.mock.invocationCallOrder[0] ?? 0);
  expect(await ids()).toEqual([]);
});

test('[SF-48] sends each part as its owner', async () => {
  const pictures = [{ id: 'picture', bytes: new ArrayBuffer(3), type: 'image/png' }];
  await putUnsent(make('1', { kind: 'post', pictures }));
  await sendUnsent(me, () => {});
  expect(api.upload.mock.calls.map(([, , { userId }]) => userId)).toEqual([me]);
  expect(api.call.mock.calls.map(([, , options]) => options)).toEqual([{ userId: me }]);
});

test.each([
  [new NetworkError('cut'), 5_000],
  [refused('session.required'), null],
  [refused('session.otherUser'), 30_000],
  [refused('pace.reached', 600), 600_000],
  [refused('server.failed'), 30_000],
])('[PH-03] %s: stops sending and keeps everything', async (error, again) => {
  for (const id of ['1', '2']) await putUnsent(make(id));
  api.call.mockRejectedValueOnce(error);
  expect(await sendUnsent(me, () => {})).toEqual({ again });
  expect(sent()).toEqual(['1']);
  expect((await listUnsent(me)).map(({ id, refusal }) => [id, refusal])).toEqual([
    ['1', undefined],
    ['2', undefined],
  ]);
});

test('[PH-03] refused write: stays with its reason and is not sent again; a like is dropped', async () => {
  for (const one of [make('1'), make('2', { kind: 'wish' }), make('3')]) await putUnsent(one);
  api.call
    .mockRejectedValueOnce(refused('resource.missing'))
    .mockRejectedValueOnce(refused('resource.missing'));
  await sendUnsent(me, () => {});
  expect((await listUnsent(me)).map(({ id, refusal }) => [id, refusal])).toEqual([['1', 'resource.missing']]);
  await sendUnsent(me, () => {});
  expect(sent()).toEqual(['1', '2', '3']);
});

test('[PH-03] like changed while it was sent: sent again', async () => {
  await putUnsent(make('1', { kind: 'wish' }));
  api.call.mockImplementationOnce(() => putUnsent(make('1', { kind: 'wish', at: 5 })));
  await sendUnsent(me, () => {});
  expect((await listUnsent(me)).map(({ at }) => at)).toEqual([5]);
});

test('[PH-04] one page sends at a time; an unfinished lease expires after 30 s', async () => {
  await putUnsent(make('1'));
  await takeLease('another page', Date.now());
  expect(await sendUnsent(me, () => {})).toEqual({ again: 30_000 });
  expect(sent()).toEqual([]);
  await takeLease('another page', Date.now() - LEASE);
  await sendUnsent(me, () => {});
  expect(sent()).toEqual(['1']);
});

test('[PH-04] lease from a clock that is ahead: expires too', async () => {
  expect(await takeLease('ahead', Date.now() + 10 * LEASE)).toBe(true);
  expect(await takeLease('mine', Date.now())).toBe(true);
});

test('[PH-04] frozen page: loses its lock once its lease expires', async () => {
  const asked: object[] = [];
  const request = async (_: string, options: { steal?: boolean }, act: (lock: object | null) => unknown) => {
    asked.push(options);
    return act(options.steal ? {} : null);
  };
  vi.stubGlobal('navigator', { locks: { request } });
  await putUnsent(make('1'));
  await sendUnsent(me, () => {});
  expect(asked).toEqual([{ ifAvailable: true }, { steal: true }]);
  expect(sent()).toEqual(['1']);
});

test('[PH-04] works without locks and without storage', async () => {
  await putUnsent(make('1'));
  await sendUnsent(me, () => {});
  expect(sent()).toEqual(['1']);
  await withDatabase((database) => database.clear('unsent'));
  globalThis.indexedDB = {
    open: () => {
      throw new DOMException('refused', 'SecurityError');
    },
  } as unknown as IDBFactory;
  await closeDatabase();
  await expect(sendUnsent(me, () => {})).rejects.toThrow('refused');
});
