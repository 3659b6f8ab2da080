import { describe, expect, it } from 'vitest';
import { matchPath } from './match-path.ts';

describe('matching an address', () => {
  it('names what stands in the place of a parameter, decoded', () => {
    expect(matchPath('/keyword/:keywordId/:categoryId', '/keyword/2/3')).toEqual({
      keywordId: '2',
      categoryId: '3',
    });
    expect(matchPath('/post/:id', '/post/%EA%B3%A0%2F1')).toEqual({ id: '고/1' });
  });

  it('leaves what cannot be decoded as it is', () => {
    expect(matchPath('/post/:id', '/post/100%')).toEqual({ id: '100%' });
  });

  it('makes nothing of case or of a slash at the end', () => {
    expect(matchPath('/mypage/viewprofile/changeEmail', '/MyPage/viewprofile/changeemail/')).toEqual({});
    expect(matchPath('/', '')).toEqual({});
  });

  it('wants every segment, and no more', () => {
    expect(matchPath('/building/:id', '/building')).toBeNull();
    expect(matchPath('/building/:id', '/building/main-hall/posts')).toBeNull();
    expect(matchPath('/building', '/buildings')).toBeNull();
    expect(matchPath('/', '/building')).toBeNull();
  });

  it('takes what is left, or nothing, for a star', () => {
    expect(matchPath('/mypage/*', '/mypage/scrap/2')).toEqual({ '*': 'scrap/2' });
    expect(matchPath('/mypage/*', '/mypage')).toEqual({ '*': '' });
  });
});
