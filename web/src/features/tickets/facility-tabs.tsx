import { copy } from '../../copy.ko.ts';
import { ChipLinks } from '../../components/lists.tsx';

/** Renders the facility board's tabs, which replace each other in the history. */
export function FacilityTabs({ current }: { current: '/board/buildingNotice' | '/tickets' }) {
  const chip = (to: typeof current, label: string) => ({ to, label, current: to === current });
  const chips = [
    chip('/board/buildingNotice', copy['ticket.tab.notices']),
    chip('/tickets', copy['ticket.title']),
  ];
  return <ChipLinks label={copy['ticket.tabs']} chips={chips} replace />;
}
