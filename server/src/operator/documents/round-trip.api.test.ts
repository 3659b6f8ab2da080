import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../../../testing/make-folder.ts';
import {
  type MadeUser,
  makePicture,
  makePost,
  makeReply,
  makeUpload,
  makeUser,
} from '../../../testing/makers.ts';
import { operate as operateBeta, operateIn } from '../../../testing/operate.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { encodeEventImage, eventImageKey, importEntries } from '../../features/bulletin/index.ts';

const operate = (app: TestApp, ...words: string[]) => operateIn({ EDITION: 'official' }, app, ...words);

let user: MadeUser;
const testApp = await startTestApp({ edition: 'official' });
const folder = makeFolder('documents');
const ids: { plain: string; full: string; festival: string; hidden: string } = await makeWorld();

/** Creates one of everything through the API, as users do. */
async function makeWorld() {
  user = await makeUser(testApp, { nickname: '왕복학생' });
  const fan = await makeUser(testApp, { nickname: '왕복학생' });
  await makeUser(testApp, { email: 'guest@example.com', right: false });
  const bytes = await makePicture(60, 40, 'red');
  const pictures: { uploadId: string; description: string }[] = [];
  for (const description of ['창가 "자리"', '', '🦉'])
    pictures.push({ uploadId: await makeUpload(user), description });
  const full = await makePost(user, 'main-hall', {
    title: '"따옴표"와 이모지 🦉',
    body: '첫 줄\n\n__proto__ \\ 끝',
    keywords: ['조용한 장소', '공부 장소'],
    pictures,
  });
  const plain = await makePost(fan, 'question');
  const festival = await makePost(user, 'festival', { keywords: ['사진'] });
  const hidden = await makePost(user, 'main-hall', { title: '숨긴 글' });
  await testApp.database.change('UPDATE posts SET hidden_at = now() WHERE id = $1', [hidden]);
  for (const id of [festival, full, plain])
    await fan.browser.call('PUT /api/posts/{id}/like', { path: { id } });
  await user.browser.call('PUT /api/posts/{id}/like', { path: { id: full } });
  await fan.browser.call('PUT /api/posts/{id}/scrap', { path: { id: full } });
  const bare = await makeReply(fan, full);
  // The beta edition accepts a reply without text.
  await testApp.database.change(`UPDATE replies SET body = '' WHERE id = $1`, [bare.id]);
  const liked = await makeReply(user, full, '답글 🙂');
  for (const { browser } of [user, fan])
    await browser.call('PUT /api/replies/{id}/like', { path: { id: liked.id } });
  const unseen = await makeReply(fan, full, '숨긴 답글');
  await testApp.database.change('UPDATE replies SET hidden_at = now() WHERE id = $1', [unseen.id]);
  await testApp.database.change('UPDATE posts SET reply_count = 2 WHERE id = $1', [full]);
  await makeReply(user, plain);
  await testApp.database.change('INSERT INTO hots (id, post_id) VALUES ($1, $2)', [uuidv7(), festival]);
  const createdAt = '2026-03-02T00:00:00.000001Z';
  const event = { id: uuidv7(), title: '행사', body: '본문', hasImage: true, createdAt };
  await importEntries(testApp.database, 'event', [event]);
  await testApp.images.put(eventImageKey(event.id), await encodeEventImage(bytes));
  await importEntries(testApp.database, 'notice', [{ id: uuidv7(), title: '공지', body: '본문', createdAt }]);
  return { plain, full, festival, hidden };
}

