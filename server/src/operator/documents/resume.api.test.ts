import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { makeFolder } from '../../../testing/make-folder.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { DatabaseError, type Database } from '../../database/database.ts';
import { connectShared, shareDatabase, sharedAddress } from '../../database/shared-database.ts';
import { createLog } from '../../log/log.ts';

const folder = makeFolder('mdg');

const USERS = 210;
const POSTS = 410;

/** Enough documents for several transactions per collection; every user likes the first posts. */
async function writeWorld(name: string): Promise<string> {
  const place = join(folder, name);
  await mkdir(place, { recursive: true });
  const time = (seconds: number) => ({ seconds, nanoseconds: 1_000 });
  const write = (file: string, documents: object[]) =>
    writeFile(
      join(place, `${file}.jsonl`),
      documents.map((document) => `${JSON.stringify(document)}\n`).join(''),
    );
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
  await write(
    'users',
    numbers(USERS).map((index) => ({
      userUID: `user${index}`,
      userEmail: `u${index}@korea.ac.kr`,
      userName: '김고대',
      userNickname: `학생${index}`,
      userPoint: index,
      likePost: numbers(10).map((post) => `post${post}`),
    })),
  );
  await write(
    'posts',
    numbers(POSTS).map((index) => ({
      id: `post${index}`,
      postBID: 'main-hall',
      postUID: `user${index % USERS}`,
      postTitle: `글 ${index}`,
      contentsList: ['본문'],
      postCreatedTime: time(1_700_000_000 + index),
      postGood: index < 5 ? USERS + 7 : 0,
      postScrappers: [`user${index % 7}`],
    })),
  );
  // In another order than the posts, the newest reply of a post first.
  await write(
    'replies',
    numbers(1_020).map((index) => ({
      id: `reply${index}`,
      replyBID: 'main-hall',
      replyPID: `post${index % 3}`,
      replyUID: `user${index % USERS}`,
      replyBody: `답글 ${index}`,
      replyCreatedTime: time(1_700_900_000 - index),
    })),
  );
  await write('hots', [{ id: 'hot', hotPID: 'post1', hotCreatedTime: time(1_700_000_100) }]);
  return place;
}

/** Returns the rows of an import, without values that differ between two imports. */
async function readRows(database: Database) {
  return {
    users: await database.rows('SELECT id, nickname, points FROM users ORDER BY id'),
    posts: await database.rows(
      `SELECT id, author_id, like_base, like_count, reply_count, created_at::text FROM posts ORDER BY id`,
    ),
    likes: await database.rows('SELECT user_id, post_id FROM likes ORDER BY user_id, post_id'),
    scraps: await database.rows('SELECT user_id, post_id FROM scraps ORDER BY user_id, post_id'),
    replies: await database.rows('SELECT post_id, source_id FROM replies ORDER BY post_id, number'),
    hots: await database.rows('SELECT id, post_id FROM hots'),
    noted: await database.rows('SELECT post_id FROM imported_likes'),
  };
}

/** The database of an app that becomes unreachable after this number of transactions. */
function cutAfter(database: Database, transactions: number): Database {
  let left = transactions;
  return {
    ...database,
    transaction: (work) => {
      left -= 1;
      if (left < 0) throw new DatabaseError('unavailable', 'the database is gone', undefined, undefined);
      return database.transaction(work);
    },
  };
}

describe('[EN-09] an import that is cut off', () => {
  test('is completed by running it again, wherever it was cut', async () => {
    const place = await writeWorld('cut');
    const whole = await startTestApp();
    const cut = await startTestApp();
    try {
      expect(await operate(whole, 'import', place)).toMatchObject({ code: 0 });
      let runs = 0;
      for (let code = 1; code !== 0; runs += 1) {
        expect(runs).toBeLessThan(60);
        // Each run advances one transaction further: existing rows need no write.
        const run = await operate({ ...cut, database: cutAfter(cut.database, runs) }, 'import', place);
        ({ code } = run);
        expect([0, 1]).toContain(code);
        expect(run.errors).toBe(code === 0 ? '' : 'operator: the database is gone');
      }
      expect(runs).toBeGreaterThan(10);
      const rows = await readRows(cut.database);
      expect(rows).toEqual(await readRows(whole.database));
      expect(rows.noted).toEqual([]);
      expect(rows.likes).toHaveLength(USERS * 10);
      const counts = await cut.database.rows(
        `SELECT like_base, like_count, count(*)::int AS posts FROM posts GROUP BY 1, 2 ORDER BY 2 DESC, 1 DESC`,
      );
      expect(counts).toEqual([
        { like_base: 7, like_count: USERS + 7, posts: 5 },
        { like_base: 0, like_count: USERS, posts: 5 },
        { like_base: 0, like_count: 0, posts: POSTS - 10 },
      ]);
      const mixed = await cut.database.rows(
        `SELECT id FROM (SELECT id, created_at, lag(created_at) OVER (PARTITION BY post_id ORDER BY number) AS before
                           FROM replies) AS listed WHERE created_at < before`,
      );
      expect(mixed).toEqual([]);
    } finally {
      await whole.close();
      await cut.close();
    }
  }, 120_000);

  test('changes by students: stay unchanged when the import runs again', async () => {
    const place = await writeWorld('since');
    const app = await startTestApp();
    await operate(app, 'import', place);
    await app.database.change(
      `DELETE FROM likes WHERE post_id = (SELECT id FROM posts WHERE source_id = 'post1')`,
    );
    await app.database.change(
      `UPDATE posts SET like_count = like_base, title = '고친 제목' WHERE source_id = 'post1'`,
    );
    await app.database.change(`UPDATE users SET nickname = '새별명' WHERE source_id = 'user1'`);
    const before = await readRows(app.database);
    expect(await operate(app, 'import', place)).toMatchObject({ code: 0 });
    expect(await readRows(app.database)).toEqual(before);
  });
});

