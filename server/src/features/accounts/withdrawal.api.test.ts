import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, onTestFinished, test } from 'vitest';
import { makePost, makeReply, makeUpload, makeUser, PASSWORD } from '../../../testing/makers.ts';
import { operateIn } from '../../../testing/operate.ts';
import { startSmtp } from '../../../testing/smtp.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { Mail } from '../../mail/mailer.ts';

const testApp = await startTestApp();

const signIn = (email: string, password: string) =>
  testApp.browser().call('POST /api/session', { body: { email, password } });

test('[ST-10] withdrawal: deletes account and likes, keeps posts and replies without author', async () => {
  const user = await makeUser(testApp, { email: 'leaving@korea.ac.kr', nickname: '떠나는학생' });
  const reader = await makeUser(testApp);
  const uploadId = await makeUpload(user);
  const postId = await makePost(user, 'main-hall', { uploadId });
  const likedId = await makePost(reader);
  await makeReply(user, likedId);
  await user.browser.call('PUT /api/posts/{id}/like', { path: { id: likedId } });
  await user.browser.call('PUT /api/posts/{id}/scrap', { path: { id: likedId } });

  const withdraw = (password: string) =>
    user.browser.call('POST /api/profile/withdrawal', { body: { password } });
  expect((await withdraw('')).problem?.fields).toEqual([{ field: 'password', code: 'required' }]);
  expect((await withdraw('wrong')).problem?.code).toBe('account.reauthentication');
  expect((await withdraw(PASSWORD)).status).toBe(204);

  expect((await user.browser.call('GET /api/session', {})).body.user).toBeNull();
  expect((await signIn('leaving@korea.ac.kr', PASSWORD)).status).toBe(401);
  const kept = await reader.browser.call('GET /api/posts/{id}', { path: { id: postId } });
  expect(kept.body).toMatchObject({ nickname: null, authorId: null, thumbnail: null });
  expect(kept.body.contents).toHaveLength(1);
  expect((await reader.browser.send('GET', `/images/posts/${uploadId}/large.webp`)).status).toBe(404);
  await expect.poll(() => testApp.images.get(`posts/${user.id}/${uploadId}/large.webp`)).toBeNull();
  const liked = await reader.browser.call('GET /api/posts/{id}', { path: { id: likedId } });
  expect(liked.body.likeCount).toBe(0);
  const { replies } = (await reader.browser.call('GET /api/posts/{id}/replies', { path: { id: likedId } }))
    .body;
  expect(replies).toMatchObject([{ nickname: null, authorId: null }]);
});

test('withdrawal by student or operator: the owner is notified at the address of reset mails', async () => {
  const subject = '[마당] 회원 탈퇴가 완료되었습니다';
  const tried: Mail[] = [];
  const sent: Mail[] = [];
  const site = await startTestApp({
    mailer: {
      async send(mail) {
        if (mail.subject !== subject) return;
        tried.push(mail);
        if (tried.length === 1) throw new Error('421 try later');
        sent.push(mail);
      },
      close() {},
    },
  });
  onTestFinished(() => site.close());
  const user = await makeUser(site, { email: 'owner@korea.ac.kr' });
  await user.browser.call('PUT /api/profile/email', {
    body: { email: 'thief@example.com', password: PASSWORD },
  });
  const done = await user.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } });
  expect(done.status).toBe(204);
  await expect.poll(() => sent.map(({ to }) => to), { timeout: 15_000 }).toEqual(['owner@korea.ac.kr']);
  expect(tried).toHaveLength(2);
  expect(sent[0]?.text).toContain('회원님의 계정이 삭제되었습니다');

  const smtp = await startSmtp();
  const folder = await mkdtemp(join(tmpdir(), 'madang-withdrawal-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const withdraw = async (email: string) => {
    await makeUser(site, { email });
    const environment = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, DATA_DIR: folder };
    return operateIn(environment, site, 'student', 'withdraw', email, '--reason', '본인 요청');
  };
  expect((await withdraw('asked@korea.ac.kr')).output).toMatch(/is gone\nthey were told by mail$/);
  const [mail] = smtp.received;
  expect([mail?.recipients, (await PostalMime.parse(mail?.raw ?? '')).subject]).toEqual([
    ['asked@korea.ac.kr'],
    subject,
  ]);
  await smtp.close();
  const untold = await withdraw('untold@korea.ac.kr');
  expect([untold.code, untold.output.split('\n').at(-1)]).toEqual([
    0,
    'they could not be told by mail; tell them yourself',
  ]);
});

test('withdrawal: a failing stage is named, and nothing of the student is lost', async () => {
  const user = await makeUser(testApp);
  await testApp.database.change(
    `CREATE FUNCTION refuse_delete() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`,
  );
  for (const [table, code] of [
    ['users', 'withdrawal.profile'],
    ['accounts', 'withdrawal.account'],
  ] as const) {
    await testApp.database.change(
      `CREATE TRIGGER refuse_delete BEFORE DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_delete()`,
    );
    const answer = await user.browser.call('POST /api/profile/withdrawal', {
      body: { password: PASSWORD },
    });
    await testApp.database.change(`DROP TRIGGER refuse_delete ON ${table}`);
    expect(answer.problem?.code).toBe(code);
    expect((await user.browser.call('GET /api/profile', {})).body.user.email).toBe(user.email);
  }
  expect(
    (await user.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } })).status,
  ).toBe(204);
});

test('concurrent withdrawals of students with the same likes: counts stay correct', async () => {
  const author = await makeUser(testApp);
  const posts = await Promise.all(Array.from({ length: 6 }, () => makePost(author)));
  const fans = await Promise.all(Array.from({ length: 6 }, () => makeUser(testApp)));
  for (const fan of fans) {
    for (const id of posts) await fan.browser.call('PUT /api/posts/{id}/like', { path: { id } });
  }
  const answers = await Promise.all(
    fans
      .slice(1)
      .map(({ browser }) => browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } })),
  );
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
  const rows = await testApp.database.rows('SELECT like_count FROM posts WHERE id = ANY ($1::uuid[])', [
    posts,
  ]);
  expect(rows).toEqual(posts.map(() => ({ like_count: 1 })));
});
