import { copy } from '../../copy.ko.ts';
import { ChipLinks } from '../../ui/chip-links.tsx';

/** The two sides of the facility board: each takes the other's place, so that back leads to where one came from. */
export function FacilityTabs({ current }: { current: '/board/buildingNotice' | '/tickets' }) {
  const chip = (to: typeof current, label: string) => ({ to, label, current: to === current });
  const chips = [
    chip('/board/buildingNotice', copy['ticket.tab.notices']),
    chip('/tickets', copy['ticket.title']),
  ];
  return <ChipLinks label={copy['ticket.tabs']} chips={chips} replace />;
}
