import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, importJson, uid, user, writeTree } from '../../../testing/documents.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'madang-encodings-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const HINT = 'is not UTF-8; --encoding euc-kr or --encoding windows-1252 reads other files';
/** 김 and 똠방 as Korean programs write them, the second beyond EUC-KR proper; no bytes of these are UTF-8. */
const KIM = Buffer.from([0xb1, 0xe8]);
const USER = Buffer.from([0x8c, 0x63, 0xb9, 0xe6]);

/** The text with bytes of another encoding in the place of a word. */
const withBytes = (text: string, word: string, bytes: Buffer) =>
  Buffer.concat(
    [text.split(word)].flatMap((parts) =>
      parts.flatMap((part, index) => (index === 0 ? [Buffer.from(part)] : [bytes, Buffer.from(part)])),
    ),
  );

const namesOf = (letters: string) =>
  app.database.rows('SELECT name, nickname FROM users WHERE source_id = ANY ($1) ORDER BY source_id', [
    [...letters].map(uid),
  ]);

test('[M-41a] bytes that are not UTF-8 refuse their document, with its path and a hint; the rest comes in', async () => {
  const lines = join(folder, 'broken-lines');
  await mkdir(lines);
  const documents = ['A', 'B', 'C'].map((letter) => user(letter, { userNickname: `mark${letter}` }));
  const text = documents.map((document) => JSON.stringify(document)).join('\n');
  await writeFile(join(lines, 'users.jsonl'), withBytes(text, 'markB', USER));
  const first = await importJson(app, lines);
  expect(first).toMatchObject({ code: 3, collections: { users: { read: 3, new: 2, refused: 1 } } });
  expect(first.remarks).toEqual([{ path: `users/${uid('B')}`, outcome: 'refused', reason: HINT }]);

  // A tree is spread into lines first, and its broken ids and fields go along.
  const tree = JSON.stringify({
    notices: { n: { noticeTitle: 'mark', noticeBody: '', noticeCreatedTime: at(1) } },
    events: { mark: { eventTitle: '행사', eventBody: '', eventCreatedTime: at(1) } },
  });
  const file = await writeTree(join(folder, 'broken-tree'), '');
  await writeFile(file, withBytes(tree, 'mark', KIM));
  const second = await importJson(app, file);
  expect(second.remarks).toEqual([
    { path: 'events/\uFFFD\uFFFD', outcome: 'refused', reason: HINT },
    { path: 'notices/n', outcome: 'refused', reason: HINT },
  ]);
  // UTF-16, as some programs save what they call Unicode, is no JSON of any kind that can be told apart.
  await writeFile(file, Buffer.from(`\uFEFF${tree}`, 'utf16le'));
  expect((await operate(app, 'import', file)).errors).toBe(`operator: ${file} ${HINT}`);
  // A replacement character that somebody wrote is none of these bytes.
  await writeFile(file, tree.replaceAll('mark', '\uFFFD'));
  expect(await importJson(app, file)).toMatchObject({ code: 0, remarks: [] });
});

test('[M-41b] --encoding euc-kr and windows-1252 read such files, packed with gzip too', async () => {
  const text = JSON.stringify(user('K', { userNickname: 'mark', userName: 'mark' }));
  const korean = join(folder, 'korean');
  await mkdir(korean);
  await writeFile(join(korean, 'users.jsonl.gz'), gzipSync(withBytes(text, 'mark', USER)));
  expect(await importJson(app, korean, '--encoding', 'euc-kr')).toMatchObject({ code: 0, remarks: [] });
  const western = join(folder, 'western');
  await mkdir(western);
  const tree = JSON.stringify({
    notices: { w: { noticeTitle: 'mark', noticeBody: '', noticeCreatedTime: at(1) } },
  });
  const file = join(western, 'seed.json.gz');
  await writeFile(file, gzipSync(withBytes(tree, 'mark', Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x80]))));
  expect(await importJson(app, file, '--encoding', 'windows-1252')).toMatchObject({ code: 0, remarks: [] });
  expect(await namesOf('K')).toEqual([{ name: '똠방', nickname: '똠방' }]);
  expect(await app.database.rows('SELECT title FROM notices WHERE source_id = $1', ['w'])).toEqual([
    { title: 'café€' },
  ]);
  for (const [words, said] of [
    [
      [file, '--encoding', 'klingon'],
      'operator: --encoding klingon is unknown; e.g. utf-8, euc-kr or windows-1252',
    ],
    [
      [await broken('cut.json.gz', gzipSync(tree).subarray(0, 40))],
      expect.stringContaining('cannot be unpacked'),
    ],
  ] as const)
    expect(await operate(app, 'import', ...words)).toMatchObject({ code: 1, errors: said });
});

async function broken(name: string, bytes: Buffer): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, bytes);
  return file;
}
