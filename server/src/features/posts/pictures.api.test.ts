import { PICTURES_MAX } from '@madang/contract/posts/rules';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { makePost, makePostBody, makeUpload, makeUser } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const testApp = await startTestApp({ edition: 'official', floods: false });
const [author, other] = [await makeUser(testApp), await makeUser(testApp)];

interface Picture {
  uploadId: string;
  description: string;
}

const some = async (count: number, user = author): Promise<Picture[]> => {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await makeUpload(user));
  return ids.map((uploadId, place) => ({ uploadId, description: place % 2 ? '' : `${place}번 사진` }));
};

type Body = ReturnType<typeof makePostBody>;
const write = (body: Body, user = author) =>
  user.browser.call('POST /api/buildings/{buildingId}/posts', { path: { buildingId: 'main-hall' }, body });
const read = (id: string, user = other) => user.browser.ask('GET /api/posts/{id}', { path: { id } });
const large = (id: string) => `/images/posts/${id}/large.webp`;
const contentsOf = (pictures: readonly Picture[]) =>
  pictures.map(({ uploadId, description }) => ({
    format: 'image',
    image: large(uploadId),
    width: 60,
    height: 40,
    description,
  }));
const attachedOf = async (ids: readonly string[]) => {
  const rows = await testApp.database.rows<{ id: string }>(
    'SELECT id FROM uploads WHERE id = ANY ($1::uuid[]) AND post_id IS NOT NULL',
    [ids],
  );
  return rows.length;
};

test('[PI-04] five pictures: below the text in order; a card shows the first and their number', async () => {
  const pictures = await some(PICTURES_MAX);
  const written = await write(makePostBody({ pictures }));
  expect(written.status).toBe(201);
  const { post } = written.body;
  expect(post.contents).toEqual([expect.objectContaining({ format: 'text' }), ...contentsOf(pictures)]);
  expect(await read(post.id)).toEqual(post);
  const thumbnail = large(pictures[0]?.uploadId ?? '').replace('large', 'small');
  const card = { id: post.id, thumbnail, pictureCount: PICTURES_MAX };
  const { posts } = await other.browser.ask('GET /api/buildings/{buildingId}/posts', {
    path: { buildingId: 'main-hall' },
  });
  expect(posts[0]).toMatchObject(card);
  expect((await other.browser.ask('GET /api/posts/latest', {})).posts[0]).toMatchObject(card);
  for (const { uploadId } of pictures)
    expect((await other.browser.send('GET', large(uploadId))).status).toBe(200);
  const plain = await read(await makePost(author));
  expect([plain.pictureCount, plain.thumbnail, plain.contents.length]).toEqual([0, null, 1]);
});

test('[PI-04] foreign, unknown, duplicate, used or sixth picture: rejected, and no post is created', async () => {
  const pictures = await some(5);
  const [one] = pictures;
  const used = await some(1);
  await makePost(author, 'main-hall', { pictures: used });
  const invalid = { status: 422, fields: [{ field: 'pictures', code: 'invalid' }] };
  const refusals: [Picture[], object][] = [
    [[...pictures.slice(0, 4), ...(await some(1, other))], invalid],
    [[...pictures.slice(0, 4), { uploadId: uuidv7(), description: '' }], invalid],
    [[...pictures.slice(0, 4), ...(one ? [one] : [])], invalid],
    [[...pictures.slice(0, 4), ...used], { status: 409, code: 'upload.used' }],
    [
      [...pictures, ...(await some(1))],
      { status: 422, fields: [{ field: 'pictures', code: 'pictures.max' }] },
    ],
    [
      [{ uploadId: one?.uploadId ?? '', description: '가'.repeat(201) }],
      { status: 422, fields: [{ field: 'pictures', code: 'tooLong' }] },
    ],
  ];
  for (const [list, problem] of refusals) {
    const body = makePostBody({ pictures: list });
    expect((await write(body)).problem).toMatchObject(problem);
    const left = await testApp.database.rows('SELECT id FROM posts WHERE id = $1', [body.id]);
    expect([left, await attachedOf(pictures.map(({ uploadId }) => uploadId))]).toEqual([[], 0]);
  }
  const both = makePostBody({ pictures, uploadId: await makeUpload(author) });
  expect((await write(both)).problem?.fields).toEqual([{ field: 'uploadId', code: 'invalid' }]);
  expect((await write(makePostBody({ pictures }))).status).toBe(201);
});

