import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mainHall } from '../../testing/answers.ts';
import { openApp } from '../../testing/open-app.tsx';
import type { Answers } from '../../testing/pretended-server.ts';
import { describe, main } from '../../testing/reading.ts';

/** What the beta edition only promises: where it stands, and what it is called. */
const promised = [
  ['schoolMap', '/building', 'button', '학교 지도'],
  ['buildingView', '/building/main-hall', 'button', '건물 보기'],
  ['shop', '/mypage', 'button', '상점'],
  ['licences', '/mypage', 'button', '오픈소스 라이선스'],
  ['search', '/search', 'button', '검색'],
  ['search', '/search', 'searchbox', '검색어'],
  ['search', '/search', 'button', '정수기'],
] as const;
const answers: Answers = {
  'GET /api/buildings': { buildings: [mainHall] },
  'GET /api/buildings/{buildingId}': mainHall,
  'GET /api/buildings/{buildingId}/posts': { posts: [], nextCursor: null },
};

test('what is only promised says so beforehand, in its description and not in its name', async () => {
  for (const [, path, role, name] of promised) {
    await openApp(path, answers);
    const control = await main().findByRole(role, { name });
    expect([name, describe(control)]).toEqual([name, '준비 중']);
    expect(main().getAllByText('준비 중', { exact: true }).length).toBeGreaterThan(0);
  }
});

test('the mark goes when its feature is on', async () => {
  for (const [feature, path, role, name] of promised) {
    await openApp(path, answers, { features: promised.map(([lit]) => lit) });
    const control = await main().findByRole(feature === 'licences' ? 'link' : role, { name });
    expect([name, describe(control)]).toEqual([name, '']);
    expect(screen.queryByText('준비 중')).toBeNull();
  }
});
