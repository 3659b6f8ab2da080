import { PURGE_AFTER_DAYS, REVISIONS_DAYS } from '@madang/contract/posts/rules';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { removeNotedPictures, sweepUploads } from '../src/features/posts/index.ts';
import { createLog } from '../src/log/log.ts';
import { purgeDeleted } from '../src/user-data.ts';
import { openReplies } from '../testing/event-reader.ts';
import { makePost, makeReply, makeUpload, makeUser, type MadeUser, userAt } from '../testing/makers.ts';
import { operate } from '../testing/operate.ts';
import { searchDatabase } from '../testing/search-database.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { listKeys } from '../testing/test-images.ts';

/** Unique words: of a post, of its earlier version, and of replies to it. */
const WORDS = [
  '은하수분수대',
  '은하수연못',
  '별무리쉼터',
  '달무리쉼터',
  '해무리쉼터',
  '은하수동상',
  '은하수벤치',
];
const [TITLE = '', EARLIER = '', REPLY = '', EARLIER_REPLY = '', OTHERS_REPLY = ''] = WORDS;
/** Descriptions of a picture, and of one removed by an edit. */
const [SEEN = '', REMOVED = ''] = WORDS.slice(5);

let testApp: TestApp;
let author: MadeUser;
let other: MadeUser;
let lines: string[];
beforeEach(async () => {
  lines = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  testApp = await startTestApp({ edition: 'official', log });
  author = await makeUser(testApp);
  other = await makeUser(testApp);
});
afterEach(() => testApp.close());

/**
 * Creates a post with every kind of trace: two pictures and a removed one, keywords, an earlier version and two
 * replies, one edited.
 */
async function makeTraces() {
  const uploads = [await makeUpload(author), await makeUpload(author), await makeUpload(author)];
  const [removed = '', ...rest] = uploads;
  const pictures = rest.map((uploadId) => ({ uploadId, description: SEEN }));
  const id = await makePost(author, 'main-hall', {
    title: EARLIER,
    pictures: [{ uploadId: removed, description: REMOVED }, ...pictures],
    keywords: ['조용한 장소'],
  });
  const edit = { revision: 1, title: TITLE, body: `${TITLE} 앞`, keywords: ['콘센트 장소'], pictures };
  expect((await author.browser.call('PUT /api/posts/{id}', { path: { id }, body: edit })).status).toBe(200);
  const reply = await makeReply(author, id, EARLIER_REPLY);
  const replyEdit = { path: { id: reply.id }, body: { revision: 1, body: REPLY } };
  expect((await author.browser.call('PUT /api/replies/{id}', replyEdit)).status).toBe(200);
  await makeReply(other, id, OTHERS_REPLY);
  // The purge leaves a reply to its next run while users are notified of it.
  await testApp.app.notifier.settle();
  await other.browser.call('PUT /api/posts/{id}/like', { path: { id } });
  await other.browser.call('PUT /api/posts/{id}/scrap', { path: { id } });
  const picture = (await other.browser.call('GET /api/posts/{id}', { path: { id } })).body.thumbnail ?? '';
  expect((await other.browser.send('GET', picture)).status).toBe(200);
  return { id, reply, picture, removed };
}

/** Returns every answer to another student's phone from the given process. */
async function readEverything(process: TestApp, id: string): Promise<string> {
  const { browser } = userAt(process, other);
  const paths = [
    '/api/buildings/main-hall/posts',
    '/api/buildings/main-hall/posts?order=popular',
    '/api/posts/latest',
    '/api/profile/scraps',
    '/api/hots',
    `/api/posts/${id}`,
    `/api/posts/${id}/replies`,
    `/post/${id}`,
    '/',
  ];
  const answers = await Promise.all(paths.map((path) => browser.send('GET', path)));
  return (await Promise.all(answers.map((answer) => answer.text()))).join('\n');
}

const age = (table: 'posts' | 'replies', id: string, days: number) =>
  testApp.database.change(
    `UPDATE ${table} SET deleted_at = deleted_at - make_interval(days => $2) WHERE id = $1`,
    [id, days],
  );

