import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, dump, importJson, post, reply, uid, user, writeTree } from '../../../testing/documents.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { Remark } from './source.ts';

/** All known mistakes; `__proto__` as a key needs text. */
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
  ['buildings/main-hall/posts/no-contents', 'contentsList Invalid input: expected array, received string'],
  ['buildings/main-hall/posts/number', 'is no document'],
  ['buildings/main-hall/posts/time-huge', 'postCreatedTime is no time: { seconds, nanoseconds } is wanted'],
  ['buildings/main-hall/posts/time-missing', 'postCreatedTime is missing'],
  ['buildings/main-hall/posts/time-wrong', 'postCreatedTime is no time: { seconds, nanoseconds } is wanted'],
  ['buildings/main-hall/posts/too-long-title', 'postTitle has 1001 characters, more than 1000'],
  ['buildings/nowhere/posts/lost', 'there is no building nowhere'],
  ['buildings/nowhere/posts/lost/replies/lost', 'its post does not exist'],
  ['buildings/question/posts/fine', 'a post with this id is in another building'],
  ['buildings/wrong', 'buildingCategory is none of 인문, 이공, 녹지, 의과'],
  ['comments', 'is no collection of this format'],
  ['events/x', 'eventTitle is missing'],
  ['hots/h', 'its post does not exist'],
  ['notices', 'must be an object of documents by their ids'],
  [`users/${uid('C')}`, 'userEmail belongs to another account'],
  [`users/${uid('D')}`, 'userEmail Invalid input: expected string, received number'],
  [`users/${uid('E')}`, 'userEmail is missing'],
  [`users/${uid('I')}`, 'is no document'],
  ['users/a/b', 'userUID is no document id'],
];

const CORRECTED = [
  ['buildings/main-hall/posts/author-gone', 'postScrappers: unknown users are left out'],
  ['buildings/main-hall/posts/author-gone', 'postUID is not a user here; kept without author'],
  ['buildings/main-hall/posts/bad-image', 'the image cannot be read; kept without image'],
  ['buildings/main-hall/posts/fine/replies/gone', 'replyRID is not a reply of this post; kept without it'],
  ['buildings/main-hall/posts/fine/replies/gone', 'replyUID is not a user here; kept without author'],
  ['buildings/main-hall/posts/five', 'keyword leaves out 식사 장소, 공부 장소'],
  ['buildings/main-hall/posts/huge-likes', 'postGood must be from 0 to 2147483647; it is left out'],
  ['buildings/main-hall/posts/negative-likes', 'postGood must be from 0 to 2147483647; it is left out'],
  ['buildings/main-hall/posts/no-image', 'there is no images/posts/x/0; kept without image'],
  ['buildings/main-hall/posts/unknown', 'keyword leaves out 낮잠 장소, 사진'],
  ['buildings/main-hall/posts/way-out', 'there is no images/posts/../../../secret.png; kept without image'],
  [`users/${uid('A')}`, expect.stringMatching(/^userNickname cannot be used; 학생\d{8} stands in for it$/)],
  [`users/${uid('B')}`, expect.stringMatching(/^userNickname cannot be used; 학생\d{8} stands in for it$/)],
  [`users/${uid('F')}`, 'userPoint must be from 0 to 2147483647; it is left out'],
  [`users/${uid('G')}`, 'likePost leaves out 1 that can be no post'],
  [`users/${uid('G')}`, 'userKU is true, as the address says'],
  [`users/${uid('G')}`, 'userName cannot be used; the nickname stands in for it'],
  [`users/${uid('H')}`, expect.stringMatching(/^userNickname cannot be used; 학생\d{8} stands in for it$/)],
  [`users/${uid('H')}`, 'writingRight Invalid input: expected boolean, received string; it is left out'],
];

describe('[EN-09] an odd tree', () => {
  let odd: TestApp;
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'madang-odd-'));
    odd = await startTestApp();
    file = await writeTree(join(folder, 'odd'), ODD);
    const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: 'green' } });
    const images = join(folder, 'odd', 'images', 'posts');
    await mkdir(join(images, 'bad'), { recursive: true });
    await mkdir(join(images, 'good'), { recursive: true });
    await writeFile(join(images, 'bad', '0'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await writeFile(join(images, 'good', '0.jpg'), await picture.jpeg().toBuffer());
    await writeFile(join(folder, 'secret.png'), await picture.png().toBuffer());
  });
  afterAll(async () => {
    await odd.close();
    await rm(folder, { recursive: true, force: true });
  });

  const told = (remarks: readonly Remark[], outcome: string) =>
    remarks
      .filter((remark) => remark.outcome === outcome)
      .map(({ path, reason }) => [path, reason])
      .sort();

  test('--dry-run: reports as a run would, and writes nothing', async () => {
    const before = await dump(odd);
    const { code, remarks } = await importJson(odd, file, '--dry-run');
    expect(code).toBe(3);
    expect(told(remarks, 'refused')).toEqual(REFUSED);
    expect(told(remarks, 'corrected')).toEqual(CORRECTED);
    expect(await dump(odd)).toEqual(before);
  });

  test('each refused document: named with path and reason; the rest continues, with an exit code', async () => {
    const list = join(folder, 'refused.jsonl');
    const { code, remarks, collections } = await importJson(odd, file, '--refused', list);
    expect(code).toBe(3);
    expect(told(remarks, 'refused')).toEqual(REFUSED);
    expect(told(remarks, 'corrected')).toEqual(CORRECTED);
    expect(
      (await readFile(list, 'utf8'))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Remark),
    ).toEqual(remarks);
    expect(collections).toEqual({
      users: { read: 10, new: 5, same: 0, corrected: 5, refused: 5 },
      buildings: { read: 3, new: 0, same: 1, corrected: 0, refused: 2 },
      posts: { read: 22, new: 13, same: 0, corrected: 8, refused: 9 },
      replies: { read: 5, new: 2, same: 0, corrected: 1, refused: 3 },
      events: { read: 2, new: 1, same: 0, corrected: 0, refused: 1 },
      notices: { read: 0, new: 0, same: 0, corrected: 0, refused: 0 },
      hots: { read: 1, new: 0, same: 0, corrected: 0, refused: 1 },
    });
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  test('corrections: stored as reported', async () => {
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
      expect.stringMatching(/^학생\d{8}$/),
      '학생B',
      '학생F',
    ]);
    expect(users.find(({ nickname }) => nickname === '학생B')?.name).toBe('학생B');
  });

  test('second run: reports the same refusals and leaves the rest unchanged', async () => {
    const before = await dump(odd);
    const { code, remarks } = await importJson(odd, file);
    expect([code, told(remarks, 'corrected')]).toEqual([3, []]);
    expect(told(remarks, 'refused')).toEqual(REFUSED);
    expect(await dump(odd)).toEqual(before);
  });

  test('people read a table and the first remarks', async () => {
    const { code, output } = await operate(odd, 'import', file);
    expect(code).toBe(3);
    expect(output).toContain('refused  buildings/nowhere/posts/lost  there is no building nowhere');
    expect(output).toMatch(/^users +10 +0 +5 +0 +5$/m);
  });
});
