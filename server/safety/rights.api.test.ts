import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { openReplies } from '../testing/event-reader.ts';
import { makePost, makePostBody, makeReply, makeUser, PASSWORD } from '../testing/makers.ts';
import { startTestApp } from '../testing/test-app.ts';

const testApp = await startTestApp();
const author = await makeUser(testApp);
const reader = await makeUser(testApp);

const privileged = [
  'userPoint',
  'points',
  'writingRight',
  'wrightingRight',
  'likeCount',
  'postGood',
  'authorId',
  'userId',
  'createdAt',
  'emailVerified',
  'university',
  'hiddenAt',
  'replyCount',
  'number',
  '__proto__',
  'constructor',
];

test('[SF-12] unknown and privileged keys in any body are refused, whatever their value', async () => {
  const { terms, privacy } = testApp.campus;
  const versions = { termsVersion: terms.version, privacyVersion: privacy.version };
  const bodies: [string, string, Record<string, unknown>][] = [
    ['POST', '/api/buildings/main-hall/posts', makePostBody()],
    ['POST', `/api/posts/${await makePost(author)}/replies`, { id: uuidv7(), body: '댓글' }],
    ['PUT', '/api/profile/nickname', { nickname: '고운이름' }],
    ['PUT', '/api/profile/password', { oldPassword: PASSWORD, password: PASSWORD }],
    ['PUT', '/api/profile/email', { email: 'other@example.com', password: PASSWORD }],
    ['POST', '/api/profile/withdrawal', { password: PASSWORD }],
    [
      'POST',
      '/api/accounts',
      { name: '김고대', nickname: '새내기', email: 'keys@korea.ac.kr', password: PASSWORD, ...versions },
    ],
    ['POST', '/api/session', { email: author.email, password: PASSWORD }],
    ['POST', '/api/password-reset', { email: author.email }],
  ];
  const state = () => testApp.database.rows('SELECT to_jsonb(users) AS row FROM users ORDER BY id');
  const before = await state();
  for (const [method, path, body] of bodies) {
    for (const key of privileged) {
      for (const value of [null, 0, '', [], true, 1_000_000, { a: 1 }]) {
        const text = JSON.stringify(body).replace(/\}$/, `,${JSON.stringify(key)}:${JSON.stringify(value)}}`);
        const response = await author.browser.send(method, path, {
          bytes: Buffer.from(text),
          headers: { 'Content-Type': 'application/json' },
        });
        expect([path, key, value, response.status]).toEqual([path, key, value, 422]);
      }
    }
  }
  expect(await state()).toEqual(before);
});

test('[SF-13] answers never hold another student’s e-mail, real name, id as a liker, or session', async () => {
  const secretive = await makeUser(testApp, { email: `very-own-${randomUUID()}@korea.ac.kr` });
  const liker = await makeUser(testApp);
  await testApp.database.change('UPDATE users SET name = $2 WHERE id = $1', [secretive.id, '남궁비밀이름']);
  const postId = await makePost(secretive, 'main-hall', { keywords: ['수면 장소'] });
  const festivalId = await makePost(secretive, 'festival', { keywords: ['사진'] });
  for (const id of [postId, festivalId])
    await liker.browser.call('PUT /api/posts/{id}/like', { path: { id } });
  await makeReply(secretive, postId);
  await testApp.database.change('INSERT INTO hots (id, post_id) VALUES ($1, $2)', [randomUUID(), postId]);
  const stream = await openReplies(reader, postId, 0);
  await stream.until(() => stream.replies.length === 1);
  const texts = [JSON.stringify(stream.events)];
  stream.cut();
  const paths = [
    '/api/session',
    '/api/profile',
    '/api/profile/posts',
    '/api/profile/scraps',
    '/api/campus',
    '/api/buildings',
    '/api/buildings/main-hall',
    '/api/buildings/main-hall/posts?order=recent',
    '/api/buildings/main-hall/posts?order=popular',
    '/api/posts/latest',
    `/api/posts/${postId}`,
    `/api/posts/${postId}/replies`,
    `/api/posts/marks?ids=${postId},${festivalId}`,
    '/api/festival/posts?filter=0',
    '/api/keywords/3/1/posts',
    '/api/hots',
    '/api/events',
    '/api/notices',
    `/api/users/${secretive.id}`,
    '/api/openapi.json',
  ];
  for (const path of paths) texts.push(await (await reader.browser.send('GET', path)).text());
  const whole = texts.join('\n');
  expect(whole).toContain(postId);
  expect(whole).toContain(secretive.nickname);
  const [, secret = ''] = secretive.browser.cookie.split('=');
  for (const own of [
    secretive.email,
    '남궁비밀이름',
    liker.id,
    liker.nickname,
    liker.email,
    secret,
    'argon2id',
  ])
    expect([own, whole.includes(own)]).toEqual([own, false]);
});
