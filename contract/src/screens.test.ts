import { describe, expect, it } from 'vitest';
import { isIn } from './campus/rules.ts';
import { findScreen, SCREENS } from './screens.ts';

const find = (path: string) => {
  const found = findScreen(path, 'official');
  return found && { path: found.screen.path, params: found.params };
};

describe('the screen at an address', () => {
  it('returns the decoded values of parameters', () => {
    expect(find('/keyword/2/3')).toEqual({
      path: '/keyword/:keywordId/:categoryId',
      params: { keywordId: '2', categoryId: '3' },
    });
    expect(find('/post/%EA%B3%A0%2F1')?.params).toEqual({ id: '고/1' });
  });

  it('returns a parameter unchanged if it cannot be decoded', () => {
    expect(find('/post/100%')?.params).toEqual({ id: '100%' });
  });

  it('ignores case and a trailing slash, and keeps the case of parameters', () => {
    const path = '/mypage/viewprofile/changeEmail';
    expect(find('/MyPage/viewprofile/changeemail/')).toEqual({ path, params: {} });
    expect(find('')).toEqual({ path: '/', params: {} });
    expect(find('/Post/aB')).toEqual({ path: '/post/:id', params: { id: 'aB' } });
  });

  it('requires every segment, and no others', () => {
    expect(find('/building/')?.path).toBe('/building');
    expect(find('/building/main-hall/posts')).toBeNull();
    expect(find('/buildings')).toBeNull();
    expect(find('/keyword/1')).toBeNull();
  });

  it('is in both editions, or in one', () => {
    expect([isIn({}, 'beta'), isIn({}, 'official')]).toEqual([true, true]);
    expect(isIn({ edition: 'official' }, 'beta')).toBe(false);
    expect(isIn({ edition: 'official' }, 'official')).toBe(true);
    expect(findScreen('/moderate', 'beta')).toBeNull();
  });

  it('is each row at its own address', () => {
    for (const { path } of SCREENS) expect(find(path.replaceAll(':', ''))?.path).toBe(path);
  });
});
