import { copy } from '../../copy.ko.ts';
import { EmptyBoard } from './empty-board.tsx';
import { SortedPosts } from './sorted-posts.tsx';
import { Board } from './board.tsx';

export default function QuestionScreen() {
  return (
    <Board boardId="question" title={copy['tile.question']}>
      <SortedPosts buildingId="question" empty={<EmptyBoard text={copy['empty.posts']} writable />} />
    </Board>
  );
}
