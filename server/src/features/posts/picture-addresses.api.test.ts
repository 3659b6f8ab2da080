import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import {
  type MadeUser,
  makePicture,
  makePost,
  makePostBody,
  makeReply,
  makeUser,
} from '../../../testing/makers.ts';
import { operate } from '../../../testing/operate.ts';
import { askRaw } from '../../../testing/raw-request.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const testApp = await startTestApp();
const [owner, reader] = [await makeUser(testApp), await makeUser(testApp)];
const png = await makePicture(40, 20, '#ff445e');

async function upload(who: MadeUser): Promise<string> {
  const id = uuidv7();
  const { image } = await who.browser.ask('PUT /api/uploads/{id}', { path: { id }, rawBody: png });
  expect(image).toBe(`/images/posts/${id}/large.webp`);
  return id;
}

const FILES = ['large.webp', 'small.webp'];
const now = (id: string, file = 'large.webp') => `/images/posts/${id}/${file}`;
const before = (ownerId: string, id: string, file = 'large.webp') => `/images/posts/${ownerId}/${id}/${file}`;

/** Returns the visible headers of an answer to an old or a new address. */
async function look(who: { send: MadeUser['browser']['send'] }, method: string, path: string) {
  const { status, headers } = await who.send(method, path);
  return [status, headers.get('location'), headers.get('cache-control'), headers.get('etag')];
}

test('[PI-05] old address: redirects to the new one, whatever id it contains', async () => {
  const id = await upload(owner);
  await makePost(owner, 'main-hall', { uploadId: id });
  for (const ownerId of [owner.id, reader.id, uuidv7(), '00000000-0000-0000-0000-000000000000'])
    for (const file of FILES)
      for (const method of ['GET', 'HEAD'])
        expect(await look(reader.browser, method, before(ownerId, id, file))).toEqual([
          308,
          now(id, file),
          'no-store',
          null,
        ]);
  const led = await reader.browser.send('GET', now(id));
  expect(await sharp(Buffer.from(await led.arrayBuffer())).metadata()).toMatchObject({
    format: 'webp',
    width: 40,
  });
});

test('[PI-05] unchanged picture: answered with 304; HEAD has headers only', async () => {
  const id = await upload(owner);
  await makePost(owner, 'main-hall', { uploadId: id });
  const [large, small] = await Promise.all(FILES.map((file) => reader.browser.send('GET', now(id, file))));
  const tag = large?.headers.get('etag') ?? '';
  expect(tag).toContain(id);
  expect(small?.headers.get('etag')).not.toBe(tag);
  expect(large?.headers.get('cache-control')).toBe('private, max-age=86400');
  const ask = (path: string, known: string) =>
    reader.browser.send('GET', path, { headers: { 'If-None-Match': known } });
  expect((await ask(now(id), tag)).status).toBe(304);
  expect((await ask(now(id), '"another"')).status).toBe(200);
  // An old address has no picture, so it has no tag either.
  expect((await ask(before(owner.id, id), tag)).status).toBe(308);
  const head = await reader.browser.send('HEAD', now(id));
  expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0]);
  // A picture that is no longer visible is not answered with 304.
  await testApp.database.change(
    'UPDATE posts SET hidden_at = now() WHERE id = (SELECT post_id FROM uploads WHERE id = $1)',
    [id],
  );
  for (const path of [now(id), before(owner.id, id)]) expect((await ask(path, tag)).status).toBe(404);
});

test('[PH-10] phone that evicts a picture: gets nothing to store, also for an unknown picture', async () => {
  const id = await upload(owner);
  await makePost(owner, 'main-hall', { uploadId: id });
  const headers = { 'Cache-Control': 'no-store' };
  for (const asked of [id, uuidv7()]) {
    const answer = await reader.browser.send('GET', now(asked), { headers });
    expect([answer.status, answer.headers.get('cache-control'), await answer.text()]).toEqual([
      204,
      'no-store',
      '',
    ]);
  }
  const visitor = await testApp.browser().send('GET', now(id), { headers });
  expect([visitor.status, visitor.headers.get('cache-control')]).toEqual([401, 'no-store']);
});

test('[PI-05] invisible picture: old and new addresses equally reveal nothing', async () => {
  const [unused, shown] = [await upload(owner), await upload(owner)];
  const postId = await makePost(owner, 'main-hall', { uploadId: shown });
  const nothing = [404, null, 'no-store', null];
  const addresses = (id: string) => [
    now(id),
    before(owner.id, id),
    before(reader.id, id),
    before(uuidv7(), id),
  ];
  // An unused picture is visible to its owner only.
  for (const path of [...addresses(unused), ...addresses(uuidv7())])
    for (const method of ['GET', 'HEAD']) expect(await look(reader.browser, method, path)).toEqual(nothing);
  expect((await owner.browser.send('GET', now(unused))).status).toBe(200);
  expect((await owner.browser.send('GET', before(reader.id, unused))).headers.get('location')).toBe(
    now(unused),
  );
  // Without a session, or with one that has ended, there is no picture.
  const visitor = testApp.browser();
  const gone = await makeUser(testApp);
  const { cookie } = gone.browser;
  await gone.browser.call('DELETE /api/session', {});
  gone.browser.cookie = cookie;
  for (const path of [...addresses(shown), ...addresses(unused), ...addresses(uuidv7())])
    for (const browser of [visitor, gone.browser])
      expect(await look(browser, 'GET', path)).toEqual([401, null, 'no-store', null]);
  // A hidden post hides its picture, from its author too; a restored one shows it again.
  await operate(testApp, 'post', 'hide', postId, '--reason', '광고');
  for (const path of addresses(shown))
    for (const { browser } of [reader, owner]) expect(await look(browser, 'GET', path)).toEqual(nothing);
  await operate(testApp, 'post', 'restore', postId, '--reason', '착오');
  expect((await reader.browser.send('GET', now(shown))).status).toBe(200);
  expect((await reader.browser.send('GET', before(uuidv7(), shown))).status).toBe(308);
});

