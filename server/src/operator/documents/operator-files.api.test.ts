import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { expect, inject, test } from 'vitest';
import { at, importJson, post, reply, uid, user, writeTree } from '../../../testing/documents.ts';
import { campusFolder } from '../../../testing/folders.ts';
import { makeFolder } from '../../../testing/make-folder.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { readConfig } from '../../config.ts';
import { createLog } from '../../log/log.ts';
import { runOperator } from '../program.ts';
import { openTerminal } from '../terminal.ts';
import { openWorkplace } from '../workplace.ts';

const app = await startTestApp();
const folder = makeFolder('files');

test('one bad like or number: corrected in its field; student, post and reply are imported', async () => {
  const tree = {
    users: {
      [uid('L')]: user('L', { likePost: ['p1', 7, 'a/b', null], userPoint: -3, writingRight: 'yes' }),
      [uid('M')]: user('M', { likePost: 'p1', userPoint: '12' }),
    },
    buildings: {
      'main-hall': {
        posts: {
          p1: {
            ...post('p1', 'L', { postGood: 2.5, postScrappers: [uid('M'), {}], keyword: [1, '공부 장소'] }),
            replies: { r: reply('M', { replyGood: 1e300, replyLiker: ['', 5] }) },
          },
        },
      },
    },
  };
  const imported = await importJson(app, await writeTree(join(folder, 'bad-fields'), tree));
  expect(imported).toMatchObject({
    code: 0,
    collections: {
      users: { new: 2, corrected: 2 },
      posts: { new: 1, corrected: 1 },
      replies: { new: 1, corrected: 1 },
    },
  });
  const most = 'must be from 0 to 2147483647; it is left out';
  const below = 'buildings/main-hall/posts/p1';
  expect(imported.remarks.map(({ path, reason }) => [path, reason])).toEqual([
    [`users/${uid('L')}`, `userPoint ${most}`],
    [`users/${uid('L')}`, expect.stringMatching(/^writingRight .*; it is left out$/)],
    [`users/${uid('L')}`, 'likePost leaves out 2 of 4 entries'],
    [`users/${uid('L')}`, 'likePost leaves out 1 that can be no post'],
    [`users/${uid('M')}`, 'userPoint must be a number; it is left out'],
    [`users/${uid('M')}`, expect.stringMatching(/^likePost .*; it is left out$/)],
    [below, 'keyword leaves out 1 of 2 entries'],
    [below, `postGood ${most}`],
    [below, 'postScrappers leaves out 1 of 2 entries'],
    [`${below}/replies/r`, `replyGood ${most}`],
    [`${below}/replies/r`, 'replyLiker leaves out 1 of 2 entries'],
  ]);
  expect(
    await app.database.rows('SELECT points, writing_right FROM users WHERE source_id = ANY ($1)', [
      [uid('L'), uid('M')],
    ]),
  ).toEqual(Array.from({ length: 2 }, () => ({ points: 0, writing_right: false })));
  expect(
    await app.database.rows('SELECT like_count, keywords FROM posts WHERE source_id = $1', ['p1']),
  ).toEqual([{ like_count: 1, keywords: ['공부 장소'] }]);
  expect(await app.database.rows('SELECT count(*)::int AS marks FROM scraps')).toEqual([{ marks: 1 }]);
});

