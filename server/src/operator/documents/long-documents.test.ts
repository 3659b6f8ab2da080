import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { IMAGE_BYTES_MAX } from '@madang/contract/posts/rules';
import { expect, test } from 'vitest';
import { OperatorError } from '../terminal.ts';
import { DOCUMENT_MAX, FolderSource } from './source.ts';
import { spreadTree } from './spread-tree.ts';
import { makeFolder } from '../../../testing/make-folder.ts';

const most = `is longer than ${DOCUMENT_MAX} characters, the most that is read`;

const folder = makeFolder('long');

/** Compresses a text into a file of this name. */
async function pack(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, gzipSync(text, { level: 1 }));
  return file;
}

async function readUsers(): Promise<unknown[]> {
  const source = await FolderSource.open(folder, ['users']);
  const read: unknown[] = [];
  for await (const line of source?.read('users') ?? []) read.push(line);
  return read;
}

/** Spreads a compressed tree; returns how many documents were refused. */
async function spread(file: string): Promise<number> {
  let refused = 0;
  const to = `${file}-spread`;
  await mkdir(to);
  await spreadTree(
    file,
    to,
    () => (refused += 1),
    () => {},
  );
  return refused;
}

test('endless packed line: stops the import with the file, its number and the limit', async () => {
  const file = await pack('users.jsonl.gz', `{"userUID":"u1"}\n{"userUID":"${'a'.repeat(DOCUMENT_MAX)}`);
  await expect(readUsers()).rejects.toThrow(new OperatorError(`${file}: line 2 ${most}`));
});

test('endless value of a tree: stops the import with file, document and limit', async () => {
  const endless = 'a'.repeat(DOCUMENT_MAX + 100_000);
  const named = await pack('text.json.gz', `{"users":{"u1":{"userName":"${endless}`);
  await expect(spread(named)).rejects.toThrow(new OperatorError(`${named}: a value of users/u1 ${most}`));
  const nowhere = await pack('key.json.gz', `{"${endless}`);
  await expect(spread(nowhere)).rejects.toThrow(new OperatorError(`${nowhere}: a value of the tree ${most}`));
});

test('tree document with too many values, kept or skipped: stops the import too', async () => {
  const part = `"${'b'.repeat(1_000_000)}"`;
  const list = `[${Array(17).fill(part).join(',')}]`;
  const fields = Array.from({ length: 17 }, (_, index) => `"f${index}":${part}`).join(',');
  for (const [name, tree] of [
    ['list', `{"users":{"u1":{"likePost":${list}}}}`],
    ['fields', `{"users":{"u1":{${fields}}}}`],
  ] as const) {
    const file = await pack(`${name}.json.gz`, tree);
    await expect(spread(file)).rejects.toThrow(new OperatorError(`${file}: users/u1 ${most}`));
  }
  const passed = await pack('passed.json.gz', `{"strange":${list}}`);
  await expect(spread(passed)).rejects.toThrow(new OperatorError(`${passed}: the tree ${most}`));
});

test('picture of the greatest size: fits into a document, next to many documents', async () => {
  const picture = `data:image/png;base64,${Buffer.alloc(IMAGE_BYTES_MAX, 1).toString('base64')}`;
  const post = JSON.stringify({ userUID: 'u1', contentsList: ['가'.repeat(100_000), picture] });
  await pack('users.jsonl.gz', `${post}\n${post}\n`);
  expect(await readUsers()).toMatchObject([{ path: 'users/u1' }, { path: 'users/u1' }]);
  expect(await spread(await pack('fits.json.gz', `{"users":{"u1":${post},"u2":${post}}}`))).toBe(0);
});