test('[OW-06] [SF-36] deleted post: disappears on every process at once, from all data after seven days', async () => {
  const processes = inject('engine') === 'postgres' ? [testApp, await testApp.another()] : [testApp];
  const { id, picture, removed } = await makeTraces();
  const places = (await searchDatabase(testApp.database, [...WORDS, removed])).join('\n');
  for (const word of [...WORDS, removed]) expect(places).toContain(word);
  const stream = await openReplies(other, id);
  expect(stream.status).toBe(200);
  for (const process of processes) expect(await readEverything(process, id)).toContain(TITLE);

  expect((await author.browser.call('DELETE /api/posts/{id}', { path: { id } })).status).toBe(204);
  await stream.until(() => stream.closed, 2_000);
  await expect
    .poll(async () => (await Promise.all(processes.map((one) => readEverything(one, id)))).join(), {
      timeout: 1_500,
    })
    .not.toMatch(new RegExp(WORDS.join('|')));
  for (const user of [author, other]) expect((await user.browser.send('GET', picture)).status).toBe(404);
  const own = await (await author.browser.send('GET', '/api/profile/data')).text();
  for (const word of WORDS) expect(own).not.toContain(word);

  await age('posts', id, PURGE_AFTER_DAYS - 1);
  await purgeDeleted(testApp.database);
  expect(await searchDatabase(testApp.database, [TITLE])).not.toEqual([]);
  await age('posts', id, 1);
  await Promise.all(processes.map((process) => purgeDeleted(process.database)));
  await removeNotedPictures(testApp);
  expect(await searchDatabase(testApp.database, [...WORDS, removed])).toEqual([]);
  const left = await listKeys(testApp.images);
  expect(left).toEqual([]);
  expect(lines.join('\n')).not.toMatch(new RegExp(WORDS.join('|')));
  // The emptied row remains for the bookmark and the ledger, and so that its id is never reused.
  const row = await testApp.database.first(
    `SELECT title, body, author_id, (SELECT count(*)::int FROM scraps WHERE post_id = posts.id) AS scraps,
            (SELECT sum(points)::int FROM point_awards WHERE user_id = $2) AS points
       FROM posts WHERE id = $1`,
    [id, author.id],
  );
  expect(row).toEqual({ title: '', body: '', author_id: null, scraps: 1, points: 0 });
});

test('[OW-06] [SF-36] deleted reply: disappears at once, from all tables after seven days; its number stays unused', async () => {
  const { id, reply } = await makeTraces();
  await author.browser.call('DELETE /api/replies/{id}', { path: { id: reply.id } });
  expect(await readEverything(testApp, id)).not.toMatch(new RegExp(`${REPLY}|${EARLIER_REPLY}`));
  await age('replies', reply.id, PURGE_AFTER_DAYS);
  await purgeDeleted(testApp.database);
  expect(await searchDatabase(testApp.database, [REPLY, EARLIER_REPLY])).toEqual([]);
  const hashed = 'SELECT text_hash IS NOT NULL AS hashed FROM replies WHERE id = $1';
  expect(await testApp.database.first(hashed, [reply.id])).toEqual({ hashed: false });
  expect((await makeReply(other, id)).number).toBe(3);
});

test('[OW-06] [OW-09] earlier versions: deleted after ninety days; restored content is not purged', async () => {
  const { id } = await makeTraces();
  await author.browser.call('DELETE /api/posts/{id}', { path: { id } });
  await author.browser.call('POST /api/posts/{id}/undo-deletion', { path: { id } });
  await testApp.database.change(`UPDATE posts SET created_at = created_at - interval '100 days'`);
  await purgeDeleted(testApp.database);
  expect(await searchDatabase(testApp.database, [TITLE, EARLIER])).not.toEqual([]);
  for (const table of ['post_revisions', 'reply_revisions'])
    await testApp.database.change(`UPDATE ${table} SET replaced_at = replaced_at - interval '90 days'`);
  await purgeDeleted(testApp.database);
  expect(await searchDatabase(testApp.database, [EARLIER, EARLIER_REPLY])).toEqual([]);
  expect(await searchDatabase(testApp.database, [TITLE])).not.toEqual([]);
});

test('[PI-04] picture removed by an edit: purged with the earlier version that names it, alone', async () => {
  const { removed } = await makeTraces();
  const keys = async () => {
    const found = await listKeys(testApp.images);
    return { removed: found.filter((key) => key.includes(removed)).length, all: found.length };
  };
  const backdate = (days: number) =>
    testApp.database.change(
      `WITH revisions AS (UPDATE post_revisions SET replaced_at = replaced_at - make_interval(days => $1))
       UPDATE uploads SET removed_at = removed_at - make_interval(days => $1), created_at = created_at - interval '1 year'`,
      [days],
    );
  await backdate(REVISIONS_DAYS - 1);
  await sweepUploads(testApp);
  await purgeDeleted(testApp.database);
  expect(await keys()).toEqual({ removed: 2, all: 6 });
  await backdate(1);
  await purgeDeleted(testApp.database);
  await removeNotedPictures(testApp);
  expect(await keys()).toEqual({ removed: 0, all: 4 });
  expect(await searchDatabase(testApp.database, [removed, REMOVED])).toEqual([]);
  expect(await searchDatabase(testApp.database, [SEEN])).toEqual([`post_images.description: ${SEEN}`]);
});

test('[OW-06] operator: sees earlier versions and who deleted, and restores within seven days', async () => {
  const { id } = await makeTraces();
  await author.browser.call('DELETE /api/posts/{id}', { path: { id } });
  const shown = JSON.parse((await operate(testApp, 'post', 'show', id, '--json')).output) as Record<
    string,
    unknown
  >;
  expect(shown).toMatchObject({
    title: TITLE,
    hiddenAt: null,
    deletedByAuthorAt: expect.any(String),
    earlierVersions: [{ revision: 1, title: EARLIER }],
  });
  expect((await operate(testApp, 'post', 'restore', id)).code).toBe(0);
  expect((await other.browser.call('GET /api/posts/{id}', { path: { id } })).status).toBe(200);
  await author.browser.call('DELETE /api/posts/{id}', { path: { id } });
  await age('posts', id, PURGE_AFTER_DAYS);
  await purgeDeleted(testApp.database);
  expect((await operate(testApp, 'post', 'restore', id)).code).not.toBe(0);
});
