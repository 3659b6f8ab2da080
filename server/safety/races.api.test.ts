import { EventEmitter, once } from 'node:events';
import { v7 as uuidv7 } from 'uuid';
import { expect, inject, test } from 'vitest';
import { removeNotedPictures } from '../src/features/posts/index.ts';
import { type MadeUser, makePicture, makePost, makePostBody, makeUser, PASSWORD } from '../testing/makers.ts';
import { linkOf, waitForMail } from '../testing/mails.ts';
import { startTestApp } from '../testing/test-app.ts';

// Effects that two concurrent calls must not have.

const testApp = await startTestApp();
const picture = await makePicture(8, 8, 'red');
const postId = await makePost(await makeUser(testApp));

const withdraw = ({ browser }: MadeUser) =>
  browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } });

const upload = ({ browser }: MadeUser, id = uuidv7()) =>
  browser.call('PUT /api/uploads/{id}', { path: { id }, rawBody: picture });

/** Returns the pictures of this user in the store. */
async function picturesOf(user: MadeUser): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of testApp.images.list()) if (key.includes(user.id)) keys.push(key);
  return keys;
}

/** Runs `work` once, right before the next picture is stored. */
function beforeNextPicture(work: () => Promise<unknown>): void {
  const { put } = testApp.images;
  testApp.images.put = async (key, bytes) => {
    testApp.images.put = put;
    await work();
    return put.call(testApp.images, key, bytes);
  };
}

test('upload overtaken by a withdrawal: refused, leaving no file', async () => {
  const user = await makeUser(testApp);
  beforeNextPicture(async () => expect((await withdraw(user)).status).toBe(204));
  const refused = await upload(user);
  expect([refused.status, refused.problem?.code]).toEqual([401, 'session.required']);
  expect(await picturesOf(user)).toEqual([]);
  await expect.poll(() => testApp.database.rows('SELECT key FROM image_removals')).toEqual([]);

  // The folder may be deleted while the picture is being stored.
  const other = await makeUser(testApp);
  beforeNextPicture(async () => {
    expect((await withdraw(other)).status).toBe(204);
    throw new Error('ENOENT');
  });
  expect((await upload(other)).problem?.code).toBe('session.required');
});

test('picture written when its process was killed: noted, and deleted within the hour', async () => {
  const user = await makeUser(testApp);
  const key = `posts/${user.id}/${uuidv7()}`;
  let noted: unknown[] = [];
  // A process killed here has inserted the note but not the row.
  beforeNextPicture(async () => {
    noted = await testApp.database.rows(
      `SELECT due_at > now() + interval '59 minutes' AS later FROM image_removals WHERE key LIKE $1`,
      [`posts/${user.id}/%`],
    );
    await testApp.images.put(`${key}/large.webp`, picture);
    await testApp.database.change('INSERT INTO image_removals (key) VALUES ($1)', [key]);
  });
  const stored = await upload(user);
  expect(noted).toEqual([{ later: true }]);
  expect(stored.status).toBe(201);
  await removeNotedPictures(testApp);
  // Leftover files are deleted; files with a row remain.
  expect((await picturesOf(user)).map((path) => path.startsWith(key))).toEqual([false, false]);
});

test('sweep of notes: never deletes a picture that has its row', async () => {
  const user = await makeUser(testApp);
  const { body } = await upload(user);
  const key = `posts/${user.id}/${body.id}`;
  await testApp.database.change('INSERT INTO image_removals (key) VALUES ($1)', [key]);
  await removeNotedPictures(testApp);
  expect(await picturesOf(user)).toHaveLength(2);
  expect(await testApp.database.rows('SELECT key FROM image_removals')).toEqual([]);
});

test('failed upload attempt: deletes no file of a successful one', async () => {
  const user = await makeUser(testApp);
  const id = uuidv7();
  const { put } = testApp.images;
  let written = 0;
  testApp.images.put = async (key, bytes) => {
    written += 1;
    if (written === 2) {
      // One of two files is stored when the same upload is repeated and the store fails.
      testApp.images.put = async () => Promise.reject(new Error('the store fails'));
      expect((await upload(user, id)).status).toBe(503);
      testApp.images.put = put;
    }
    return put.call(testApp.images, key, bytes);
  };
  expect((await upload(user, id)).status).toBe(201);
  expect(await picturesOf(user)).toHaveLength(2);
  expect(await testApp.database.rows('SELECT key FROM image_removals')).toEqual([]);
});

type Act = (user: MadeUser) => Promise<{ status: number }>;

