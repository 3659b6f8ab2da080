import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { at, dump, importJson, post, reply, uid, user, writeTree } from '../../../testing/documents.ts';
import { linkOf, waitForMail } from '../../../testing/mails.ts';
import { makeFolder } from '../../../testing/make-folder.ts';
import { makePicture } from '../../../testing/makers.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { Database, Transaction } from '../../database/database.ts';

const testApp = await startTestApp();
const folder = makeFolder('import-test');

/** The seed's document database as exported: documents by their ids, users last. */
const SEED = {
  buildings: {
    'main-hall': {
      posts: {
        p1: {
          replies: {
            r2: reply('B', {
              replyCreatedTime: at(1_700_000_300),
              replyRID: 'r1',
              replyGood: 1,
              replyLiker: ['', uid('A')],
            }),
            r1: reply('A', { replyCreatedTime: at(1_700_000_200) }),
          },
          ...post('p1', 'A', {
            postGood: 12,
            postScrappers: [uid('B')],
            keyword: ['조용한 장소', '공부 장소', ''],
          }),
        },
      },
      id: 'main-hall',
      buildingName: '본관',
      buildingCategory: '인문',
      buildingInfo: '',
    },
    woodang: {
      id: 'woodang',
      buildingName: '우당교양관',
      buildingCategory: '인문',
      buildingInfo: '교양 수업',
      posts: {
        p2: post('p2', 'B', {
          postGood: 1,
          postCreatedTime: { _seconds: 1_700_000_500, _nanoseconds: 7_000 },
        }),
      },
    },
    question: { posts: { p3: post('p3', 'C', { keyword: ['', '', ''] }) } },
  },
  events: { e1: { id: 'e1', eventTitle: '행사', eventBody: '본문', eventCreatedTime: at(1_700_000_000) } },
  hots: { h1: { hotPID: 'p1', hotBID: 'main-hall', hotTitle: '옛 제목', hotCreatedTime: at(1_700_001_000) } },
  notices: {
    n1: { id: 'n1', noticeTitle: '공지', noticeBody: '본문', noticeCreatedTime: at(1_700_000_000) },
  },
  users: {
    [uid('A')]: user('A', { userPoint: 130, writingRight: true, likePost: ['p2', 'p1'] }),
    [uid('B')]: user('B', { userEmail: 'B@Korea.ac.kr', likePost: ['p1', 'gone'] }),
    [uid('C')]: user('C', { userEmail: 'c@example.com', userKU: false, writingRight: true }),
  },
};