test('posts and replies that came without author get it when the student comes later', async () => {
  const written = {
    buildings: {
      'main-hall': {
        posts: {
          late: { ...post('late', 'N'), replies: { late: reply('O', { replyPID: 'late' }) } },
          gone: post('gone', 'P'),
        },
      },
    },
  };
  const people = { users: { [uid('N')]: user('N'), [uid('O')]: user('O') } };
  const authors = () =>
    app.database.rows(
      `SELECT posts.source_id AS id, users.nickname FROM posts LEFT JOIN users ON users.id = author_id
        WHERE posts.source_id IN ('late', 'gone')
       UNION ALL
       SELECT 'reply', users.nickname FROM replies LEFT JOIN users ON users.id = author_id
        WHERE replies.source_id = 'late' ORDER BY 1`,
    );
  // A student withdrawn here does not become the author of an imported post.
  const first = await importJson(
    app,
    await writeTree(join(folder, 'late'), { users: { [uid('P')]: user('P') } }),
  );
  expect(first.code).toBe(0);
  const { output } = await operate(app, 'student', 'show', 'p@korea.ac.kr', '--json');
  const { id } = JSON.parse(output.split('\n')[0] ?? '') as { id: string };
  expect((await operate(app, 'student', 'withdraw', id, '--reason', '본인 요청')).code).toBe(0);

  const file = await writeTree(join(folder, 'late'), written);
  expect((await importJson(app, file)).remarks).toHaveLength(3);
  expect(await authors()).toEqual([
    { id: 'gone', nickname: null },
    { id: 'late', nickname: null },
    { id: 'reply', nickname: null },
  ]);
  const both = await writeTree(join(folder, 'later'), { users: { ...people.users, [uid('P')]: user('P') } });
  expect((await importJson(app, both)).code).toBe(0);
  expect(await authors()).toEqual([
    { id: 'gone', nickname: null },
    { id: 'late', nickname: '학생N' },
    { id: 'reply', nickname: '학생O' },
  ]);
  for (const table of ['imported_post_authors', 'imported_reply_authors'])
    expect(await app.database.rows(`SELECT * FROM ${table}`)).toEqual([]);
});

/** Runs a command as the command line does, on a database that it opens itself. */
async function operateAlone(environment: Record<string, string>, ...words: string[]) {
  const lines: string[] = [];
  const code = await runOperator(words, {
    open: (opening) =>
      openWorkplace(readConfig(environment), createLog('silent'), { ...opening, environment }),
    environment,
    terminal: openTerminal({
      write: (text) => lines.push(text),
      complain: (text) => lines.push(text),
      screen: null,
    }),
  });
  return { code, output: lines.join('') };
}