/** Actions that one user can start twice at once, each with valid input. */
const acts: Record<string, Act> = {
  post: ({ browser }) =>
    browser.call('POST /api/buildings/{buildingId}/posts', {
      path: { buildingId: 'main-hall' },
      body: makePostBody(),
    }),
  reply: ({ browser }) =>
    browser.call('POST /api/posts/{id}/replies', {
      path: { id: postId },
      body: { id: uuidv7(), body: '네' },
    }),
  like: ({ browser }) => browser.call('PUT /api/posts/{id}/like', { path: { id: postId } }),
  unlike: ({ browser }) => browser.call('DELETE /api/posts/{id}/like', { path: { id: postId } }),
  scrap: ({ browser }) => browser.call('PUT /api/posts/{id}/scrap', { path: { id: postId } }),
  upload: (user) => upload(user),
  profile: ({ browser }) => browser.call('GET /api/profile', {}),
  nickname: ({ browser }) => browser.call('PUT /api/profile/nickname', { body: { nickname: '새이름' } }),
  password: ({ browser }) =>
    browser.call('PUT /api/profile/password', { body: { oldPassword: PASSWORD, password: PASSWORD } }),
  email: ({ browser, id }) =>
    browser.call('PUT /api/profile/email', {
      body: { email: `new-${id.slice(0, 8)}@korea.ac.kr`, password: PASSWORD },
    }),
  verification: ({ browser }) => browser.call('POST /api/verification', {}),
  reset: ({ email }) => testApp.browser().call('POST /api/password-reset', { body: { email } }),
  signIn: ({ email }) => testApp.browser().call('POST /api/session', { body: { email, password: PASSWORD } }),
  withdraw,
};

const names = Object.keys(acts);
const pairs = names.flatMap((one, index) => names.slice(index).map((other) => [one, other] as const));

test('any two concurrent actions of one student: answered below 500', { timeout: 120_000 }, async () => {
  const failures: string[] = [];
  for (const [one, other] of pairs) {
    const user = await makeUser(testApp, { verified: one !== 'verification' });
    const answers = await Promise.all([acts[one]?.(user), acts[other]?.(user), acts[one]?.(user)]);
    if (answers.some((answer) => !answer || answer.status >= 500))
      failures.push(`${one} and ${other}: ${answers.map((answer) => answer?.status).join(', ')}`);
  }
  expect(pairs.length).toBeGreaterThan(100);
  expect(failures).toEqual([]);
});

test('withdrawal during writes: answered with its result', async () => {
  for (const name of ['post', 'reply', 'like', 'scrap', 'upload']) {
    const user = await makeUser(testApp);
    const writes = Array.from({ length: 6 }, () => acts[name]?.(user));
    const gone = withdraw(user);
    const late = Array.from({ length: 6 }, () => acts[name]?.(user));
    const statuses = (await Promise.all([...writes, ...late])).map((answer) => answer?.status);
    expect((await gone).status).toBe(204);
    expect(statuses.filter((status) => ![200, 201, 204, 401].includes(status ?? 0))).toEqual([]);
  }
});

test.skipIf(inject('engine') === 'embedded')(
  'withdrawal: waits for a picture being noted, and deletes it',
  async () => {
    const user = await makeUser(testApp);
    const isWaiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const values = [uuidv7(), user.id];
    const [noted, isWaitedFor] = [new EventEmitter(), new EventEmitter()];
    const started = once(noted, 'now');
    const noting = testApp.database.transaction(async (transaction) => {
      await transaction.change(
        'INSERT INTO uploads (id, owner_id, width, height) VALUES ($1, $2, 1, 1)',
        values,
      );
      noted.emit('now');
      await once(isWaitedFor, 'now');
    });
    await started;
    const withdrawal = withdraw(user);
    await expect.poll(() => testApp.database.rows(isWaiting), { timeout: 10_000 }).not.toEqual([]);
    isWaitedFor.emit('now');
    await noting;
    expect((await withdrawal).status).toBe(204);
    const left = await testApp.database.rows('SELECT id FROM uploads WHERE owner_id = $1', [user.id]);
    expect(left).toEqual([]);
  },
);

test('change of e-mail during a verification: one of the two wins, without a deadlock', async () => {
  for (let round = 0; round < 8; round += 1) {
    const user = await makeUser(testApp, { verified: false, right: false });
    await user.browser.call('POST /api/verification', {});
    const { token } = linkOf(await waitForMail(testApp, user.email));
    const [verified, changed] = await Promise.all([
      user.browser.call('POST /api/verification/confirmation', { body: { token } }),
      acts['email']?.(user),
    ]);
    expect([200, 410]).toContain(verified.status);
    expect(changed?.status).toBe(200);
  }
});
