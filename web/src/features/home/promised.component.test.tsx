import { expect, test } from 'vitest';
import { mainHall } from '../../testing/answers.ts';
import { openApp } from '../../testing/open-app.tsx';
import type { Answers } from '../../testing/pretended-server.ts';
import { describe, main } from '../../testing/reading.ts';

/** Features announced in the beta: path, role in the beta and the official edition, name. */
const promised = [
  ['/building', 'button', 'link', '학교 지도'],
  ['/building/main-hall', 'button', 'link', '건물 보기'],
  ['/mypage', 'button', null, '상점'],
  ['/mypage', 'button', 'link', '오픈소스 라이선스'],
  ['/search', 'button', 'button', '검색'],
  ['/search', 'searchbox', 'searchbox', '검색어'],
  ['/search', 'button', 'button', '정수기'],
] as const;
const answers: Answers = {
  'GET /api/buildings': { buildings: [mainHall] },
  'GET /api/buildings/{buildingId}': mainHall,
  'GET /api/buildings/{buildingId}/posts': { posts: [], nextCursor: null },
};

test('planned feature: announced in its description, not in its name', async () => {
  for (const [path, role, , name] of promised) {
    await openApp(path, answers);
    const control = await main().findByRole(role, { name });
    expect([name, describe(control)]).toEqual([name, '준비 중']);
    expect(main().getAllByText('준비 중', { exact: true }).length).toBeGreaterThan(0);
  }
});

test('official edition: only unbuilt features keep the mark, and there is no shop', async () => {
  for (const [path, beta, official, name] of promised.filter(([, , , what]) => what !== '상점')) {
    await openApp(path, answers, { edition: 'official' });
    const control = await main().findByRole(official ?? beta, { name });
    expect([name, describe(control)]).toEqual([name, official ? '' : '준비 중']);
  }
});
