import { copy } from '../../copy.ko.ts';
import { useOfficial } from '../campus/campus-context.ts';
import { EmptyBoard } from '../posts/endless-list.tsx';
import { Board, SortedPosts } from '../posts/board.tsx';
import { FacilityTabs } from './ticket-line.tsx';

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
