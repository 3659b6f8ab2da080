import { useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { eventsQuery } from '../../parts/bulletin/bulletin-queries.ts';
import { Screen } from '../../parts/campus/screen.tsx';
import { BulletinList } from './bulletin-list.tsx';

export default function EventListScreen() {
  return (
    <Screen title={copy['board.event']}>
      <BulletinList query={useQuery(eventsQuery)} path="/board/event" empty={copy['empty.event']} />
    </Screen>
  );
}
