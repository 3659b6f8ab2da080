import { expect, it } from 'vitest';
import { draftKey } from '../../lib/drafts.ts';
import { contentOf, emptyDraft, isStored, nameAttempt, readBoard, readKind } from './draft.ts';

const draft = { ...emptyDraft, title: '제목', body: '내용' };

it('keeps the id of a post over retries with the same content', () => {
  const first = nameAttempt('main-hall', draft);
  expect(nameAttempt('main-hall', { ...draft, attempt: first })).toBe(first);
  expect(nameAttempt('law-hall', { ...draft, attempt: first }).id).not.toBe(first.id);
  expect(nameAttempt('main-hall', { ...draft, attempt: first, body: '다른 내용' }).id).not.toBe(first.id);
  expect(
    nameAttempt('main-hall', {
      ...draft,
      attempt: first,
      pictures: [{ key: 'k', id: 'u', done: false, description: '' }],
    }).id,
  ).not.toBe(first.id);
});

it('survives storage and rejects other shapes', () => {
  expect(isStored(JSON.parse(JSON.stringify({ ...draft, attempt: nameAttempt('main-hall', draft) })))).toBe(
    true,
  );
  for (const other of [
    null,
    'x',
    {},
    { ...draft, keywords: [1] },
    { ...draft, pictures: 'x' },
    { ...draft, pictures: [{ key: 1 }] },
    { title: 1, body: '' },
  ]) {
    expect(isStored(other)).toBe(false);
  }
});

it('reads a draft with a single picture, as older versions stored it', () => {
  const { pictures: _, ...older } = draft;
  expect(isStored({ ...older, upload: null })).toBe(true);
  expect(isStored({ ...older, upload: { id: 'u', done: true } })).toBe(true);
  expect(isStored({ ...older, upload: 'x' })).toBe(false);
});

it('recognizes an empty draft', () => {
  const isEmpty = (other: typeof emptyDraft) => contentOf(other) === contentOf(emptyDraft);
  expect(isEmpty({ ...emptyDraft, attempt: nameAttempt('main-hall', draft) })).toBe(true);
  expect(isEmpty({ ...emptyDraft, body: ' ' })).toBe(false);
});

it('separates drafts by user and board', () => {
  const keys = [draftKey('a', 'question'), draftKey('b', 'question'), draftKey('a', 'festival')];
  expect(new Set(keys).size).toBe(3);
  expect(keys[0]).toBe('draft:v1:a:question');
});

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
])('from %s the post goes to %s', (from, board) => expect(readBoard(from)).toBe(board));

it('recognizes the kind of a board', () => {
  expect(['question', 'festival', 'main-hall'].map(readKind)).toEqual(['question', 'festival', 'building']);
});
