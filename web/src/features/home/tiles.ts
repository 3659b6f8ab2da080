import {
  CalendarHeart,
  Clock,
  Flame,
  type IconNode,
  MessageCircleQuestion,
  PartyPopper,
  Wrench,
} from 'lucide';
import { copy } from '../../copy.ko.ts';

interface BoardTile {
  label: string;
  icon: IconNode;
  /** Null opens the chooser between events and notices. */
  to: string | null;
}

export const boardTiles: readonly BoardTile[] = [
  { label: copy['tile.question'], icon: MessageCircleQuestion, to: '/board/question' },
  { label: copy['tile.eventNotice'], icon: CalendarHeart, to: null },
  { label: copy['tile.buildingNotice'], icon: Wrench, to: '/board/buildingNotice' },
  { label: copy['tile.new'], icon: Clock, to: '/board/new' },
  { label: copy['tile.hot'], icon: Flame, to: '/board/hot' },
  { label: copy['tile.festival'], icon: PartyPopper, to: '/board/festival' },
];
