import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeDatabase, type StoredRead, withDatabase } from './database.ts';
import { changeReads, claimReads, eraseReads, listHeld, readStored, storeReads, tidyReads } from './reads.ts';

const BOUNDS = { records: 4, bytes: 1_000, held: 10 };
const one = { userId: 'one', ahead: 0 };

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()));
afterEach(async () => {
  await closeDatabase();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const make = (key: string, at = 1, more: Partial<StoredRead> = {}) => {
  const holds = more.holds ?? [];
  const read = { key, at, text: '{}', size: 2, ...more, holds, count: holds.length };
  return { shelf: 'reads' as const, read };
};
const store = (...reads: ReturnType<typeof make>[]) => storeReads('one', reads, BOUNDS);
const keysOf = async () => (await withDatabase((database) => database.getAllKeys('reads'))).toSorted();

it('[PH-05] another student who claims the phone finds no former data; the same student finds all', async () => {
  await claimReads(one);
  await store(make('a'));
  await claimReads({ ...one, ahead: 5 });
  expect(await keysOf()).toEqual(['a']);
  expect((await readStored([])).owner).toEqual({ ...one, ahead: 5 });
  await claimReads({ userId: 'two', ahead: 0 });
  expect(await keysOf()).toEqual([]);
});

it('[PH-05] writes only for the owner: the session ended in another tab', async () => {
  expect(await store(make('a'))).toBe(false);
  await claimReads(one);
  expect(await store(make('a'))).toBe(true);
  await eraseReads();
  expect(await store(make('b'))).toBe(false);
  expect(await keysOf()).toEqual([]);
});

it('[PH-15] campus data stays when the student leaves', async () => {
  await claimReads(one);
  const pack = { ...make('pack'), shelf: 'campus' as const };
  await storeReads('one', [pack, make('a')], BOUNDS);
  await eraseReads();
  const places = [{ shelf: 'campus' as const, key: 'pack' }, make('a').read].map((place) => ({
    shelf: 'reads' as const,
    ...place,
  }));
  expect((await readStored(places)).found.map((read) => read?.key)).toEqual(['pack', undefined]);
});

it.each([
  ['number', {}, ['b', 'c', 'd', 'e']],
  ['bytes', { size: 400 }, ['d', 'e']],
  ['posts and replies', { holds: ['x', 'x#1', 'x#2', 'x#3'] }, ['d', 'e']],
])('[PH-02] over the limits: the oldest is deleted, by %s', async (_, more, left) => {
  await claimReads(one);
  for (const [at, key] of ['a', 'b', 'c', 'd', 'e'].entries()) await store(make(key, at, more));
  expect(await keysOf()).toEqual(left);
});

it('[PH-02] full storage: halves its data and loses nothing else', async () => {
  await claimReads(one);
  await store(make('a', 1), make('b', 2), make('c', 3), make('d', 4));
  const put = IDBObjectStore.prototype.put;
  let full = true;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (full) {
      full = false;
      throw new DOMException('full', 'QuotaExceededError');
    }
    return put.apply(this, given);
  });
  expect(await store(make('e', 5))).toBe(true);
  expect(await keysOf()).toEqual(['d', 'e']);
});

it('[PH-02] connection lost in the background: reopened once', async () => {
  await claimReads(one);
  // Simulates an iPhone, where an open connection fails every transaction.
  await withDatabase(async (database) => database.close());
  expect(await store(make('a'))).toBe(true);
  expect(await keysOf()).toEqual(['a']);
  const act = vi.fn<() => Promise<never>>(() => Promise.reject(new DOMException('lost', 'UnknownError')));
  await expect(withDatabase(act)).rejects.toThrow('lost');
  expect(act).toHaveBeenCalledTimes(2);
});

it('[PH-02] deleted database: a new one without an owner', async () => {
  await claimReads(one);
  await store(make('a'));
  // Does not block: an open connection closes.
  await new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase('device');
    deleting.onsuccess = resolve;
    deleting.onerror = reject;
  });
  expect(await readStored([make('a').read].map(({ key }) => ({ shelf: 'reads' as const, key })))).toEqual({
    owner: undefined,
    found: [undefined],
  });
});

it('[PH-02] refused storage: rejects', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('refused', 'SecurityError');
    },
  });
  await expect(claimReads(one)).rejects.toThrow('refused');
});

it('[PH-02] cleanup: deletes old data, data of the future and of another format', async () => {
  await claimReads(one);
  await store(make('1 old', 1), make('1 now', 50), make('1 future', 99), make('0 now', 50));
  await tidyReads('1', 10, 60);
  expect(await keysOf()).toEqual(['1 now']);
});

it('[PH-10] entries with deleted content are changed or removed, the rest stays', async () => {
  await claimReads(one);
  await store(make('list', 1, { holds: ['x', 'y'] }), make('post', 2, { holds: ['x'] }), make('other', 3));
  expect(await listHeld()).toEqual(['x', 'y']);
  const before = await changeReads(['x', 'z'], (read) =>
    read.key === 'list' ? { ...read, holds: ['y'], count: 1 } : undefined,
  );
  expect(before.map(({ key }) => key).toSorted()).toEqual(['list', 'post']);
  expect(await keysOf()).toEqual(['list', 'other']);
  expect(await listHeld()).toEqual(['y']);
});
