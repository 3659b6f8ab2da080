import { copy } from '../../copy.ko.ts';
import { EmptyBoard } from '../../parts/post/empty-board.tsx';
import { SortedPosts } from '../../parts/post/sorted-posts.tsx';
import { BoardScreen } from './board-screen.tsx';

export function QuestionScreen() {
  return (
    <BoardScreen boardId="question" title={copy['tile.question']}>
      <SortedPosts buildingId="question" empty={<EmptyBoard text={copy['empty.posts']} writable />} />
    </BoardScreen>
  );
}
