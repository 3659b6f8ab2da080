import { expect, test } from 'vitest';
import { Mistakes, readRows, writeTable } from './table.ts';

test('cell that a spreadsheet would calculate: written as text, and read unchanged', () => {
  const columns = ['a', 'b'] as const;
  const formulas = ['=HYPERLINK("http://x")', '+cmd', '-1', '@SUM(A1)', '＝1', "'=1", "''+1"];
  const rows = [...formulas, '휴게실', "'90년대", ''].map((a) => ({ a, b: 'x' }));
  const text = writeTable(columns, rows);
  expect(text.split(/[\t\n]/).filter((cell) => /^[=+\-@＝]/.test(cell))).toEqual([]);
  const read = readRows(text, columns, 100, { file: 'a.tsv', mistakes: new Mistakes() });
  expect(read?.map(({ cells }) => cells)).toEqual(rows);
});

test('tab or line end in a value: splits no row and no cell', () => {
  expect(writeTable(['a'], [{ a: '1층\t\r\n 복도' }])).toBe('\uFEFFa\n1층  복도\n');
});

/** Reads the columns a, b and c: the cells of each row behind its line, or the mistakes. */
function read(text: string, most = 100): string[][] | string[] {
  const mistakes = new Mistakes();
  const rows = readRows(text, ['a', 'b', 'c'], most, { file: 'f', mistakes });
  const found = mistakes.found.map(({ message }) => message);
  return rows && found.length === 0
    ? rows.map(({ line, cells }) => [String(line), ...Object.values(cells)])
    : found;
}

test('[PL-10] CSV: reads commas, quotes, line ends in cells and empty rows as spreadsheets write them', () => {
  for (const end of ['\r\n', '\n', '\r'])
    expect(
      read(
        ['a,b,c', '"1,5","say ""hi""","two', 'lines"', ',,', '', 'x,y,"z"', '"odd" x,5\' 11",1'].join(end),
      ),
    ).toEqual([
      ['2', '1,5', 'say "hi"', 'two lines'],
      ['6', 'x', 'y', 'z'],
      ['7', '"odd" x', '5\' 11"', '1'],
    ]);
});

test('[PL-10] tabs, commas and semicolons separate cells, as in the first line', () => {
  for (const separator of ['\t', ',', ';'])
    for (const mark of ['', '\uFEFF']) {
      expect(
        read(`${mark}${['a', 'b', 'c', ''].join(separator)}\n${['1', '"2, 3; 4"', '5', ''].join(separator)}`),
      ).toEqual([['2', '1', '2, 3; 4', '5']]);
    }
});

test('[PL-10] unclosed quote: named with the first line of its row', () => {
  expect(read('a\tb\tc\n\n1\t"2\n3"\t한\n4\t"5\t6\n7\t8\t9\n')).toEqual([
    'f line 5: a cell begins with a quote that is not closed',
  ]);
});

test('[PL-10] a quote that a later row closes hides no row', () => {
  expect(read('a\tb\tc\n1\t"Nook\t3\n2\t"Den"\t4\n5\tHall\t6\n')).toEqual([
    'f line 2: a cell begins with a quote that is not closed',
  ]);
});

test('[PL-10] rows beyond the maximum: not read', () => {
  expect(read('a\tb\tc\n1\t2\t3\n\n4\t5\t6\n', 2)).toHaveLength(2);
  expect(read('a\tb\tc\n1\t2\t3\n4\t5\t6\n7\t8\t9\n"never closed', 2)).toEqual([
    'f has more than 2 rows, which is the most that fit',
  ]);
});

test('an empty file and other columns are refused with the columns', () => {
  for (const text of ['', '\n\n', 'a\tb\n', 'a\tb\tc\td\n'])
    expect(read(text)).toEqual(['f line 1: the columns must be a, b, c']);
});
