import type { Campus } from '@madang/campus/campus';
import { FLOOD_RULES } from '@madang/contract/moderation/rules';
import { v7 as uuidv7 } from 'uuid';
import { expect, inject, test, vi } from 'vitest';
import {
  makePost,
  makePostBody,
  makeNewUser,
  makeUser,
  type MadeUser,
  userAt,
} from '../../../testing/makers.ts';
import { ageAccount, openedSince } from '../../../testing/moderation.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { guardFloods } from './floods.ts';

const testApp = await startTestApp({ edition: 'official' });

type Extra = { id?: string; again?: boolean; title?: string };
const post = (
  { browser }: Pick<MadeUser, 'browser'>,
  text: string,
  extra: Extra = {},
  buildingId = 'main-hall',
) =>
  browser.call('POST /api/buildings/{buildingId}/posts', {
    path: { buildingId },
    body: { ...makePostBody({ title: '같은 제목', body: text }), ...extra },
  });
const reply = ({ browser }: Pick<MadeUser, 'browser'>, postId: string, body: string, extra: Extra = {}) =>
  browser.call('POST /api/posts/{id}/replies', {
    path: { id: postId },
    body: { id: uuidv7(), body, ...extra },
  });
const LONG = '도서관 3층 창가 자리는 오전에 비어 있는 편이에요';
const codes = (answers: { status: number; problem: { code: string } | null }[]) =>
  answers.map(({ status, problem }) => problem?.code ?? status);

test('new account: limited in posts and replies on its first day, thirty days after opening', async () => {
  const user = await makeNewUser(testApp);
  const under = await makePost(await makeNewUser(testApp));
  const { firstDayPosts, firstDayReplies } = FLOOD_RULES;
  await openedSince(testApp, 31);
  try {
    for (let n = 1; n <= firstDayPosts; n++) expect((await post(user, `글 ${n}`)).status).toBe(201);
    const { id: last } = makePostBody();
    const refused = await post(user, '하나 더', { id: last });
    expect(refused.problem).toMatchObject({ status: 429, code: 'pace.reached' });
    expect(refused.problem?.retryAfter).toBeGreaterThan(23 * 3_600);
    expect(refused.problem?.retryAfter).toBeLessThanOrEqual(24 * 3_600);
    // A deleted post still counts.
    const own = (await user.browser.call('GET /api/profile/posts', {})).body.posts[0]?.id ?? '';
    await user.browser.call('DELETE /api/posts/{id}', { path: { id: own } });
    expect((await post(user, '지우고 또')).problem).toMatchObject({ code: 'pace.reached' });

    await testApp.database.change(
      `INSERT INTO replies (id, post_id, number, author_id, body)
       SELECT gen_random_uuid(), $1, 100 + n, $2, 'x' FROM generate_series(1, ${firstDayReplies - 1}) AS n`,
      [under, user.id],
    );
    const { id } = makePostBody();
    const answers = [await reply(user, under, '마지막', { id }), await reply(user, under, '하나 더')];
    expect(codes(answers)).toEqual([201, 'pace.reached']);
    // The last one sent again gets its first answer.
    expect((await reply(user, under, '마지막', { id })).status).toBe(201);

    await ageAccount(testApp, user, 25);
    expect(codes([await post(user, '이튿날'), await reply(user, under, '이튿날')])).toEqual([201, 201]);
    await ageAccount(testApp, user, 1);
    await openedSince(testApp, 29);
    expect(codes([await post(user, '새 학교'), await reply(user, under, '새 학교')])).toEqual([201, 201]);
  } finally {
    await openedSince(testApp, 0);
  }
});

test('concurrent writes: do not exceed the limit together', async () => {
  const user = await makeNewUser(testApp);
  const under = await makePost(await makeNewUser(testApp));
  await openedSince(testApp, 31);
  try {
    await testApp.database.change(
      `INSERT INTO replies (id, post_id, number, author_id, body)
       SELECT gen_random_uuid(), $1, 100 + n, $2, 'x' FROM generate_series(1, ${FLOOD_RULES.firstDayReplies - 2}) AS n`,
      [under, user.id],
    );
    const there = inject('engine') === 'postgres' ? await testApp.another() : testApp;
    const elsewhere = userAt(there, user);
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((n) => reply(n % 2 ? user : elsewhere, under, `한꺼번에 ${n}`)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.filter(({ problem }) => problem?.code === 'pace.reached')).toHaveLength(4);
  } finally {
    await openedSince(testApp, 0);
  }
});

test('same text within ten minutes, on any board: needs confirmation, then is written', async () => {
  const [user, other] = [await makeUser(testApp), await makeUser(testApp)];
  const { id } = makePostBody();
  expect((await post(user, LONG, { id })).status).toBe(201);
  // The same call again is no repetition.
  expect((await post(user, LONG, { id })).status).toBe(201);
  const spaced = ` ${LONG.replaceAll(' ', '\n ')}\u200b `;
  expect(codes([await post(user, LONG), await post(user, spaced, {}, 'question')])).toEqual([
    'text.repeated',
    'text.repeated',
  ]);
  expect((await post(user, LONG, { title: '다른 제목' })).status).toBe(201);
  expect((await post(other, LONG)).status).toBe(201);
  expect((await post(user, LONG, { again: true })).status).toBe(201);

  // A deleted text may be repeated, and so may an old one.
  const writer = await makeUser(testApp);
  const first = await makePost(writer, 'main-hall', { title: '같은 제목', body: LONG });
  await writer.browser.call('DELETE /api/posts/{id}', { path: { id: first } });
  expect((await post(writer, LONG)).status).toBe(201);
  await testApp.database.change(
    `UPDATE posts SET created_at = now() - interval '11 minutes' WHERE author_id = $1`,
    [writer.id],
  );
  expect((await post(writer, LONG)).status).toBe(201);
});