describe('[EN-09] wrong files', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  test('end with one line and write nothing', async () => {
    const tree = join(folder, 'tree.json');
    const say = async (text: string, ...words: string[]) => {
      await writeFile(tree, text);
      const { code, errors } = await operate(app, 'import', tree, ...words);
      expect(errors.split('\n')).toHaveLength(1);
      return [code, errors];
    };
    expect(await say('{"users":{"a":{"userUID":"a","userEmail":"a@korea.ac.kr"}')).toEqual([
      1,
      expect.stringMatching(/^operator: .*tree\.json is not JSON or ends in the middle \(.+\)$/),
    ]);
    expect(await say('{"users":{"a":{"userUID":"a","userEm')).toEqual([
      1,
      expect.stringContaining('tree.json'),
    ]);
    expect(await say('not json')).toEqual([1, expect.stringContaining('tree.json is not JSON')]);
    expect(await say('[]')).toEqual([1, expect.stringContaining('no JSON object')]);
    expect(await say('{}')).toEqual([1, expect.stringContaining('none of the collections')]);
    expect(await say('{"users":{}}', '--refused', tree)).toEqual([
      1,
      expect.stringContaining('exists already'),
    ]);
    expect(await operate(app, 'import', join(folder, 'nowhere'))).toMatchObject({ code: 1 });
    expect(await operate(app, 'import')).toMatchObject({ code: 2 });
    const { count } = (await app.database.first<{ count: number }>(
      'SELECT count(*) AS count FROM users',
    )) ?? {
      count: -1,
    };
    expect(count).toBe(0);
  });

  test('line that is no document: named by its number', async () => {
    const place = join(folder, 'lines');
    await mkdir(place);
    await writeFile(
      join(place, 'notices.jsonl'),
      '\uFEFF{"id":"n","noticeTitle":"공지","noticeBody":"","noticeCreatedTime":{"seconds":1}}\r\n\nbroken\n[1]\n{"noticeTitle":"x"}',
    );
    const { code, output } = await operate(app, 'import', place);
    expect(code).toBe(3);
    expect(output.split('\n').slice(0, 3)).toEqual([
      'refused  notices.jsonl:3  is not JSON',
      'refused  notices.jsonl:4  is no document',
      'refused  notices.jsonl:5  has no id',
    ]);
    expect(output).toMatch(/^notices +4 +1 +0 +0 +3$/m);
  });

  test('a value nested too deep refuses its document, not the import', async () => {
    const tree = join(folder, 'deep.json');
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const notice = (title: string) =>
      `{"id":"n2","noticeTitle":${title},"noticeBody":"","noticeCreatedTime":{"seconds":1}}`;
    await writeFile(tree, `{"notices":{"deep":${notice(deep)},"fine":${notice('"공지"')}}}`);
    const { code, output } = await operate(app, 'import', tree);
    expect(code).toBe(3);
    expect(output).toContain('refused  notices/deep  noticeTitle is nested too deep');
    expect(output).toMatch(/^notices +2 +1 +0 +0 +1$/m);
  });

  test('documents of exporting tools, with their own layers and times, are read too', async () => {
    const tree = join(folder, 'tool.json');
    const time = { __datatype__: 'timestamp', value: { _seconds: 1_700_000_000, _nanoseconds: 5_000 } };
    await writeFile(
      tree,
      JSON.stringify({
        __collections__: {
          buildings: {
            'main-hall': {
              buildingName: '본관',
              __collections__: {
                posts: {
                  layered: {
                    postTitle: '글',
                    contentsList: ['본문'],
                    postCreatedTime: time,
                    __collections__: {
                      replies: { r: { replyBody: '답글', replyCreatedTime: time, __collections__: {} } },
                    },
                  },
                },
              },
            },
          },
        },
      }),
    );
    expect(await operate(app, 'import', tree, '--json')).toMatchObject({ code: 0 });
    const row = await app.database.first(
      `SELECT reply_count, (extract(epoch FROM created_at) * 1000000)::bigint AS micros
         FROM posts WHERE source_id = 'layered'`,
    );
    expect(row).toEqual({ reply_count: 1, micros: 1_700_000_000_000_005 });
  });
});

if (inject('engine') === 'embedded') {
  test('[EN-09] import and export work through the running server’s socket', async () => {
    const place = await writeWorld('shared');
    const app = await startTestApp();
    const address = sharedAddress(folder);
    const stop = await shareDatabase(app.database, address, createLog('silent'));
    const shared = await connectShared(address);
    expect(shared).not.toBeNull();
    if (!shared) return;
    try {
      const through = { ...app, database: shared };
      expect(await operate(through, 'import', place)).toMatchObject({ code: 0, errors: '' });
      expect(await operate(through, 'export', join(folder, 'shared-out'))).toMatchObject({
        code: 0,
        errors: '',
      });
      const { count } = (await app.database.first<{ count: number }>(
        'SELECT count(*) AS count FROM posts',
      )) ?? {
        count: 0,
      };
      expect(count).toBe(POSTS);
    } finally {
      await shared.close();
      await stop();
      await app.close();
    }
  });
}
