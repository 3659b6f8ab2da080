import { expect, test } from 'vitest';
import { Mistakes } from './campus-error.ts';
import { readRows, writeTable } from './read-table.ts';

test('what a spreadsheet would calculate is written as text, and read as it was', () => {
  const columns = ['a', 'b'] as const;
  const formulas = ['=HYPERLINK("http://x")', '+cmd', '-1', '@SUM(A1)', '＝1', "'=1", "''+1"];
  const rows = [...formulas, '휴게실', "'90년대", ''].map((a) => ({ a, b: 'x' }));
  const text = writeTable(columns, rows);
  expect(text.split(/[\t\n]/).filter((cell) => /^[=+\-@＝]/.test(cell))).toEqual([]);
  const read = readRows(text, columns, 100, { file: 'a.tsv', mistakes: new Mistakes() });
  expect(read?.map(({ cells }) => cells)).toEqual(rows);
});

test('a tab or a line end splits no row and no cell', () => {
  expect(writeTable(['a'], [{ a: '1층\t\r\n 복도' }])).toBe('a\n1층  복도\n');
});

test('rows past the greatest number are counted, and not read', () => {
  const [mistakes, read] = [new Mistakes(), [] as string[]];
  const text = ['a', '1', '2', '3', '4\t5', ''].join('\n');
  const rows = readRows(
    text,
    ['a'],
    2,
    { file: 'a.tsv', mistakes },
    { a: (cell) => (read.push(cell), cell) },
  );
  expect([rows?.map(({ cells }) => cells.a), read]).toEqual([
    ['1', '2'],
    ['1', '2'],
  ]);
  expect(mistakes.found.map(({ message }) => message)).toEqual(['a.tsv has 4 rows, at most 2 fit']);
});
