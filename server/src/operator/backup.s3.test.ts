import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { faults, openFaultyStore, type FaultyStore } from '../../testing/faulty-store.ts';
import { makeFolder } from '../../testing/make-folder.ts';
import { operate } from '../../testing/operate.ts';
import { fillSource, readAll, readImages } from '../../testing/places.ts';
import { s3UrlOf } from '../../testing/swift.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { settingsOf } from '../../testing/test-images.ts';
import { openFolderStore } from '../images/image-store.ts';
import { S3Store } from '../images/s3-store.ts';

const folder = makeFolder('backup');

const way: FaultyStore = await openFaultyStore(inject('swift'));
const source = await startTestApp({ images: openStore() });
await fillSource(source);
afterAll(() => way.close());

function openStore(): S3Store {
  return new S3Store({ ...settingsOf(s3UrlOf(way.origin, 'pictures')), prefix: `${randomUUID()}/` });
}

test('[SF-33] backup: contains pictures of the store, and restores into a folder or another store', async () => {
  const file = join(folder, 'whole.tar.gz');
  expect((await operate(source, 'backup', file)).code).toBe(0);
  const [rows, pictures] = [await readAll(source.database), await readImages(source.images)];
  expect(Object.keys(pictures)).toHaveLength(3);
  for (const images of [openFolderStore(join(folder, 'images')), openStore()]) {
    const { database } = await openTestDatabase();
    const restored = await operate({ database, images, campus: source.campus }, 'restore', file);
    expect([restored.code, restored.errors]).toEqual([0, '']);
    expect(await readAll(database)).toEqual(rows);
    expect(await readImages(images)).toEqual(pictures);
    await database.close();
  }
});

test('[SF-33] store that fails midway: ends a backup with a line and without a file', async () => {
  const file = join(folder, 'half.tar.gz');
  way.fail(faults.down, Infinity, 2);
  const failed = await operate(source, 'backup', file);
  way.restore();
  expect([failed.code, failed.errors]).toEqual([
    1,
    expect.stringMatching(/^operator: \S+ answers 503 SlowDown$/),
  ]);
  expect([existsSync(file), readdirSync(folder).filter((name) => name.includes('half'))]).toEqual([
    false,
    [],
  ]);
});

test('[SF-33] picture damaged in the store: named, and the others are backed up', async () => {
  const file = join(folder, 'damaged.tar.gz');
  const key = Object.keys(await readImages(source.images)).find((name) => name.startsWith('posts/')) ?? '';
  way.fail(({ url }, _, pass) => pass(url?.endsWith(key) ? (body) => body.subarray(1) : undefined));
  const backup = await operate(source, 'backup', file);
  way.restore();
  expect([backup.code, backup.output]).toEqual([3, expect.stringContaining(key)]);
  expect(existsSync(file)).toBe(true);
});

test('[SF-33] restore into a failing store: leaves the database empty, with a reason', async () => {
  const file = join(folder, 'again.tar.gz');
  expect((await operate(source, 'backup', file)).code).toBe(0);
  const { database } = await openTestDatabase();
  const images = openStore();
  way.fail(faults.down, 4, 3);
  const failed = await operate({ database, images, campus: source.campus }, 'restore', file);
  way.restore();
  expect([failed.code, failed.errors]).toEqual([1, expect.stringContaining('503 SlowDown')]);
  expect((await readAll(database))['users']).toEqual([]);
  await database.close();
});
