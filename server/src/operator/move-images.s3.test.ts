import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, inject, test } from 'vitest';
import { faults, openFaultyStore, type FaultyStore } from '../../testing/faulty-store.ts';
import { makeUpload, makeUser } from '../../testing/makers.ts';
import { operateIn } from '../../testing/operate.ts';
import { readImages } from '../../testing/places.ts';
import { s3UrlOf } from '../../testing/swift.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { settingsOf } from '../../testing/test-images.ts';
import { readConfig } from '../config.ts';
import { openImages, openImageFolder } from '../open.ts';
import { shareDatabase, sharedAddress } from '../database/shared-database.ts';
import type { ImageStore } from '../images/image-store.ts';
import { createLog } from '../log/log.ts';
import { listAuditEntries } from '../audit.ts';

let store: ImageStore;
const way: FaultyStore = await openFaultyStore(inject('swift'));

const environment: { DATA_DIR: string; S3_URL: string } = {
  DATA_DIR: mkdtempSync(join(tmpdir(), 'madang-move-')),
  S3_URL: '',
};

const folder: ImageStore = openImageFolder(readConfig(environment));

const testApp = await startTestApp({ images: folder });
const user = await makeUser(testApp);
beforeEach(() => {
  const [bucket, query] = s3UrlOf(way.origin, 'pictures').split('?');
  environment.S3_URL = `${bucket}/${randomUUID()}?${query}`;
  store = openImages(readConfig(environment));
});
afterEach(async () => {
  way.restore();
  await testApp.database.change('DELETE FROM uploads');
  for (const top of ['posts', 'EventImg']) await folder.remove(top);
});
afterAll(async () => {
  await way.close();
  rmSync(environment.DATA_DIR, { recursive: true, force: true });
});

const move = (to: string, ...options: string[]) =>
  operateIn(environment, testApp, 'images', 'move', to, ...options);

const told = async (to: string, ...options: string[]) => {
  const { code, output } = await move(to, '--json', ...options);
  return { code, ...(JSON.parse(output) as Record<string, unknown>) };
};

test('pictures: move to the store and back unchanged, leaving the old place empty', async () => {
  await makeUpload(user);
  await makeUpload(user, 'blue');
  await folder.put(`EventImg/${randomUUID()}.png`, Buffer.from('an image'));
  const all = await readImages(folder);
  const dry = await told('store', '--dry-run');
  expect(dry).toEqual({
    code: 0,
    to: 'store',
    dryRun: true,
    pictures: 5,
    copied: 5,
    strange: 0,
    missing: [],
  });
  expect([await readImages(folder), await readImages(store)]).toEqual([all, {}]);

  const done = await move('store');
  expect([done.code, done.errors]).toEqual([0, '']);
  expect(done.output).toMatch(/pictures +5\ncopied +5\nthere already +0\n/);
  expect(done.output).toContain('Start the server with S3_URL.');
  expect([await readImages(folder), await readImages(store)]).toEqual([{}, all]);
  // No folder names an owner of pictures either.
  expect(readdirSync(join(environment.DATA_DIR, 'images'))).toEqual([]);
  expect((await listAuditEntries(testApp.database, 1))[0]).toMatchObject({
    action: 'images move',
    target: 'store',
  });

  expect(await told('folder')).toMatchObject({ code: 0, pictures: 5, copied: 5 });
  expect([await readImages(folder), await readImages(store)]).toEqual([all, {}]);
  expect(await told('folder')).toMatchObject({ code: 0, pictures: 0, copied: 0 });
  expect(await readImages(folder)).toEqual(all);
});

test('broken off anywhere and begun again, nothing is lost and nothing is there twice', async () => {
  for (let made = 0; made < 5; made += 1) await makeUpload(user);
  const all = await readImages(folder);
  for (const to of ['store', 'folder'] as const) {
    const [old, other] = to === 'store' ? [folder, store] : [store, folder];
    let broken = 0;
    for (let after = 0; ; after += 4) {
      way.fail(faults.down, Infinity, after);
      const done = await move(to);
      way.restore();
      const [left, come] = [await readImages(old), await readImages(other)];
      expect({ ...left, ...come }).toEqual(all);
      // Either place can serve pictures at any moment.
      expect([left, come]).toContainEqual(all);
      if (done.code === 0) break;
      expect(done.errors).toMatch(/^operator: .*503/);
      broken += 1;
    }
    expect(broken).toBeGreaterThan(2);
    expect([await readImages(old), await readImages(other)]).toEqual([{}, all]);
  }
});