test('--dry-run: writes nothing; no table in an empty database, no missing folder', async () => {
  const data = join(folder, 'untouched');
  const tree = {
    users: { [uid('A')]: user('A') },
    buildings: { 'main-hall': { posts: { a: post('a', 'A') } } },
  };
  const file = await writeTree(join(folder, 'dry'), tree);
  const environment: Record<string, string> = { DATA_DIR: data };
  const admin =
    inject('engine') === 'postgres' ? new pg.Client({ connectionString: inject('template') }) : null;
  const name = `madang_dry_${process.pid}`;
  await admin?.connect();
  await admin?.query(`CREATE DATABASE ${name}`);
  const url = new URL(inject('engine') === 'postgres' ? inject('template') : 'postgres://unused');
  url.pathname = `/${name}`;
  if (admin) environment['DATABASE_URL'] = url.href;
  try {
    const dry = await operateAlone(environment, 'import', file, '--dry-run');
    expect(dry.output).toMatch(/^users +1 +1 +0 +0 +0$/m);
    expect(dry.output).toMatch(/^posts +1 +1 +0 +0 +0$/m);
    expect(dry.code).toBe(0);
    expect(existsSync(data)).toBe(false);
    if (admin) {
      const there = new pg.Client({ connectionString: url.href });
      await there.connect();
      const { rows } = await there.query(
        `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
      );
      await there.end();
      expect(rows).toEqual([]);
    }
  } finally {
    await admin?.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin?.end();
  }
});

test('picture as a data URL in the document: imported', async () => {
  const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: 'green' } });
  const png = (await picture.png().toBuffer()).toString('base64');
  const images = (url: string) => ({ contentsList: ['본문', url], formatList: ['text', 'image'] });
  const posts = {
    inside: post('inside', 'A', images(`data:image/png;base64,${png}`)),
    alone: post('alone', 'A', { contentsList: ['본문', `data:image/png;base64,${png}`], formatList: null }),
    nonsense: post('nonsense', 'A', images('data:image/png;base64,AAAA')),
    vector: post('vector', 'A', images('data:image/svg+xml,%3Csvg%2F%3E')),
    large: post('large', 'A', images(`data:image/png;base64,${'A'.repeat(14_000_000)}`)),
  };
  const tree = { users: { [uid('A')]: user('A') }, buildings: { 'main-hall': { posts } } };
  const imported = await importJson(app, await writeTree(join(folder, 'inside'), tree));
  expect(imported.remarks.map(({ path, reason }) => [path.split('/').at(-1), reason])).toEqual([
    ['nonsense', 'the image cannot be read; kept without image'],
    ['vector', 'the image cannot be read; kept without image'],
    ['large', 'the image is too large; kept without image'],
  ]);
  const rows = await app.database.rows<{ image_path: string }>(
    `SELECT image_path FROM posts WHERE image_width = 30 AND source_id IN ('inside', 'alone')`,
  );
  expect(rows).toHaveLength(2);
  for (const { image_path: path } of rows) {
    const stored = await app.images.get(`${path}/large.webp`);
    expect(await sharp(stored ?? undefined).metadata()).toMatchObject({ format: 'webp', width: 30 });
  }
});

test('posters have the same bytes after export and import, unless they hold more than pixels', async () => {
  const tree = await writeTree(join(folder, 'posters'), {
    events: Object.fromEntries(
      ['drawn', 'told'].map((id) => [id, { eventTitle: id, eventBody: '', eventCreatedTime: at(1) }]),
    ),
  });
  const posters = join(folder, 'posters', 'images', 'EventImg');
  await mkdir(posters, { recursive: true });
  const drawn = await readFile(join(campusFolder, 'pictures', 'events', 'festival-stage.png'));
  const told = await sharp(drawn)
    .withExif({ IFD0: { Artist: '김고대' } })
    .png()
    .toBuffer();
  await writeFile(join(posters, 'drawn.png'), drawn);
  await writeFile(join(posters, 'told.png'), told);
  await app.database.change("DELETE FROM bulletin_entries WHERE kind = 'event'");
  expect(await importJson(app, tree)).toMatchObject({ code: 0, remarks: [] });
  const out = join(folder, 'posters-out');
  expect((await operate(app, 'export', out)).code).toBe(0);
  const again = await startTestApp();
  expect((await importJson(again, out)).code).toBe(0);
  expect((await operate(again, 'export', `${out}-again`)).code).toBe(0);
  for (const place of [out, `${out}-again`]) {
    const files = await readdir(join(place, 'images', 'EventImg'));
    expect(files.sort()).toEqual(['drawn.png', 'told.png']);
    expect((await readFile(join(place, 'images', 'EventImg', 'drawn.png'))).equals(drawn)).toBe(true);
    expect(
      (await sharp(await readFile(join(place, 'images', 'EventImg', 'told.png'))).metadata()).exif,
    ).toBeUndefined();
  }
});

test('an export into a place that cannot be written ends at once, with one line', async () => {
  const place = join(folder, 'occupied');
  await mkdir(place);
  await writeFile(join(place, 'images'), 'a file in the way');
  // A database that throws when used: the folder is checked first.
  const database = new Proxy(app.database, {
    get() {
      throw new Error('the documents were read before the place was looked at');
    },
  });
  // Nothing can be created below /proc, and Node's recursive mkdir never detects that.
  for (const words of [
    ['/proc/madang/export'],
    ['--file', '/proc/madang/madang.json'],
    ['--file', join(place, 'm.json')],
    [join(place, 'images')],
  ]) {
    const { code, errors, output } = await operate({ ...app, database }, 'export', ...words);
    expect([words, code, output]).toEqual([words, 1, '']);
    expect(errors).toMatch(/^operator: E(NOENT|EXIST|NOTDIR|ACCES): .+$/);
  }
  expect(await readdir(place)).toEqual(['images']);
});
