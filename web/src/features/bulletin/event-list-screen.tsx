import { useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { eventsQuery } from './bulletin-queries.ts';
import { Screen } from '../campus/screen.tsx';
import { BulletinList } from './bulletin-list.tsx';

export default function EventListScreen() {
  return (
    <Screen title={copy['board.event']}>
      <BulletinList query={useQuery(eventsQuery)} path="/board/event" empty={copy['empty.event']} />
    </Screen>
  );
}
