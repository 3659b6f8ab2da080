import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkOf, waitForMail } from '../../../testing/mails.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { Remark } from './report.ts';

let testApp: TestApp;
let folder: string;
beforeAll(async () => {
  testApp = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'madang-import-test-'));
});
afterAll(async () => {
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

const at = (seconds: number, nanoseconds = 0) => ({ seconds, nanoseconds });
const uid = (letter: string) => letter.repeat(28);

function user(letter: string, fields: object = {}) {
  return {
    userUID: uid(letter),
    userEmail: `${letter.toLowerCase()}@korea.ac.kr`,
    userName: '김고대',
    userNickname: `학생${letter}`,
    userKU: true,
    userPoint: 0,
    wrightingRight: false,
    likePost: [],
    ...fields,
  };
}

function post(id: string, letter: string | null, fields: object = {}) {
  return {
    id,
    postBID: 'main-hall',
    postBDC: '인문',
    postUID: letter && uid(letter),
    postNickname: '옛 별명',
    postTitle: `${id}의 제목`,
    contentsList: ['본문'],
    formatList: ['text'],
    keyword: ['선택 안 함', '', ''],
    postCreatedTime: at(1_700_000_000, 123_456_789),
    postGood: 0,
    postScrappers: null,
    postReport: 0,
    ...fields,
  };
}

function reply(letter: string | null, fields: object = {}) {
  return {
    replyBID: 'main-hall',
    replyPID: 'p1',
    replyUID: letter && uid(letter),
    replyNickname: '옛 별명',
    replyBody: '답글',
    replyCreatedTime: at(1_700_000_100),
    replyGood: 0,
    replyLiker: [''],
    replyRID: null,
    replyReport: 0,
    ...fields,
  };
}

/** What the seed's document database looks like when it is exported: documents by their ids, users last. */
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

async function writeTree(name: string, tree: object | string): Promise<string> {
  const place = join(folder, name);
  await mkdir(place, { recursive: true });
  const file = join(place, 'seed.json');
  await writeFile(file, typeof tree === 'string' ? tree : JSON.stringify(tree, null, 1));
  return file;
}

interface Imported {
  code: number;
  remarks: Remark[];
  collections: Record<string, { read: number; new: number; same: number; mended: number; refused: number }>;
}

async function importJson(app: TestApp, ...words: string[]): Promise<Imported> {
  const { code, output, errors } = await operate(app, 'import', ...words, '--json');
  expect(errors).toBe('');
  const lines = output.split('\n').map((line) => JSON.parse(line) as Remark & Imported);
  return { code, remarks: lines.slice(0, -1), collections: lines.at(-1)?.collections ?? {} };
}

/** All tables whose rows an import makes, as text. */
async function dump(app: TestApp): Promise<string[]> {
  const tables = ['accounts', 'users', 'buildings', 'posts', 'post_keywords', 'uploads', 'likes', 'scraps'];
  tables.push('point_awards', 'replies', 'events', 'notices', 'hots', 'imported_likes', 'audit');
  const texts: string[] = [];
  for (const table of tables) {
    const rows = await app.database.rows<{ text: string }>(
      `SELECT to_jsonb(t)::text AS text FROM ${table} t`,
    );
    texts.push(...rows.map(({ text }) => `${table} ${text}`).sort());
  }
  return texts;
}

describe('[EN-09] a tree of the seed', () => {
  test('comes in whole, users last in the file, and a second run changes nothing', async () => {
    const file = await writeTree('seed', SEED);
    await mkdir(join(folder, 'seed', 'images', 'EventImg'), { recursive: true });
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'blue' } })
      .png()
      .toBuffer();
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

  test('numbers that came as numbers: likes on top of known likers, points as an opening row', async () => {
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

  test('times are kept to the microsecond, replies stand in the order of theirs, the parent is known', async () => {
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

  test('goes out again under its own ids, with the fields it came with', async () => {
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

  test('comes in and goes out a second time with the same bytes, foreign ids included', async () => {
    const again = await startTestApp();
    try {
      const first = join(folder, 'out', 'seed.json');
      const second = join(folder, 'again', 'seed.json');
      expect(await importJson(again, first)).toMatchObject({ code: 0, remarks: [] });
      expect((await operate(again, 'export', '--file', second)).code).toBe(0);
      expect(await readFile(second, 'utf8')).toBe(await readFile(first, 'utf8'));
      // Numbered a second time, the ids are those of the first.
      const ids = (app: TestApp) =>
        app.database.rows(
          'SELECT id FROM posts UNION ALL SELECT id FROM users UNION ALL SELECT id FROM replies ORDER BY 1',
        );
      expect(await ids(again)).toEqual(await ids(testApp));
    } finally {
      await again.close();
    }
  });

  test('an imported student sets a password by the reset mail and keeps the right; before, no password fits', async () => {
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

  test('[ST-10] a withdrawn student is gone from replyLiker too', async () => {
    const browser = testApp.browser();
    await browser.call('POST /api/session', { body: { email: 'a@korea.ac.kr', password: 'new horse' } });
    const gone = await browser.call('POST /api/profile/withdrawal', { body: { password: 'new horse' } });
    expect(gone.status).toBe(204);
    expect((await dump(testApp)).filter((row) => row.includes(uid('A')))).toEqual([]);
    const row = await testApp.database.first(`SELECT likers, like_count FROM replies WHERE source_id = 'r2'`);
    expect(row).toEqual({ likers: [''], like_count: 0 });
  });
});

/** Everything wrong that anybody thought of; `__proto__` as a key needs text. */
const ODD = JSON.stringify({
  users: {
    [uid('A')]: user('A', { userNickname: '🦉부엉이', userName: '김\u0000고대' }),
    [uid('B')]: user('B', { userNickname: 'ㄱㅏ나' }),
    [uid('C')]: user('C', { userEmail: 'A@korea.ac.kr' }),
    [uid('D')]: user('D', { userEmail: 7 }),
    [uid('E')]: { userUID: uid('E') },
    [uid('F')]: user('F', { userPoint: 1e300 }),
    [uid('G')]: user('G', {
      userNickname: '학생B',
      userKU: false,
      userName: '',
      likePost: ['fine', 'nowhere', 'a/b'],
    }),
    [uid('H')]: user('H', { userNickname: '운영자', writingRight: 'yes' }),
    [uid('I')]: 'no document',
    'a/b': user('J'),
  },
  buildings: {
    'main-hall': {
      posts: {
        fine: {
          ...post('fine', 'A', {
            postGood: 0,
            keyword: ['조용한', '공부장소', ' '],
            __PROTO__: { polluted: true },
          }),
          replies: {
            ok: reply('A', { replyBody: '', replyLiker: null }),
            gone: reply('Z', { replyRID: 'nowhere' }),
            long: reply('A', { replyBody: '가'.repeat(20_001) }),
            'wrong-type': reply('A', { replyBody: ['x'] }),
          },
        },
        'author-gone': post('author-gone', 'Z', { postScrappers: [uid('A'), uid('Z')] }),
        five: post('five', 'A', {
          keyword: ['비대면 장소', '팀플 장소', '수면 장소', '식사 장소', '공부 장소'],
        }),
        unknown: post('unknown', 'A', { keyword: ['낮잠 장소', '사진', '수면 장소'] }),
        'time-text': post('time-text', 'A', { postCreatedTime: '2024-03-01T09:00:00.5+09:00' }),
        'time-wrong': post('time-wrong', 'A', { postCreatedTime: '어제' }),
        'time-missing': post('time-missing', 'A', { postCreatedTime: undefined }),
        'time-huge': post('time-huge', 'A', { postCreatedTime: at(1e15) }),
        'long-title': post('long-title', 'A', { postTitle: '가'.repeat(101) }),
        'too-long-title': post('too-long-title', 'A', { postTitle: '가'.repeat(1_001) }),
        'empty-body': post('empty-body', 'A', { contentsList: [' \u200B\n'] }),
        'no-contents': post('no-contents', 'A', { contentsList: 'text' }),
        'huge-likes': post('huge-likes', 'A', { postGood: 3_000_000_000 }),
        'negative-likes': post('negative-likes', 'A', { postGood: -1 }),
        'half-surrogate': post('half-surrogate', 'A', { postTitle: '반쪽 \uD83E 글자\u0000' }),
        'no-image': post('no-image', 'A', {
          contentsList: ['본문', 'posts/x/0'],
          formatList: ['text', 'image'],
        }),
        'bad-image': post('bad-image', 'A', {
          contentsList: ['본문', 'posts/bad/0'],
          formatList: ['text', 'image'],
        }),
        'way-out': post('way-out', 'A', {
          contentsList: ['본문', 'posts/../../../secret.png'],
          formatList: ['text', 'image'],
        }),
        'good-image': post('good-image', 'A', {
          contentsList: ['본문', 'https://storage.example/v0/b/x/o/posts%2Fgood%2F0?alt=media&token=t'],
          formatList: ['text', 'image'],
        }),
        number: 5,
      },
    },
    question: { posts: { fine: post('fine', 'A') }, buildingName: '질문' },
    nowhere: { posts: { lost: { ...post('lost', 'A'), replies: { lost: reply('A') } } } },
    'bad id!': { id: 'bad id!', buildingName: '이름', buildingCategory: '인문' },
    wrong: { id: 'wrong', buildingName: '이름', buildingCategory: '없는 분류' },
  },
  events: { e: { id: 'e', eventTitle: '행사', eventBody: '', eventCreatedTime: at(1) }, x: {} },
  hots: { h: { hotPID: 'missing', hotCreatedTime: at(1) } },
  comments: { c: {} },
  notices: [],
}).replaceAll('__PROTO__', '__proto__');

const REFUSED = [
  ['buildings/bad id!', 'id must be 1 to 60 letters, digits or hyphens'],
  ['buildings/main-hall/posts/empty-body', 'contentsList is empty'],
  ['buildings/main-hall/posts/fine/replies/long', 'replyBody has 20001 characters, more than 20000'],
  [
    'buildings/main-hall/posts/fine/replies/wrong-type',
    'replyBody Invalid input: expected string, received array',
  ],
  ['buildings/main-hall/posts/huge-likes', 'postGood must be from 0 to 2147483647'],
  ['buildings/main-hall/posts/negative-likes', 'postGood must be from 0 to 2147483647'],
  ['buildings/main-hall/posts/no-contents', 'contentsList Invalid input: expected array, received string'],
  ['buildings/main-hall/posts/number', 'is no document'],
  ['buildings/main-hall/posts/time-huge', 'postCreatedTime is no time: { seconds, nanoseconds } is wanted'],
  ['buildings/main-hall/posts/time-missing', 'postCreatedTime is missing'],
  ['buildings/main-hall/posts/time-wrong', 'postCreatedTime is no time: { seconds, nanoseconds } is wanted'],
  ['buildings/main-hall/posts/too-long-title', 'postTitle has 1001 characters, more than 1000'],
  ['buildings/nowhere/posts/lost', 'there is no building nowhere'],
  ['buildings/nowhere/posts/lost/replies/lost', 'its post is not there'],
  ['buildings/question/posts/fine', 'a post with this id stands in another building'],
  ['buildings/wrong', 'buildingCategory is none of 인문, 이공, 녹지, 의과'],
  ['comments', 'is no collection of this format'],
  ['events/x', 'eventTitle is missing'],
  ['hots/h', 'its post is not there'],
  ['notices', 'must be an object of documents by their ids'],
  [`users/${uid('C')}`, 'userEmail is the address of another account'],
  [`users/${uid('D')}`, 'userEmail Invalid input: expected string, received number'],
  [`users/${uid('E')}`, 'userEmail is missing'],
  [`users/${uid('F')}`, 'userPoint must be from 0 to 2147483647'],
  [`users/${uid('H')}`, 'writingRight Invalid input: expected boolean, received string'],
  [`users/${uid('I')}`, 'is no document'],
  ['users/a/b', 'userUID is no document id'],
];

const MENDED = [
  ['buildings/main-hall/posts/author-gone', 'postScrappers leaves out who is nobody here'],
  ['buildings/main-hall/posts/author-gone', 'postUID is nobody here; kept without author'],
  ['buildings/main-hall/posts/bad-image', 'the image cannot be read; kept without image'],
  ['buildings/main-hall/posts/fine/replies/gone', 'replyRID is no reply of this post; kept without it'],
  ['buildings/main-hall/posts/fine/replies/gone', 'replyUID is nobody here; kept without author'],
  ['buildings/main-hall/posts/five', 'keyword leaves out 식사 장소, 공부 장소'],
  ['buildings/main-hall/posts/no-image', 'there is no images/posts/x/0; kept without image'],
  ['buildings/main-hall/posts/unknown', 'keyword leaves out 낮잠 장소, 사진'],
  ['buildings/main-hall/posts/way-out', 'there is no images/posts/../../../secret.png; kept without image'],
  [`users/${uid('A')}`, expect.stringMatching(/^userNickname cannot be used; 학생\d{8} stands in for it$/)],
  [`users/${uid('B')}`, expect.stringMatching(/^userNickname cannot be used; 학생\d{8} stands in for it$/)],
  [`users/${uid('G')}`, 'userKU is true, as the address says'],
  [`users/${uid('G')}`, 'userName cannot be used; the nickname stands in for it'],
];

describe('[EN-09] an odd tree', () => {
  let odd: TestApp;
  let file: string;
  beforeAll(async () => {
    odd = await startTestApp();
    file = await writeTree('odd', ODD);
    const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: 'green' } });
    const images = join(folder, 'odd', 'images', 'posts');
    await mkdir(join(images, 'bad'), { recursive: true });
    await mkdir(join(images, 'good'), { recursive: true });
    await writeFile(join(images, 'bad', '0'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await writeFile(join(images, 'good', '0.jpg'), await picture.jpeg().toBuffer());
    await writeFile(join(folder, 'secret.png'), await picture.png().toBuffer());
  });
  afterAll(() => odd.close());

  const told = (remarks: readonly Remark[], outcome: string) =>
    remarks
      .filter((remark) => remark.outcome === outcome)
      .map(({ path, reason }) => [path, reason])
      .sort();

  test('--dry-run says what a run would say and writes nothing', async () => {
    const before = await dump(odd);
    const { code, remarks } = await importJson(odd, file, '--dry-run');
    expect(code).toBe(3);
    expect(told(remarks, 'refused')).toEqual(REFUSED);
    expect(told(remarks, 'mended')).toEqual(MENDED);
    expect(await dump(odd)).toEqual(before);
  });

  test('each refused document is named with path and reason, the rest goes on, the exit code tells', async () => {
    const list = join(folder, 'refused.jsonl');
    const { code, remarks, collections } = await importJson(odd, file, '--refused', list);
    expect(code).toBe(3);
    expect(told(remarks, 'refused')).toEqual(REFUSED);
    expect(told(remarks, 'mended')).toEqual(MENDED);
    expect(
      (await readFile(list, 'utf8'))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Remark),
    ).toEqual(remarks);
    expect(collections).toEqual({
      users: { read: 10, new: 3, same: 0, mended: 3, refused: 7 },
      buildings: { read: 3, new: 0, same: 1, mended: 0, refused: 2 },
      posts: { read: 22, new: 11, same: 0, mended: 6, refused: 11 },
      replies: { read: 5, new: 2, same: 0, mended: 1, refused: 3 },
      events: { read: 2, new: 1, same: 0, mended: 0, refused: 1 },
      notices: { read: 0, new: 0, same: 0, mended: 0, refused: 0 },
      hots: { read: 1, new: 0, same: 0, mended: 0, refused: 1 },
    });
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  test('what was mended stands as it was said', async () => {
    const posts = await odd.database.rows<Record<string, unknown>>(
      `SELECT source_id, author_id IS NULL AS lost, title, keywords, image_width, created_at::timestamptz AT TIME ZONE 'UTC' AS at
         FROM posts`,
    );
    const find = (id: string) => posts.find(({ source_id: source }) => source === id);
    expect(find('fine')).toMatchObject({ keywords: ['조용한 장소', '공부 장소'], lost: false });
    expect(find('five')).toMatchObject({ keywords: ['비대면 장소', '팀플 장소', '수면 장소'] });
    expect(find('author-gone')).toMatchObject({ lost: true });
    expect(find('half-surrogate')).toMatchObject({ title: '반쪽 \uFFFD 글자' });
    expect(find('good-image')).toMatchObject({ image_width: 30 });
    expect(find('way-out')).toMatchObject({ image_width: null });
    const texts = await odd.database.first(
      `SELECT created_at = '2024-03-01T00:00:00.5Z' AS fits FROM posts WHERE source_id = 'time-text'`,
    );
    expect(texts).toEqual({ fits: true });
    const users = await odd.database.rows<{ name: string; nickname: string }>(
      'SELECT name, nickname FROM users',
    );
    expect(users.map(({ nickname }) => nickname).sort()).toEqual([
      expect.stringMatching(/^학생\d{8}$/),
      expect.stringMatching(/^학생\d{8}$/),
      '학생B',
    ]);
    expect(users.find(({ nickname }) => nickname === '학생B')?.name).toBe('학생B');
  });

  test('a second run says the same of what is refused and leaves the rest alone', async () => {
    const before = await dump(odd);
    const { code, remarks } = await importJson(odd, file);
    expect([code, told(remarks, 'mended')]).toEqual([3, []]);
    expect(told(remarks, 'refused')).toEqual(REFUSED);
    expect(await dump(odd)).toEqual(before);
  });

  test('people read a table and the first remarks', async () => {
    const { code, output } = await operate(odd, 'import', file);
    expect(code).toBe(3);
    expect(output).toContain('refused  buildings/nowhere/posts/lost  there is no building nowhere');
    expect(output).toMatch(/^users +10 +0 +3 +0 +7$/m);
  });
});
