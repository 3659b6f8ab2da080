import { copy } from '../../copy.ko.ts';
import { useOfficial } from '../../parts/campus/campus-context.ts';
import { EmptyBoard } from '../../parts/post/empty-board.tsx';
import { SortedPosts } from '../../parts/post/sorted-posts.tsx';
import { FacilityTabs } from '../../parts/tickets/facility-tabs.tsx';
import { Board } from './board.tsx';

export default function FacilityNoticeScreen() {
  const official = useOfficial();
  return (
    <Board
      boardId="buildingNotice"
      title={copy['tile.buildingNotice']}
      above={official ? <FacilityTabs current="/board/buildingNotice" /> : null}
    >
      <SortedPosts buildingId="buildingNotice" empty={<EmptyBoard text={copy['empty.facility']} />} />
    </Board>
  );
}
