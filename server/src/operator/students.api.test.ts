import { expect, test } from 'vitest';
import { openReplies } from '../../testing/event-reader.ts';
import { linkOf, waitForMail } from '../../testing/mails.ts';
import { makeFolder } from '../../testing/make-folder.ts';
import { makeUpload, makePost, makeReply, makeUser, PASSWORD } from '../../testing/makers.ts';
import { operate, operateIn } from '../../testing/operate.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { listAuditEntries } from '../audit.ts';

const folder = makeFolder('students');
const testApp = await startTestApp();

const user = (...words: string[]) => operateIn({ DATA_DIR: folder }, testApp, 'student', ...words);
const newestEntry = async () => (await listAuditEntries(testApp.database, 1))[0];
const signIn = (email: string, password: string) =>
  testApp.browser().call('POST /api/session', { body: { email, password } });

test('a student is found by e-mail, nickname and id, with what they wrote', async () => {
  const made = await makeUser(testApp, { email: 'show@korea.ac.kr', nickname: '찾는학생' });
  const [shown, hidden] = [await makePost(made), await makePost(made, 'question')];
  await operate(testApp, 'post', 'hide', hidden, '--reason', '시험');
  await makeReply(made, shown);
  const facts = JSON.parse((await user('show', ' Show@korea.ac.kr ', '--json')).output) as {
    newestPosts: { id: string; hiddenAt: string | null }[];
  };
  expect(facts).toMatchObject({
    id: made.id,
    email: 'show@korea.ac.kr',
    nickname: '찾는학생',
    university: true,
    writingRight: true,
    operatorsWord: null,
    points: 50,
    posts: 2,
    replies: 1,
    sessions: 1,
  });
  expect(facts.newestPosts.map(({ id, hiddenAt }) => [id, hiddenAt !== null])).toEqual([
    [hidden, true],
    [shown, false],
  ]);
  for (const who of ['찾는학생', made.id, made.id.toUpperCase(), '찾는학생'.normalize('NFD')]) {
    const { code, output } = await user('show', who);
    expect([code, output.split('\n')[0]]).toEqual([0, `id               ${made.id}`]);
    expect(output).toContain(shown);
  }
  expect(JSON.stringify(facts)).not.toContain('argon2');
});

test('shared nickname: all matches are shown, none is changed', async () => {
  const twins = [
    await makeUser(testApp, { nickname: '쌍둥이' }),
    await makeUser(testApp, { nickname: '쌍둥이' }),
  ];
  const shown = (await user('show', '쌍둥이', '--json')).output.split('\n');
  expect(shown.map((line) => (JSON.parse(line) as { id: string }).id).toSorted()).toEqual(
    twins.map(({ id }) => id).toSorted(),
  );
  const refused = await user('take', '쌍둥이', '--reason', '도배');
  expect([refused.code, refused.output]).toEqual([1, '']);
  expect(refused.errors).toMatch(/^operator: 2 students are "쌍둥이"; name one by id: \S+, \S+$/);
  for (const { browser } of twins)
    expect((await browser.call('GET /api/profile', {})).body.user.writingRight).toBe(true);
});