test('[PI-05] address with path traversal or without picture: 404', async () => {
  const id = await upload(owner);
  await makePost(owner, 'main-hall', { uploadId: id });
  const cookie = { Cookie: owner.browser.cookie };
  for (const path of [
    now(`${owner.id}%2f${id}`),
    now(`..%2fposts%2f${id}`),
    now(id, '..%2flarge.webp'),
    now(id, 'large.png'),
    now(id, 'medium.webp'),
    now(id.toUpperCase()),
    before('..', id),
    before('..%2f..', id),
    before('%0d%0aSet-Cookie:%20x=y', id),
    before('//example.com', id),
    before(owner.id, `${id}%2f..`),
    before(owner.id, id, '..%2f..%2flarge.webp'),
    before(owner.id, id, 'large.webp%0d%0aX: y'),
    `${before(owner.id, id)}/`,
    `/images/posts/${owner.id}`,
  ]) {
    const { status, answer } = await askRaw(testApp.origin, `GET ${path.replaceAll(' ', '%20')}`, cookie);
    expect([path, status]).toEqual([path, 404]);
    expect(answer).not.toMatch(/^Location:/im);
  }
});

/** Yields each path of nested field names at which an answer contains the text. */
function* placesOf(text: string, value: unknown, place = ''): Generator<string> {
  if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) yield* placesOf(text, part, `${place}.${name}`);
  else if (String(value).includes(text)) yield place.replaceAll(/\.\d+/g, '');
}

test('[PI-05] picture’s owner: named only as the author of visible content', async () => {
  const made: { id: string; uploadId: string }[] = [];
  for (const [board, keywords] of [
    ['main-hall', ['조용한 장소']],
    ['question', []],
    ['festival', ['사진']],
  ] as const) {
    const uploadId = await upload(owner);
    const id = await makePost(owner, board, { uploadId, keywords: [...keywords] });
    await operate(testApp, 'hot', 'add', id);
    await reader.browser.call('PUT /api/posts/{id}/scrap', { path: { id } });
    made.push({ id, uploadId });
  }
  const [post] = made;
  await makeReply(owner, post?.id ?? '', '제 글이에요');
  const { hots } = await reader.browser.ask('GET /api/hots', { query: {} });
  const seen = new Set<string>();
  const pictures = new Set<string>();
  for (const path of [
    ...['main-hall', 'question', 'festival'].flatMap((board) => [
      `/api/buildings/${board}/posts`,
      `/api/buildings/${board}/posts?order=popular`,
    ]),
    '/api/posts/latest',
    '/api/festival/posts',
    ...testApp.campus.settings.keywords.map((_, index) => `/api/keywords/${index + 1}/1/posts`),
    '/api/hots',
    ...hots.map(({ id }) => `/api/hots/${id}`),
    ...made.map(({ id }) => `/api/posts/${id}`),
    `/api/posts/${post?.id}/replies`,
    '/api/profile/scraps',
    '/api/profile/posts',
    '/api/profile',
    '/api/session',
  ]) {
    const response = await reader.browser.send('GET', path);
    expect([path, response.status]).toEqual([path, 200]);
    const answer: unknown = await response.json();
    for (const place of placesOf(owner.id, answer)) seen.add(place);
    for (const { uploadId } of made) {
      for (const place of placesOf(uploadId, answer)) pictures.add(place);
      expect(JSON.stringify(answer)).not.toMatch(new RegExp(`[0-9a-f-]{36}/${uploadId}`));
    }
    expect([...response.headers.values()].join()).not.toContain(owner.id);
  }
  expect([...seen].sort()).toEqual(['.authorId', '.replies.authorId']);
  // Checks that answers with pictures were searched.
  expect([...pictures].sort()).toEqual([
    '.contents.image',
    '.hots.thumbnail',
    '.posts.thumbnail',
    '.thumbnail',
  ]);
});

test('[PI-05] several pictures, or one removed by an edit: addresses and answers reveal no more', async () => {
  const official = await startTestApp({ edition: 'official' });
  const [writer, student] = [await makeUser(official), await makeUser(official)];
  const uploads: string[] = [];
  for (let made = 0; made < 5; made += 1) uploads.push(await upload(writer));
  const pictures = uploads.map((uploadId) => ({ uploadId, description: '창가' }));
  const id = await makePost(writer, 'main-hall', { pictures });
  const [gone = '', ...rest] = uploads;
  const { title, body, keywords } = makePostBody();
  const edit = { revision: 1, title, body, keywords, pictures: pictures.slice(1) };
  const edited = await writer.browser.ask('PUT /api/posts/{id}', { path: { id }, body: edit });
  const start = await writer.browser.ask('GET /api/posts/{id}/edit', { path: { id } });
  expect([...placesOf(writer.id, { edited, start })]).toEqual(['.edited.authorId']);
  for (const { image } of start.pictures) expect(rest.map((uploadId) => now(uploadId))).toContain(image);
  for (const uploadId of rest) {
    expect((await student.browser.send('GET', now(uploadId))).status).toBe(200);
    expect((await look(student.browser, 'GET', before(uuidv7(), uploadId)))[1]).toBe(now(uploadId));
  }
  // A removed picture answers as an unknown one, by both addresses, for its owner too.
  for (const { browser } of [writer, student])
    for (const unknown of [gone, uuidv7()])
      for (const path of [now(unknown), before(writer.id, unknown), before(student.id, unknown)])
        expect(await look(browser, 'GET', path)).toEqual([404, null, 'no-store', null]);
});
