import { TICKET_BOARD } from '@madang/contract/tickets/rules';
import { lazyModule, useModule } from '../../lib/use-module.ts';

const card = lazyModule(() => import('./ticket-card.tsx'));

/** Renders a ticket's state on its post; other posts do not load it. */
export function LateTicket({ id, buildingId }: { id: string; buildingId: string }) {
  const isTicket = buildingId === TICKET_BOARD;
  const parts = useModule(card, isTicket);
  return parts && isTicket ? <parts.TicketCard id={id} /> : null;
}
