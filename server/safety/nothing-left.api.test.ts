import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../src/log/log.ts';
import { openMailbox, type StoredMail, type Mailer } from '../src/mail/mailer.ts';
import { linkOf } from '../testing/mails.ts';
import { makePost, makePostBody, makeReply, makeUser, PASSWORD } from '../testing/makers.ts';
import { caseOf, makeStaff } from '../testing/moderation.ts';
import { operate, operateIn } from '../testing/operate.ts';
import { searchDatabase } from '../testing/search-database.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import type { TestBrowser } from '../testing/test-browser.ts';
import { listKeys } from '../testing/test-images.ts';

const NAME = '남궁빛나리숲';
const NICKNAMES = ['별헤는새벽숲', '달헤는저녁숲'];
const EMAILS = ['Trace.One@korea.ac.kr', 'Trace.Two@korea.ac.kr'];

let testApp: TestApp;
let folder: string;
let lines: string[];
let sent: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'madang-data-'));
  lines = [];
  sent = 0;
  const mailbox = openMailbox(join(folder, 'mailbox'));
  const mailer: Mailer = {
    ...mailbox,
    async send(mail) {
      sent += 1;
      // Mail servers repeat the address in a refusal.
      if (sent === 1) throw new Error(`451 4.7.1 <${mail.to}>: rejected: try ${mail.to} later`);
      await mailbox.send(mail);
    },
  };
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  testApp = await startTestApp({ mailer, log, limited: true, edition: 'official' });
});
afterEach(async () => {
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

async function readMails(): Promise<string[]> {
  const mailbox = join(folder, 'mailbox');
  // Others are still being written.
  const names = (await readdir(mailbox)).filter((name) => name.endsWith('.json'));
  return Promise.all(names.map((name) => readFile(join(mailbox, name), 'utf8')));
}

/** Returns the token of the newest mail to the address with such a link. */
async function tokenFor(address: string, path: string): Promise<string> {
  const find = async () => {
    const mails = (await readMails()).map((text) => JSON.parse(text) as StoredMail);
    return mails
      .toSorted((one, other) => (one.sentAt < other.sentAt ? 1 : -1))
      .find(({ to, text }) => to === address.toLowerCase() && text.includes(path));
  };
  await expect.poll(find, { timeout: 10_000 }).toBeDefined();
  return linkOf((await find()) as StoredMail).token;
}

const hashesOf = (text: string): string[] =>
  ['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm) => {
    const digest = createHash(algorithm).update(text).digest();
    return [digest.toString('hex'), digest.toString('base64'), digest.toString('base64url')];
  });

/** Creates reports, blocks, replies, a role and a sanction for and against the user, naming the user. */
async function moderate(
  browser: TestBrowser,
  { id, postId, otherPost, words }: { id: string; postId: string; otherPost: string; words: string },
): Promise<void> {
  const report = { path: { id: otherPost }, body: { reason: 'spam', note: words } } as const;
  expect((await browser.call('PUT /api/posts/{id}/report', report)).status).toBe(204);
  expect((await browser.call('PUT /api/posts/{id}/block', { path: { id: otherPost } })).status).toBe(204);
  const reporter = await makeUser(testApp);
  const blocked = await reporter.browser.call('PUT /api/posts/{id}/block', { path: { id: postId } });
  expect(blocked.status).toBe(204);
  const reported = { path: { id: postId }, body: { reason: 'selfHarm', note: '' } } as const;
  expect((await reporter.browser.call('PUT /api/posts/{id}/report', reported)).status).toBe(204);
  const decider = await makeStaff(testApp, ['main-hall']);
  const caseId = (await caseOf(testApp, postId))?.id ?? '';
  const decision = {
    outcome: 'upheld',
    ground: 'spam',
    text: words,
    sanction: { kind: 'noBoard', days: 9 },
  } as const;
  const decided = await decider.browser.call('POST /api/moderation/cases/{id}/decision', {
    path: { id: caseId },
    body: { revision: 2, ...decision },
  });
  expect(decided.status).toBe(200);
  const appeal = { path: { id: caseId }, body: { text: words } };
  expect((await browser.call('POST /api/cases/{id}/appeal', appeal)).status).toBe(200);
  expect((await operate(testApp, 'role', 'give', id, 'moderator', '--board', 'question')).code).toBe(0);
  expect((await operate(testApp, 'post', 'restore', postId)).code).toBe(0);
  await testApp.database.change(
    `UPDATE sanctions SET ends_at = now() + interval '9 days' WHERE user_id = $1`,
    [id],
  );
}

/** Uses every feature as the user and applies every operator action to the user. */
async function live(browser: TestBrowser, otherPost: string) {
  const { terms, privacy } = testApp.campus;
  const [email = '', secondEmail = ''] = EMAILS;
  const [nickname = '', secondNickname = ''] = NICKNAMES;
  const person = { name: NAME, email, nickname, password: PASSWORD };
  const consents = { termsVersion: terms.version, privacyVersion: privacy.version };
  expect((await browser.call('POST /api/accounts', { body: { ...person, ...consents } })).status).toBe(201);
  await browser.call('POST /api/session', { body: { email, password: 'wrong' } });
  await browser.call('POST /api/session', { body: { email, password: PASSWORD } });
  const confirm = async (address: string) => {
    const token = await tokenFor(address, '/verify');
    const answer = await browser.call('POST /api/verification/confirmation', { body: { token } });
    expect(answer.status).toBe(200);
    return answer.body.user.id;
  };
  const id = await confirm(email);
  await browser.call('PUT /api/profile/email', { body: { email: secondEmail, password: PASSWORD } });
  await confirm(secondEmail);
  await browser.call('POST /api/password-reset', { body: { email: secondEmail } });
  await tokenFor(secondEmail, '/reset');
  await browser.call('PUT /api/profile/nickname', { body: { nickname: secondNickname } });

  const uploads = [uuidv7(), uuidv7()];
  const rawBody = await sharp(randomBytes(80 * 60 * 3), { raw: { width: 80, height: 60, channels: 3 } })
    .png()
    .toBuffer();
  for (const upload of uploads)
    await browser.call('PUT /api/uploads/{id}', { path: { id: upload }, rawBody });
  const post = makePostBody({ pictures: [{ uploadId: uploads[0] ?? '', description: `${NAME}의 자리` }] });
  const written = await browser.call('POST /api/buildings/{buildingId}/posts', {
    path: { buildingId: 'main-hall' },
    body: post,
  });
  expect(written.status).toBe(201);
  await browser.send('GET', `/images/posts/${uploads[0]}/small.webp`);
  for (const postId of [post.id, otherPost]) {
    await browser.call('POST /api/posts/{id}/replies', {
      path: { id: postId },
      body: { id: uuidv7(), body: '네' },
    });
    await browser.call('PUT /api/posts/{id}/like', { path: { id: postId } });
    await browser.call('PUT /api/posts/{id}/scrap', { path: { id: postId } });
  }
  const [reply] = (await browser.call('GET /api/posts/{id}/replies', { path: { id: otherPost } })).body
    .replies;
  if (!reply) throw new Error('nobody replied');
  const liked = await browser.call('PUT /api/replies/{id}/like', { path: { id: reply.id } });
  expect(liked.status).toBe(200);
  await moderate(browser, {
    id,
    postId: post.id,
    otherPost,
    words: `${NAME} ${secondNickname} ${secondEmail}`,
  });
  await browser.call('POST /api/views', { body: { screen: '/mypage/viewprofile' } });
  await (await browser.send('GET', '/api/profile/data')).arrayBuffer();
  for (const words of [
    ['student', 'take', secondEmail, '--reason', '도배'],
    ['student', 'grant', id, '--reason', '해제'],
    ['student', 'show', secondNickname],
    ['hot', 'add', post.id],
    ['post', 'hide', post.id, '--reason', '확인'],
    ['post', 'restore', post.id],
  ])
    expect([words, (await operate(testApp, ...words)).code]).toEqual([words, 0]);
  // Columns that an import fills.
  await testApp.database.change(`UPDATE users SET source_id = $1 WHERE id = $2`, [`document-${id}`, id]);
  await testApp.database.change(
    `UPDATE replies SET likers = ARRAY['', $1], like_count = 1 WHERE post_id = $2`,
    [`document-${id}`, otherPost],
  );
  await testApp.database.change(
    `INSERT INTO imported_likes (user_id, post_id, liked_at) VALUES ($1, gen_random_uuid(), now())`,
    [id],
  );
  await testApp.database.change('INSERT INTO imported_post_authors (post_id, author_id) VALUES ($1, $2)', [
    otherPost,
    id,
  ]);
  await testApp.database.change(
    `INSERT INTO imported_reply_authors (reply_id, author_id)
     SELECT id, $2 FROM replies WHERE post_id = $1 LIMIT 1`,
    [otherPost, id],
  );
  return { id, post, uploads };
}

test.each(['the student', 'the operator'])(
  '[ST-10] [MO-17] withdrawal by %s: leaves no row, picture, mail or log line of the student',
  { timeout: 60_000 },
  async (who) => {
    const other = await makeUser(testApp);
    const otherPost = await makePost(other);
    await makeReply(other, otherPost);
    const browser = testApp.browser();
    const { id, post, uploads } = await live(browser, otherPost);
    const pictures: Buffer[] = [];
    for await (const key of testApp.images.list())
      if (key.includes(id)) pictures.push((await testApp.images.get(key)) ?? Buffer.alloc(0));
    expect(pictures).toHaveLength(4);
    const counted = () => testApp.database.rows('SELECT key FROM rate_limits');
    await expect.poll(async () => (await counted()).length, { timeout: 5_000 }).toBeGreaterThan(5);
    await testApp.app.tally.flush();

    const addresses = EMAILS.flatMap((email) => [email, email.replace(/@.*/, '')]);
    const people = [NAME, ...NICKNAMES, ...addresses];
    const traces = [
      ...people,
      ...people.map((word) => Buffer.from(word).toString('hex')),
      ...EMAILS.flatMap((email) => [...hashesOf(email), ...hashesOf(email.toLowerCase())]),
      ...uploads,
      ...pictures.flatMap((bytes) => [
        bytes.subarray(100, 124).toString('hex'),
        bytes.subarray(99, 126).toString('base64'),
      ]),
    ];
    // The search finds existing traces, in every kind of place.
    const before = await searchDatabase(testApp.database, [...traces, id]);
    const places = new Set(before.map((place) => place.replace(/:.*/, '')));
    for (const place of ['accounts.email', 'accounts.last_verified_email', 'users.name', 'users.nickname'])
      expect(places).toContain(place);
    for (const place of ['post_images.upload_id', 'post_images.description']) expect(places).toContain(place);
    for (const place of [
      'tokens.email',
      'posts.image_path',
      'uploads.id',
      'replies.likers',
      'likes.user_id',
      'reply_likes.user_id',
      'reports.note',
      'case_events.text',
      'sanctions.text',
      'roles.user_id',
    ])
      expect(places).toContain(place);
    expect((await readMails()).length).toBeGreaterThanOrEqual(4);

    if (who === 'the student')
      expect(
        (await browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } })).status,
      ).toBe(204);
    else {
      const words = ['student', 'withdraw', id, '--reason', '본인 요청'];
      expect((await operateIn({ DATA_DIR: folder }, testApp, ...words)).code).toBe(0);
    }

    const search = () => searchDatabase(testApp.database, [...traces, id]);
    // The id refers to nothing: a restored backup erases the user again; limits last 90 days.
    const kept = ['audit.target', 'kept_acts.former_id', 'withdrawals.user_id'].map(
      (place) => `${place}: ${id}`,
    );
    await expect.poll(search, { timeout: 10_000 }).toEqual(kept);
    const keys = await listKeys(testApp.images);
    expect(keys).toEqual([]);
    // One mail about it remains, without the recipient's identity.
    const keptMails = async () => (await readMails()).map((text) => JSON.parse(text) as StoredMail);
    await expect.poll(keptMails).toMatchObject([{ to: '…@korea.ac.kr', accountId: '' }]);
    for (const word of [...traces, id])
      expect([word, (await readMails()).join('').includes(word)]).toEqual([word, false]);
    const logged = lines.join('').toLowerCase();
    expect(lines.length).toBeGreaterThan(20);
    expect(logged).toContain('mail not sent');
    for (const word of traces.filter((trace) => !uploads.includes(trace)))
      expect([word, logged.includes(word.toLowerCase())]).toEqual([word, false]);

    // The user's posts and replies remain without an author.
    const row = await testApp.database.first('SELECT author_id, title, body FROM posts WHERE id = $1', [
      post.id,
    ]);
    expect(row).toEqual({ author_id: null, title: post.title, body: post.body });
  },
);
