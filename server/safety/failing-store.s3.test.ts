import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, expect, inject, test } from 'vitest';
import { removeNotedPictures } from '../src/features/posts/index.ts';
import { ImageStoreError } from '../src/images/image-store.ts';
import { S3Store } from '../src/images/s3-store.ts';
import { createLog } from '../src/log/log.ts';
import { faults, openFaultyStore, type FaultyStore } from '../testing/faulty-store.ts';
import { type MadeUser, makePicture, makePost, makeUpload, makeUser } from '../testing/makers.ts';
import { s3UrlOf, SWIFT } from '../testing/swift.ts';
import { startTestApp } from '../testing/test-app.ts';
import { listKeys, settingsOf } from '../testing/test-images.ts';

const logged: string[] = [];
const way: FaultyStore = await openFaultyStore(inject('swift'));

const settings = { ...settingsOf(s3UrlOf(way.origin, 'pictures')), prefix: `${uuidv7()}/` };

const testApp = await startTestApp({
  images: new S3Store(settings, { timeout: 700 }),
  limited: true,
  log: createLog('warn', { write: (line) => void logged.push(line) }),
});
const user = await makeUser(testApp);
afterEach(() => way.restore());
afterAll(() => way.close());

const addressOf = (upload: string) => `/images/posts/${upload}/large.webp`;
const look = (who: MadeUser, upload: string) => who.browser.send('GET', addressOf(upload));

async function keysOf(): Promise<string[]> {
  const keys = await listKeys(testApp.images);
  return keys;
}

test.each([
  ['is down', faults.down],
  ['says nothing', faults.silent],
  ['cuts every picture short', faults.cut],
  ['resets every connection', faults.reset],
  ['halves every picture', faults.halves],
  ['empties every picture', faults.empties],
  ['gives back other bytes', faults.mangles],
  ['takes our key no more', faults.error(403, 'InvalidAccessKeyId')],
  ['says that our key has expired', faults.error(400, 'ExpiredToken')],
])('[SF-28] store that %s: a picture is a 503 in time, and available again afterwards', async (_, fault) => {
  const upload = await makeUpload(user);
  way.fail(fault);
  const began = performance.now();
  const answer = await look(user, upload);
  expect(performance.now() - began).toBeLessThan(4_000);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toMatchObject({ code: 'server.unavailable' });
  // Logged once a minute per reason: two of these faults have the same.
  expect(logged.join('')).toContain('ImageStoreError');
  expect(logged.join('')).not.toContain(SWIFT.secret);
  way.restore();
  const again = await look(user, upload);
  expect([again.status, again.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(again.headers.get('cache-control')).toBe('private, max-age=86400');
  expect((await sharp(Buffer.from(await again.arrayBuffer())).metadata()).format).toBe('webp');
});

test('pictures waiting for a store: delay nothing else of their session', async () => {
  const uploads = [await makeUpload(user), await makeUpload(user)];
  way.fail(faults.silent);
  const waiting = uploads.map((upload) => look(user, upload));
  const began = performance.now();
  expect((await user.browser.send('GET', '/api/profile')).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(600);
  for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(503);
});

test('[SF-28] [SF-45] upload into a failing store: rejected, leaves nothing, and succeeds when sent again', async () => {
  const id = uuidv7();
  const rawBody = await makePicture(40, 30, 'blue');
  const send = () => user.browser.call('PUT /api/uploads/{id}', { path: { id }, rawBody });
  const before = await keysOf();
  for (const fault of [
    faults.down,
    faults.silent,
    faults.drops,
    faults.halves,
    faults.error(403, 'AccessDenied'),
  ]) {
    way.fail(fault);
    const refused = await send();
    expect([refused.status, refused.problem?.code]).toEqual([503, 'server.unavailable']);
    expect(
      await testApp.database.first('SELECT 1 AS found FROM uploads WHERE id = $1', [id]),
    ).toBeUndefined();
  }
  expect(logged.join('')).toContain('too little');
  way.restore();
  await removeNotedPictures(testApp);
  expect(await keysOf()).toEqual(before);
  expect((await send()).status).toBe(201);
  expect((await look(user, id)).status).toBe(200);
});

test('[SF-17] [SF-28] picture in the store: the server asks the store only for permitted readers', async () => {
  const upload = await makeUpload(user);
  const stranger = await makeUser(testApp);
  way.asked.length = 0;
  expect((await look(stranger, upload)).status).toBe(404);
  expect((await fetch(`${testApp.origin}${addressOf(upload)}`)).status).toBe(401);
  const post = await makePost(user, 'main-hall', { uploadId: upload });
  expect(way.asked).toEqual([]);
  expect((await look(stranger, upload)).status).toBe(200);
  const tagged = await look(stranger, upload);
  const tag = tagged.headers.get('etag') ?? '';
  way.asked.length = 0;
  const headers = { 'if-none-match': tag };
  expect((await stranger.browser.send('GET', addressOf(upload), { headers })).status).toBe(304);
  await testApp.database.change(`UPDATE posts SET hidden_at = now() WHERE id = $1`, [post]);
  expect((await look(stranger, upload)).status).toBe(404);
  expect((await stranger.browser.send('GET', addressOf(upload), { headers })).status).toBe(404);
  expect(way.asked).toEqual([]);
});

test('[ST-10] failed removal from the store: repeated until it succeeds', async () => {
  const leaver = await makeUser(testApp);
  const upload = await makeUpload(leaver);
  expect((await keysOf()).filter((key) => key.includes(upload))).toHaveLength(2);
  await testApp.database.change(`INSERT INTO image_removals (key, due_at) VALUES ($1, now())`, [
    `posts/${leaver.id}`,
  ]);
  const note = () =>
    testApp.database.first('SELECT 1 AS found FROM image_removals WHERE key = $1', [`posts/${leaver.id}`]);
  for (const fault of [faults.down, faults.silent, faults.page, faults.reset]) {
    way.fail(fault);
    await expect(removeNotedPictures(testApp)).rejects.toBeInstanceOf(ImageStoreError);
    expect(await note()).toBeDefined();
  }
  way.restore();
  await removeNotedPictures(testApp);
  expect(await note()).toBeUndefined();
  expect((await keysOf()).filter((key) => key.includes(upload))).toEqual([]);
});
