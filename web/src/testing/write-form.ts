import { screen } from '@testing-library/react';
import type { Edition } from '@madang/contract/campus/rules';
import type { Me } from '@madang/contract/accounts/schema';
import { board, mainHall, makeWholePost } from './answers.ts';
import { fill, hands, openApp, press } from './open-app.tsx';
import type { Answers, PretendedServer } from './pretended-server.ts';
import { field } from './reading.ts';

export const lawHall = { ...mainHall, id: 'law-hall', name: '법학관', category: '녹지' };
const boards = [
  mainHall,
  lawHall,
  board('question', 'question', '질문 게시판'),
  board('festival', 'festival', '축제 게시판'),
  board('buildingNotice', 'notice', '시설 공지'),
];

const none = { posts: [], nextCursor: null };
/** Answers that lead to a post and accept it. */
export const writeAnswers: Answers = {
  'GET /api/buildings': { buildings: [mainHall, lawHall] },
  'GET /api/buildings/{buildingId}': ({ path }) =>
    boards.find(({ id }) => id === path['buildingId']) ?? mainHall,
  'GET /api/buildings/{buildingId}/posts': none,
  'GET /api/festival/posts': none,
  'POST /api/buildings/{buildingId}/posts': ({ path, body: { title } }) => ({
    post: { ...makeWholePost(), buildingId: path['buildingId'] ?? '', title },
    awardedPoints: 50,
    points: 50,
  }),
};

/** Opens the form by a board's write button, or directly at `/write`. */
export async function openWrite(
  from: string,
  answers: Answers = {},
  viewer: { user?: Me | null; edition?: Edition } = {},
): Promise<PretendedServer> {
  const server = await openApp(from, { ...writeAnswers, ...answers }, viewer);
  if (from !== '/write') await hands.click(await screen.findByRole('link', { name: '글쓰기' }));
  return server;
}

export const title = () => field('제목');
export const body = () => field('내용');
export const keywordButton = () => screen.getByRole('button', { name: /키워드 선택/ });
export const submit = () => press('등록');
export const sentPosts = (server: PretendedServer) => server.asked('POST /api/buildings/{buildingId}/posts');

/** Fills the form once it is shown. */
export async function fillPost(name: string, text = '어디에 올라갈까요?'): Promise<void> {
  await screen.findByLabelText('제목');
  fill(title(), name);
  fill(body(), text);
}
