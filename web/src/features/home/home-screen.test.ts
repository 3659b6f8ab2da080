import { expect, it } from 'vitest';
import { boardTiles } from './home-screen.tsx';

it('[EN-08] six tiles, in order', () => {
  expect(boardTiles.map(({ label, to }) => [label, to])).toEqual([
    ['질문 게시판', '/board/question'],
    ['이벤트/공지', null],
    ['시설 공지', '/board/buildingNotice'],
    ['최신글', '/board/new'],
    ['인기글', '/board/hot'],
    ['축제 게시판', '/board/festival'],
  ]);
});
