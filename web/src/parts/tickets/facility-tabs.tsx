import { copy } from '../../copy.ko.ts';
import { ChipLinks } from '../../ui/chip-links.tsx';

/** The two sides of the facility board: links that take each other's place, so that back leads to where one came from. */
export function FacilityTabs({ current }: { current: 'notices' | 'tickets' }) {
  const chips = [
    {
      to: '/board/buildingNotice',
      label: copy['ticket.tab.notices'],
      current: current === 'notices',
    },
    { to: '/tickets', label: copy['ticket.title'], current: current === 'tickets' },
  ];
  return <ChipLinks label={copy['ticket.tabs']} chips={chips} replace />;
}
