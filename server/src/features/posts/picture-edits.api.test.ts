import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { makePost, makePostBody, makeUpload, makeUser } from '../../../testing/makers.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { unpack } from '../../../testing/unpack.ts';

const testApp = await startTestApp({ edition: 'official', floods: false });
const [author, other] = [await makeUser(testApp), await makeUser(testApp)];

interface Picture {
  uploadId: string;
  description: string;
}

const some = async (count: number, user = author): Promise<Picture[]> => {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await makeUpload(user));
  return ids.map((uploadId) => ({ uploadId, description: `${uploadId}의 말` }));
};

async function makePictured(count: number): Promise<{ id: string; pictures: Picture[] }> {
  const pictures = await some(count);
  return { id: await makePost(author, 'main-hall', { pictures }), pictures };
}

const { title, body, keywords } = makePostBody();
const edit = (id: string, revision: number, fields: { body?: string; pictures?: Picture[] }) =>
  author.browser.call('PUT /api/posts/{id}', {
    path: { id },
    body: { revision, title, body, keywords, ...fields },
  });
const read = (id: string) => other.browser.ask('GET /api/posts/{id}', { path: { id } });
const large = (id: string) => `/images/posts/${id}/large.webp`;
const shownOf = async (id: string) =>
  (await read(id)).contents.flatMap((item) =>
    item.format === 'image' ? [[item.image, item.description]] : [],
  );
const expected = (pictures: readonly Picture[]) =>
  pictures.map(({ uploadId, description }) => [large(uploadId), description]);
const statusOf = async ({ uploadId }: Picture, { browser } = other) =>
  (await browser.send('GET', large(uploadId))).status;

test('[PI-04] one edit: keeps, moves, describes, removes and adds pictures, and the card follows', async () => {
  const { id, pictures } = await makePictured(4);
  const [first, second, third, fourth] = pictures as [Picture, Picture, Picture, Picture];
  const [fresh] = (await some(1)) as [Picture];
  const list = [third, fresh, { ...first, description: '다시 쓴 말' }, second];
  const edited = await edit(id, 1, { pictures: list });
  expect(edited.body).toMatchObject({ revision: 2, pictureCount: 4 });
  expect(await shownOf(id)).toEqual(expected(list));
  const { posts } = await other.browser.ask('GET /api/buildings/{buildingId}/posts', {
    path: { buildingId: 'main-hall' },
  });
  const thumbnail = large(third.uploadId).replace('large', 'small');
  expect(posts.find((post) => post.id === id)).toMatchObject({ thumbnail, pictureCount: 4 });
  // A removed picture is gone at once, for its author too; the others exist.
  for (const user of [author, other]) expect(await statusOf(fourth, user)).toBe(404);
  for (const picture of list) expect(await statusOf(picture)).toBe(200);
});

test('[PI-04] the same edit sent again changes nothing; an edit of words alone leaves the pictures', async () => {
  const { id, pictures } = await makePictured(3);
  const list = pictures.toReversed();
  const edited = await edit(id, 1, { pictures: list });
  expect((await edit(id, 1, { pictures: list })).body).toEqual(edited.body);
  const reworded = await edit(id, 2, { body: '다른 본문' });
  expect(reworded.body).toMatchObject({ revision: 3, contents: [{ text: '다른 본문' }, {}, {}, {}] });
  expect(await shownOf(id)).toEqual(expected(list));
  const versions = await testApp.database.rows(
    'SELECT revision, pictures FROM post_revisions WHERE post_id = $1 ORDER BY revision',
    [id],
  );
  expect(versions).toEqual([
    { revision: 1, pictures },
    { revision: 2, pictures: list },
  ]);
  const shown = await operate(testApp, 'post', 'show', id, '--json');
  expect(JSON.parse(shown.output)).toMatchObject({
    pictures: list.map(({ uploadId, description }) => `posts/${author.id}/${uploadId} (${description})`),
    earlierVersions: [{ pictures: list }, { pictures }],
  });
});