test('long reply: needs confirmation under any post, short thanks never', async () => {
  const user = await makeUser(testApp);
  const [one, two] = [await makePost(user), await makePost(user)];
  const { id } = makePostBody();
  for (const body of ['ㅋㅋ', '감사합니다', 'ㅋㅋ', '감사합니다'])
    expect((await reply(user, one, body)).status).toBe(201);
  expect(codes([await reply(user, one, LONG, { id }), await reply(user, one, LONG, { id })])).toEqual([
    201, 201,
  ]);
  for (const again of [LONG.toUpperCase(), [...LONG].join('\ufe0f'), `\u2800${LONG}\u034f`])
    expect((await reply(user, two, again)).problem).toMatchObject({ status: 409, code: 'text.repeated' });
  expect((await reply(user, two, LONG, { again: true })).status).toBe(201);
  const twins = await Promise.all([1, 2, 3].map(() => reply(user, two, `${LONG} 한꺼번에`)));
  expect(codes(twins).toSorted()).toEqual([201, 'text.repeated', 'text.repeated']);
});

test('[SF-46] however much a user wrote lately, a write normalizes its own text alone', async () => {
  const user = await makeUser(testApp);
  const under = await makePost(user, 'main-hall', { title: '예전', body: `예전 ${LONG}` });
  for (const n of [1, 2, 3]) expect((await reply(user, under, `예전 ${LONG} ${n}`)).status).toBe(201);
  const normalize = vi.spyOn(String.prototype, 'normalize');
  try {
    expect(codes([await reply(user, under, LONG), await post(user, LONG)])).toEqual([201, 201]);
    const normalized = normalize.mock.contexts.map(String);
    expect(normalized.filter((text) => text.includes(LONG))).not.toEqual([]);
    expect(normalized.filter((text) => text.includes('예전'))).toEqual([]);
  } finally {
    normalize.mockRestore();
  }
});

test('edit: compared with current texts, not with older versions', async () => {
  const user = await makeUser(testApp);
  const under = await makePost(user);
  const { id } = makePostBody();
  await reply(user, under, LONG, { id });
  const edited = await user.browser.call('PUT /api/replies/{id}', {
    path: { id },
    body: { revision: 1, body: `${LONG} 고침` },
  });
  expect(edited.status).toBe(200);
  expect(codes([await reply(user, under, `${LONG}고침`), await reply(user, under, LONG)])).toEqual([
    'text.repeated',
    201,
  ]);
  await testApp.database.change(
    `INSERT INTO replies (id, post_id, number, author_id, body) VALUES ($1, $2, 100, $3, $4)`,
    [uuidv7(), under, user.id, `${LONG} 옛 판`],
  );
  expect((await reply(user, under, `${LONG} 옛 판`)).status).toBe(201);
});

test('values of a campus take precedence over defaults', async () => {
  const user = await makeNewUser(testApp);
  await makePost(user, 'main-hall', { title: '하나', body: LONG });
  const ask = (floods: object, writing: object) => {
    const settings = { ...testApp.campus.settings, moderation: { openedOn: '2020-01-01', floods } };
    return testApp.database.transaction((transaction) =>
      guardFloods({ settings } as Pick<Campus, 'settings'>)(transaction, user.id, {
        kind: 'post',
        id: uuidv7(),
        title: '하나',
        body: LONG,
        again: false,
        ...writing,
      }),
    );
  };
  await expect(ask({ firstDayPosts: 1 }, { body: '다른 말' })).rejects.toMatchObject({
    code: 'pace.reached',
  });
  await expect(ask({}, {})).rejects.toMatchObject({ code: 'text.repeated' });
  await expect(ask({ repeatMinutes: 0 }, {})).resolves.toBeUndefined();
  const said = { kind: 'reply', title: '', body: '짧은 말' } as const;
  await reply(user, await makePost(user), said.body);
  await expect(ask({ repeatLetters: 2 }, said)).rejects.toMatchObject({ code: 'text.repeated' });
  await expect(ask({ repeatLetters: 4 }, said)).resolves.toBeUndefined();
  await expect(ask({ firstDayReplies: 1 }, said)).rejects.toMatchObject({ code: 'pace.reached' });
});

test('beta edition: never asks, and has nothing to confirm', async () => {
  const plain = await startTestApp();
  const user = await makeUser(plain);
  expect(codes([await post(user, LONG), await post(user, LONG)])).toEqual([201, 201]);
  const unknown = await post(user, LONG, { again: true });
  expect(unknown.problem).toMatchObject({ status: 422, fields: [{ field: 'again', code: 'unknown' }] });
  const id = await makePost(user);
  expect(codes([await reply(user, id, LONG), await reply(user, id, LONG)])).toEqual([201, 201]);
  expect((await reply(user, id, LONG, { again: true })).problem).toMatchObject({ status: 422 });
});

test.skipIf(inject('engine') === 'embedded')(
  'lock order: a reply waits for its author’s row before it takes the lock of the author’s writes, as a post does',
  async () => {
    const user = await makeUser(testApp);
    const under = await makePost(user);
    const { replying, isFree } = await testApp.database.transaction(async (transaction) => {
      await transaction.change('SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE', [user.id]);
      const waiting = reply(user, under, LONG);
      await expect
        .poll(
          () =>
            transaction.rows(
              'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))',
            ),
          { timeout: 10_000 },
        )
        .not.toEqual([]);
      const found = await transaction.first(
        'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 31)) AS free',
        [user.id],
      );
      return { replying: waiting, isFree: found };
    });
    expect(isFree).toEqual({ free: true });
    expect((await replying).status).toBe(201);
  },
);
