import { copy } from '../../copy.ko.ts';
import { EmptyBoard } from './endless-list.tsx';
import { Board, SortedPosts } from './board.tsx';

export default function QuestionScreen() {
  return (
    <Board boardId="question" title={copy['tile.question']}>
      <SortedPosts buildingId="question" empty={<EmptyBoard text={copy['empty.posts']} writable />} />
    </Board>
  );
}