test('a picture that was cut or altered in the new place is put there again', async () => {
  await makeUpload(user);
  const all = await readImages(folder);
  const [key = ''] = Object.keys(all);
  await store.put(key, Buffer.from('half'));
  expect(await told('store')).toMatchObject({ code: 0, pictures: 2, copied: 2 });
  expect(await readImages(store)).toEqual(all);
});

test('store that alters pictures: detected, and nothing is removed', async () => {
  await makeUpload(user);
  const all = await readImages(folder);
  way.fail((incoming, outgoing) => {
    incoming.resume();
    if (incoming.method === 'PUT') outgoing.writeHead(200).end();
    else outgoing.writeHead(200).end(incoming.url?.includes('list-type') ? EMPTY : 'another picture');
  });
  const done = await move('store');
  expect([done.code, done.errors]).toEqual([1, expect.stringContaining('comes back in other bytes')]);
  expect(await readImages(folder)).toEqual(all);
});

const EMPTY = '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>';

test('unowned files: removed from the new place only on request', async () => {
  await makeUpload(user);
  const all = await readImages(folder);
  const key = `posts/${randomUUID()}/${randomUUID()}/large.webp`;
  await store.put(key, Buffer.from('of a student who has left since'));
  const refused = await move('store');
  expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining(`such as ${key}`)]);
  expect([await readImages(folder), Object.keys(await readImages(store))]).toEqual([all, [key]]);
  expect(await told('store', '--clean', '--dry-run')).toMatchObject({ code: 0, strange: 1, copied: 2 });
  expect(await told('store', '--clean')).toMatchObject({ code: 0, strange: 1, copied: 2 });
  expect([await readImages(folder), await readImages(store)]).toEqual([{}, all]);
});

test('a picture that neither place has is named, and the rest moves', async () => {
  const upload = await makeUpload(user);
  const key = `posts/${user.id}/${upload}/large.webp`;
  await folder.remove(key);
  expect(await told('store')).toMatchObject({ code: 3, pictures: 1, missing: [key] });
});

test('refused with a line: without S3_URL, with wrong settings, while a server runs', async () => {
  await makeUpload(user);
  const all = await readImages(folder);
  const unset = await operateIn({ DATA_DIR: environment.DATA_DIR }, testApp, 'images', 'move', 'store');
  expect([unset.code, unset.errors]).toEqual([1, expect.stringContaining('S3_URL is not set')]);
  const wrong = { ...environment, S3_URL: s3UrlOf(way.origin, 'pictures', { secret: 'another' }) };
  const denied = await operateIn(wrong, testApp, 'images', 'move', 'store');
  expect([denied.code, denied.errors]).toEqual([
    1,
    expect.stringMatching(/^operator: .*SignatureDoesNotMatch\)$/),
  ]);
  const unshare = await shareDatabase(
    testApp.database,
    sharedAddress(environment.DATA_DIR),
    createLog('silent'),
  );
  const running = await move('store');
  await unshare();
  expect([running.code, running.errors]).toEqual([1, expect.stringContaining('a server runs')]);
  expect(await readImages(folder)).toEqual(all);
});

test('doctor: reports where pictures are, whether the store answers, and its errors', async () => {
  const doctor = async (own: Record<string, string>) => {
    const { output } = await operateIn({ ...environment, ...own }, testApp, 'doctor', '--json');
    const parts = output.split('\n').map((line) => JSON.parse(line) as { part: string; state: string });
    return parts.find(({ part }) => part === 'images');
  };
  const place = `bucket pictures below ${settingsOf(environment.S3_URL).prefix} at ${new URL(way.origin).host}`;
  expect(await doctor({})).toEqual({
    part: 'images',
    state: 'ok',
    text: `${place} can be written, read and deleted`,
  });
  expect(await readImages(store)).toEqual({});
  await makeUpload(user);
  expect(await doctor({})).toMatchObject({
    state: 'warn',
    todo: expect.stringContaining('images move store'),
  });
  const wrong = s3UrlOf(way.origin, 'pictures', { region: 'eu-west-1' });
  expect(await doctor({ S3_URL: wrong })).toMatchObject({
    state: 'fail',
    text: expect.stringContaining('another region than eu-west-1'),
    todo: expect.stringContaining('S3_URL'),
  });
  for (const [fault, words] of [
    [faults.keeps, 'keeps a removed object'],
    [faults.drops, 'comes back in other bytes'],
  ] as const) {
    way.fail(fault);
    expect(await doctor({})).toMatchObject({
      state: 'fail',
      text: expect.stringContaining(words),
      todo: expect.stringContaining('pictures are not safe there'),
    });
  }
  way.fail(faults.down);
  expect(await doctor({})).toMatchObject({ state: 'fail', todo: expect.stringContaining('the store runs') });
  expect(existsSync(join(environment.DATA_DIR, 'images', 'doctor'))).toBe(false);
});