const readLines = async (file: string): Promise<Record<string, unknown>[]> =>
  (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Returns all rows with documents, without the fields that they omit: docs/fields.md. */
async function readRows(app: TestApp) {
  const rows = (sql: string) => app.database.rows<Record<string, unknown>>(sql);
  return {
    accounts: await rows('SELECT id, email FROM accounts ORDER BY id'),
    users: await rows(
      'SELECT id, name, nickname, university, writing_right, points, source_id FROM users ORDER BY id',
    ),
    posts: await rows(
      `SELECT id, building_id, author_id, title, body, keywords, image_path, image_width, image_height, picture_count,
              like_base, like_count, reply_count, report_count, in_latest, created_at::text, source_id
         FROM posts WHERE hidden_at IS NULL ORDER BY id`,
    ),
    keywords: await rows(
      `SELECT scope, keyword, post_keywords.created_at::text, post_id FROM post_keywords
         JOIN posts ON posts.id = post_id WHERE hidden_at IS NULL ORDER BY post_id, keyword`,
    ),
    uploads: await rows('SELECT id, owner_id, post_id, width, height FROM uploads ORDER BY id'),
    pictures: await rows('SELECT * FROM post_images ORDER BY post_id, position'),
    likes: await rows('SELECT user_id, post_id FROM likes ORDER BY user_id, post_id'),
    likeOrder: await rows('SELECT user_id, post_id FROM likes ORDER BY user_id, created_at'),
    scraps: await rows(
      'SELECT user_id, post_id, post_created_at::text FROM scraps ORDER BY user_id, post_id',
    ),
    replies: await rows(
      `SELECT id, post_id, author_id, body, parent_id, like_count, report_count, created_at::text, source_id,
              likers || ARRAY(SELECT user_id::text FROM reply_likes WHERE reply_id = replies.id ORDER BY created_at) AS likers
         FROM replies WHERE hidden_at IS NULL ORDER BY post_id, number`,
    ),
    entries: await rows(
      `SELECT id, kind, title, body, picture_mark IS NOT NULL AS pictured, shown_at::text, source_id
         FROM bulletin_entries WHERE state = 'shown' ORDER BY id`,
    ),
    hots: await rows('SELECT id, post_id, promoted_at::text, source_id FROM hots ORDER BY id'),
    buildings: await rows('SELECT id, name, category, info, kind FROM buildings ORDER BY id'),
  };
}

test('[EN-04] export: three keyword slots, the marker without keyword, postScrappers null, one placeholder in replyLiker', async () => {
  const target = join(folder, 'shape');
  expect(await operate(testApp, 'export', target)).toMatchObject({ code: 0, errors: '' });
  const posts = await readLines(join(target, 'posts.jsonl'));
  const plain = posts.find(({ id }) => id === ids.plain);
  expect(plain).toMatchObject({
    postBID: 'question',
    postBDC: '질문 게시판',
    postNickname: '왕복학생',
    contentsList: ['오전에는 거의 비어 있어요.\n콘센트도 자리마다 있습니다.'],
    formatList: ['text'],
    keyword: ['선택 안 함', '', ''],
    postGood: 1,
    postScrappers: null,
    postReport: 0,
  });
  const { created_at: createdAt } = (await testApp.database.first<{ created_at: Date }>(
    'SELECT created_at FROM posts WHERE id = $1',
    [ids.plain],
  )) ?? { created_at: new Date(0) };
  const time = plain?.['postCreatedTime'] as Record<string, number | string>;
  const seconds = Number(time['seconds']);
  expect(Math.floor(createdAt.getTime() / 1000)).toBe(seconds);
  const local = new Date((seconds + 9 * 3_600) * 1_000).toISOString();
  expect(time).toMatchObject({
    year: local.slice(0, 4),
    month: local.slice(5, 7),
    day: local.slice(8, 10),
    hour: local.slice(11, 13),
    min: local.slice(14, 16),
    date: local.slice(0, 10).replaceAll('-', '/'),
  });
  const full = posts.find(({ id }) => id === ids.full);
  expect(full).toMatchObject({
    keyword: ['조용한 장소', '공부 장소', ''],
    formatList: ['text', 'image', 'image', 'image'],
    imageDescriptions: ['창가 "자리"', '', '🦉'],
    postGood: 2,
  });
  const [, ...pictures] = (full?.['contentsList'] ?? []) as string[];
  expect(pictures).toHaveLength(3);
  for (const picture of pictures) {
    expect(picture).toMatch(new RegExp(`^posts/${user.id}/.+/large\\.webp$`));
    expect((await stat(join(target, 'images', picture))).size).toBeGreaterThan(0);
  }
  expect(plain).not.toHaveProperty('imageDescriptions');
  const festival = posts.find(({ id }) => id === ids.festival);
  expect(festival?.['keyword']).toEqual(['사진', '', '']);
  const replies = await readLines(join(target, 'replies.jsonl'));
  expect(replies).toHaveLength(3);
  expect(replies[0]).toMatchObject({ replyGood: 0, replyLiker: [''], replyRID: null, replyReport: 0 });
  const users = await readLines(join(target, 'users.jsonl'));
  const own = users.find(({ userUID }) => userUID === user.id);
  expect(own).toEqual({
    userUID: user.id,
    userEmail: user.email,
    userName: '김고대',
    userNickname: '왕복학생',
    userKU: true,
    userPoint: 130,
    writingRight: true,
    wrightingRight: true,
    likePost: [ids.full],
  });
});

test('[EN-04] export: the beta edition writes documents with the fields of the specification alone', async () => {
  const target = join(folder, 'beta');
  expect((await operateBeta(testApp, 'export', target)).code).toBe(0);
  const posts = await readLines(join(target, 'posts.jsonl'));
  expect(posts.find(({ id }) => id === ids.full)).toMatchObject({ postGood: 2 });
  for (const post of posts) expect(post).not.toHaveProperty('imageDescriptions');
});

test('[EN-09] export: omits hidden posts and replies, and leaves a folder with files unchanged', async () => {
  const target = join(folder, 'shape');
  for (const name of ['posts', 'replies', 'users', 'hots'])
    expect(await readFile(join(target, `${name}.jsonl`), 'utf8')).not.toMatch(/숨긴|wrong/);
  const again = await operate(testApp, 'export', target);
  expect(again).toMatchObject({ code: 1, errors: `operator: ${target} is not empty` });
  for (const words of [[], [target, '--file', `${target}.json`]]) {
    const wrong = await operate(testApp, 'export', ...words);
    expect([wrong.code, wrong.errors]).toEqual([
      2,
      expect.stringContaining('name either a folder or --file'),
    ]);
  }
  const file = join(folder, 'taken', 'madang.json');
  expect((await operate(testApp, 'export', '--file', file)).code).toBe(0);
  expect((await operate(testApp, 'export', '--file', file)).code).toBe(1);
});

/** Returns every file below a folder with its bytes, pictures included. */
async function readTree(root: string): Promise<Record<string, string>> {
  const files = (await readdir(root, { recursive: true, withFileTypes: true })).filter((file) =>
    file.isFile(),
  );
  const read = files.map(async ({ name, parentPath }) => {
    const bytes = await readFile(join(parentPath, name));
    return [join(parentPath, name).slice(root.length), bytes.toString('latin1')] as const;
  });
  return Object.fromEntries((await Promise.all(read)).sort());
}

describe.each(['folder', 'tree'])('[EN-09] a round trip as a %s', (shape) => {
  const name = `round-${shape}`;
  const target = (step: string) => {
    const place = join(folder, name, step);
    return shape === 'folder' ? [place] : ['--file', join(place, 'madang.json')];
  };

  test('export, import into an empty app, export again: the same bytes and rows', async () => {
    const empty = await startTestApp();
    expect(await operate(testApp, 'export', ...target('first'))).toMatchObject({ code: 0 });
    const imported = await operate(empty, 'import', target('first').at(-1) ?? '', '--json');
    expect(imported).toMatchObject({ code: 0, errors: '' });
    expect(imported.output.split('\n')).toHaveLength(1);
    expect(JSON.parse(imported.output)).toMatchObject({
      refused: 0,
      collections: {
        users: { read: 3, new: 3, corrected: 0 },
        posts: { read: 3, new: 3, corrected: 0 },
        replies: { read: 3, new: 3, corrected: 0 },
        hots: { read: 1, new: 1 },
        events: { new: 1 },
        notices: { new: 1 },
      },
    });
    await operate(empty, 'export', ...target('second'));
    const first = await readTree(join(folder, name, 'first'));
    expect(Object.keys(first)).toHaveLength(shape === 'folder' ? 11 : 5);
    expect(await readTree(join(folder, name, 'second'))).toEqual(first);
    const before = await readRows(testApp);
    const after = await readRows(empty);
    // A known liker never counts twice: no like remains a plain number.
    expect(after.posts.map(({ like_base }) => like_base)).toEqual([0, 0, 0]);
    expect(after).toEqual(before);

    const again = await operate(empty, 'import', target('first').at(-1) ?? '', '--json');
    expect(JSON.parse(again.output)).toMatchObject({
      collections: { users: { new: 0, same: 3 }, posts: { new: 0, same: 3 }, replies: { new: 0, same: 3 } },
    });
    expect(await readRows(empty)).toEqual(before);
    const acts = await empty.database.rows('SELECT action FROM audit');
    expect(acts).toEqual([{ action: 'import' }]);
  });
});
