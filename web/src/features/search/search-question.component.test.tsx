import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mainHall, makePost } from '../../testing/answers.ts';
import { fill, hands, holdClock, openApp, passTime } from '../../testing/open-app.tsx';
import { expectPath, field, main } from '../../testing/reading.ts';
import { answers, official, openFound } from '../../testing/search.ts';

beforeEach(holdClock);

test('[FS-11] no results: one tap opens the question composer with title and place', async () => {
  for (const [query, body, keywords] of [
    ['과학도서관 비눗방울', '장소: 과학도서관', '선택 안 함'],
    ['조용한 비눗방울', '', '#조용한 장소'],
  ] as const) {
    localStorage.clear();
    await openFound(query, { 'GET /api/buildings/{buildingId}': mainHall });
    await main().findByText(`‘${query}’에 대한 글이 아직 없어요.`);
    // The place is loaded by then.
    await screen.findByRole('navigation', { name: '장소' });
    await hands.dblClick(screen.getByRole('button', { name: '질문 게시판에 물어보기' }));
    await expectPath('/write');
    await waitFor(() => expect(field('제목').value).toBe(query));
    expect(field('내용').value).toBe(body);
    expect(screen.getByRole('button', { name: /키워드 선택/ }).textContent).toContain(keywords);
    expect(screen.queryByText('쓰던 글을 불러왔습니다.')).toBeNull();
  }
});

test('[FS-12] similar questions: requested after a pause, without blocked people; other boards request none', async () => {
  const [shown, folded] = [makePost({ title: '솜사탕 어디 있나요' }), makePost({ title: '접힐 질문' })];
  const list = () => screen.queryByRole('region', { name: '비슷한 질문' });
  async function write(from: string, kind: 'question' | 'building') {
    const server = await openApp(
      from,
      {
        ...answers,
        'GET /api/posts/marks': { liked: [], scrapped: [], folded: [folded.id] },
        'GET /api/buildings/{buildingId}': { ...mainHall, id: kind, kind },
        'GET /api/buildings/{buildingId}/posts': { posts: [], nextCursor: null },
        'GET /api/search/similar': { posts: [shown, folded] },
      },
      official,
    );
    await hands.click(await screen.findByRole('link', { name: '글쓰기' }));
    const box = await screen.findByLabelText('제목');
    // Types with a pause between letters, like a user.
    for (const letter of '솜사탕 고장') {
      await hands.type(box, letter);
      await passTime(0.1);
    }
    return server;
  }
  const server = await write('/board/question', 'question');
  const region = within(await screen.findByRole('region', { name: '비슷한 질문' }));
  for (const text of ['비슷한 질문이 1개 있어요.', shown.title]) await region.findByText(text);
  expect(region.queryByText(folded.title)).toBeNull();
  expect(server.asked('GET /api/search/similar').map(({ query }) => query)).toEqual([
    { title: '솜사탕 고장' },
  ]);
  expect(document.activeElement).toBe(field('제목'));
  fill(field('제목'), '');
  await waitFor(() => expect(list()).toBeNull());

  const elsewhere = await write('/building/main-hall', 'building');
  await passTime(2);
  expect([list(), elsewhere.asked('GET /api/search/similar')]).toEqual([null, []]);
});
