import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { at, importJson, writeTree } from '../../../testing/documents.ts';
import { makeFolder } from '../../../testing/make-folder.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const app = await startTestApp();
const folder = makeFolder('encodings');

/** 똠방 in CP949 beyond EUC-KR, and café€ in a Western encoding. */
const KOREAN = Buffer.from([0x8c, 0x63, 0xb9, 0xe6]);
const WESTERN = Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x80, 0x20, 0xe9, 0x2e, 0xe8, 0x2e]);

/** Returns the text with bytes of another encoding instead of a word. */
function withBytes(text: string, bytes: Buffer): Buffer {
  const [before = '', after = ''] = text.split('mark');
  return Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]);
}

const tree = JSON.stringify({
  notices: { n: { noticeTitle: 'mark', noticeBody: '', noticeCreatedTime: at(1) } },
});

test('file not in UTF-8: refused in one line before importing, with its encoding and remedy', async () => {
  const lines = join(folder, 'lines');
  await mkdir(lines);
  const text = `{"userUID":"a","userNickname":"a"}\n{"userUID":"b","userNickname":"mark"}`;
  const users = join(lines, 'users.jsonl');
  await writeFile(users, withBytes(text, KOREAN));
  const file = await writeTree(join(folder, 'tree'), '');
  const utf16 = await writeTree(join(folder, 'utf16'), '');
  const packed = join(folder, 'seed.json.gz');
  await writeFile(file, withBytes(tree, WESTERN));
  await writeFile(utf16, Buffer.from(`\uFEFF${tree}`, 'utf16le'));
  await writeFile(packed, gzipSync(withBytes(tree, KOREAN)));
  for (const [path, named, looks, converts] of [
    [lines, users, 'CP949', `iconv -f CP949 -t UTF-8 ${users} > ${users}.utf8`],
    [file, file, 'WINDOWS-1252', `iconv -f WINDOWS-1252 -t UTF-8 ${file} > ${file}.utf8`],
    [utf16, utf16, 'UTF-16LE', `iconv -f UTF-16LE -t UTF-8 ${utf16} > ${utf16}.utf8`],
    [
      packed,
      packed,
      'CP949',
      `gunzip -c ${packed} | iconv -f CP949 -t UTF-8 > ${packed.slice(0, -'.gz'.length)}`,
    ],
  ] as const)
    expect(await operate(app, 'import', path)).toMatchObject({
      code: 1,
      errors: `operator: ${named} is not UTF-8; it looks like ${looks}: ${converts}`,
    });
  expect(await app.database.rows('SELECT id FROM users WHERE source_id IS NOT NULL')).toEqual([]);
  // A replacement character in the original text is valid UTF-8.
  await writeFile(file, tree.replaceAll('mark', '\uFFFD'));
  expect(await importJson(app, file)).toMatchObject({ code: 0, remarks: [] });
});

test('files packed with gzip are read, and one that is cut off is reported', async () => {
  const packed = join(folder, 'whole.json.gz');
  await writeFile(packed, gzipSync(tree));
  expect(await importJson(app, packed)).toMatchObject({ code: 0, remarks: [] });
  const cut = join(folder, 'cut.json.gz');
  await writeFile(cut, gzipSync(tree).subarray(0, 40));
  expect(await operate(app, 'import', cut)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('cannot be unpacked') as string,
  });
  const half = await writeTree(join(folder, 'half'), '');
  await writeFile(half, Buffer.concat([Buffer.from(tree), Buffer.from('가').subarray(0, 2)]));
  expect((await operate(app, 'import', half)).errors).toBe(
    `operator: ${half} ends in the middle of a character`,
  );
});
