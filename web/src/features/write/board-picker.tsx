import { MessageCircleQuestion, PartyPopper } from 'lucide';
import { copy } from '../../copy.ko.ts';
import { BuildingFinder } from '../campus/building-finder.tsx';
import { navigate, useLocation } from '../../lib/router.tsx';
import { ListRow } from '../../components/lists.tsx';
import { Sheet } from '../../components/sheet.tsx';

interface BoardPickerProps {
  open: boolean;
  onClose: () => void;
}

/** Asks for a post's board, on any page [EV-02]; back returns there. */
export function BoardPicker({ open, onClose }: BoardPickerProps) {
  const { pathname, search } = useLocation();
  const choose = (board: string): void =>
    navigate('/write', { replace: true, state: { from: `${pathname}${search}`, board } });
  return (
    <Sheet title={copy['write.where']} sheet={{ open, close: onClose }}>
      <BuildingFinder onChoose={choose}>
        <ListRow
          icon={MessageCircleQuestion}
          label={copy['tile.question']}
          onClick={() => choose('question')}
        />
        <ListRow icon={PartyPopper} label={copy['tile.festival']} onClick={() => choose('festival')} />
      </BuildingFinder>
    </Sheet>
  );
}
