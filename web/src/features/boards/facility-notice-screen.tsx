import { copy } from '../../copy.ko.ts';
import { EmptyBoard } from '../../parts/post/empty-board.tsx';
import { SortedPosts } from '../../parts/post/sorted-posts.tsx';
import { Board } from './board.tsx';

export default function FacilityNoticeScreen() {
  return (
    <Board boardId="buildingNotice" title={copy['tile.buildingNotice']}>
      <SortedPosts buildingId="buildingNotice" empty={<EmptyBoard text={copy['empty.facility']} />} />
    </Board>
  );
}