test('[PI-04] an edit takes all of its pictures or none', async () => {
  const { id, pictures } = await makePictured(2);
  const elsewhere = await makePictured(1);
  const [fresh] = (await some(1)) as [Picture];
  const refusals: [Picture[], object][] = [
    [[fresh, ...(await some(1, other))], { fields: [{ field: 'pictures', code: 'invalid' }] }],
    [[fresh, { uploadId: uuidv7(), description: '' }], { fields: [{ field: 'pictures', code: 'invalid' }] }],
    [[fresh, fresh], { fields: [{ field: 'pictures', code: 'invalid' }] }],
    [[fresh, ...(await some(5))], { fields: [{ field: 'pictures', code: 'pictures.max' }] }],
    [[fresh, ...elsewhere.pictures], { status: 409, code: 'upload.used' }],
  ];
  for (const [list, problem] of refusals)
    expect((await edit(id, 1, { body: '고친 본문', pictures: list })).problem).toMatchObject(problem);
  expect(await read(id)).toMatchObject({ revision: 1, contents: [{ text: body }, {}, {}] });
  expect(await shownOf(id)).toEqual(expected(pictures));
  expect(await statusOf(fresh)).toBe(404);
});

test('[PI-04] another tab: gets the current pictures, and may restore a removed one', async () => {
  const { id, pictures } = await makePictured(2);
  const [first, second] = pictures as [Picture, Picture];
  await edit(id, 1, { pictures: [second] });
  const late = await edit(id, 1, { body: '다른 본문', pictures });
  const image = large(second.uploadId);
  expect(late.problem).toMatchObject({
    code: 'edit.outdated',
    newer: { revision: 2, pictures: [{ ...second, image, width: 60, height: 40 }] },
  });
  expect(await statusOf(first)).toBe(404);
  await edit(id, 2, { body: '다른 본문', pictures });
  expect(await shownOf(id)).toEqual(expected(pictures));
  expect(await statusOf(first)).toBe(200);
  // A picture that a post released cannot be used elsewhere.
  await edit(id, 3, { body: '다른 본문', pictures: [] });
  expect(await read(id)).toMatchObject({ pictureCount: 0, thumbnail: null });
  const again = await author.browser.call('POST /api/buildings/{buildingId}/posts', {
    path: { buildingId: 'main-hall' },
    body: makePostBody({ pictures: [first] }),
  });
  expect(again.problem?.code).toBe('upload.used');
});

test('[PI-04] own data: contains every picture of a post with description, none removed by an edit', async () => {
  const user = await makeUser(testApp);
  const [gone = '', ...rest] = [await makeUpload(user), await makeUpload(user), await makeUpload(user)];
  const pictures = rest.map((uploadId) => ({ uploadId, description: `${uploadId}의 말` }));
  const post = makePostBody({ pictures: [{ uploadId: gone, description: '지운 말' }, ...pictures] });
  await user.browser.call('POST /api/buildings/{buildingId}/posts', {
    path: { buildingId: 'main-hall' },
    body: post,
  });
  const { id } = post;
  const change = { title, body, keywords, revision: 1, pictures };
  expect((await user.browser.call('PUT /api/posts/{id}', { path: { id }, body: change })).status).toBe(200);
  const files = await unpack((await user.browser.send('GET', '/api/profile/data')).body);
  const names = rest.map((uploadId) => `images/${uploadId}.webp`);
  expect([...files.keys()].sort()).toEqual(['data.json', ...names].sort());
  const data = files.get('data.json')?.toString('utf8') ?? '{}';
  const { uploads = [] } = JSON.parse(data) as { uploads?: Record<string, unknown>[] };
  expect(uploads.map((row) => [row.id, row.postId, row.position, row.description])).toEqual(
    pictures.map(({ uploadId, description }, position) => [uploadId, id, position, description]),
  );
  expect(data).not.toContain('지운 말');
});
