import type { Problem } from '@madang/contract/errors';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { type MadeUser, makePicture, makePost, makeUser } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { uploadQuotas } from './uploads.ts';

const testApp = await startTestApp({ limited: true, proxies: ['127.0.0.1'] });
const bytes = await makePicture(40, 30, '#ff445e');
beforeEach(() => testApp.database.change('DELETE FROM uploads WHERE post_id IS NULL'));

const upload = async (who: MadeUser, address = '192.0.2.1', id = uuidv7()) => {
  const headers = { 'X-Forwarded-For': address };
  const answer = await who.browser.send('PUT', `/api/uploads/${id}`, { bytes, headers });
  const problem = answer.ok ? null : ((await answer.json()) as Problem);
  return { status: answer.status, problem };
};

/** Uploads a picture, and sets its stored size. */
async function take(who: MadeUser, size: number, address?: string): Promise<string> {
  const id = uuidv7();
  expect((await upload(who, address, id)).status).toBe(201);
  await testApp.database.change('UPDATE uploads SET bytes = $2 WHERE id = $1', [id, size]);
  return id;
}

const sizes = (who: MadeUser) =>
  testApp.database.rows<{ bytes: number }>('SELECT bytes FROM uploads WHERE owner_id = $1', [who.id]);

const { verified, unverified } = uploadQuotas;

describe('room for pictures that no post took', () => {
  test('bytes of an upload: the size of its files in the store', async () => {
    const user = await makeUser(testApp);
    const id = uuidv7();
    await upload(user, undefined, id);
    const files = await Promise.all(
      ['small', 'large'].map((file) => testApp.images.get(`posts/${user.id}/${id}/${file}.webp`)),
    );
    const sum = files.reduce((bytesBefore, file) => bytesBefore + (file?.length ?? 0), 0);
    expect(await sizes(user)).toEqual([{ bytes: sum }]);
  });

  test('an account has its share, a smaller one until its address is verified', async () => {
    for (const [options, share] of [
      [{ verified: false, right: false }, unverified.account],
      [{}, verified.account],
    ] as const) {
      const user = await makeUser(testApp, options);
      await take(user, share);
      const { status, problem } = await upload(user);
      expect([status, problem?.code]).toEqual([429, 'limit.reached']);
      expect(problem?.retryAfter).toBe(3_600);
      expect(await sizes(user)).toHaveLength(1);
      expect((await upload(await makeUser(testApp, options), '192.0.2.9')).status).toBe(201);
    }
  });

  test('two concurrent uploads with room for one: one is rejected and leaves nothing', async () => {
    const user = await makeUser(testApp);
    await upload(user);
    const [{ bytes: size = 0 } = {}] = await sizes(user);
    await testApp.database.change('UPDATE uploads SET bytes = $2 WHERE owner_id = $1', [
      user.id,
      verified.account - size,
    ]);
    const [first, second] = [uuidv7(), uuidv7()];
    const answers = await Promise.all([upload(user, undefined, first), upload(user, undefined, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 429]);
    expect(await sizes(user)).toHaveLength(2);
    const refused = answers[0].status === 429 ? first : second;
    expect(await testApp.images.get(`posts/${user.id}/${refused}/large.webp`)).toBeNull();
  });

  test('post with a picture: frees room only after an hour', async () => {
    const user = await makeUser(testApp);
    const uploadId = await take(user, verified.account);
    await makePost(user, 'main-hall', { uploadId });
    const refused = await upload(user);
    expect(refused.status).toBe(429);
    await testApp.database.change(
      `UPDATE uploads SET created_at = now() - interval '61 minutes' WHERE id = $1`,
      [uploadId],
    );
    expect((await upload(user)).status).toBe(201);
  });

  test('accounts at one address: share room; unverified ones take none from others', async () => {
    const flood = async () => makeUser(testApp, { verified: false, right: false });
    await take(await flood(), unverified.client);
    expect((await upload(await flood())).status).toBe(429);
    expect((await upload(await flood(), '198.51.100.7')).status).toBe(201);
    expect((await upload(await makeUser(testApp))).status).toBe(201);
    await take(await makeUser(testApp), verified.client);
    expect((await upload(await makeUser(testApp))).status).toBe(429);
    expect((await upload(await makeUser(testApp), '198.51.100.8')).status).toBe(201);
  });

  test('full room of unverified uploads: every address is asked to retry later', async () => {
    const flood = async () => makeUser(testApp, { verified: false, right: false });
    await take(await flood(), unverified.total, '198.51.100.1');
    const { status, problem } = await upload(await flood(), '198.51.100.2');
    expect([status, problem?.code]).toEqual([503, 'server.unavailable']);
    expect(problem?.retryAfter).toBe(3_600);
    expect((await upload(await makeUser(testApp), '198.51.100.2')).status).toBe(201);
  });

  test('origin of an upload: a hash, until a post takes it', async () => {
    const user = await makeUser(testApp);
    const uploadId = await take(user, 10);
    const read = () =>
      testApp.database.first<{ size: number | null }>(
        'SELECT length(client_hash) AS size FROM uploads WHERE id = $1',
        [uploadId],
      );
    expect(await read()).toEqual({ size: 32 });
    await makePost(user, 'main-hall', { uploadId });
    expect(await read()).toEqual({ size: null });
  });
});
