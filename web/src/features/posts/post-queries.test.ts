import type { Edition } from '@madang/contract/campus/rules';
import { describe, expect, it } from 'vitest';
import { keywordPath } from '../posts/post-queries.ts';

const campus = {
  keywords: ['비대면', '팀플', '수면'],
  placeWord: '장소',
  keywordCategories: [
    { id: 1, label: '인문', category: '인문' },
    { id: 2, label: '의과·자연', category: '의과' },
  ],
  festivalKeywords: ['후기', '사진'],
};

const of = (edition: Edition) => ({ ...campus, edition });

describe('keywordPath', () => {
  it.each([
    ['main-hall', '인문', '비대면 장소', '/keyword/1/1'],
    ['hospital', '의과', '수면 장소', '/keyword/3/2'],
    ['festival', '축제', '후기', '/board/festival?filter=1'],
    ['festival', '축제', '사진', '/board/festival?filter=2'],
    // No list contains these.
    ['green-house', '녹지', '비대면 장소', null],
    ['main-hall', '인문', '비대면', null],
    ['main-hall', '인문', '옛 장소', null],
    ['main-hall', '인문', '사진', null],
    ['festival', '축제', '비대면 장소', null],
    ['question', '질문', '비대면 장소', null],
    ['question', '인문', '비대면 장소', null],
    ['buildingNotice', '시설', '비대면 장소', null],
  ])('on %s (%s) %s leads to %s', (buildingId, buildingCategory, keyword, path) => {
    expect(keywordPath({ buildingId, buildingCategory }, keyword, of('beta'))).toBe(path);
    const searched = `/search?${new URLSearchParams({ query: keyword }).toString()}`;
    expect(keywordPath({ buildingId, buildingCategory }, keyword, of('official'))).toBe(path ?? searched);
  });

  it('waits for the category', () => {
    expect(keywordPath({ buildingId: 'main-hall' }, '비대면 장소', of('official'))).toBeNull();
  });
});
