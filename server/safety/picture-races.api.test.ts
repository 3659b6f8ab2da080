import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { sweepUploads } from '../src/features/posts/index.ts';
import { makePost, makePostBody, makeUpload, makeUser, PASSWORD, type MadeUser } from '../testing/makers.ts';
import { startTestApp } from '../testing/test-app.ts';
import { listKeys } from '../testing/test-images.ts';

// The winner of a race is random, the final state is not. Each race runs several times.

const testApp = await startTestApp({ edition: 'official', floods: false });

const ROUNDS = 8;

const listOf = (ids: readonly string[]) => ids.map((uploadId) => ({ uploadId, description: '' }));

async function uploadSome(user: MadeUser, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await makeUpload(user));
  return ids;
}

const write = ({ browser }: MadeUser, body: ReturnType<typeof makePostBody>) =>
  browser.call('POST /api/buildings/{buildingId}/posts', { path: { buildingId: 'main-hall' }, body });

const edit = ({ browser }: MadeUser, id: string, revision: number, ids: readonly string[]) => {
  const { title, body, keywords } = makePostBody();
  return browser.call('PUT /api/posts/{id}', {
    path: { id },
    body: { revision, title, body, keywords, pictures: listOf(ids) },
  });
};

/** Checks that all rows about pictures agree. */
async function requireSound(): Promise<void> {
  const wrong = await testApp.database.rows(
    `SELECT posts.id FROM posts LEFT JOIN LATERAL (
       SELECT count(*)::int AS count, min(upload_id::text) FILTER (WHERE position = 0) AS first, max(position) AS last,
              bool_and(uploads.post_id = posts.id AND removed_at IS NULL) AS attached
         FROM post_images JOIN uploads ON uploads.id = upload_id WHERE post_images.post_id = posts.id) AS pictures ON true
      WHERE picture_count <> count OR last <> count - 1 OR NOT attached
         OR split_part(image_path, '/', 3) IS DISTINCT FROM first`,
  );
  expect(wrong).toEqual([]);
  const loose = await testApp.database.rows(
    `SELECT id FROM uploads WHERE post_id IS NOT NULL AND removed_at IS NULL
        AND NOT EXISTS (SELECT FROM post_images WHERE upload_id = uploads.id)`,
  );
  expect(loose).toEqual([]);
}

test('[PI-04] two posts that take one upload at once: exactly one gets it, whole', async () => {
  const user = await makeUser(testApp);
  for (let round = 0; round < ROUNDS; round += 1) {
    const [shared = '', one = '', other = ''] = await uploadSome(user, 3);
    const [first, second] = [
      makePostBody({ pictures: listOf([one, shared]) }),
      makePostBody({ pictures: listOf([shared, other]) }),
    ];
    const answers = await Promise.all([write(user, first), write(user, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ problem }) => problem)?.problem?.code).toBe('upload.used');
    const rows = await testApp.database.rows('SELECT id FROM posts WHERE id = ANY ($1::uuid[])', [
      [first.id, second.id],
    ]);
    expect(rows).toHaveLength(1);
    await requireSound();
  }
});

test('[PI-04] post and edit that take one upload concurrently: exactly one gets it', async () => {
  const user = await makeUser(testApp);
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await makePost(user);
    const [shared = ''] = await uploadSome(user, 1);
    const answers = await Promise.all([
      edit(user, id, 1, [shared]),
      write(user, makePostBody({ pictures: listOf([shared]) })),
    ]);
    expect(answers.filter(({ problem }) => !problem)).toHaveLength(1);
    expect(answers.find(({ problem }) => problem)?.problem?.code).toBe('upload.used');
    await requireSound();
  }
});

test('[PI-04] edit that takes old uploads during the sweep: has all of them or is rejected', async () => {
  const user = await makeUser(testApp);
  for (let round = 0; round < ROUNDS; round += 1) {
    const [old = '', older = '', attached = ''] = await uploadSome(user, 3);
    const id = await makePost(user, 'main-hall', { pictures: listOf([attached]) });
    await testApp.database.change(`UPDATE uploads SET created_at = now() - interval '25 hours'`);
    const [answer] = await Promise.all([
      edit(user, id, 1, [older, attached, old]),
      sweepUploads(testApp),
      sweepUploads(testApp),
    ]);
    const { body: post } = await user.browser.call('GET /api/posts/{id}', { path: { id } });
    if (answer.problem) expect(answer.problem.fields).toEqual([{ field: 'pictures', code: 'invalid' }]);
    expect(post.pictureCount).toBe(answer.problem ? 1 : 3);
    // Attached pictures are never swept, regardless of age.
    for (const item of post.contents)
      if (item.format === 'image') expect((await user.browser.send('GET', item.image)).status).toBe(200);
    await requireSound();
  }
});

test('[PI-04] withdrawal during a post or edit with pictures: leaves no picture of the user', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const user = await makeUser(testApp);
    const ids = await uploadSome(user, 4);
    const id = await makePost(user, 'main-hall', { pictures: listOf(ids.slice(0, 1)) });
    const answers = await Promise.all([
      user.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } }),
      write(user, makePostBody({ id: uuidv7(), pictures: listOf(ids.slice(1, 3)) })),
      edit(user, id, 1, ids.slice(3)),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    expect(answers[0].status).toBe(204);
    for (const table of ['uploads', 'post_images'])
      expect(
        await testApp.database.rows(
          `SELECT * FROM ${table} WHERE ${table === 'uploads' ? 'id' : 'upload_id'} = ANY ($1::uuid[])`,
          [ids],
        ),
      ).toEqual([]);
    const pictured = 'SELECT id FROM posts WHERE picture_count > 0 AND author_id IS NULL';
    expect(await testApp.database.rows(pictured)).toEqual([]);
    await requireSound();
  }
  const keys = async () => {
    const found = await listKeys(testApp.images);
    return found.length;
  };
  const uploads = await testApp.database.rows('SELECT id FROM uploads');
  await expect.poll(keys, { timeout: 5_000 }).toBe(2 * uploads.length);
});
