import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Remark } from '../src/operator/documents/source.ts';
import { operate } from './operate.ts';
import type { TestApp } from './test-app.ts';

/** Returns a time of the document format without derived fields. */
export const at = (seconds: number, nanoseconds = 0) => ({ seconds, nanoseconds });
/** Returns an id of the length used by the document database. */
export const uid = (letter: string) => letter.repeat(28);

/** Returns the document of a user whose id repeats one letter. */
export function user(letter: string, fields: object = {}) {
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

/** Returns the document of a new post by the user of that letter. */
export function post(id: string, letter: string | null, fields: object = {}) {
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

/** Returns the document of a reply to the post `p1`. */
export function reply(letter: string | null, fields: object = {}) {
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

/** Writes a tree into a new folder; returns the path of its file. */
export async function writeTree(folder: string, tree: object | string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'seed.json');
  await writeFile(file, typeof tree === 'string' ? tree : JSON.stringify(tree, null, 1));
  return file;
}

/** Result of `import --json`. */
export interface Imported {
  code: number;
  remarks: Remark[];
  collections: Record<
    string,
    { read: number; new: number; same: number; corrected: number; refused: number }
  >;
}

/** Runs the import; any output on stderr fails the test. */
export async function importJson(app: TestApp, ...words: string[]): Promise<Imported> {
  const { code, output, errors } = await operate(app, 'import', ...words, '--json');
  expect(errors).toBe('');
  const lines = output.split('\n').map((line) => JSON.parse(line) as Remark & Imported);
  return { code, remarks: lines.slice(0, -1), collections: lines.at(-1)?.collections ?? {} };
}

/** Returns all rows that an import creates, as text. */
export async function dump(app: TestApp): Promise<string[]> {
  const tables = ['accounts', 'users', 'buildings', 'posts', 'post_keywords', 'uploads', 'likes', 'scraps'];
  tables.push('point_awards', 'replies', 'bulletin_entries', 'hots', 'imported_likes', 'audit');
  const texts: string[] = [];
  for (const table of tables) {
    const rows = await app.database.rows<{ text: string }>(
      `SELECT to_jsonb(t)::text AS text FROM ${table} t`,
    );
    texts.push(...rows.map(({ text }) => `${table} ${text}`).sort());
  }
  return texts;
}
