import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../log/log.ts';
import { DatabaseError, isUniqueViolation, type Database } from './database.ts';
import { openMemory } from './embedded.ts';
import { connectShared, shareDatabase, sharedAddress } from './shared-database.ts';
import { makeFolder } from '../../testing/make-folder.ts';

const folder = makeFolder('shared');
let owner: Database;
let guest: Database;
let unshare: () => Promise<void>;
beforeAll(async () => {
  owner = await openMemory();
  await owner.change('CREATE TABLE things (name text CONSTRAINT things_pkey PRIMARY KEY)');
  unshare = await shareDatabase(owner, sharedAddress(folder), createLog('silent'));
  const connected = await connectShared(sharedAddress(folder));
  if (!connected) throw new Error('nobody listens');
  guest = connected;
});
afterAll(async () => {
  await guest.close();
  await unshare();
  await owner.close();
});

const insert = 'INSERT INTO things (name) VALUES ($1)';
const names = async () =>
  (await owner.rows<{ name: string }>('SELECT name FROM things ORDER BY name')).map(({ name }) => name);

test('without listener: there is no database to connect to', async () => {
  expect(await connectShared(join(folder, 'nothing.sock'))).toBeNull();
});

test('only its own user can open the socket', async () => {
  expect((await stat(sharedAddress(folder))).mode & 0o777).toBe(0o600);
});

test('values, counts and failures: arrive unchanged', async () => {
  const row = await guest.first(
    `SELECT 5000000000::bigint AS big, timestamptz '2026-03-02 09:00:00.123+09' AS time, '\\x00ff'::bytea AS bytes, $1::text[] AS given`,
    [['x,y', '가']],
  );
  expect(row).toMatchObject({
    big: 5_000_000_000,
    time: new Date('2026-03-02T00:00:00.123Z'),
    given: ['x,y', '가'],
  });
  expect(await guest.change(insert, ['twice'])).toBe(1);
  const error: unknown = await guest.change(insert, ['twice']).catch((reason: unknown) => reason);
  expect(isUniqueViolation(error, 'things_pkey')).toBe(true);
  expect(await guest.change('DELETE FROM things')).toBe(1);
});

test('transaction: committed whole, or rolled back if it throws or its program dies', async () => {
  const after: string[] = [];
  await guest.transaction(async (transaction) => {
    await transaction.change(insert, ['a']);
    await transaction.change(insert, ['b']);
    transaction.afterCommit(() => after.push('done'));
  });
  expect([await names(), after]).toEqual([['a', 'b'], ['done']]);
  const failed = guest.transaction(async (transaction) => {
    await transaction.change(insert, ['c']);
    throw new Error('on purpose');
  });
  await expect(failed).rejects.toThrow('on purpose');
  expect(await names()).toEqual(['a', 'b']);

  const dying = await connectShared(sharedAddress(folder));
  const cut = dying?.transaction(async (transaction) => {
    await transaction.change(insert, ['d']);
    await dying.close();
    await transaction.change(insert, ['e']);
  });
  await expect(cut).rejects.toThrow(DatabaseError);
  expect(await names()).toEqual(['a', 'b']);
  await expect(guest.transaction(() => guest.rows('SELECT 1'))).rejects.toThrow('pass the transaction on');
});

test('guest’s notification: reaches the owner', async () => {
  const heard = new Promise<string>((resolve) => void owner.listen('things', resolve, () => {}));
  await owner.first('SELECT 1');
  await guest.notify('things', '안녕');
  expect(await heard).toBe('안녕');
});
