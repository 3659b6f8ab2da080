import type { InboxNotification } from '@madang/contract/notifications/schema';
import { describe, expect, test } from 'vitest';
import { type Inbox, type InboxPage, putFirstPage } from './inbox.ts';

/** The fields that the list uses: id and time of the latest event. */
const line = (id: string, minute: number) =>
  ({ id, at: `2026-11-23T09:${String(minute).padStart(2, '0')}:00.000Z` }) as InboxNotification;
const page = (lines: InboxNotification[], nextCursor: string | null): InboxPage => ({
  lines,
  nextCursor,
  unread: 0,
});
const inbox = (...pages: InboxPage[]): Inbox => ({ pages, pageParams: pages.map(() => null) });
const show = ({ pages }: Inbox) => pages.map(({ lines }) => lines.map(({ id }) => id).join(''));

describe('[NO-01] refetched first page of the inbox', () => {
  const before = inbox(page([line('d', 40), line('c', 30)], 'c'), page([line('b', 20), line('a', 10)], null));

  test('puts new lines on top and keeps those pushed to the next page', () => {
    const after = putFirstPage(before, page([line('e', 50), line('d', 40)], 'd'));
    expect(show(after)).toEqual(['edc', 'ba']);
    expect(after.pages.map(({ nextCursor }) => nextCursor)).toEqual(['c', null]);
  });

  test('moves a repeated line to the top', () => {
    expect(show(putFirstPage(before, page([line('a', 50), line('d', 40)], 'd')))).toEqual(['adc', 'b']);
  });

  test('removes deleted lines', () => {
    expect(show(putFirstPage(before, page([line('d', 40), line('b', 20)], 'b')))).toEqual(['db', 'a']);
    expect(show(putFirstPage(before, page([], null)))).toEqual(['']);
  });

  test('starts over if there are more new lines than a page, or no old ones', () => {
    const fresh = page([line('g', 52), line('f', 51)], 'f');
    expect(putFirstPage(before, fresh)).toEqual({ pages: [fresh], pageParams: [null] });
    expect(show(putFirstPage(inbox(page([], null)), fresh))).toEqual(['gf']);
  });
});