test('[PI-04] same post again: same answer; other pictures, order or description are another post', async () => {
  const pictures = await some(3);
  const body = makePostBody({ pictures });
  const first = await write(body);
  expect((await write(body)).body).toEqual(first.body);
  const [one, ...rest] = pictures;
  for (const list of [
    [...rest, ...(one ? [one] : [])],
    rest,
    [],
    [...pictures, ...(await some(1))],
    pictures.map(({ uploadId }) => ({ uploadId, description: '다른 말' })),
  ])
    expect((await write({ ...body, pictures: list })).problem?.code).toBe('identifier.taken');
  const awards = await testApp.database.rows('SELECT id FROM point_awards WHERE post_id = $1', [body.id]);
  expect(awards).toHaveLength(1);
});

test('[PI-04] one upload in the beta format: a list of one without description', async () => {
  const uploadId = await makeUpload(author);
  const body = makePostBody({ uploadId, pictures: [] });
  const written = await write(body);
  const picture = { uploadId, description: '' };
  expect(written.body.post.contents.slice(1)).toEqual(contentsOf([picture]));
  expect((await write({ ...body, uploadId: null, pictures: [picture] })).body).toEqual(written.body);
  expect((await write({ ...body, uploadId: null, pictures: [] })).problem?.code).toBe('identifier.taken');
});

test('[PI-04] writing: a description is stored as all text is, without the space around it', async () => {
  const uploadId = await makeUpload(author);
  const description = ' \u00001층\r\n입구 ';
  const id = await makePost(author, 'main-hall', { pictures: [{ uploadId, description }] });
  expect((await read(id)).contents[1]).toMatchObject({ description: '1층\n입구' });
});

test('[EN-03] writing: the beta edition takes one picture, and refuses a second before anything is stored', async () => {
  const beta = await startTestApp();
  const user = await makeUser(beta);
  const pictures = [await makeUpload(user), await makeUpload(user)].map((uploadId) => ({
    uploadId,
    description: '',
  }));
  expect((await write(makePostBody({ pictures }), user)).problem).toMatchObject({
    status: 422,
    fields: [{ field: 'pictures', code: 'pictures.max' }],
  });
  expect(await beta.database.rows('SELECT 1 AS post FROM posts')).toEqual([]);
  const one = await write(makePostBody({ pictures: pictures.slice(0, 1) }), user);
  expect([one.status, one.body.post.pictureCount]).toEqual([201, 1]);
});

describe('compatibility with the previous version', () => {
  /** Creates a post as the previous version does: the picture only in the post's columns. */
  async function makeOldPost(): Promise<{ id: string; uploadId: string }> {
    const uploadId = await makeUpload(author);
    const id = await makePost(author, 'main-hall', { uploadId });
    await testApp.database.change('DELETE FROM post_images WHERE post_id = $1', [id]);
    await testApp.database.change('UPDATE posts SET picture_count = 0 WHERE id = $1', [id]);
    return { id, uploadId };
  }

  test('[PI-04] its post shows its picture, which can be described and stays', async () => {
    const { id, uploadId } = await makeOldPost();
    const picture = { uploadId, description: '' };
    expect(await read(id)).toMatchObject({ pictureCount: 1, contents: [{}, ...contentsOf([picture])] });
    const start = await author.browser.ask('GET /api/posts/{id}/edit', { path: { id } });
    expect(start.pictures).toEqual([{ ...picture, image: large(uploadId), width: 60, height: 40 }]);
    const { revision, title, body, keywords } = start;
    const pictures = [{ uploadId, description: '창가' }, ...(await some(1))];
    const edited = await author.browser.ask('PUT /api/posts/{id}', {
      path: { id },
      body: { revision, title, body, keywords, pictures },
    });
    expect(edited.contents.slice(1)).toEqual(contentsOf(pictures));
  });

  test('[PI-04] withdrawal on the previous version: leaves no picture', async () => {
    const leaver = await makeUser(testApp);
    const id = await makePost(leaver, 'main-hall', { pictures: await some(3, leaver) });
    await testApp.database.change('DELETE FROM uploads WHERE owner_id = $1', [leaver.id]);
    await testApp.database.change(
      `UPDATE posts SET author_id = NULL, image_path = NULL, image_width = NULL, image_height = NULL
        WHERE author_id = $1`,
      [leaver.id],
    );
    const post = await read(id);
    expect([post.pictureCount, post.thumbnail, post.contents.length]).toEqual([0, null, 1]);
    expect(await testApp.database.rows('SELECT position FROM post_images WHERE post_id = $1', [id])).toEqual(
      [],
    );
  });
});