describe('[EN-09] a tree of the seed', () => {
  test('comes in whole, users last in the file, and a second run changes nothing', async () => {
    const file = await writeTree(join(folder, 'seed'), SEED);
    await mkdir(join(folder, 'seed', 'images', 'EventImg'), { recursive: true });
    const png = await makePicture(8, 8, 'blue');
    await writeFile(join(folder, 'seed', 'images', 'EventImg', 'e1.png'), png);
    const first = await importJson(testApp, file);
    expect(first).toMatchObject({ code: 0, remarks: [] });
    expect(first.collections).toMatchObject({
      users: { read: 3, new: 3, refused: 0 },
      buildings: { read: 2, new: 1, same: 1 },
      posts: { read: 3, new: 3 },
      replies: { read: 2, new: 2 },
      events: { new: 1 },
      notices: { new: 1 },
      hots: { new: 1 },
    });
    const before = await dump(testApp);
    const second = await importJson(testApp, file);
    expect(second.collections).toMatchObject({
      users: { new: 0, same: 3 },
      posts: { new: 0, same: 3 },
      hots: { same: 1 },
    });
    expect(await dump(testApp)).toEqual(before);
  });

  test('an event that the operator removed is not brought back by the same documents', async () => {
    const event = { eventTitle: '지운 행사', eventBody: '', eventCreatedTime: at(1) };
    const file = await writeTree(join(folder, 'removed'), { events: { gone: { id: 'gone', ...event } } });
    await importJson(testApp, file);
    const [row] = await testApp.database.rows<{ id: string }>(
      `SELECT id FROM bulletin_entries WHERE source_id = 'gone'`,
    );
    expect((await operate(testApp, 'event', 'remove', row?.id ?? '')).code).toBe(0);
    expect((await importJson(testApp, file)).collections).toMatchObject({ events: { new: 0, same: 1 } });
    expect((await operate(testApp, 'event', 'list')).output).toMatch(/지운 행사 +withdrawn/);
  });

  test('numbers: likes added to known likers, points as an opening row', async () => {
    const posts = await testApp.database.rows(
      'SELECT source_id, like_base, like_count FROM posts ORDER BY source_id',
    );
    expect(posts).toEqual([
      { source_id: 'p1', like_base: 10, like_count: 12 },
      { source_id: 'p2', like_base: 0, like_count: 1 },
      { source_id: 'p3', like_base: 0, like_count: 0 },
    ]);
    const awards = await testApp.database.rows(
      `SELECT users.source_id, users.points, award.points AS awarded, post_id
         FROM point_awards award JOIN users ON users.id = user_id`,
    );
    expect(awards).toEqual([{ source_id: uid('A'), points: 130, awarded: 130, post_id: null }]);
    const { count } = (await testApp.database.first<{ count: number }>(
      'SELECT count(*) AS count FROM outbox',
    )) ?? {
      count: -1,
    };
    expect(count).toBe(0);
  });

  test('times: kept to the microsecond; replies keep their order and their parent', async () => {
    const times = await testApp.database.rows(
      `SELECT source_id, (extract(epoch FROM created_at) * 1000000)::bigint AS micros FROM posts ORDER BY source_id`,
    );
    expect(times).toEqual([
      { source_id: 'p1', micros: 1_700_000_000_123_456 },
      { source_id: 'p2', micros: 1_700_000_500_000_007 },
      { source_id: 'p3', micros: 1_700_000_000_123_456 },
    ]);
    const replies = await testApp.database.rows(
      `SELECT replies.source_id, replies.number, parents.source_id AS parent, replies.likers FROM replies
         LEFT JOIN replies parents ON parents.id = replies.parent_id ORDER BY replies.number`,
    );
    expect(replies).toEqual([
      { source_id: 'r1', number: 1, parent: null, likers: [''] },
      { source_id: 'r2', number: 2, parent: 'r1', likers: ['', uid('A')] },
    ]);
  });

  test('exported again under the same ids, with the original fields', async () => {
    const out = join(folder, 'out', 'seed.json');
    expect((await operate(testApp, 'export', '--file', out)).code).toBe(0);
    const tree = JSON.parse(await readFile(out, 'utf8')) as typeof SEED;
    const { postNickname: _, postCreatedTime: created, ...p1 } = SEED.buildings['main-hall'].posts.p1;
    const { replies: __, ...plain } = p1;
    expect(tree.buildings['main-hall'].posts.p1).toMatchObject({ ...plain, postNickname: '학생A' });
    expect(tree.buildings['main-hall'].posts.p1.postCreatedTime).toMatchObject({
      ...created,
      nanoseconds: 123_456_000,
    });
    const { replyNickname: ___, ...r2 } = SEED.buildings['main-hall'].posts.p1.replies.r2;
    expect(tree.buildings['main-hall'].posts.p1.replies.r2).toMatchObject({ ...r2, replyNickname: '학생B' });
    expect(tree.buildings.woodang).toMatchObject({ buildingName: '우당교양관', buildingInfo: '교양 수업' });
    expect(tree.users[uid('A')]).toEqual({ ...SEED.users[uid('A')], wrightingRight: true });
    expect(tree.users[uid('B')]).toMatchObject({
      userEmail: 'b@korea.ac.kr',
      likePost: ['p1'],
      writingRight: false,
    });
    // The entry follows its post.
    expect(tree.hots.h1).toMatchObject({ hotPID: 'p1', hotBID: 'main-hall', hotTitle: 'p1의 제목' });
    expect(tree.events).toMatchObject(SEED.events);
    expect(tree.notices).toMatchObject(SEED.notices);
    expect((await readFile(join(folder, 'out', 'images', 'EventImg', 'e1.png'))).length).toBeGreaterThan(0);
  });

  test('imported and exported a second time with the same bytes, foreign ids included', async () => {
    const again = await startTestApp();
    const first = join(folder, 'out', 'seed.json');
    const second = join(folder, 'again', 'seed.json');
    expect(await importJson(again, first)).toMatchObject({ code: 0, remarks: [] });
    expect((await operate(again, 'export', '--file', second)).code).toBe(0);
    expect(await readFile(second, 'utf8')).toBe(await readFile(first, 'utf8'));
    // Numbering again yields the same ids.
    const ids = (app: TestApp) =>
      app.database.rows(
        'SELECT id FROM posts UNION ALL SELECT id FROM users UNION ALL SELECT id FROM replies ORDER BY 1',
      );
    expect(await ids(again)).toEqual(await ids(testApp));
  });

  test('imported student: sets a password by reset mail and keeps the right; earlier, none fits', async () => {
    const browser = testApp.browser();
    const email = 'a@korea.ac.kr';
    for (const password of ['', 'null', 'correct horse'])
      expect(
        (await browser.call('POST /api/session', { body: { email, password } })).body.user,
      ).toBeUndefined();
    await browser.call('POST /api/password-reset', { body: { email } });
    const { token } = linkOf(await waitForMail(testApp, email));
    const confirmed = await browser.call('POST /api/password-reset/confirmation', {
      body: { token, password: 'new horse' },
    });
    expect(confirmed.status).toBe(204);
    const signedIn = await browser.call('POST /api/session', { body: { email, password: 'new horse' } });
    expect(signedIn.body.user).toMatchObject({ nickname: '학생A', points: 130, writingRight: true });
    const profile = await browser.call('GET /api/profile', {});
    expect(profile.body.user).toMatchObject({ writingRight: true, emailVerified: true });
    const seen = await browser.call('GET /api/buildings/{buildingId}/posts', {
      path: { buildingId: 'main-hall' },
      query: {},
    });
    expect(seen.body.posts).toMatchObject([{ title: 'p1의 제목', likeCount: 12, replyCount: 2 }]);
  });

  test('[ST-10] withdrawn student: removed from replyLiker too', async () => {
    const browser = testApp.browser();
    await browser.call('POST /api/session', { body: { email: 'a@korea.ac.kr', password: 'new horse' } });
    const gone = await browser.call('POST /api/profile/withdrawal', { body: { password: 'new horse' } });
    expect(gone.status).toBe(204);
    expect((await dump(testApp)).filter((row) => row.includes(uid('A')))).toEqual([]);
    const row = await testApp.database.first(`SELECT likers, like_count FROM replies WHERE source_id = 'r2'`);
    expect(row).toEqual({ likers: [''], like_count: 0 });
  });
});

test('[EN-09] long posts: imported in small batches, to keep statements of the embedded engine short', async () => {
  const place = join(folder, 'long');
  await mkdir(place);
  const long = { contentsList: ['가나다라마바사 '.repeat(1_000)] };
  const posts = Array.from({ length: 60 }, (_, index) => JSON.stringify(post(`long${index}`, null, long)));
  await writeFile(join(place, 'posts.jsonl'), posts.join('\n'));
  const app = await startTestApp();
  const sizes: number[] = [];
  const transaction: Database['transaction'] = (work) =>
    app.database.transaction((inner) => {
      const change: Transaction['change'] = (sql, values = []) => {
        sizes.push(Buffer.byteLength(JSON.stringify(values)));
        return inner.change(sql, values);
      };
      return work({ ...inner, change });
    });
  const through = { ...app, database: { ...app.database, transaction } };
  expect(await operate(through, 'import', place)).toMatchObject({ code: 0, errors: '' });
  expect(await app.database.first('SELECT count(*) AS count FROM post_texts')).toEqual({ count: 60 });
  expect(Math.max(...sizes)).toBeGreaterThan(60_000);
  expect(Math.max(...sizes)).toBeLessThan(150_000);
});
