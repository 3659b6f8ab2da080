import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readContent } from './content.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'madang-content-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each([
  ['posts-science.txt', /^== .*/, '== no-board', 1, '"no-board" is no board and no group of boards'],
  ['posts-festival.txt', / \| fest /, ' | feast ', 2, 'there are no replies called "feast"'],
  ['posts-festival.txt', / \+이벤트 후기 /, ' *이벤트 후기 ', 2, 'a mark nobody knows: *이벤트 후기'],
  ['posts-festival.txt', /~festival-crowd/, '~no-scene', 2, 'a mark nobody knows: ~no-scene'],
  ['replies-people.txt', /^> /m, '>', 2, 'a reply begins with "^ ", "> ", "$ " or "< "'],
  ['events.txt', /library-night/, 'nothing', 1, 'there is no poster "nothing"'],
  ['notices.txt', / \| [\d.]+/, ' | soon', 1, '"soon" is no number of days'],
  ['students.tsv', /humanities/, 'arts', 2, 'side is humanities, science, medical, not "arts"'],
  ['words.tsv', /^floor.*\n/m, '', 1, 'the list "floor" is missing'],
])('mistake in %s: reported with its line', async (name, right, wrong, line, problem) => {
  await cp(fileURLToPath(new URL('content', import.meta.url)), folder, { recursive: true, force: true });
  const file = join(folder, name);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(right, wrong));
  expect(() => readContent(folder)).toThrow(`${file} line ${line}: ${problem}`);
});
