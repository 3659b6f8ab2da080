import { describe, expect, it } from 'vitest';
import { readFrame } from './read-frame.ts';

const frame = (path: string) => readFrame(path, true, 'beta');
const footer = (path: string) => frame(path).footer ?? 'hidden';

describe('frame by path', () => {
  it('hides the header on search only', () => {
    expect(frame('/search').header).toBe('hidden');
  });

  it('names keyword, building or board in the header', () => {
    expect(frame('/keyword/2/3')).toMatchObject({
      header: 'keyword',
      params: { keywordId: '2', categoryId: '3' },
    });
    expect(frame('/building/main-hall')).toMatchObject({
      header: 'building',
      params: { buildingId: 'main-hall' },
    });
    for (const [path, title, titleTo] of [
      ['/board/new', '최신글', undefined],
      ['/board/hot', '인기글', undefined],
      ['/board/event', '이벤트', '/board/event'],
      ['/board/event/1', '이벤트', '/board/event'],
      ['/board/notice', '공지사항', '/board/notice'],
      ['/board/notice/1', '공지사항', '/board/notice'],
    ] as const) {
      const { header, title: shown, titleTo: leads } = frame(path);
      expect([path, header, shown, leads]).toEqual([path, 'title', title, titleTo]);
    }
  });

  it.each(['/', '/mypage'])('shows the logo and the inbox link on %s', (path) => {
    expect(frame(path).header).toBe('bell');
    expect(readFrame(path, false, 'beta').header).toBeUndefined();
  });

  it.each(['/building', '/keyword', '/mypage/scrap', '/board/question', '/post/1', '/write', '/login'])(
    'shows the logo on %s',
    (path) => expect(frame(path).header).toBeUndefined(),
  );

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
    expect(readFrame(path, false, 'beta').footer).toBeUndefined();
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
  ])('back from %s leads to %s', (path, parent) => expect(frame(path).parent).toBe(parent));
});