test('[SF-06] password reset: ends the password, all sessions and older links, and prints a link', async () => {
  const made = await makeUser(testApp, { email: 'leaked@korea.ac.kr' });
  await testApp.browser().call('POST /api/password-reset', { body: { email: made.email } });
  const older = linkOf(await waitForMail(testApp, made.email)).token;
  const reader = await openReplies(made, await makePost(made));
  const { code, output } = await user('reset-password', made.email, '--reason', '계정 도용');
  expect(code).toBe(0);
  const link = new URL(output.split('\n').at(-1) ?? '');
  expect([link.origin, link.pathname]).toEqual(['http://localhost:3000', '/reset']);
  await reader.until(() => reader.closed, 2_500);
  expect((await made.browser.call('GET /api/profile', {})).status).toBe(401);
  expect((await signIn(made.email, PASSWORD)).problem?.code).toBe('session.credentials');

  const confirm = (token: string) =>
    testApp
      .browser()
      .call('POST /api/password-reset/confirmation', { body: { token, password: 'brand new one' } });
  expect((await confirm(older)).problem?.code).toBe('token.spent');
  const token = link.searchParams.get('token') ?? '';
  const stored = await testApp.database.first<{ text: string }>(
    `SELECT (SELECT string_agg(t::text, '') FROM tokens t) || (SELECT string_agg(a::text, '') FROM audit a) AS text`,
  );
  expect(stored?.text).not.toContain(token);
  const life = await testApp.database.first<{ minutes: number }>(
    `SELECT round(extract(epoch FROM expires_at - now()) / 60)::int AS minutes FROM tokens
      WHERE account_id = $1 AND used_at IS NULL`,
    [made.id],
  );
  expect(life).toEqual({ minutes: 60 });
  expect((await confirm(token)).status).toBe(204);
  expect((await confirm(token)).problem?.code).toBe('token.spent');
  expect((await signIn(made.email, 'brand new one')).status).toBe(201);
  expect(await newestEntry()).toMatchObject({ action: 'student reset-password', target: made.id });
  const json = JSON.parse((await user('reset-password', made.id, '--json')).output) as { link: string };
  expect(json).toMatchObject({ id: made.id });
  expect(json.link).toMatch(/^http:\/\/localhost:3000\/reset\?token=[\w-]{43}$/);
});

test('[ST-10] withdrawing a student does what their own withdrawal does', async () => {
  const made = await makeUser(testApp, { email: 'gone@korea.ac.kr', nickname: '나갈학생' });
  const other = await makeUser(testApp);
  const uploadId = await makeUpload(made);
  const postId = await makePost(made, 'main-hall', { uploadId });
  const liked = await makePost(other);
  await made.browser.call('PUT /api/posts/{id}/like', { path: { id: liked } });
  const reply = await makeReply(made, liked);

  const dry = await user('withdraw', made.email, '--reason', '본인 요청', '--dry-run');
  expect([dry.code, dry.output.split('\n').at(-1)]).toEqual([
    0,
    'nothing was changed; posts and replies would stay without author',
  ]);
  expect((await made.browser.call('GET /api/profile', {})).status).toBe(200);
  expect((await user('withdraw', made.email)).code).toBe(2);

  expect((await user('withdraw', made.email, '--reason', '본인 요청')).code).toBe(0);
  await expect.poll(async () => (await made.browser.call('GET /api/profile', {})).status).toBe(401);
  expect((await signIn(made.email, PASSWORD)).status).toBe(401);
  const read = async (id: string) => (await other.browser.call('GET /api/posts/{id}', { path: { id } })).body;
  expect(await read(postId)).toMatchObject({ authorId: null, nickname: null, thumbnail: null });
  expect((await read(liked)).likeCount).toBe(0);
  const { replies } = (await other.browser.call('GET /api/posts/{id}/replies', { path: { id: liked } })).body;
  expect(replies).toMatchObject([{ id: reply.id, authorId: null, nickname: null }]);
  expect(await testApp.images.get(`posts/${made.id}/${uploadId}/large.webp`)).toBeNull();
  const act = await newestEntry();
  expect(act).toMatchObject({ action: 'student withdraw', target: made.id, reason: '본인 요청' });
  expect(JSON.stringify(act)).not.toMatch(/gone@korea|나갈학생/);
});

test('unknown users and wrong reasons: refused, and nothing is recorded', async () => {
  const made = await makeUser(testApp);
  const before = await listAuditEntries(testApp.database, 1000);
  for (const command of ['grant', 'reset-password', 'show'])
    expect(await user(command, '아무도아님')).toEqual({
      code: 1,
      output: '',
      errors: 'operator: there is no student "아무도아님"',
    });
  for (const reason of ['', ' ', '가'.repeat(201)])
    expect((await user('take', made.id, '--reason', reason)).code).toBe(2);
  expect((await user('take', made.id)).code).toBe(2);
  expect(await listAuditEntries(testApp.database, 1000)).toEqual(before);
});
