import { expect, it } from 'vitest';
import { readBoard, readKind } from './write-target.ts';

it.each([
  ['/building/main-hall', 'main-hall'],
  ['/building/main-hall?sort=popular', 'main-hall'],
  ['/board/question', 'question'],
  ['/board/festival?keyword=x', 'festival'],
  ['/board/buildingNotice', null],
  ['/board/new', null],
  ['/building', null],
  ['/building/a/b', null],
  ['/', null],
  [undefined, null],
])('from %s one writes on %s', (from, board) => expect(readBoard(from)).toBe(board));

it('knows the kind of a board', () => {
  expect(['question', 'festival', 'main-hall'].map(readKind)).toEqual(['question', 'festival', 'building']);
});
