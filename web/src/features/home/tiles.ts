import { copy } from '../../copy.ko.ts';

export type TileIcon = 'question' | 'bulletin' | 'facility' | 'latest' | 'popular' | 'festival';

interface BoardTile {
  label: string;
  icon: TileIcon;
  /** Null opens the chooser between events and notices. */
  to: string | null;
}

export const boardTiles: readonly BoardTile[] = [
  { label: copy['tile.question'], icon: 'question', to: '/board/question' },
  { label: copy['tile.eventNotice'], icon: 'bulletin', to: null },
  { label: copy['tile.buildingNotice'], icon: 'facility', to: '/board/buildingNotice' },
  { label: copy['tile.new'], icon: 'latest', to: '/board/new' },
  { label: copy['tile.hot'], icon: 'popular', to: '/board/hot' },
  { label: copy['tile.festival'], icon: 'festival', to: '/board/festival' },
];
