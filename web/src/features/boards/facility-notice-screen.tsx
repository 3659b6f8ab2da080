import { copy } from '../../copy.ko.ts';
import { EmptyBoard } from '../../parts/post/empty-board.tsx';
import { SortedPosts } from '../../parts/post/sorted-posts.tsx';
import { BoardScreen } from './board-screen.tsx';

export function FacilityNoticeScreen() {
  return (
    <BoardScreen boardId="buildingNotice" title={copy['tile.buildingNotice']}>
      <SortedPosts buildingId="buildingNotice" empty={<EmptyBoard text={copy['empty.facility']} />} />
    </BoardScreen>
  );
}
