import { useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { Screen } from '../campus/screen.tsx';
import { BulletinList } from './bulletin-list.tsx';
import { noticesQuery } from './bulletin-queries.ts';

export default function NoticeListScreen() {
  return (
    <Screen title={copy['board.notice']}>
      <BulletinList query={useQuery(noticesQuery)} path="/board/notice" empty={copy['empty.notice']} />
    </Screen>
  );
}
