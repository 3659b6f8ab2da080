import { describe, expect, it } from 'vitest';
import { readFrame } from './frame-table.ts';

const header = (path: string) => readFrame(path, true).header;
const footer = (path: string) => readFrame(path, true).footer;

describe('frame by path', () => {
  it('hides the header on search only', () => {
    expect(header('/search')).toEqual({ kind: 'hidden' });
  });

  it('names keyword results, buildings and boards in the header', () => {
    expect(header('/keyword/2/3')).toEqual({ kind: 'keyword', keywordId: '2', categoryId: '3' });
    expect(header('/building/main-hall')).toEqual({ kind: 'building', id: 'main-hall' });
    expect(header('/board/new')).toEqual({ kind: 'title', text: '최신글' });
    expect(header('/board/hot')).toEqual({ kind: 'title', text: '인기글' });
    for (const path of ['/board/event', '/board/event/1']) {
      expect(header(path)).toEqual({ kind: 'title', text: '이벤트', to: '/board/event' });
    }
    for (const path of ['/board/notice', '/board/notice/1']) {
      expect(header(path)).toEqual({ kind: 'title', text: '공지사항', to: '/board/notice' });
    }
  });

  it.each([
    '/',
    '/building',
    '/keyword',
    '/mypage',
    '/mypage/scrap',
    '/board/question',
    '/post/1',
    '/write',
    '/login',
  ])('shows the logo on %s', (path) => expect(header(path)).toEqual({ kind: 'logo' }));

  it.each([
    '/search',
    '/write',
    '/login',
    '/signup',
    '/post/1',
    '/hotpost/1',
    '/keyword/1/1',
    '/mypage/viewprofile',
    '/mypage/viewprofile/changeEmail',
    '/mypage/scrap',
    '/mypage/cancelmembership',
    '/board/event',
    '/board/event/1',
    '/board/notice',
    '/board/notice/1',
    '/board/new',
    '/board/hot',
  ])('has no footer on %s', (path) => expect(footer(path)).toBe('hidden'));

  it.each(['/', '/building', '/keyword', '/mypage'])('has the tab bar on %s', (path) => {
    expect(footer(path)).toBe('tabs');
    expect(readFrame(path, false).footer).toBe('hidden');
  });

  it.each(['/building/main-hall', '/board/question', '/board/buildingNotice', '/board/festival', '/algoria'])(
    'has the write button on %s',
    (path) => expect(footer(path)).toBe('write'),
  );

  it.each([
    ['/board/event/1', '/board/event'],
    ['/board/event', '/'],
    ['/mypage/viewprofile', '/mypage'],
    ['/mypage/viewprofile/changeEmail', '/mypage/viewprofile'],
    ['/mypage/scrap', '/mypage'],
    ['/building/main-hall', '/building'],
  ])('leads back from %s to %s', (path, parent) => expect(readFrame(path, true).parent).toBe(parent));
});
