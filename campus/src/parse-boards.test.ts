import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Mistakes } from './table.ts';
import { parseBoards } from './parse-boards.ts';

const URL = 'https://library.example.ac.kr/seats';
const text = await readFile(join(import.meta.dirname, '../buildings.tsv'), 'utf8');
/** With a column for the pages where seats are counted, empty. */
const counted = text.replaceAll(/^(.+)$/gm, '$1\t').replace(/\t$/m, '\tseats');

function parse(changed: string) {
  const mistakes = new Mistakes();
  const boards = parseBoards(changed, null, mistakes) ?? [];
  const seats = boards.filter((board) => board.seats).map((board) => [board.id, board.seats]);
  return { seats, said: mistakes.found.map(({ message }) => message) };
}

test('seats: a building may have a page that counts seats; the column is optional', () => {
  expect(parse(text)).toEqual({ seats: [], said: [] });
  expect(parse(counted)).toEqual({ seats: [], said: [] });
  expect(parse(counted.replace(/\t$/m, `\t${URL}`))).toEqual({ seats: [['main-hall', URL]], said: [] });
});

test.each([
  [
    'http://library.example.ac.kr',
    'line 2, field "seats": "http://library.example.ac.kr" is no address such as ',
  ],
  ['https://library', 'line 2, field "seats": "https://library" is no address'],
  [`https://a.kr/${'x'.repeat(300)}`, 'line 2, field "seats": '],
])('invalid address of seats: named with its line: %s', (seats, said) =>
  expect(parse(counted.replace(/\t$/m, `\t${seats}`)).said).toEqual([
    expect.stringContaining(`buildings.tsv ${said}`),
  ]),
);

test('a special board has no seats, and a row has all columns', () => {
  expect(parse(counted.replace(/^(question\t.*)\t$/m, `$1\t${URL}`)).said).toEqual([
    'buildings.tsv line 53, field "seats": only a building has one',
  ]);
  expect(parse(counted.replace(/\t$/m, '')).said).toEqual([
    'buildings.tsv line 2: has 5 columns instead of 6',
  ]);
});
